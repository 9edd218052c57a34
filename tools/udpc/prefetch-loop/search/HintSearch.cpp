//===- HintSearch.cpp - Searches hints that pay ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/HintSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace llvm;
using namespace udpc;

/// Splits \p Chunk near the middle, between two functions if there are several.
std::pair<GroupSet, GroupSet> HintSearch::halves(const GroupSet &Chunk) const {
  size_t Middle = Chunk.size() / 2, Cut = 0;
  for (size_t I = 1; I != Chunk.size(); ++I) {
    bool IsNearer = !Cut || std::max(I, Middle) - std::min(I, Middle) <
                                std::max(Cut, Middle) - std::min(Cut, Middle);
    if (Functions[Chunk[I]] != Functions[Chunk[I - 1]] && IsNearer)
      Cut = I;
  }
  if (!Cut)
    Cut = Middle;
  return {GroupSet(Chunk.begin(), Chunk.begin() + Cut),
          GroupSet(Chunk.begin() + Cut, Chunk.end())};
}

/// Keeps \p Shown, a set that was shown to gain, except for groups that were
/// shown to do nothing or to lose in it.
static void keepTogether(const GroupSet &Shown, const BuildComparison &Gain,
                         std::vector<GroupVerdict> &Verdicts) {
  for (unsigned G : Shown) {
    GroupVerdict &V = Verdicts[G];
    if (V.Tried.Shown != Effect::Unclear && V.Tried.Shown != Effect::Faster)
      continue;
    V.Kept = true;
    V.Tried = Gain;
    V.NumTogether = Shown.size();
  }
}

Expected<std::vector<GroupVerdict>> HintSearch::run(GroupSet Current,
                                                    Compare How) {
  std::vector<GroupVerdict> Verdicts(Functions.size());
  if (Current.empty())
    return Verdicts;
  // The smallest set that was shown to gain.
  GroupSet Shown;
  BuildComparison GainShown;

  std::deque<GroupSet> Open = {Current};
  while (!Open.empty()) {
    GroupSet Chunk = std::move(Open.front());
    Open.pop_front();
    GroupSet Without;
    std::set_difference(Current.begin(), Current.end(), Chunk.begin(),
                        Chunk.end(), std::back_inserter(Without));
    if (!HasBudget()) {
      // Sets that gain together are kept, and a set that was not tried, of which
      // the caller's last comparison decides.
      const GroupVerdict &Known = Verdicts[Chunk.front()];
      bool Pays = !Known.NumTogether || Known.Tried.Shown == Effect::Faster;
      for (unsigned G : Chunk) {
        Verdicts[G].Kept = Pays;
        Verdicts[G].OutOfBudget = true;
      }
      if (!Pays)
        Current = std::move(Without);
      continue;
    }
    // The marginal gain of a group decides, not its gain alone: of three
    // consecutive misses, hiding one gains little and hiding the third gains
    // all; of two hints for one line, one suffices.
    Expected<BuildComparison> Tried = How(Without, Current);
    if (!Tried)
      return Tried.takeError();
    for (unsigned G : Chunk) {
      Verdicts[G].Tried = *Tried;
      Verdicts[G].NumTogether = Chunk.size();
    }
    bool Pays = Tried->Shown == Effect::Faster;
    if (Pays && Without.empty()) {
      Shown = Current;
      GainShown = *Tried;
    }
    // A set that loses, or whose gain is unclear, may have parts that gain. A
    // set without effect is dropped.
    if (Chunk.size() > 1 && Tried->Shown != Effect::None) {
      auto [First, Second] = halves(Chunk);
      Open.push_back(std::move(First));
      Open.push_back(std::move(Second));
      continue;
    }
    for (unsigned G : Chunk)
      Verdicts[G].Kept = Pays;
    if (!Pays)
      Current = std::move(Without);
  }
  // Noise or lack of time may leave unclear which groups gain.
  auto IsKept = [](const GroupVerdict &V) { return V.Kept; };
  if (none_of(Verdicts, IsKept))
    keepTogether(Shown, GainShown, Verdicts);
  if (none_of(Verdicts, IsKept))
    for (GroupVerdict &V : Verdicts)
      V.Kept = V.OutOfBudget && V.Tried.Shown == Effect::Unclear;
  return Verdicts;
}
