// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/counts/SlotPlaces.h"
#include "gtest/gtest.h"
#include <map>

using namespace udpc::rt;

TEST(SlotPlaces, FillsAChunkBeforeTheNext) {
  SlotPlaces Places = {};
  SlotPlace A, B, C, D;
  ASSERT_TRUE(Places.place(3, A));
  ASSERT_TRUE(Places.place(SlotPlaces::FirstSize / 8 - 3, B));
  ASSERT_TRUE(Places.place(1, C));
  ASSERT_TRUE(Places.place(1, D));
  EXPECT_EQ(A.Chunk, 0u);
  EXPECT_EQ(A.Offset, 0u);
  EXPECT_EQ(B.Chunk, 0u);
  EXPECT_EQ(B.Offset, 24u);
  EXPECT_EQ(C.Chunk, 1u);
  EXPECT_EQ(C.Offset, 0u);
  EXPECT_EQ(D.Offset, 8u);
  EXPECT_EQ(Places.chunkSize(0), SlotPlaces::FirstSize);
  EXPECT_EQ(Places.chunkSize(1), 2 * SlotPlaces::FirstSize);
}

TEST(SlotPlaces, MakesChunksForLargeUnits) {
  SlotPlaces Places = {};
  SlotPlace A, B;
  ASSERT_TRUE(Places.place(1000001, A));
  EXPECT_EQ(A.Chunk, 0u);
  EXPECT_EQ(Places.chunkSize(0), 8003584u); // Whole pages.
  ASSERT_TRUE(Places.place(UINT32_MAX, B));
  EXPECT_EQ(B.Chunk, 1u);
  EXPECT_GE(Places.chunkSize(1), uint64_t(UINT32_MAX) * 8);
}

TEST(SlotPlaces, PlacesDoNotOverlap) {
  SlotPlaces Places = {};
  std::map<std::pair<uint32_t, uint64_t>, uint64_t> Taken;
  uint32_t NumSlots = 1;
  for (int I = 0; I != 20000; ++I) {
    NumSlots = (NumSlots * 1103515245 + 12345) % 7919;
    SlotPlace P;
    ASSERT_TRUE(Places.place(NumSlots, P));
    if (NumSlots)
      Taken[{P.Chunk, P.Offset}] = P.Offset + 8 * uint64_t(NumSlots);
  }
  for (auto It = Taken.begin(); It != Taken.end(); ++It) {
    EXPECT_LE(It->second, Places.chunkSize(It->first.first));
    auto Next = std::next(It);
    if (Next != Taken.end() && Next->first.first == It->first.first) {
      EXPECT_LE(It->second, Next->first.second);
    }
  }
}

TEST(SlotPlaces, RefusesWhenAllChunksAreFull) {
  SlotPlaces Places = {};
  SlotPlace P;
  uint64_t Slots = 0;
  while (Places.place(1 << 20, P))
    Slots += 1 << 20;
  EXPECT_GE(Slots, uint64_t(250) << 20);
  EXPECT_EQ(P.Chunk, SlotPlaces::MaxChunks - 1);
}

// Code that profiles costs tells a missing chunk by the sign of the sum.
TEST(SlotPlaces, KeepsOffsetsSmall) {
  SlotPlaces Places = {};
  SlotPlace Large, Next;
  ASSERT_TRUE(Places.place((1 << 27) + 1, Large));
  EXPECT_EQ(Large.Offset, 0u);
  ASSERT_TRUE(Places.place(1, Next));
  EXPECT_EQ(Next.Chunk, Large.Chunk + 1);
  EXPECT_LT(Next.Offset, SlotPlaces::MaxOffset);
}
