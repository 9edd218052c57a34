//===- CachegrindWriter.cpp - Writes Cachegrind's format ------------------===//
//
// Source: Valgrind's manual, "Cachegrind: File format".
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/costs/CostGraph.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

CostGraph::LinesByFile CostGraph::linesByFile() const {
  LinesByFile All;
  for (const LineCosts &L : Lines) {
    StringRef File = Files[L.File];
    if (File.empty())
      File = UnknownFile;
    CentreCounts<uint64_t> &To = All[File][Functions[L.Function].Name][L.Line];
    To.addCode(L.Self.Impossible);
    addTo(To, L.Self);
  }
  return All;
}

static Error tooLarge(StringRef Event) {
  return createStringError("the counts of " + Event +
                           " add up to 2^64 or more");
}

Error CostGraph::checkSums() const {
  for (const auto &[Event, Sum] : zip(Events, Total))
    if (Sum == UINT64_MAX)
      return tooLarge(Event);
  return Error::success();
}

Error CostGraph::addExactly(const CostGraph &Other) {
  bool IsFirst = Events.empty();
  if (!IsFirst && Events != Other.Events)
    return createStringError(
        "the events are not the same: " + join(Events, " ") + " and " +
        join(Other.Events, " "));
  for (auto [Event, Sum, More] : zip(Events, Total, Other.Total)) {
    bool Overflow = false;
    SaturatingAdd(Sum, More, &Overflow);
    if (Overflow)
      return tooLarge(Event);
  }
  bool HasSeveral = !IsFirst && Command != Other.Command;
  if (Error E = add(Other))
    return E;
  if (HasSeveral)
    Command = SeveralCommands.str();
  return Error::success();
}

/// Prints the counts of a line. Omits the impossible events after the last
/// possible one: old versions of cg_annotate show a missing count as a dot, and
/// the newest version, which refuses dots, as 0.
static void printCounts(raw_ostream &OS, ArrayRef<uint64_t> Counts,
                        size_t NumEvents, const EventSet &Impossible = {}) {
  while (NumEvents > 1 && Impossible.count(NumEvents - 1))
    --NumEvents;
  for (size_t I = 0; I != NumEvents; ++I)
    OS << ' ' << (I < Counts.size() ? Counts[I] : 0);
  OS << '\n';
}

void CostGraph::printCachegrind(raw_ostream &OS) const {
  for (const std::string &D : Descriptions)
    OS << "desc: " << oneLine(D) << '\n';
  OS << "cmd: " << oneLine(Command) << "\nevents:";
  for (const std::string &E : Events)
    OS << ' ' << E;
  OS << '\n';
  for (const auto &[File, Functions] : linesByFile())
    for (const auto &[Function, Lines] : Functions) {
      // Each function is preceded by its file, as in the runtime's output.
      OS << "fl=" << oneLine(File) << "\nfn=" << oneLine(Function) << '\n';
      for (const auto &[Line, Count] : Lines) {
        OS << Line;
        printCounts(OS, Count, Events.size(), Count.Impossible);
      }
    }
  OS << "summary:";
  printCounts(OS, Total, Events.size());
}
