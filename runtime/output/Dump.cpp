//===- Dump.cpp - Writes the profiles -------------------------------------===//
//
// Runs at every point where a program can terminate, so it uses only the
// runtime's lock and memory from the kernel.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/output/Dump.h"
#include "runtime/auto/HotCode.h"
#include "runtime/auto/TimeShare.h"
#include "runtime/costs/Summary.h"
#include "runtime/counts/CostPause.h"
#include "runtime/events/EventMasks.h"
#include "runtime/every/Stacks.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/log/Snapshot.h"
#include "runtime/output/Continuous.h"
#include "runtime/output/OutputFile.h"
#include "runtime/output/Outputs.h"
#include "runtime/output/Streams.h"
#include "runtime/system/Process.h"
#include "runtime/system/Reserve.h"
#include "runtime/system/System.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

namespace {
struct Output {
  const char *(*Pattern)();
  bool CanBeShared;
  bool (*Has)(const DumpContents &);
  int (*Write)(DumpContents &, const ProfileTarget &);
};
} // namespace

static const Output Outputs[] = {
#define UDPC_OUTPUT(Name, Option, CanBeShared)                                 \
  {[] { return static_cast<const char *>(options().Option.Text); },            \
   CanBeShared, has##Name, write##Name},
#include "runtime/output/Outputs.inc"
};
static OutputFile OutputFiles[NumOutputs];
static_assert(sizeof(Outputs) / sizeof(*Outputs) == NumOutputs,
              "Dump.h counts the outputs");
static OutputFile PartFile;
static unsigned NumParts;
static bool Summarised;
static ProfileWriter File;

void rt::keepOutputDescriptors() {
  for (const Output &O : Outputs)
    keepDescriptor(O.Pattern());
}

OutputFile &rt::eventOutput() {
  return OutputFiles[OutputNumberOfEventProfile];
}

void rt::resetCounts() {
  for (OutputFile &O : OutputFiles)
    O.releaseAdded();
  noteCountsBegin();
  addOnTimes();
  resetThreads();
}

void rt::resetDumps() {
  for (OutputFile &O : OutputFiles)
    O.forget();
  noteCountsBegin();
  NumParts = 0;
  Summarised = false;
}

void rt::reportDump(const char *What, const char *Path, const char *Why) {
  if (!options().verbosity)
    return;
  char Line[PATH_MAX + 64];
  TextBuffer Out(Line, sizeof(Line));
  Out.add("udpc: ").add(What).add(Path).add(" (").add(Why).add(")\n");
  say(Line);
}

/// Returns advice on \p Error. Services, for example, are started in the folder
/// /.
static const char *adviceOn(int Error) {
  if (areFilesRefused())
    return "; a seccomp filter of the program refuses to create files";
  return Error == EACCES || Error == EROFS || Error == EPERM
             ? "; UDPC_OPTIONS=output=<path> sets another path"
             : "";
}

/// Stores the result of writing \p O in \p Result, and reports it.
static void conclude(OutputFile &O, int Error, const char *Why,
                     DumpResult &Result) {
  if (!Error) {
    O.HasWritten = true;
    Result.Written[Result.NumWritten++] = O.path();
    return reportDump("wrote ", O.path(), Why);
  }
  if (!O.HasWarned)
    warn("cannot write the profile ", O.path(), ": ",
         fileErrorText(Error, O.path()), adviceOn(Error));
  O.HasWarned = true;
  if (!Result.Error)
    Result = {Error, O.path(), {}, 0};
}

int DumpContents::visit(Visitor Each, void *Data) {
  if (int Error = Totals.init())
    return Error;
  ThreadCosts Costs;
  auto Visit = [&](const ThreadRecord &T) {
    int Error = Costs.collect(T);
    if (Error)
      return Error;
    Totals.add(Costs);
    Each(T, Costs, Data);
    return 0;
  };
  int Error = 0;
  for (const ThreadRecord *T = firstThread(); T && !Error; T = T->Next)
    Error = Visit(*T);
  if (!Error)
    Error = Visit(otherThreads());
  Totals.finish();
  return Error;
}

/// Prints the summary of costs on standard error, once, unless the option is
/// off.
static void summarise(DumpContents &Dump) {
  if (Summarised || !options().summary || !numCostUnits() || Dump.addCosts())
    return;
  Summarised = true;
  if (!isStandardErrorOurs())
    return;
  char Text[2048];
  TextBuffer Out(Text, sizeof(Text));
  CallCounts Calls;
  if (Dump.costs().countCalls(Calls) ||
      Dump.costs().countWithoutCalls(Calls.WithoutCalls))
    return;
  Calls.NotRecorded = numCallsNotRecorded();
  Calls.BeyondContexts = numCallsBeyondContexts();
  addSummary(Out, processPid(), Dump.costs().all(), Calls, isSimulating(),
             simulatesBranches());
  if (const char *Assumed = assumedCaches(); *Assumed)
    addAssumedCaches(Out, processPid(), Assumed);
  if (TimeShare Time = timeShare(); Time.Samples)
    addTime(Out, processPid(), Time.Samples, Time.Unprofiled);
  say(Text);
}

/// Updates all counts before they are read.
static void settleCounts() {
  collectLateCounts();
  subtractMasked();
  excludeStoppedCosts();
  addOnTimes();
}

/// Writes the output with the number \p Number.
static void writeOutput(unsigned Number, DumpContents &Contents,
                        DumpResult &Result) {
  const Output &O = Outputs[Number];
  OutputFile &To = OutputFiles[Number];
  int Error = To.choosePath(O.Pattern(), O.CanBeShared);
  if (!Error)
    Error = O.Write(Contents, To.target());
  conclude(To, Error, Contents.Why, Result);
}

void rt::writeMetrics() {
  if (!ownsCounts() || isPrivileged())
    return;
  BoundedStateLock Lock;
  if (!Lock.held())
    return;
  UseOfReserve Reserve;
  settleCounts();
  DumpContents Contents("interval", File);
  DumpResult Result = {};
  if (hasMetricsFile(Contents))
    writeOutput(OutputNumberOfMetricsFile, Contents, Result);
}

void rt::dumpPart() {
  if (!ownsCounts() || isPrivileged())
    return;
  BoundedStateLock Lock;
  if (!Lock.held() || !numCostUnits())
    return;
  UseOfReserve Reserve;
  settleCounts();
  ++NumParts;
  DumpContents Contents("client request", File);
  DumpResult Result = {};
  constexpr unsigned OfCosts[] = {OutputNumberOfCacheProfile,
                                  OutputNumberOfCachegrindFile};
  for (unsigned I : OfCosts) {
    const Output &O = Outputs[I];
    if (!*O.Pattern() || !O.Has(Contents))
      continue;
    int Error = OutputFiles[I].choosePath(O.Pattern(), O.CanBeShared);
    if (!Error)
      Error = PartFile.becomePart(OutputFiles[I], NumParts);
    if (!Error)
      Error = O.Write(Contents, PartFile.target());
    conclude(PartFile, Error, Contents.Why, Result);
    PartFile.releaseAdded();
  }
  resetCosts();
}

DumpResult rt::dumpLocked(const char *Why, bool IsEnd) {
  UseOfReserve Reserve;
  DumpResult Result = {};
  if (!anySites() && !numCostUnits()) {
    if (IsEnd)
      endContinuous();
    return Result;
  }
  settleCounts();
  if (IsEnd)
    reportHotCode();
  DumpContents Contents(Why, File);
  for (unsigned I = 0; I != NumOutputs; ++I) {
    const Output &O = Outputs[I];
    // An empty name means no output; the profile of events always has a name.
    const char *Pattern = O.Pattern();
    if (!*Pattern || !O.Has(Contents))
      continue;
    const char *Kept = continuousPath();
    if (Kept && I == OutputNumberOfEventProfile &&
        (!IsEnd || areFilesRefused())) {
      Result.Written[Result.NumWritten++] = Kept;
      reportDump("up to date at any time: ", Kept, Why);
      continue;
    }
    writeOutput(I, Contents, Result);
  }
  if (IsEnd && !Result.Error && !areFilesRefused())
    endContinuous();
  if (IsEnd)
    summarise(Contents);
  return Result;
}

int rt::dumpProfile(const char *Why, bool IsEnd) {
  if (!ownsCounts())
    return 0;
  if (isPrivileged())
    return EPERM;
  BoundedStateLock Lock;
  if (!Lock.held())
    return EDEADLK;
  int Error = dumpLocked(Why, IsEnd).Error;
  writeStacks();
  if (IsEnd)
    finishLog();
  return Error;
}

void rt::keepOutputsOpen(const Filter &F) {
  if (!ownsCounts() || isPrivileged() || !refusesFiles(F))
    return;
  BoundedStateLock Lock;
  if (!Lock.held())
    return;
  auto IsContinuous = [](unsigned I) {
    return I == OutputNumberOfEventProfile && continuousPath();
  };
  for (unsigned I = 0; I != NumOutputs; ++I) {
    const char *Pattern = Outputs[I].Pattern();
    if (*Pattern && !IsContinuous(I) &&
        !OutputFiles[I].choosePath(Pattern, Outputs[I].CanBeShared))
      OutputFiles[I].stopSharing();
  }
  dumpLocked("sandbox");
  for (unsigned I = 0; I != NumOutputs; ++I)
    if (OutputFiles[I].HasWritten && !IsContinuous(I))
      OutputFiles[I].keepOpen();
}
