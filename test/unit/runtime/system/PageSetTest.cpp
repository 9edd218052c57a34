// Neighbouring pages are given out, lowest first, and can be given out again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/PageSet.h"
#include "gtest/gtest.h"

using namespace udpc::rt;

TEST(PageSet, NeighboursAreGivenOutAndTakenBack) {
  uint64_t Words[PageSet::wordsFor(100)] = {};
  PageSet S(Words, 100);
  EXPECT_TRUE(S.isEmpty());
  EXPECT_EQ(S.allocate(60), 0u);
  EXPECT_EQ(S.allocate(10), 60u);
  EXPECT_EQ(S.allocate(31), PageSet::None);
  EXPECT_EQ(S.allocate(30), 70u);
  EXPECT_EQ(S.allocate(1), PageSet::None);
  S.release(60, 10);
  EXPECT_EQ(S.allocate(11), PageSet::None);
  EXPECT_EQ(S.allocate(4), 60u);
  EXPECT_EQ(S.allocate(6), 64u);
  S.release(0, 60);
  S.release(70, 30);
  EXPECT_FALSE(S.isEmpty());
  S.release(60, 10);
  EXPECT_TRUE(S.isEmpty());
  EXPECT_EQ(S.allocate(100), 0u);
}

TEST(PageSet, HasNoneWithoutPages) {
  PageSet S;
  EXPECT_EQ(S.allocate(1), PageSet::None);
  EXPECT_EQ(S.allocate(0), PageSet::None);
  EXPECT_TRUE(S.isEmpty());
}
