//===- ProfileRegionsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/ProfileRegions.h"
#include "CacheProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static CacheProfileRegion region(uint64_t Id, uint64_t Parent, std::string Name,
                                 uint64_t Block0, uint64_t Block1,
                                 uint64_t Misses = 0) {
  CacheProfileRegion R;
  R.Id = Id;
  R.Parent = Parent;
  R.Begins = 2;
  R.Ends = 1;
  R.Name = std::move(Name);
  if (Block0)
    R.Counts.Slots.push_back({0, 0, Block0});
  if (Block1)
    R.Counts.Slots.push_back({0, 1, Block1});
  if (Misses)
    R.Counts.Lines = {{0, 3, {0, 0, 0, 0, Misses}}};
  return R;
}

/// outer: [parse [outer's other, lex], lex], lex
static std::vector<CacheProfileRegion> regions() {
  return {region(3, 9, "lex", 1, 1), region(5, 9, "parse", 4, 1, 6),
          region(7, 5, "lex", 2, 2, 1), region(9, 0, "outer", 1, 0),
          region(11, 0, "lex", 7, 7)};
}

static std::string bytesOf(const std::vector<CacheProfileRegion> &Regions) {
  return makeCacheProfile({testBuilder().finish()}, testThreads(),
                          abi::CachesSimulated, "./app 1", {}, 0, Regions);
}

static CacheProfile
profile(const std::vector<CacheProfileRegion> &Regions = regions()) {
  return cantFail(CacheProfile::decode(bytesOf(Regions), "p"));
}

static std::string errorOf(const std::vector<CacheProfileRegion> &Regions) {
  return toString(CacheProfile::decode(bytesOf(Regions), "p").takeError());
}

/// Block 0 has 4 Ir, block 1 has 3, block 2 (their difference) has 5.
static uint64_t irOf(uint64_t Block0, uint64_t Block1) {
  return 4 * Block0 + 3 * Block1 + 5 * (Block0 - Block1);
}

TEST(ProfileRegions, FormATree) {
  ProfileRegions R;
  EXPECT_TRUE(R.empty());
  R.add(profile());
  std::vector<std::string> Rows;
  for (const RegionTotal &Region : R.tree()) {
    std::string Path;
    for (const std::string &Name : Region.Path)
      Path += "/" + Name;
    Rows.push_back(Path + " " + std::to_string(Region.Inclusive[abi::EventIr]) +
                   " " + std::to_string(Region.Self[abi::EventIr]) + " " +
                   std::to_string(Region.Inclusive[abi::EventD1mr]));
  }
  uint64_t Lex = irOf(2, 2), Parse = irOf(4, 1), OtherLex = irOf(1, 1);
  auto Row = [](StringRef Path, uint64_t Inclusive, uint64_t Self,
                unsigned Misses) {
    return (Path + " " + Twine(Inclusive) + " " + Twine(Self) + " " +
            Twine(Misses))
        .str();
  };
  EXPECT_EQ(Rows, (std::vector<std::string>{
                      Row("/outer", irOf(1, 0) + Parse + Lex + OtherLex,
                          irOf(1, 0), 7),
                      Row("/outer/parse", Parse + Lex, Parse, 7),
                      Row("/outer/parse/lex", Lex, Lex, 1),
                      Row("/outer/lex", OtherLex, OtherLex, 0),
                      Row("/lex", irOf(7, 7), irOf(7, 7), 0)}));
}

TEST(ProfileRegions, ThoseOfOneNameAreAddedUp) {
  ProfileRegions R;
  R.add(profile({region(1, 0, "a", 1, 0), region(2, 1, "b", 2, 0),
                 region(3, 2, "a", 4, 0), region(4, 0, "b", 8, 0)}));
  std::vector<RegionTotal> Named = R.byName();
  ASSERT_EQ(Named.size(), 2u);
  EXPECT_EQ(Named[0].name(), "a");
  // What is within both is counted once.
  EXPECT_EQ(Named[0].Inclusive[abi::EventIr], irOf(7, 0));
  EXPECT_EQ(Named[0].Self[abi::EventIr], irOf(5, 0));
  EXPECT_EQ(Named[0].Begins, 4u);
  EXPECT_EQ(Named[1].Inclusive[abi::EventIr], irOf(14, 0));
}

