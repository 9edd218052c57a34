//===- HintGroup.cpp - Hints that are tried together ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/HintGroup.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <functional>
#include <iterator>

using namespace llvm;
using namespace udpc;

/// Maximum delta in bytes: more than a large page.
static constexpr double MaxDelta = 16 << 20;

std::vector<HintGroup> udpc::groupsOf(const HintSet &Hints) {
  std::map<MemoryOperationKey, HintGroup> Groups;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, List] : Keys) {
      MemoryOperationKey Line = Key.withoutDiscriminators();
      HintGroup &G = Groups[Line];
      G.Line = Line;
      // The first hint determines the type of a group.
      HintSet::HintList &Own = G.Hints[Key];
      auto IsIndirect = [](const Hint &H) { return isIndirect(H.Type); };
      llvm::copy_if(List, std::back_inserter(Own), IsIndirect);
      llvm::copy_if(List, std::back_inserter(Own), std::not_fn(IsIndirect));
    }
  std::vector<HintGroup> Sorted;
  for (auto &[Line, Group] : Groups)
    Sorted.push_back(std::move(Group));
  return Sorted;
}

std::optional<HintGroup> HintGroup::scaled(double Times) const {
  HintGroup Result = *this;
  bool HasChanged = false;
  for (auto &[Key, List] : Result.Hints) {
    // A load may have a delta of its own beside the hint of a call in its line.
    bool HasIndirect =
        any_of(List, [](const Hint &H) { return isIndirect(H.Type); });
    // A fraction of a delta is useless unless it is a multiple of the stride.
    double Step = HasIndirect ? 1 : Stride;
    if ((!HasIndirect && List.size() != 1) ||
        (!Step && Times != std::floor(Times)))
      return std::nullopt;
    for (Hint &H : List) {
      if (HasIndirect && (!isIndirect(H.Type) || H.Type == HintType::Pushed))
        continue;
      double Delta = H.Delta * Times;
      if (Step)
        Delta = std::round(std::round(Delta / Step) * Step);
      // The distance in the outer loop, or of one line of several, may be 1
      // where others are larger.
      if (HasIndirect)
        Delta = std::max(Delta, 1.0);
      if (std::abs(Delta) < 1 || std::abs(Delta) > MaxDelta)
        return std::nullopt;
      HasChanged |= Delta != H.Delta;
      H.Delta = int64_t(Delta);
    }
  }
  if (!HasChanged)
    return std::nullopt;
  Result.Farther *= Times;
  return Result;
}

/// Distance in iterations for hints that have none.
static constexpr int64_t UsualDistance = 16;

std::optional<HintGroup> HintGroup::withPlace(HintType Type,
                                              unsigned Level) const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints) {
    HintSet::HintList Others;
    int64_t Inner = 0, Outer = 0;
    std::optional<HintType> Prefetch;
    for (const Hint &H : List)
      if (!isIndirect(H.Type))
        Others.push_back(H);
      else {
        if (H.Type == HintType::Pushed)
          Inner = Inner ? Inner : UsualDistance;
        else
          (H.Type == HintType::Outer ? Outer : Inner) = H.Delta;
        Prefetch = Prefetch.value_or(H.Prefetch);
      }
    if (!Inner && !Outer)
      return std::nullopt;
    bool IsOutside = Type == HintType::Outer || Type == HintType::Next;
    int64_t Delta = (IsOutside && Outer) || !Inner ? Outer : Inner;
    List = {{Type, Type == HintType::Pushed ? 1 : Delta, Level, *Prefetch}};
    if (Type == HintType::Indirect && Inner && Outer)
      List.push_back({HintType::Outer, Outer, 1, *Prefetch});
    append_range(List, Others);
  }
  return Result.Hints == Hints ? std::nullopt : std::optional(Result);
}

HintType HintGroup::prefetch() const {
  const Hint &First = Hints.begin()->second.front();
  return isIndirect(First.Type) ? First.Prefetch : First.Type;
}

HintGroup HintGroup::withPrefetch(HintType Kind) const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints)
    for (Hint &H : List)
      (isIndirect(H.Type) ? H.Prefetch : H.Type) = Kind;
  return Result;
}

std::optional<HintGroup> HintGroup::withoutBeside() const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints)
    if (any_of(List, [](const Hint &H) { return isIndirect(H.Type); }))
      llvm::erase_if(List, [](const Hint &H) { return !isIndirect(H.Type); });
  return Result.Hints == Hints ? std::nullopt : std::optional(Result);
}

HintGroup HintGroup::withNextLine() const {
  static constexpr int64_t LineSize = 64;
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints)
    List = {{HintType::T0, LineSize}};
  Result.Stride = LineSize;
  return Result;
}

std::optional<HintGroup> HintGroup::middleOnly() const {
  HintGroup Result = *this;
  for (auto &[Key, List] : Result.Hints) {
    if (!Stride || List.size() < 2 || isIndirect(List.front().Type))
      return std::nullopt;
    Hint Middle = List[List.size() / 2];
    List = {Middle};
  }
  return Result;
}

