//===- SleepingThreads.cpp - Threads seen from outside --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/SleepingThreads.h"
#include "runtime/base/Text.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
/// The beginning of a file, as text.
struct FileText {
  char Text[4096];
};
} // namespace

// Static, because the stack may be small.
static FileText Status, Before, After;

/// Reads /proc/self/task/<Tid>/<Name>. Returns 0 or an errno.
static int read(uint64_t Tid, const char *Name, FileText &Out) {
  char Path[64];
  TextBuffer(Path, sizeof(Path))
      .add("/proc/self/task/")
      .add(Tid)
      .add("/")
      .add(Name);
  int File = openFile(Path, O_RDONLY);
  if (File < 0)
    return -File;
  long Size =
      rawSyscall(SYS_read, File, asLong(Out.Text), sizeof(Out.Text) - 1);
  closeFile(File);
  Out.Text[Size > 0 ? Size : 0] = 0;
  return Size < 0 ? static_cast<int>(-Size) : 0;
}

static bool waitsForChild(const SleepingPlace &Place) {
  return
#ifdef SYS_vfork
      Place.Syscall == SYS_vfork ||
#endif
      Place.Syscall == SYS_clone || Place.Syscall == SYS_clone3;
}

ThreadView rt::viewThread(uint64_t Tid,
                          bool (*Look)(uint64_t Tid,
                                       const SleepingPlace &Place)) {
  int Error = read(Tid, "status", Status);
  if (Error == ENOENT || Error == ESRCH)
    return ThreadView::Gone;
  uint64_t Switches, SwitchesAfter;
  SleepingPlace Place;
  if (Error || !parseContextSwitches(Status.Text, Switches) ||
      read(Tid, "syscall", Before))
    return ThreadView::Unknown;
  if (!parseSyscallLine(Before.Text, Place) || waitsForChild(Place) ||
      !Look(Tid, Place))
    return ThreadView::Elsewhere;
  // If the thread had run and slept again, the number of switches would have
  // grown; if it runs now, /proc has no place.
  bool IsSame = !read(Tid, "syscall", After) &&
                sameText(Before.Text, After.Text) &&
                !read(Tid, "status", Status) &&
                parseContextSwitches(Status.Text, SwitchesAfter) &&
                Switches == SwitchesAfter;
  return IsSame ? ThreadView::Asleep : ThreadView::Elsewhere;
}
