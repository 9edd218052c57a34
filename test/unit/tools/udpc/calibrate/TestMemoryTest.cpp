// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/udpc/calibrate/TestMemory.h"
#include "tools/udpc/calibrate/MemoryProbes.h"
#include "tools/udpc/calibrate/Series.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;

namespace udpc {

TEST(ShuffledBlocks, HaveEachNumberOnce) {
  RandomNumbers Random;
  for (uint32_t Block : {1u, 16u, 100u, 1000u}) {
    std::vector<uint32_t> Order = shuffledBlocks(100, Block, Random);
    std::set<uint32_t> Found(Order.begin(), Order.end());
    EXPECT_EQ(Order.size(), 100u);
    EXPECT_EQ(Found.size(), 100u);
    EXPECT_EQ(*Found.rbegin(), 99u);
  }
}

TEST(ShuffledBlocks, StayInABlockUntilItIsDone) {
  RandomNumbers Random;
  std::vector<uint32_t> Order = shuffledBlocks(96, 16, Random);
  for (size_t I = 0; I != Order.size(); ++I)
    EXPECT_EQ(Order[I] / 16, Order[I / 16 * 16] / 16);
  EXPECT_FALSE(std::is_sorted(Order.begin(), Order.end()));
}

TEST(RandomNumbers, AreBelowTheirBound) {
  RandomNumbers Random;
  std::set<uint32_t> Found;
  for (int I = 0; I != 1000; ++I)
    Found.insert(Random.below(7));
  EXPECT_EQ(Found.size(), 7u);
  EXPECT_EQ(*Found.rbegin(), 6u);
}

TEST(TestMemory, IsZeroAndAligned) {
  Expected<TestMemory> Memory = TestMemory::map(1 << 20, TestMemory::Default);
  ASSERT_TRUE(bool(Memory));
  EXPECT_GE(Memory->size(), size_t(1) << 20);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(Memory->begin()) % (2 << 20), 0u);
  EXPECT_EQ(Memory->begin()[12345], 0);
}

TEST(TestMemory, MoreThanThereIsFails) {
  Expected<TestMemory> Memory =
      TestMemory::map(size_t(1) << 47, TestMemory::Default);
  ASSERT_FALSE(bool(Memory));
  EXPECT_NE(toString(Memory.takeError()).find("MB of memory"),
            std::string::npos);
}

TEST(Probes, FollowTheWholeRing) {
  std::vector<ChainLine> Lines(64);
  RandomNumbers Random;
  std::vector<uint32_t> Order = shuffledBlocks(64, 64, Random);
  linkLines(Lines.data(), Order);
  const ChainLine *At = &Lines[Order[0]];
  EXPECT_GE(chaseNs(At, 63), 0);
  EXPECT_EQ(At, &Lines[Order[63]]);
  chaseNs(At, 1);
  EXPECT_EQ(At, &Lines[Order[0]]);
  const ChainLine *First = At, *Second = At;
  pairsNs(First, Second, InstructionsBetween[0], 2);
  EXPECT_EQ(First, &Lines[Order[2]]);
  EXPECT_EQ(Second, &Lines[Order[2]]);
}

TEST(Probes, HaveALoopForEachNumber) {
  std::vector<ChainLine> Lines(64);
  for (ChainLine &L : Lines)
    L.Next = &L;
  for (unsigned Number : ParallelChains)
    EXPECT_GT(chaseTogetherNs(std::vector<const ChainLine *>(Number, &Lines[0]),
                              10000),
              0)
        << Number;
  const ChainLine *First = &Lines[0], *Second = &Lines[1];
  for (unsigned Between : InstructionsBetween)
    EXPECT_GT(pairsNs(First, Second, Between, 10000), 0) << Between;
}

TEST(Series, HaveLeastAndMedian) {
  Series S;
  for (double Ns : {3.0, 1.0, 2.0})
    S.add(64, Ns);
  S.add(8, 5);
  ASSERT_EQ(S.least().size(), 2u);
  EXPECT_EQ(S.least()[0].X, 8u);
  EXPECT_EQ(S.least()[1].Ns, 1);
  EXPECT_EQ(S.median()[1].Ns, 2);
  EXPECT_EQ(S.leastAt(64), 1);
  EXPECT_EQ(S.leastAt(1), 0);
}

} // namespace udpc