HintGroup udpc::joined(ArrayRef<HintGroup> Groups) {
  HintGroup All = Groups.front();
  for (const HintGroup &G : Groups.drop_front()) {
    All.Hints.insert(G.Hints.begin(), G.Hints.end());
    All.Share += G.Share;
    if (!StringRef(All.Place).ends_with(G.Place))
      All.Place += ", " + G.Place;
  }
  return All;
}

HintGroup HintGroup::partOf(const HintGroup &Joined) const {
  HintGroup Part = *this;
  for (auto &[Key, List] : Part.Hints)
    List = Joined.Hints.at(Key);
  Part.Farther = Joined.Farther;
  return Part;
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
  std::string Text = List.front().text();
  if (List.size() == 1)
    return Text;
  if (isIndirect(List.front().Type)) {
    for (const Hint &H : drop_begin(List))
      Text += ", " + H.text();
    return Text;
  }
  auto Less = [](const Hint &A, const Hint &B) { return A.Delta < B.Delta; };
  auto [Least, Most] = std::minmax_element(List.begin(), List.end(), Less);
  Hint Last = *Most;
  Last.Type = Least->Type;
  return Least->text() + ".." +
         StringRef(Last.text()).drop_front(Last.word().size() + 1).str() +
         " (" + utostr(List.size()) + ")";
}

std::string HintGroup::hintsText() const {
  std::string Text = deltasText(Hints.begin()->second);
  for (const auto &[Key, List] : drop_begin(Hints))
    if (deltasText(List) != Text)
      return Text + ", and others";
  return Text;
}

/// Returns the types to try besides that of \p First, those with the highest
/// worth on this processor first.
static std::vector<HintType> otherTypes(HintType First, const Calibration &C) {
  // Prefetches of types t1 and t2 end in farther caches than t0, which helps no
  // loop that waits for the data, unless it was measured.
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
    // For equal worth, t0 is first.
    return std::make_pair(-C.worth(T).BeyondLL, T != HintType::T0);
  };
  llvm::sort(Types,
             [&](HintType A, HintType B) { return Promise(A) < Promise(B); });
  return Types;
}

namespace {

/// Collects groups without duplicates.
class Distinct {
public:
  explicit Distinct(ArrayRef<HintGroup> Known = {}) : Known(Known) {}

  void add(std::optional<HintGroup> G) {
    auto IsEqual = [&](const HintGroup &A) { return A.Hints == G->Hints; };
    if (G && none_of(Known, IsEqual) && none_of(All, IsEqual))
      All.push_back(std::move(*G));
  }
  std::vector<HintGroup> All;

private:
  ArrayRef<HintGroup> Known;
};

} // namespace

std::vector<HintGroup> udpc::placesOf(const HintGroup &First) {
  Distinct Places;
  for (HintType T : {HintType::Outer, HintType::Next, HintType::Inner,
                     HintType::Indirect, HintType::Pushed})
    // The second nodes of chains depend on the data of the first ones.
    if (T != First.type())
      Places.add(First.withPlace(T, T == HintType::Next ? 2 : 1));
  if (hasLevels(First.type()))
    Places.add(First.withPlace(First.type(), 2));
  return std::move(Places.All);
}

/// Returns variants of indirect hints. Types and distances of all places would
/// be too many to distinguish in the time: those of the best place are tried
/// when it is known.
static std::vector<HintGroup> variantsOfIndirect(const HintGroup &First,
                                                 const Calibration &C) {
  Distinct Variants;
  Variants.add(First);
  for (HintType T : otherTypes(First.prefetch(), C))
    Variants.add(First.withPrefetch(T));
  Variants.add(First.scaled(2));
  Variants.add(First.scaled(0.5));
  Variants.add(First.withoutBeside());
  for (HintGroup &G : placesOf(First))
    Variants.add(std::move(G));
  return std::move(Variants.All);
}

std::vector<HintGroup> udpc::variantsOf(const HintGroup &First,
                                        const Calibration &C) {
  if (isIndirect(First.type()))
    return variantsOfIndirect(First, C);
  std::vector<HintGroup> ByType = {First};
  // Several hints for parts of a run cost more than they gain if runs are long.
  if (std::optional<HintGroup> Single = First.middleOnly())
    ByType.push_back(std::move(*Single));
  for (size_t I = 0, E = ByType.size(); I != E; ++I)
    for (HintType T : otherTypes(First.type(), C))
      ByType.push_back(ByType[I].withPrefetch(T));
  Distinct Variants;
  for (const HintGroup &G : ByType)
    Variants.add(G);
  for (double Times : {2.0, 0.5, 4.0, 0.25})
    for (const HintGroup &G : ByType)
      Variants.add(G.scaled(Times));
  return std::move(Variants.All);
}

std::vector<HintGroup> udpc::neighboursOf(const HintGroup &Best,
                                          ArrayRef<HintGroup> Tried,
                                          const Calibration &C) {
  Distinct Near(Tried);
  Near.add(Best.scaled(2));
  Near.add(Best.scaled(0.5));
  for (HintType T : otherTypes(Best.prefetch(), C))
    Near.add(Best.withPrefetch(T));
  return std::move(Near.All);
}
