//===- Dump.cpp - Writes the profiles -------------------------------------===//
//
// Runs wherever a program can end, so it takes nothing but the runtime's lock
// and memory from the kernel.
//
//===----------------------------------------------------------------------===//

#include "runtime/output/Dump.h"
#include "runtime/core/Process.h"
#include "runtime/core/Simulation.h"
#include "runtime/core/System.h"
#include "runtime/core/Threads.h"
#include "runtime/costs/CostTotals.h"
#include "runtime/costs/Summary.h"
#include "runtime/output/CostFiles.h"
#include "runtime/output/ProfileFile.h"
#include "runtime/output/SharedProfile.h"
#include "runtime/output/Streams.h"
#include "runtime/patch/Switches.h"
#include "sanitizer_common/sanitizer_libc.h"
#include <errno.h>
#include <string.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

namespace {
/// A file that each dump writes anew.
struct Output {
  char Path[PATH_MAX];
  bool HavePath, IsStream, IsShared, Warned;
  /// What is in the shared file already.
  MemoryImage Added;

  ProfileTarget target() {
    return {Path, IsStream, IsShared ? &Added : nullptr};
  }
};
} // namespace

static Output EventOutput, CacheOutput, CachegrindOutput;
/// What tells the names of this program from those of programs that the process
/// was before it called exec. The outputs share it: text does not say which
/// process has written it, but it stands beside profiles that do.
static unsigned Attempt;
static bool Summarised;
static ProfileFile File;

static void forgetAdded() {
  EventOutput.Added.release();
  CacheOutput.Added.release();
}

void rt::resetCounts() {
  forgetAdded();
  resetThreads();
}

void rt::forgetDumps() {
  static Output *const Outputs[] = {&EventOutput, &CacheOutput,
                                    &CachegrindOutput};
  for (Output *O : Outputs)
    O->HavePath = O->Warned = false;
  forgetAdded();
  Attempt = 0;
  Summarised = false;
}

