// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/Prefetcher.h"
#include "gtest/gtest.h"

using namespace udpc::rt;

TEST(Prefetcher, FetchesTheNextLineWithinThePage) {
  NextLines N = {};
  unsigned NumFetched = 0;
  for (uint64_t Address = 0x10000; Address != 0x14000; Address += 64)
    NumFetched += N.miss(Address, 64);
  // All but the first of each of four pages.
  EXPECT_EQ(NumFetched, 4u * 63);
  // Nothing backwards, and nothing over a line.
  EXPECT_FALSE(N.miss(0x20800, 64));
  EXPECT_FALSE(N.miss(0x207c0, 64));
  EXPECT_FALSE(N.miss(0x20880, 64));
}

TEST(Prefetcher, FollowsSeveralStreams) {
  NextLines N = {};
  unsigned NumFetched = 0;
  for (uint64_t I = 0; I != 64; ++I)
    for (uint64_t Stream = 0; Stream != 8; ++Stream)
      NumFetched +=
          N.miss(0x100000 + Stream * 0x100000 + Stream * 0x200 + I * 64, 64);
  EXPECT_GT(NumFetched, 8u * 60);
}

TEST(Prefetcher, FollowsAStrideAfterTwoOfAKind) {
  auto NumForetold = [](int64_t Stride, int N) {
    MissStatistics S = {};
    int NumForetold = 0;
    uint64_t Address = 0x7f0000100000;
    for (int I = 0; I != N; ++I, Address += static_cast<uint64_t>(Stride)) {
      NumForetold += strideForetells(S, Address);
      S.add(Address);
    }
    return NumForetold;
  };
  EXPECT_EQ(NumForetold(128, 3), 0);
  EXPECT_EQ(NumForetold(128, 4), 1);
  // The page ends at the first step.
  EXPECT_EQ(NumForetold(-128, 33), 30);
  // Four to a page: one of four crosses.
  EXPECT_EQ(NumForetold(1024, 4 * 100), 3 * 100 - 2);
  EXPECT_EQ(NumForetold(4096, 100), 0);
  EXPECT_EQ(NumForetold(2112, 100), 0);
}
