//===- SlotSumsTest.cpp - Site tables whose slots are replaced ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/tables/SlotSums.h"
#include "udpc/values.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using llvm::StringRef;

namespace udpc {

static SiteTable decoded(const std::vector<uint8_t> &Bytes) {
  return llvm::cantFail(SiteTable::decode(
      StringRef(reinterpret_cast<const char *>(Bytes.data()), Bytes.size())));
}

/// An event with a site for each of three slots, and one for their difference.
static SiteTable threeSlots() {
  SiteTableBuilder B;
  B.setSourceFile("a.c");
  B.setNumSlots(3);
  B.addEvent("calls", 7);
  B.addEntry(0, abi::SiteKind::Entry, abi::SiteCommand::Inc, "*", "s.yaml", 3,
             4);
  uint32_t Difference = 3 + B.addDerived(2, 0, /*Subtract=*/true);
  for (uint32_t Value : {0u, 1u, 2u, Difference, abi::ZeroValue}) {
    abi::SiteRec S = {};
    S.File = B.addString("a.c");
    S.Line = 10 + Value;
    S.Function = B.addString("f");
    B.addSite(S, {{Value, 1, 2, 3, 4}});
  }
  return decoded(B.finish());
}

static std::vector<uint64_t> siteCounts(const SiteTable &T,
                                        std::vector<uint64_t> Slots) {
  std::vector<uint64_t> Values = T.values(std::move(Slots)), Counts;
  for (const abi::SiteRec &S : T.sites()) {
    uint32_t Value = T.candidates(S).front().Value;
    Counts.push_back(Value == abi::ZeroValue ? 0 : Values[Value]);
  }
  return Counts;
}

TEST(SlotSums, SitesCountSumsOfTheNewSlots) {
  // Slot 0 is {0}, slot 1 is {1}, slot 2 is once {0} and five times {1}.
  SiteTable T = decoded(replaceSlots(
      threeSlots(), 2, {{{{0, 1}}}, {{{1, 1}}}, {{{0, 1}, {1, 5}}}}));
  EXPECT_EQ(T.numSlots(), 2u);
  EXPECT_EQ(siteCounts(T, {100, 7}),
            (std::vector<uint64_t>{100, 7, 135, 35, 0}));
}

TEST(SlotSums, EveryFactorIsExact) {
  for (int32_t Times = 1; Times != 70; ++Times) {
    SiteTable T = decoded(
        replaceSlots(threeSlots(), 1, {{{{0, Times}}}, {}, {{{0, 1}}}}));
    EXPECT_EQ(siteCounts(T, {3})[0], 3u * Times);
  }
}

TEST(SlotSums, TermsAreTakenOff) {
  // Slot 2 is {1} less three times {0}; slot 1 only has differences: no code.
  SiteTable T = decoded(replaceSlots(
      threeSlots(), 2, {{{{0, 1}}}, {{{0, -1}}}, {{{0, -3}, {1, 1}}}}));
  EXPECT_EQ(siteCounts(T, {10, 47}), (std::vector<uint64_t>{10, 0, 17, 7, 0}));
  // Not as of a slot that counts down.
  for (const abi::DerivedRec &D : T.derived())
    EXPECT_FALSE(D.Subtract && D.Left == abi::ZeroValue && D.Right < 2);
}

TEST(SlotSums, SlotsOfRemovedCodeAreZero) {
  SiteTable T = decoded(replaceSlots(threeSlots(), 1, {{}, {{{0, 1}}}, {}}));
  EXPECT_EQ(siteCounts(T, {9}), (std::vector<uint64_t>{0, 9, 0, 0, 0}));
}

TEST(SlotSums, AllElseStays) {
  SiteTable Old = threeSlots();
  SiteTable T =
      decoded(replaceSlots(Old, 3, {{{{2, 1}}}, {{{1, 1}}}, {{{0, 1}}}}));
  EXPECT_EQ(T.sourceFile(), "a.c");
  ASSERT_EQ(T.events().size(), 1u);
  EXPECT_EQ(T.string(T.events()[0].Name), "calls");
  EXPECT_EQ(T.events()[0].Counter, 7);
  ASSERT_EQ(T.entries().size(), 1u);
  EXPECT_EQ(T.string(T.entries()[0].SpecFile), "s.yaml");
  EXPECT_EQ(T.entries()[0].NumSites, 4u);
  ASSERT_EQ(T.sites().size(), Old.sites().size());
  for (size_t I = 0; I != T.sites().size(); ++I) {
    EXPECT_EQ(T.sites()[I].Line, Old.sites()[I].Line);
    EXPECT_EQ(T.string(T.sites()[I].Function), "f");
    EXPECT_EQ(T.candidates(T.sites()[I])[0].LineEnd,
              Old.candidates(Old.sites()[I])[0].LineEnd);
  }
  EXPECT_EQ(siteCounts(T, {1, 2, 3}),
            (std::vector<uint64_t>{3, 2, 1, uint64_t(-2), 0}));
}

TEST(SlotSums, SlotsThatCountDownAreRecognised) {
  SiteTableBuilder B;
  B.setNumSlots(1);
  B.addEvent("calls", 7);
  uint32_t Value = 1 + B.addDerived(abi::ZeroValue, 0, /*Subtract=*/true);
  B.addSite({}, {{Value, 0, 0, 0, 0}});
  SiteTable T =
      decoded(replaceSlots(decoded(B.finish()), 2, {{{{0, 1}, {1, 2}}}}));
  EXPECT_EQ(siteCounts(T, {uint64_t(-5), uint64_t(-100)})[0], 205u);
  for (uint32_t Slot : {0u, 1u})
    EXPECT_TRUE(
        values::countsDown(T.derived().data(), T.derived().size(), Slot));
}

/// Slot 1 counts up, for sites that count up and down; slot 2 for this alone.
TEST(SlotSums, SlotsOfSetsCountUpForSitesThatCountDown) {
  SiteTableBuilder B;
  B.setNumSlots(1);
  B.addEvent("calls", 7);
  uint32_t Value = 1 + B.addDerived(abi::ZeroValue, 0, /*Subtract=*/true);
  B.addSite({}, {{Value, 0, 0, 0, 0}});
  SiteTable T =
      decoded(replaceSlots(decoded(B.finish()), 3, {{{{0, 1}, {1, -2, 2}}}}));
  EXPECT_EQ(siteCounts(T, {uint64_t(-5), 100, 10})[0], 225u);
  auto CountsDown = [&](uint32_t Slot) {
    return values::countsDown(T.derived().data(), T.derived().size(), Slot);
  };
  EXPECT_TRUE(CountsDown(0));
  EXPECT_FALSE(CountsDown(1) || CountsDown(2));
}

/// Slots 1 to 3 are those of an instruction with two counters.
TEST(SlotSums, TwoSlotsAreOneTerm) {
  SiteTable T = decoded(replaceSlots(
      threeSlots(), 4, {{{{0, 1}, {1, 3, 2}}}, {{{1, 1, 3}}}, {{{1, 2, 3}}}}));
  EXPECT_EQ(siteCounts(T, {1, 10, 100, 1000}),
            (std::vector<uint64_t>{331, 1010, 2020, 2020 - 331, 0}));
  // Each sum of two is there once.
  unsigned NumSums = 0;
  for (const abi::DerivedRec &D : T.derived())
    NumSums += D.Left == 1 && (D.Right == 2 || D.Right == 3);
  EXPECT_EQ(NumSums, 2u);
}

/// As a unit with instructions has it: a slot for each of three sites, and two
/// for several.
static SiteTable mergedSites() {
  SiteTableBuilder B;
  B.setNumSlots(3);
  B.addEvent("calls", 7);
  for (uint32_t Site : {0u, 1u, 2u})
    B.addSite({}, {{Site, 0, 0, 0, 0}});
  return decoded(replaceSlots(
      decoded(B.finish()), 5,
      {{{{0, 1}, {3, 1}}}, {{{1, 1}, {3, 3}, {4, 1}}}, {{{2, 1}, {4, 1}}}}));
}

TEST(SlotSums, MergedSlotsNameTheirSites) {
  auto Merged = sitesOfMergedSlots(mergedSites());
  ASSERT_TRUE(static_cast<bool>(Merged));
  EXPECT_EQ(*Merged,
            (std::vector<std::vector<uint32_t>>{{0, 1, 1, 1}, {1, 2}}));
  auto None = sitesOfMergedSlots(threeSlots());
  ASSERT_TRUE(static_cast<bool>(None));
  EXPECT_TRUE(None->empty());
}

/// Each value is twice the one before.
TEST(SlotSums, TablesThatNoMergingMakesAreRefused) {
  SiteTableBuilder B;
  B.setNumSlots(2);
  B.addEvent("calls", 7);
  uint32_t Value = 1;
  for (int I = 0; I != 60; ++I)
    Value = 2 + B.addDerived(Value, Value, /*Subtract=*/false);
  B.addSite({}, {{Value, 0, 0, 0, 0}});
  auto Merged = sitesOfMergedSlots(decoded(B.finish()));
  ASSERT_FALSE(static_cast<bool>(Merged));
  EXPECT_EQ(llvm::toString(Merged.takeError()),
            "a slot is that of too many sites");
}

} // namespace udpc