static int choosePath(Output &O, const char *Pattern) {
  if (O.HavePath)
    return 0;
  OutputNameParts Parts = outputNameParts();
  if (isLiteralName(Pattern)) {
    // A stream has one name for all processes.
    OutputNameParts Plain = Parts;
    Plain.Forked = false;
    TextBuffer Out(O.Path, sizeof(O.Path));
    if (!expandOutputName(Pattern, Plain, Out))
      return ENAMETOOLONG;
    O.IsStream = isStream(O.Path);
    if ((O.HavePath = O.IsStream))
      return 0;
  }
  if (isSharedName(Pattern)) {
    Parts.Signature = buildSignature();
    // Text cannot be added up: it has a file for each process.
    O.IsShared = &O != &CachegrindOutput;
    Parts.Forked = !O.IsShared && !hasProcess(Pattern, Parts);
    TextBuffer Out(O.Path, sizeof(O.Path));
    O.HavePath = expandOutputName(Pattern, Parts, Out);
    return O.HavePath ? 0 : ENAMETOOLONG;
  }
  for (;; ++Attempt) {
    Parts.Attempt = Attempt;
    TextBuffer Out(O.Path, sizeof(O.Path));
    if (!expandOutputName(Pattern, Parts, Out))
      return ENAMETOOLONG;
    if (!isFromBeforeExec(O.Path, hasProcess(Pattern, Parts)))
      break;
  }
  O.HavePath = true;
  return 0;
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

/// What a user can do about \p Error. Services are started in the folder /.
static const char *adviceOn(int Error) {
  return Error == EACCES || Error == EROFS || Error == EPERM
             ? "; UDPC_OPTIONS=output=<path> names another place"
             : "";
}

/// Puts into \p Result how the writing of \p O has ended.
static void conclude(Output &O, int Error, const char *Why,
                     DumpResult &Result) {
  if (!Error) {
    Result.Written[Result.NumWritten++] = O.Path;
    return report("wrote ", O.Path, " (", Why, ")");
  }
  if (!O.Warned)
    warn("cannot write the profile ", O.Path, ": ", errorText(Error),
         adviceOn(Error));
  O.Warned = true;
  if (!Result.Error)
    Result = {Error, O.Path, {}, 0};
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Leaves the counts of units of events, with their index instead of the
/// runtime's number: the order is the same. Returns how many are left.
static uint64_t keepEvents(abi::CountRec *Counts, uint64_t N) {
  if (!numCostUnits())
    return N;
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != N; ++I) {
    const UnitRecord &U = unit(Counts[I].Unit);
    if (!U.Costs.Header)
      Counts[Kept++] = {U.Index, Counts[I].Slot, Counts[I].Count};
  }
  return Kept;
}

/// Writes \p T if it has counted; \p Scratch has room for all slots.
static int writeThread(const ThreadRecord &T, abi::CountRec *Scratch,
                       uint32_t &NumThreads) {
  uint64_t N = keepEvents(Scratch, collectThread(T, Scratch));
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
  Header.NumUnits = numUnits() - numCostUnits();
  for (uint32_t I = 0; I != numUnits(); ++I) {
    if (unit(I).Costs.Header)
      continue;
    if (int Error = File.write(unit(I).Table, unit(I).View.Header->TotalSize))
      return Error;
  }
  for (const ThreadRecord *T = firstThread(); T; T = T->Next)
    if (int Error = writeThread(*T, Scratch, Header.NumThreads))
      return Error;
  return writeThread(otherThreads(), Scratch, Header.NumThreads);
}

static int writeEvents() {
  if (int Error = choosePath(EventOutput, options().output.Text))
    return Error;
  // Touched only as far as it is filled. One more, as none is no size.
  size_t Bytes = (numSlotsOfUnits() + 1) * sizeof(abi::CountRec);
  auto *Scratch = static_cast<abi::CountRec *>(mapMemory(Bytes));
  if (!Scratch)
    return ENOMEM;
  int Error = File.open(EventOutput.target());
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

/// Whether there is anything to say about events.
static bool haveEvents(const char *Why) {
  if (!anySites())
    return false;
  checkEnableOption();
  if (anyAlwaysOn() || wasEverOn())
    return true;
  report("wrote no profile, as no event was on (", Why, ")");
  return false;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Opens the cache profile unless it is not wanted.
static int openCacheProfile(CacheProfileWriter &Writer) {
  if (int Error = choosePath(CacheOutput, options().cache_output.Text))
    return Error;
  return Writer.open(CacheOutput.target());
}

/// Adds all threads up, each as it is now: both files are to say the same of
/// threads that run on. Returns 0 or an errno; \p CacheError is what became of
/// the cache profile.
static int addCosts(CostTotals &Totals, bool WantCache, int &CacheError) {
  if (int Error = Totals.init())
    return Error;
  CacheProfileWriter Writer(File);
  CacheError = WantCache ? openCacheProfile(Writer) : 0;
  ThreadCosts Costs;
  auto Add = [&](const ThreadRecord &T) {
    int Error = Costs.collect(T);
    if (Error)
      return Error;
    Totals.add(Costs);
    if (WantCache && !CacheError)
      CacheError = Writer.add(T, Costs);
    return 0;
  };
  int Error = 0;
  for (const ThreadRecord *T = firstThread(); T && !Error; T = T->Next)
    Error = Add(*T);
  if (!Error)
    Error = Add(otherThreads());
  if (Error && WantCache && !CacheError)
    File.discard();
  else if (WantCache && !CacheError)
    CacheError = Writer.close();
  Totals.finish();
  return Error;
}

static int writeCachegrind(const CostTotals &Totals) {
  Output &O = CachegrindOutput;
  if (int Error = choosePath(O, options().cachegrind_output.Text))
    return Error;
  return writeCachegrindFile(File, O.target(), Totals);
}

static void dumpCosts(const char *Why, bool IsEnd, DumpResult &Result) {
  bool WantCache = *options().cache_output.Text;
  bool WantCachegrind = *options().cachegrind_output.Text;
  bool WantSummary = IsEnd && !Summarised && options().summary;
  if (!WantCache && !WantCachegrind && !WantSummary)
    return;
  CostTotals Totals;
  int CacheError = 0;
  int Error = addCosts(Totals, WantCache, CacheError);
  if (WantCache)
    conclude(CacheOutput, Error ? Error : CacheError, Why, Result);
  if (WantCachegrind)
    conclude(CachegrindOutput, Error ? Error : writeCachegrind(Totals), Why,
             Result);
  if (Error || !WantSummary)
    return;
  Summarised = true;
  if (!isStandardErrorOurs())
    return;
  char Text[2048];
  TextBuffer Out(Text, sizeof(Text));
  addSummary(Out, processPid(), Totals.all(), isSimulating());
  say(Text);
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

DumpResult rt::dumpLocked(const char *Why, bool IsEnd) {
  DumpResult Result = {};
  bool Events = haveEvents(Why);
  if (!Events && !numCostUnits())
    return Result;
  gatherLateCounts();
  if (Events)
    conclude(EventOutput, writeEvents(), Why, Result);
  if (numCostUnits())
    dumpCosts(Why, IsEnd, Result);
  return Result;
}

int rt::dumpProfile(const char *Why, bool IsEnd) {
  if (!ownsCounts())
    return 0;
  if (isPrivileged())
    return EPERM;
  BoundedStateLock Lock;
  return Lock.held() ? dumpLocked(Why, IsEnd).Error : EDEADLK;
}
