//===- CheckStamps.cpp - Stamps of a function's checks --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/CheckStamps.h"
#include "udpc/simulation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;
using namespace udpc;

namespace {

class StampChooser {
public:
  StampChooser(ArrayRef<Segment> Segments, MutableArrayRef<StampedCheck> Checks,
               bool MayShareSets);
  void run();

private:
  /// The number to add to the clock for the next stamp; none if the clock has
  /// not been advanced since the last call, or since a loop began.
  using NextStep = std::optional<unsigned>;

  void findAdvanced();
  bool endsAdvanced(unsigned Index) const;
  bool beginsAdvanced(unsigned Index) const;
  NextStep stepAt(unsigned Index) const;
  void walk(unsigned Index);
  void choose(StampedCheck &Check, NextStep &Step, bool &IsAdvanced) const;

  ArrayRef<Segment> Segments;
  bool MayShareSets;
  /// The checks of each segment.
  std::vector<MutableArrayRef<StampedCheck>> ChecksOf;
  std::vector<SmallVector<unsigned, 4>> Predecessors;
  std::vector<std::optional<unsigned>> LastCall;
  /// Whether the clock has been advanced since the last call, on all paths to
  /// the segment's end.
  std::vector<bool> Advanced;
  std::vector<NextStep> Ends;
  std::vector<bool> IsDone;
};

} // namespace

StampChooser::StampChooser(ArrayRef<Segment> Segments,
                           MutableArrayRef<StampedCheck> Checks,
                           bool MayShareSets)
    : Segments(Segments), MayShareSets(MayShareSets), ChecksOf(Segments.size()),
      Predecessors(Segments.size()), LastCall(Segments.size()),
      Advanced(Segments.size(), true), Ends(Segments.size()),
      IsDone(Segments.size()) {
  for (auto [Index, S] : enumerate(Segments)) {
    size_t Number = 0;
    while (Number != Checks.size() && Checks[Number].Segment == Index)
      ++Number;
    ChecksOf[Index] = Checks.take_front(Number);
    Checks = Checks.drop_front(Number);
    for (unsigned Successor : S.Successors)
      Predecessors[Successor].push_back(Index);
    for (auto [Position, MI] : enumerate(S.Instructions))
      if (MI->isCall())
        LastCall[Index] = Position;
  }
}

bool StampChooser::beginsAdvanced(unsigned Index) const {
  return !Segments[Index].IsEntry && !Predecessors[Index].empty() &&
         all_of(Predecessors[Index], [&](unsigned P) { return Advanced[P]; });
}

/// Whether the clock is advanced at the end of the segment. Each check leaves
/// an advanced clock.
bool StampChooser::endsAdvanced(unsigned Index) const {
  ArrayRef<StampedCheck> Own = ChecksOf[Index];
  if (LastCall[Index])
    return !Own.empty() && Own.back().Position > *LastCall[Index];
  return !Own.empty() || beginsAdvanced(Index);
}

/// Computes Advanced, starting with the assumption that the clock is advanced
/// everywhere.
void StampChooser::findAdvanced() {
  bool HasChanged = true;
  while (std::exchange(HasChanged, false))
    for (unsigned Index : reversePostOrder(Segments))
      if (Advanced[Index] && !endsAdvanced(Index)) {
        Advanced[Index] = false;
        HasChanged = true;
      }
}

/// The step at the start of the segment: the largest of its predecessors'
/// numbers. There is none after a jump back.
StampChooser::NextStep StampChooser::stepAt(unsigned Index) const {
  NextStep Largest;
  if (Segments[Index].IsEntry)
    return Largest;
  for (unsigned P : Predecessors[Index]) {
    if (!IsDone[P] || !Ends[P])
      return std::nullopt;
    Largest = std::max(Largest.value_or(0), *Ends[P]);
  }
  return Largest;
}

void StampChooser::choose(StampedCheck &Check, NextStep &Step,
                          bool &IsAdvanced) const {
  bool IsFree = Check.IsFetch && !MayShareSets;
  if (IsFree && IsAdvanced) {
    Check.Ticks = false;
    Check.Step = 0;
    return;
  }
  unsigned First = Step.value_or(0);
  if (Check.IsOutlined && First)
    First = PowerOf2Ceil(First);
  Check.Ticks = !Step || First + Check.NumStamps >= abi::ClockStep;
  Check.Step = Check.Ticks ? 0 : First;
  Step = IsFree ? 0 : Check.Step + Check.NumStamps;
  IsAdvanced = true;
}

void StampChooser::walk(unsigned Index) {
  NextStep Step = stepAt(Index);
  bool IsAdvanced = beginsAdvanced(Index);
  MutableArrayRef<StampedCheck> Own = ChecksOf[Index];
  auto UpTo = [&](unsigned Position) {
    for (; !Own.empty() && Own.front().Position <= Position;
         Own = Own.drop_front())
      choose(Own.front(), Step, IsAdvanced);
  };
  for (auto [Position, MI] : enumerate(Segments[Index].Instructions))
    if (MI->isCall()) {
      UpTo(Position);
      Step = std::nullopt;
      IsAdvanced = false;
    }
  UpTo(~0u);
  Ends[Index] = Step;
  IsDone[Index] = true;
}

void StampChooser::run() {
  findAdvanced();
  for (unsigned Index : reversePostOrder(Segments))
    walk(Index);
}

void udpc::chooseStamps(ArrayRef<Segment> Segments,
                        MutableArrayRef<StampedCheck> Checks,
                        bool MayShareSets) {
  StampChooser(Segments, Checks, MayShareSets).run();
}
