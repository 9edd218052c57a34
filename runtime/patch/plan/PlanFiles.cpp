//===- PlanFiles.cpp - The plans that the runtime was given ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/plan/PlanFiles.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/system/System.h"
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static PlanFile *Plans;
static Pool Memory;

PlanFile *rt::firstPlan() { return __atomic_load_n(&Plans, __ATOMIC_ACQUIRE); }

static bool isPlanName(const char *Name) {
  size_t Length = lengthOf(Name), End = sizeof(plan::Suffix) - 1;
  return Length > End && sameText(Name + Length - End, plan::Suffix);
}

/// Maps \p Path; returns null, after a warning, if that is impossible.
static const uint8_t *mapFile(const char *Path, uint64_t &Size) {
  int File = openFile(Path, O_RDONLY);
  struct stat Status;
  long Result = File;
  if (File >= 0)
    Result = rawSyscall(SYS_fstat, File, asLong(&Status));
  if (Result >= 0) {
    Size = uint64_t(Status.st_size);
    Result = rawSyscall(SYS_mmap, 0, Status.st_size, PROT_READ,
                        MAP_PRIVATE | MAP_POPULATE, File, 0);
  }
  if (File >= 0)
    closeFile(File);
  if (Result >= 0)
    return reinterpret_cast<const uint8_t *>(Result);
  warn("the plan ", Path,
       " cannot be read: ", errorText(static_cast<int>(-Result)));
  return nullptr;
}

static void readPlan(const char *Path) {
  uint64_t Size;
  const uint8_t *File = mapFile(Path, Size);
  if (!File)
    return;
  PlanView View;
  const char *Wrong = viewPlan(File, Size, View);
#if defined(__x86_64__)
  if (!Wrong && View.Header->Machine != EM_X86_64)
    Wrong = "it is for another processor";
#else
  Wrong = "plans are for x86-64 only";
#endif
  auto *New = Wrong ? nullptr : Memory.allocateArray<PlanFile>(1);
  if (New) {
    *New = {View, Plans};
    __atomic_store_n(&Plans, New, __ATOMIC_RELEASE);
    return;
  }
  warn("the plan ", Path, " is not used: ", Wrong ? Wrong : "out of memory");
  unmapMemory(const_cast<uint8_t *>(File), Size);
}

int rt::readPlans(const char *Folder) {
  int Open = openFile(Folder, O_RDONLY | O_DIRECTORY);
  if (Open < 0)
    return Open;
  static char Text[PATH_MAX];
  int N = 0;
  long Error = forEachName(Open, [&](const char *Name) {
    TextBuffer Path(Text, sizeof(Text));
    if (!isPlanName(Name) || Path.add(Folder).add("/").add(Name).overflowed())
      return;
    const PlanFile *Before = Plans;
    readPlan(Text);
    N += Plans != Before;
  });
  closeFile(Open);
  return Error ? int(Error) : N;
}
