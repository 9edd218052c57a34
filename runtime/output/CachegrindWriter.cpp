//===- CachegrindWriter.cpp - Writes text in Cachegrind's format ----------===//
//
// Uses the strictest grammar, which every version of cg_annotate reads: neither
// fi= nor fe=, no compressed names, each fl= followed by its fn=.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/base/Text.h"
#include "runtime/costs/CostCentres.h"
#include "runtime/costs/Summary.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/output/Outputs.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

namespace {

class CachegrindWriter {
public:
  CachegrindWriter(ProfileWriter &File, const CostTotals &Totals)
      : File(File), Totals(Totals), HasCaches(isSimulating()),
        HasBranches(simulatesBranches()) {}

  int write();

private:
  void text(const char *Text) { bytes(Text, lengthOf(Text)); }
  void bytes(const char *Text, uint64_t Size) {
    if (!Error)
      Error = File.write(Text, Size);
  }
  void header();
  void command();
  bool isShown(int Event) const;
  void counts(const LineCosts &C);
  void runs(const LineRun *Runs, uint64_t N);
  int allRuns();

  ProfileWriter &File;
  const CostTotals &Totals;
  bool HasCaches, HasBranches;
  int Error = 0;
  MappedArray<CountedLine> Lines;
};

} // namespace

void CachegrindWriter::command() {
  uint64_t Size;
  const char *Command = commandLine(Size);
  text("cmd: ");
  if (!Size)
    text("???");
  // An argument may contain a line break.
  for (uint64_t I = 0, Begin = 0; I != Size; ++I)
    if (Command[I] == '\n' || I + 1 == Size) {
      bool IsEnd = Command[I] == '\n';
      bytes(Command + Begin, I + !IsEnd - Begin);
      if (IsEnd)
        text(" ");
      Begin = I + 1;
    }
  text("\n");
}

void CachegrindWriter::header() {
  if (HasCaches) {
    abi::CacheRec Caches = simulatedCaches();
    auto Describe = [&](const char *Label, const abi::CacheGeometry &Cache) {
      char Buffer[128];
      TextBuffer Out(Buffer, sizeof(Buffer));
      Out.add("desc: ").add(Label).add(" cache:         ");
      addGeometry(Out, Cache);
      text(Out.add("\n").size() ? Buffer : "");
    };
    Describe("I1", Caches.I1);
    Describe("D1", Caches.D1);
    Describe("LL", Caches.LL);
  } else {
    // cg_merge requires at least one description.
    text("desc: Caches:           not simulated\n");
  }
  command();
  text("events:");
  for (int E = 0; E != abi::NumCostEvents; ++E)
    if (isShown(E)) {
      text(" ");
      text(abi::CostEventNames[E]);
    }
  text("\n");
}

bool CachegrindWriter::isShown(int Event) const {
  switch (Event) {
  case abi::EventIr:
  case abi::EventDr:
  case abi::EventDw:
    return true;
  case abi::EventBc:
  case abi::EventBcm:
  case abi::EventBi:
  case abi::EventBim:
    return HasBranches;
  case abi::EventI2mr:
  case abi::EventD2mr:
  case abi::EventD2mw: // Cachegrind has two levels.
    return false;
  default:
    return HasCaches;
  }
}

/// Appends the counts to the current line, which has a number or a label.
void CachegrindWriter::counts(const LineCosts &C) {
  char Buffer[abi::NumCostEvents * 21 + 2];
  TextBuffer Out(Buffer, sizeof(Buffer));
  for (int E = 0; E != abi::NumCostEvents; ++E)
    if (isShown(E))
      Out.add(' ').add(C.Counts[E]);
  Out.add('\n');
  bytes(Buffer, Out.size());
}

/// Writes \p Runs, which have the same file and function.
void CachegrindWriter::runs(const LineRun *Runs, uint64_t N) {
  uint64_t NumLines = 0;
  for (uint64_t I = 0; I != N; ++I)
    NumLines += Runs[I].NumLines;
  if (!Lines.reserve(NumLines)) {
    Error = ENOMEM;
    return;
  }
  text("fl=");
  text(*Runs->File ? Runs->File : "???");
  text("\nfn=");
  text(*Runs->Function ? Runs->Function : "???");
  text("\n");
  NumLines = sortLines(Runs, N, Lines);
  for (uint64_t I = 0; I != NumLines;) {
    uint32_t Line = Lines[I].Line;
    LineCosts Sum = {};
    for (; I != NumLines && Lines[I].Line == Line; ++I)
      Sum += *Lines[I].Counts;
    char Number[24];
    TextBuffer Out(Number, sizeof(Number));
    Out.add(uint64_t(Line));
    text(Number);
    counts(Sum);
  }
}

int CachegrindWriter::allRuns() {
  uint64_t N = 0;
  for (uint32_t I = 0; I != Totals.numUnits(); ++I) {
    const CostTotals::UnitTotals &U = Totals.unit(I);
    N += collectRuns(*U.View, U.Lines, nullptr);
  }
  MappedArray<LineRun> Runs;
  if (!Runs.allocate(N))
    return ENOMEM;
  LineRun *Next = Runs;
  for (uint32_t I = 0; I != Totals.numUnits(); ++I) {
    const CostTotals::UnitTotals &U = Totals.unit(I);
    Next += collectRuns(*U.View, U.Lines, Next);
  }
  sortRuns(Runs, N);
  for (uint64_t I = 0; I != N && !Error;) {
    uint64_t Equal = numEqualRuns(Runs + I, N - I);
    runs(Runs + I, Equal);
    I += Equal;
  }
  return Error;
}

int CachegrindWriter::write() {
  header();
  if (!Error)
    Error = allRuns();
  text("summary:");
  counts(Totals.all());
  return Error;
}

bool rt::hasCachegrindFile(const DumpContents &) {
  // Text is larger than a small profile, from which udpc export can create it.
  // So with small profiles it is written only if the option names a file other
  // than the default.
  return numCostUnits() != 0 &&
         (options().tables ||
          !sameText(options().cachegrind_output.Text, "cachegrind.out.%p"));
}

int rt::writeCachegrindFile(DumpContents &Dump, const ProfileTarget &Target) {
  if (int Error = Dump.addCosts())
    return Error;
  ProfileWriter &File = Dump.File;
  if (int Error = File.open(Target, /*HasHeader=*/false))
    return Error;
  if (int Error = CachegrindWriter(File, Dump.costs()).write()) {
    File.discard();
    return Error;
  }
  return File.close();
}
