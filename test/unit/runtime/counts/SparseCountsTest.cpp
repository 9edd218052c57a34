// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/counts/SparseCounts.h"
#include "gtest/gtest.h"

using namespace udpc;
using namespace udpc::rt;

TEST(SparseCounts, KeepsWhatIsNotZero) {
  uint64_t Slots[] = {0, 5, 0, UINT64_MAX};
  udpc::abi::CountRec Out[4];
  EXPECT_EQ(numCounts(Slots, nullptr, 4), 2u);
  ASSERT_EQ(collectCounts(9, Slots, nullptr, 4, Out), 2u);
  EXPECT_EQ(Out[0].Unit, 9u);
  EXPECT_EQ(Out[0].Slot, 1u);
  EXPECT_EQ(Out[0].Count, 5u);
  EXPECT_EQ(Out[1].Slot, 3u);
  EXPECT_EQ(Out[1].Count, UINT64_MAX);
}

TEST(SparseCounts, CountsFromTheBaseline) {
  uint64_t Slots[] = {3, 5}, Baseline[] = {3, 1};
  udpc::abi::CountRec Out[2];
  EXPECT_EQ(numCounts(Slots, Baseline, 2), 1u);
  ASSERT_EQ(collectCounts(0, Slots, Baseline, 2, Out), 1u);
  EXPECT_EQ(Out[0].Slot, 1u);
  EXPECT_EQ(Out[0].Count, 4u);
}

TEST(SparseCounts, HasNothingForNoSlots) {
  EXPECT_EQ(collectCounts(0, nullptr, nullptr, 0, nullptr), 0u);
}
