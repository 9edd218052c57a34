//===- CacheUnionTest.cpp - Tests of adding up what runs have simulated ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheUnion.h"
#include "gtest/gtest.h"
#include <cstring>
#include <vector>

namespace udpc {
namespace {

abi::CacheRec caches(uint32_t D1, uint32_t Flags = abi::CachesSimulated) {
  abi::CacheRec R = {};
  R.I1 = {32768, 8, 64};
  R.D1 = {D1, 8, 64};
  R.LL = {1 << 20, 16, 64};
  R.Flags = Flags;
  return R;
}

bool same(const abi::CacheRec &L, const abi::CacheRec &R) {
  return !std::memcmp(&L, &R, sizeof(L));
}

const abi::CacheRec Small = caches(32768), Large = caches(49152),
                    None = abi::CacheRec{},
                    Prefetching = caches(32768, abi::CachesSimulated |
                                                    abi::PrefetcherSimulated),
                    Branches = caches(32768, abi::CachesSimulated |
                                                 abi::BranchesSimulated);

abi::CacheRec withMiddleLevel() {
  abi::CacheRec R = caches(32768, abi::CachesSimulated |
                                      abi::MiddleLevelSimulated);
  R.L2 = {1 << 18, 8, 64};
  return R;
}
const abi::CacheRec Middle = withMiddleLevel();

TEST(CacheUnion, SameCachesStay) {
  EXPECT_TRUE(same(uniteCaches(Small, Small), Small));
  EXPECT_TRUE(same(uniteCaches(None, None), None));
  EXPECT_EQ(describeDifference(Small, Small), "");
  EXPECT_EQ(describeMixture(Small), "");
  EXPECT_TRUE(areMissesComparable(Small));
}

TEST(CacheUnion, OrderAndGroupingDoNotMatter) {
  const std::vector<abi::CacheRec> All = {Small, Large, None, Prefetching,
                                          Branches, Middle};
  for (const abi::CacheRec &A : All)
    for (const abi::CacheRec &B : All) {
      EXPECT_TRUE(same(uniteCaches(A, B), uniteCaches(B, A)));
      for (const abi::CacheRec &C : All)
        EXPECT_TRUE(same(uniteCaches(uniteCaches(A, B), C),
                         uniteCaches(A, uniteCaches(B, C))));
    }
}

TEST(CacheUnion, OtherCachesAreRecorded) {
  abi::CacheRec Both = uniteCaches(Small, Large);
  EXPECT_EQ(Both.D1.Size, 0u);
  EXPECT_EQ(Both.I1.Size, 32768u);
  EXPECT_FALSE(areMissesComparable(Both));
  EXPECT_EQ(describeDifference(Large, Small),
            "D1 is 49152,8,64, there 32768,8,64");
  EXPECT_EQ(describeDifference(Small, Prefetching),
            "the hardware prefetcher is simulated only there");
  EXPECT_FALSE(areMissesComparable(uniteCaches(Small, Prefetching)));
  EXPECT_EQ(describeDifference(Small, Middle),
            "L2 is none or several, there 262144,8,64");
  EXPECT_FALSE(areMissesComparable(uniteCaches(Small, Middle)));
}

TEST(CacheUnion, RunsWithoutSimulationAreRecorded) {
  abi::CacheRec Both = uniteCaches(None, Small);
  EXPECT_EQ(Both.D1.Size, 32768u);
  EXPECT_EQ(Both.Flags, abi::CachesSimulated | abi::SomeSimulatedNone);
  EXPECT_NE(describeMixture(Both), "");
  EXPECT_FALSE(areMissesComparable(Both));
  // Accesses and misses of data are those of the same runs.
  abi::CacheRec Some = uniteCaches(Small, Branches);
  EXPECT_TRUE(areMissesComparable(Some));
  EXPECT_EQ(describeMixture(Some),
            "some runs have simulated no branches: the mispredictions are "
            "those of the others");
}

TEST(CacheUnion, SamplesOfTimeAddUp) {
  abi::CacheRec L = Small, R = None;
  L.TimeSamples = 100;
  L.UnprofiledSamples = 46;
  R.TimeSamples = UINT64_MAX - 10;
  R.UnprofiledSamples = 4;
  abi::CacheRec Both = uniteCaches(L, R);
  EXPECT_EQ(Both.TimeSamples, UINT64_MAX);
  EXPECT_EQ(Both.UnprofiledSamples, 50u);
  EXPECT_EQ(describeDifference(L, Small), "");
}

} // namespace
} // namespace udpc
