//===- SlotSums.cpp - Site tables whose slots are replaced ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/tables/SlotSums.h"
#include "udpc/encoding.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace udpc;

namespace {

class Replacement {
public:
  Replacement(const SiteTable &T, uint32_t NumSlots) : T(T) {
    Builder.setSourceFile(T.sourceFile());
    Builder.setNumSlots(NumSlots);
    NumValues = NumSlots;
  }

  std::vector<uint8_t> run(ArrayRef<SlotSum> Sums) {
    for (const abi::EventRec &E : T.events())
      Builder.addEvent(T.string(E.Name), E.Counter);
    for (const abi::EntryRec &E : T.entries())
      Builder.addEntry(E.Event, static_cast<abi::SiteKind>(E.Kind),
                       static_cast<abi::SiteCommand>(E.Command),
                       T.string(E.Pattern), T.string(E.SpecFile), E.SpecLine,
                       E.NumSites, E.Flags);
    for (const SlotSum &Sum : Sums)
      NewValues.push_back(sum(Sum));
    for (const abi::DerivedRec &D : T.derived())
      NewValues.push_back(
          isNegation(D, T.numSlots())
              ? sum(Sums[D.Right], /*Negate=*/true)
              : derive(newValue(D.Left), newValue(D.Right), D.Subtract));
    addSites();
    return Builder.finish();
  }

private:
  const SiteTable &T;
  SiteTableBuilder Builder;
  uint32_t NumValues;
  std::vector<uint32_t> NewValues; ///< New values by value of the old table.
  /// Derived values by two slots and whether they are negated.
  std::map<std::tuple<uint32_t, uint32_t, bool>, uint32_t> SumsOfTwo;

  uint32_t newValue(uint32_t Old) const {
    return Old == abi::ZeroValue ? Old : NewValues[Old];
  }

  uint32_t derive(uint32_t Left, uint32_t Right, bool Subtract) {
    Builder.addDerived(Left, Right, Subtract);
    return NumValues++;
  }

  uint32_t add(uint32_t Left, uint32_t Right) {
    if (Left == abi::ZeroValue || Right == abi::ZeroValue)
      return Left == abi::ZeroValue ? Right : Left;
    return derive(Left, Right, /*Subtract=*/false);
  }

  /// Whether \p D shows readers that a slot counts down.
  static bool isNegation(const abi::DerivedRec &D, uint32_t NumOldSlots) {
    return D.Subtract && D.Left == abi::ZeroValue && D.Right < NumOldSlots;
  }

  uint32_t slot(uint32_t Slot, bool Negate) {
    return Negate ? derive(abi::ZeroValue, Slot, true) : Slot;
  }

  uint32_t termValue(const SlotSum::Term &Term, bool Negate) {
    if (Term.Other == abi::ZeroValue)
      return slot(Term.Slot, Negate);
    auto [Known, IsNew] =
        SumsOfTwo.try_emplace({Term.Slot, Term.Other, Negate});
    if (IsNew) {
      uint32_t Left = slot(Term.Slot, Negate);
      Known->second = add(Left, slot(Term.Other, Negate));
    }
    return Known->second;
  }

  /// Returns the value of \p Sum; with \p Negate, for slots that count down.
  /// Subtracted slots count up (abi::InstructionRec), so the negated value
  /// contains their sum.
  uint32_t sum(const SlotSum &Sum, bool Negate = false) {
    uint32_t More = sum(Sum, Negate, /*Sign=*/1);
    uint32_t Less = sum(Sum, /*Negate=*/false, /*Sign=*/-1);
    if (Negate)
      return add(More, Less);
    // A sum with only negative terms is of code that is never executed.
    if (More == abi::ZeroValue || Less == abi::ZeroValue)
      return More;
    return derive(More, Less, /*Subtract=*/true);
  }

  /// Returns the value of the terms with one sign.
  uint32_t sum(const SlotSum &Sum, bool Negate, int32_t Sign) {
    uint32_t Result = abi::ZeroValue;
    for (SlotSum::Term Term : Sum.Terms) {
      if ((Term.Times > 0) != (Sign > 0))
        continue;
      uint32_t Power = termValue(Term, Negate);
      for (uint32_t Times = std::abs(Term.Times); Times; Times >>= 1) {
        if (Times & 1)
          Result = add(Result, Power);
        if (Times > 1)
          Power = add(Power, Power);
      }
    }
    return Result;
  }

  void addSites() {
    for (const abi::SiteRec &Old : T.sites()) {
      std::vector<abi::CandidateRec> Candidates = T.candidates(Old).vec();
      for (abi::CandidateRec &C : Candidates)
        C.Value = newValue(C.Value);
      abi::SiteRec S = Old;
      S.File = Builder.addString(T.string(S.File));
      S.Function = Builder.addString(T.string(S.Function));
      Builder.addSite(S, Candidates);
    }
  }
};

} // namespace

std::vector<uint8_t> udpc::replaceSlots(const SiteTable &T, uint32_t NumSlots,
                                        ArrayRef<SlotSum> Sums) {
  return Replacement(T, NumSlots).run(Sums);
}

Expected<std::vector<std::vector<uint32_t>>>
udpc::sitesOfMergedSlots(const SiteTable &T) {
  uint32_t NumSites = T.sites().size(), NumSlots = T.numSlots();
  std::vector<std::vector<uint32_t>> Result(
      NumSlots > NumSites ? NumSlots - NumSites : 0);
  // An instruction counts at most MaxSites sites. A derived value is part of
  // one sum, or is the sum of two slots and part of the sums of these sites.
  constexpr const encoding::SetShape &Wide = encoding::SetShapes[0];
  constexpr unsigned MaxSites =
      Wide.Counters * (Wide.maxTimes(0) + Wide.maxTimes(1));
  uint64_t Steps =
      uint64_t(NumSlots) * MaxSites * 3 + T.derived().size() + NumSites;
  std::vector<uint32_t> Work;
  for (uint32_t Site = 0; Site != NumSites && !Result.empty(); ++Site) {
    for (const abi::CandidateRec &C : T.candidates(T.sites()[Site]))
      Work.push_back(C.Value);
    while (!Work.empty()) {
      uint32_t Value = Work.back();
      Work.pop_back();
      if (!Steps--)
        return createStringError("its sums have too many terms");
      if (Value == abi::ZeroValue)
        continue;
      if (Value >= NumSlots) {
        const abi::DerivedRec &D = T.derived()[Value - NumSlots];
        Work.push_back(D.Right);
        Work.push_back(D.Left);
      } else if (Value >= NumSites) {
        std::vector<uint32_t> &Sites = Result[Value - NumSites];
        if (Sites.size() == MaxSites)
          return createStringError("a slot is that of too many sites");
        Sites.push_back(Site);
      }
    }
  }
  return Result;
}
