//===- FileSpaceTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/continuous/FileSpace.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <map>
#include <random>

using namespace udpc::rt;

static FileSpace makeSpace() {
  FileSpace Space = {};
  Space.NewMemory = [](size_t Bytes) {
    // Never released: one node for each piece that was ever free.
    static char Memory[1 << 20];
    static size_t Used;
    Used += Bytes;
    return Used <= sizeof(Memory) ? static_cast<void *>(Memory + Used - Bytes)
                                  : nullptr;
  };
  return Space;
}

TEST(FileSpace, RoundsSizesUp) {
  EXPECT_EQ(FileSpace::sizeOf(0), 64u);
  EXPECT_EQ(FileSpace::sizeOf(64), 64u);
  EXPECT_EQ(FileSpace::sizeOf(65), 128u);
  EXPECT_EQ(FileSpace::sizeOf(4096), 4096u);
  EXPECT_EQ(FileSpace::sizeOf(4097), 8192u);
}

TEST(FileSpace, TakesSmallPiecesFromOnePage) {
  FileSpace Space = makeSpace();
  EXPECT_EQ(Space.allocate(FileSpace::Page).Offset, 0u);
  EXPECT_EQ(Space.allocate(100).Offset, 4096u);
  EXPECT_EQ(Space.allocate(100).Offset, 4096u + 128);
  EXPECT_EQ(Space.size(), 2 * FileSpace::Page);
  // A page of its own, between them.
  EXPECT_EQ(Space.allocate(FileSpace::Page).Offset, 8192u);
  EXPECT_EQ(Space.allocate(64).Offset, 4096u + 256);
}

TEST(FileSpace, UsesPiecesOfTheSameSizeAgain) {
  FileSpace Space = makeSpace();
  auto First = Space.allocate(5000);
  EXPECT_TRUE(First.IsFresh);
  Space.release(First.Offset, 5000);
  EXPECT_NE(Space.allocate(4096).Offset, First.Offset);
  auto Again = Space.allocate(8192);
  EXPECT_EQ(Again.Offset, First.Offset);
  EXPECT_FALSE(Again.IsFresh);
  EXPECT_TRUE(Space.allocate(8192).IsFresh);
}

TEST(FileSpace, ForgetsAPieceWithoutStorage) {
  FileSpace Space = makeSpace();
  Space.allocate(64);
  uint64_t Size = Space.size();
  Space.allocate(2 * FileSpace::Page);
  Space.undo(Size);
  EXPECT_EQ(Space.size(), Size);
  EXPECT_EQ(Space.allocate(FileSpace::Page).Offset, Size);
}

TEST(FileSpace, GivesNothingOutTwice) {
  FileSpace Space = makeSpace();
  std::mt19937 Random(1);
  std::map<uint64_t, uint64_t> Pieces; // Offset to the bytes asked for.
  for (unsigned I = 0; I != 20000; ++I) {
    if (Pieces.size() > 100 || (Random() % 2 && !Pieces.empty())) {
      auto It = std::next(Pieces.begin(), Random() % Pieces.size());
      Space.release(It->first, It->second);
      Pieces.erase(It);
      continue;
    }
    uint64_t Bytes = 1 + Random() % (1 << Random() % 16);
    uint64_t At = Space.allocate(Bytes).Offset;
    uint64_t Size = FileSpace::sizeOf(Bytes);
    ASSERT_GE(Size, Bytes);
    ASSERT_LE(At + Size, Space.size());
    // Pages are mapped; the rest is in one page, for stores of 8 bytes.
    ASSERT_EQ(At % (Size < FileSpace::Page ? 64 : FileSpace::Page), 0u);
    if (Size < FileSpace::Page)
      ASSERT_LE(At % FileSpace::Page + Size, FileSpace::Page);
    auto Next = Pieces.lower_bound(At);
    ASSERT_TRUE(Next == Pieces.end() || At + Size <= Next->first);
    if (Next != Pieces.begin()) {
      auto Before = std::prev(Next);
      ASSERT_LE(Before->first + FileSpace::sizeOf(Before->second), At);
    }
    Pieces[At] = Bytes;
  }
  // Repeated allocation and release does not make it grow.
  EXPECT_LT(Space.size(), 16u << 20);
}