TEST(ProfileRegions, OneIsKept) {
  CacheProfile P = profile();
  ASSERT_FALSE(errorToBool(keepRegion(P, "parse")));
  ASSERT_EQ(P.Threads.size(), 1u);
  EXPECT_EQ(P.Threads[0].Slots[0].Count, 6u);
  EXPECT_EQ(P.Threads[0].Slots[1].Count, 3u);
  EXPECT_EQ(P.Threads[0].Lines[0].Counts[abi::EventD1mr], 7u);
  CostCounts Sum = {};
  for (const FrameCosts &C : costsOf(P))
    for (size_t E = 0; E != Sum.size(); ++E)
      Sum[E] += C.Counts[E];
  EXPECT_EQ(Sum[abi::EventIr], irOf(6, 3));
  EXPECT_TRUE(P.Regions.empty());

  P = profile();
  EXPECT_EQ(toString(keepRegion(P, "none")),
            "no region is called 'none'; there are: 'lex', 'outer', 'parse'");
  P = profile({});
  EXPECT_EQ(toString(keepRegion(P, "lex")), "the profile has no regions");
}

TEST(ProfileRegions, ThoseOfRunsAreAddedUp) {
  CacheProfile P = profile();
  P.RegionsHeader.NumUnmatched = 3;
  CacheProfile Other =
      profile({region(4, 0, "new", 1, 1), region(9, 0, "outer", 5, 2, 3)});
  Other.RegionsHeader.NumLimits = 2;
  P.add(Other);
  ASSERT_EQ(P.Regions.size(), 6u);
  EXPECT_EQ(P.Regions[1].Name, "new");
  const CacheProfileRegion &Outer = P.Regions[4];
  EXPECT_EQ(Outer.Begins, 4u);
  EXPECT_EQ(Outer.Counts.Slots[0].Count, 6u);
  EXPECT_EQ(Outer.Counts.Slots[1].Count, 2u);
  EXPECT_EQ(Outer.Counts.Lines[0].Counts[abi::EventD1mr], 3u);
  EXPECT_EQ(P.RegionsHeader.NumUnmatched, 3u);
  EXPECT_EQ(P.RegionsHeader.NumLimits, 2u);
  ProfileRegions Twice;
  Twice.add(profile());
  Twice.add(Other);
  ProfileRegions Once;
  Once.add(P);
  EXPECT_EQ(Once.tree().front().Inclusive, Twice.tree().front().Inclusive);
}

TEST(ProfileRegions, DamageIsFound) {
  EXPECT_EQ(errorOf({region(2, 0, "a", 1, 0), region(2, 0, "b", 1, 0)}),
            "p: malformed cache profile: the regions are not sorted by their "
            "number");
  EXPECT_EQ(errorOf({region(0, 0, "a", 1, 0)}),
            "p: malformed cache profile: the regions are not sorted by their "
            "number");
  const char *Parents =
      "p: malformed cache profile: a region within one that does not exist";
  EXPECT_EQ(errorOf({region(2, 3, "a", 1, 0)}), Parents);
  EXPECT_EQ(errorOf({region(2, 2, "a", 1, 0)}), Parents);
  EXPECT_EQ(errorOf({region(2, 3, "a", 1, 0), region(3, 2, "b", 1, 0)}),
            Parents);
  CacheProfileRegion Wrong = region(2, 0, "a", 1, 0);
  Wrong.Counts.Slots[0].Slot = 9;
  EXPECT_EQ(errorOf({Wrong}), "p: malformed cache profile: region 0: a count "
                              "names a slot that does not exist");
  std::string Bytes = bytesOf(regions());
  for (size_t Less = 8; Less < 700; Less += 8) {
    std::string Cut = sealed(Bytes.substr(0, Bytes.size() - Less));
    EXPECT_TRUE(errorToBool(CacheProfile::decode(Cut, "p").takeError()))
        << Less;
  }
}

} // namespace udpc
