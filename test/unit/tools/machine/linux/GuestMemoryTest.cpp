//===- GuestMemoryTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/GuestMemory.h"
#include "gtest/gtest.h"
#include <cerrno>
#include <cstring>

using namespace udpc::machine;

namespace {
constexpr uint64_t Page = GuestPageSize;
constexpr uint64_t Start = 0x100000;

class GuestMemoryTest : public ::testing::Test, public PageObserver {
protected:
  void SetUp() override {
    Memory = llvm::cantFail(GuestMemory::create());
    Memory->observe(this);
  }
  void mapped(uint64_t Address, uint64_t Size, unsigned, char *) override {
    for (uint64_t I = 0; I < Size; I += Page)
      EXPECT_TRUE(Pages.insert(Address + I).second);
  }
  void unmapped(uint64_t Address, uint64_t Size, unsigned) override {
    for (uint64_t I = 0; I < Size; I += Page)
      EXPECT_EQ(Pages.erase(Address + I), 1u);
  }

  std::unique_ptr<GuestMemory> Memory;
  /// The observer's notifications.
  std::set<uint64_t> Pages;
};
} // namespace

TEST_F(GuestMemoryTest, GivesBytesOnlyWithPermission) {
  ASSERT_EQ(Memory->map(Start, 2 * Page, MayRead), 0);
  EXPECT_TRUE(Memory->bytes(Start, 2 * Page, MayRead));
  EXPECT_FALSE(Memory->bytes(Start, 1, MayWrite));
  EXPECT_FALSE(Memory->bytes(Start, 2 * Page + 1, MayRead));
  EXPECT_FALSE(Memory->bytes(Start - 1, 2, MayRead));
  EXPECT_FALSE(Memory->bytes(~uint64_t(0), 2, MayRead));
}

TEST_F(GuestMemoryTest, AdjacentPiecesAreOneForTheProgram) {
  ASSERT_EQ(Memory->map(Start, Page, MayRead), 0);
  ASSERT_EQ(Memory->map(Start + Page, Page, MayRead | MayWrite), 0);
  EXPECT_TRUE(Memory->bytes(Start, 2 * Page, MayRead));
  EXPECT_FALSE(Memory->bytes(Start, 2 * Page, MayRead | MayWrite));
}

TEST_F(GuestMemoryTest, UnmapsTheMiddle) {
  ASSERT_EQ(Memory->map(Start, 3 * Page, MayRead | MayWrite), 0);
  std::strcpy(Memory->host(Start + 2 * Page), "kept");
  ASSERT_EQ(Memory->unmap(Start + Page, Page), 0);
  EXPECT_EQ(Pages, (std::set<uint64_t>{Start, Start + 2 * Page}));
  EXPECT_FALSE(Memory->bytes(Start, 2 * Page, MayRead));
  EXPECT_STREQ(Memory->string(Start + 2 * Page), "kept");
}

TEST_F(GuestMemoryTest, ProtectsAPartAndRefusesGaps) {
  ASSERT_EQ(Memory->map(Start, 3 * Page, MayRead | MayWrite), 0);
  EXPECT_EQ(Memory->protect(Start + Page, Page, MayRead), 0);
  EXPECT_EQ(Pages.size(), 3u);
  EXPECT_FALSE(Memory->bytes(Start + Page, 1, MayWrite));
  EXPECT_TRUE(Memory->bytes(Start + 2 * Page, 1, MayWrite));
  EXPECT_EQ(Memory->protect(Start, 4 * Page, MayRead), -ENOMEM);
}

TEST_F(GuestMemoryTest, RefusesWhatCannotBeMapped) {
  EXPECT_EQ(Memory->map(0, Page, MayRead), -ENOMEM);
  EXPECT_EQ(Memory->map(Start + 1, Page, MayRead), -ENOMEM);
  EXPECT_EQ(Memory->map(GuestMemory::Size - Page, 2 * Page, MayRead), -ENOMEM);
  EXPECT_EQ(Memory->map(Start, ~uint64_t(0), MayRead), -ENOMEM);
}

TEST_F(GuestMemoryTest, FindsTheHighestFreePiece) {
  uint64_t First = Memory->findFree(Page);
  ASSERT_EQ(Memory->map(First, Page, MayRead), 0);
  uint64_t Second = Memory->findFree(2 * Page);
  EXPECT_EQ(Second, First - 2 * Page);
  ASSERT_EQ(Memory->map(Second, 2 * Page, MayRead), 0);
  ASSERT_EQ(Memory->unmap(First, Page), 0);
  EXPECT_EQ(Memory->findFree(Page), First);
  EXPECT_EQ(Memory->findFree(GuestMemory::Size), 0u);
}

TEST_F(GuestMemoryTest, BreakMovesAndGivesZeros) {
  Memory->setBreak(Start);
  EXPECT_EQ(Memory->moveBreak(0), Start);
  EXPECT_EQ(Memory->moveBreak(Start + 100), Start + 100);
  Memory->host(Start)[50] = 1;
  EXPECT_EQ(Memory->moveBreak(Start), Start);
  EXPECT_EQ(Memory->moveBreak(Start + 100), Start + 100);
  EXPECT_EQ(Memory->host(Start)[50], 0);
  // Does not grow over the mapping after it.
  uint64_t Behind = Start + (64 << 20);
  ASSERT_EQ(Memory->map(Behind, Page, MayRead), 0);
  EXPECT_EQ(Memory->moveBreak(Behind + 1), Start + 100);
  EXPECT_EQ(Memory->moveBreak(Behind), Behind);
}

TEST_F(GuestMemoryTest, StringsEndBeforeTheirMemoryDoes) {
  ASSERT_EQ(Memory->map(Start, Page, MayRead | MayWrite), 0);
  std::memset(Memory->host(Start), 'a', Page);
  EXPECT_FALSE(Memory->string(Start));
  Memory->host(Start)[Page - 1] = 0;
  EXPECT_EQ(std::strlen(Memory->string(Start)), Page - 1);
}
