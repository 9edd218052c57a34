//===- Dump.cpp - Writes the profile --------------------------------------===//
//
// Runs wherever a program can end, so it takes nothing but the runtime's lock
// and memory from the kernel.
//
//===----------------------------------------------------------------------===//

#include "runtime/Dump.h"
#include "runtime/Process.h"
#include "runtime/ProfileFile.h"
#include "runtime/Switches.h"
#include "runtime/System.h"
#include "runtime/Threads.h"
#include "sanitizer_common/sanitizer_libc.h"
#include <errno.h>
#include <string.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

/// The profile's path, once it is chosen.
static char Path[PATH_MAX];
static bool HavePath, Warned;
static ProfileFile File;

void rt::forgetDumps() { HavePath = Warned = false; }

static int choosePath() {
  if (HavePath)
    return 0;
  OutputNameParts Parts = outputNameParts();
  for (;; ++Parts.Attempt) {
    TextBuffer Out(Path, sizeof(Path));
    if (!expandOutputName(options().output.Text, Parts, Out))
      return ENAMETOOLONG;
    if (!isFromBeforeExec(Path))
      break;
  }
  HavePath = true;
  return 0;
}

/// Writes \p T if it has counted; \p Scratch has room for all slots.
static int writeThread(const ThreadRecord &T, abi::CountRec *Scratch,
                       uint32_t &NumThreads) {
  uint64_t N = collectThread(T, Scratch);
  if (!N && !T.IsPermanent)
    return 0;
  ++NumThreads;
  abi::ThreadRec Rec = {T.Index, T.Tid, N};
  if (int Error = File.write(&Rec, sizeof(Rec)))
    return Error;
  return File.write(Scratch, N * sizeof(*Scratch));
}

static int writeContent(abi::CountRec *Scratch, abi::ProfileHeader &Header) {
  uint64_t CommandSize;
  const char *Command = commandLine(CommandSize);
  Header.CommandSize = CommandSize;
  if (int Error = File.write(Command, CommandSize))
    return Error;
  if (int Error = File.pad())
    return Error;
  Header.NumUnits = numUnits();
  for (uint32_t I = 0; I != Header.NumUnits; ++I)
    if (int Error = File.write(unit(I).Table, unit(I).View.Header->TotalSize))
      return Error;
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    if (int Error = writeThread(*T, Scratch, Header.NumThreads))
      return Error;
  return writeThread(otherThreads(), Scratch, Header.NumThreads);
}

static int writeProfile() {
  if (int Error = choosePath())
    return Error;
  // Touched only as far as it is filled. One more, as none is no size.
  size_t Bytes = (numSlotsOfUnits() + 1) * sizeof(abi::CountRec);
  auto *Scratch = static_cast<abi::CountRec *>(mapMemory(Bytes));
  if (!Scratch)
    return ENOMEM;
  int Error = File.open(Path);
  if (!Error) {
    abi::ProfileHeader Header = {};
    internal_memcpy(Header.Magic, abi::ProfileMagic, sizeof(Header.Magic));
    Header.Version = abi::ProfileVersion;
    Header.Pid = processPid();
    Header.NumRuns = 1;
    Error = writeContent(Scratch, Header);
    if (!Error)
      Error = File.close(Header);
    else
      File.discard();
  }
  unmapMemory(Scratch, Bytes);
  return Error;
}

/// Tells of the end of a dump who asks for it.
template <typename... Pieces> static void report(Pieces... Each) {
  if (!options().verbosity)
    return;
  char Line[PATH_MAX + 64];
  TextBuffer Out(Line, sizeof(Line));
  Out.add("udpc: ");
  (Out.add(Each), ...);
  Out.add("\n");
  say(Line);
}

DumpResult rt::dumpLocked(const char *Why) {
  if (!anySites())
    return {};
  checkEnableOption();
  if (!anyAlwaysOn() && !wasEverOn()) {
    report("wrote no profile, as no event was on (", Why, ")");
    return {};
  }
  gatherLateCounts();
  int Error = writeProfile();
  if (Error && !Warned) {
    warn("cannot write the profile ", Path, ": ", errorText(Error));
    Warned = true;
  }
  if (!Error)
    report("wrote ", Path, " (", Why, ")");
  return {Error, Path};
}

int rt::dumpProfile(const char *Why) {
  if (!ownsCounts())
    return 0;
  BoundedStateLock Lock;
  return Lock.held() ? dumpLocked(Why).Error : EDEADLK;
}
