//===- HintGroup.cpp - Hints that are tried together ----------------------===//

#include "tools/udpc/loop/HintGroup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// The maximum delta: more than a large page.
static constexpr double MaxDelta = 16 << 20;

MemoryOperationKey udpc::lineOf(MemoryOperationKey Key) {
  for (KeyFrame &F : Key.Frames)
    F.Discriminator = 0;
  return Key;
}

std::vector<HintGroup> udpc::groupsOf(const HintSet &Hints) {
  std::map<MemoryOperationKey, HintGroup> Groups;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys) {
      MemoryOperationKey Line = lineOf(Key);
      HintGroup &G = Groups[Line];
      G.Line = Line;
      G.Hints[Key] = List;
    }
  std::vector<HintGroup> Sorted;
  for (auto &[Line, Group] : Groups)
    Sorted.push_back(std::move(Group));
  return Sorted;
}

std::optional<HintGroup> HintGroup::scaled(double Times) const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints) {
    // A load may have a delta of its own beside what a call in its line gets.
    auto Scaled =
        find_if(List, [](const Hint &H) { return isIndirect(H.Type); });
    bool HasIndirect = Scaled != List.end();
    if (!HasIndirect && List.size() == 1)
      Scaled = List.begin();
    // A fraction of a delta is useless unless it is a multiple of the stride.
    int64_t Step = HasIndirect ? 1 : Stride;
    if (Scaled == List.end() || (!Step && Times != std::floor(Times)))
      return std::nullopt;
    double Delta = Scaled->Delta * Times;
    if (Step)
      Delta = std::round(Delta / Step) * Step;
    if (std::abs(Delta) < 1 || std::abs(Delta) > MaxDelta ||
        Delta == Scaled->Delta)
      return std::nullopt;
    Scaled->Delta = int64_t(Delta);
  }
  Result.Farther *= Times;
  return Result;
}

std::optional<HintGroup> HintGroup::withType(HintType Type) const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints)
    for (Hint &H : List) {
      if (isIndirect(H.Type))
        return std::nullopt;
      H.Type = Type;
    }
  return Result;
}

HintSet udpc::hintsOf(ArrayRef<HintGroup> Groups, const GroupSet &Which,
                      bool HasHashes) {
  HintSet Set;
  Set.HasHashes = HasHashes;
  Set.addProcessor(hostCpu());
  for (unsigned G : Which)
    for (const auto &[Key, List] : Groups[G].Hints)
      for (const Hint &H : List)
        Set.add(Key, H);
  return Set;
}

static std::string deltasText(const HintSet::HintList &List) {
  auto Signed = [](int64_t Delta) {
    return (Delta < 0 ? "" : "+") + itostr(Delta);
  };
  std::string Type = hintTypeWord(List.front().Type).str();
  if (List.size() == 1)
    return Type + " " + Signed(List.front().Delta);
  auto Less = [](const Hint &A, const Hint &B) { return A.Delta < B.Delta; };
  auto [Least, Most] = std::minmax_element(List.begin(), List.end(), Less);
  return Type + " " + Signed(Least->Delta) + ".." + Signed(Most->Delta) + " (" +
         utostr(List.size()) + ")";
}

std::string HintGroup::hintsText() const {
  std::string Text = deltasText(Hints.begin()->second);
  for (const auto &[Key, List] : drop_begin(Hints))
    if (deltasText(List) != Text)
      return Text + ", and others";
  return Text;
}

/// The types to try, the one of \p First excepted: those that the processor
/// makes the most of first.
static std::vector<HintType> otherTypes(HintType First, const Calibration &C) {
  // Prefetches of types t1 and t2 end in farther caches than t0: nothing that
  // waits in a loop gains by that, unless it was measured.
  static constexpr double ClearGain = 1.15;
  std::vector<HintType> Types;
  for (HintType T : {HintType::T0, HintType::NTA, HintType::T1, HintType::T2}) {
    bool IsFar = T == HintType::T1 || T == HintType::T2;
    PrefetchWorth Worth = C.worth(T);
    if (T != First &&
        (!IsFar || Worth.BeyondLL > ClearGain || Worth.BeyondL2 > ClearGain))
      Types.push_back(T);
  }
  auto Promise = [&](HintType T) {
    // Of equal ones t0.
    return std::make_pair(-C.worth(T).BeyondLL, T != HintType::T0);
  };
  llvm::sort(Types,
             [&](HintType A, HintType B) { return Promise(A) < Promise(B); });
  return Types;
}

std::vector<HintGroup> udpc::variantsOf(const HintGroup &First,
                                        const Calibration &C) {
  std::vector<HintGroup> ByType = {First};
  for (HintType T : otherTypes(First.type(), C))
    if (std::optional<HintGroup> Other = First.withType(T))
      ByType.push_back(std::move(*Other));
  std::vector<HintGroup> All = ByType;
  auto IsKnown = [&](const HintGroup &G) {
    return any_of(All, [&](const HintGroup &A) { return A.Hints == G.Hints; });
  };
  for (double Times : {2.0, 0.5, 4.0, 0.25})
    for (const HintGroup &G : ByType)
      if (std::optional<HintGroup> Other = G.scaled(Times))
        if (!IsKnown(*Other))
          All.push_back(std::move(*Other));
  return All;
}
