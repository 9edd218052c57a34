// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/Bytes.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <string>
#include <vector>

using namespace udpc::rt;

TEST(Bytes, CopiesClearsAndCompares) {
  for (size_t Size : {0, 1, 7, 64, 1000}) {
    std::vector<uint8_t> From(Size), To(Size + 1, 0xee);
    for (size_t I = 0; I != Size; ++I)
      From[I] = static_cast<uint8_t>(I * 7 + 1);
    copyBytes(To.data(), From.data(), Size);
    EXPECT_TRUE(sameBytes(To.data(), From.data(), Size));
    EXPECT_TRUE(std::equal(From.begin(), From.end(), To.begin()));
    if (Size) {
      ++To[Size - 1];
      EXPECT_FALSE(sameBytes(To.data(), From.data(), Size));
    }
    clearBytes(To.data(), Size);
    EXPECT_EQ(std::count(To.begin(), To.end(), 0), long(Size));
    EXPECT_EQ(To[Size], 0xee);
  }
}

TEST(Bytes, MovesDownWhereTheyOverlap) {
  std::string Text(200, ' ');
  for (size_t I = 0; I != Text.size(); ++I)
    Text[I] = static_cast<char>('!' + I % 90);
  std::string Expected = Text.substr(3);
  moveBytesDown(Text.data(), Text.data() + 3, Text.size() - 3);
  EXPECT_EQ(Text.substr(0, Expected.size()), Expected);
}

TEST(Bytes, SortsAnyOrder) {
  for (size_t Size = 0; Size != 40; ++Size)
    for (unsigned Seed = 0; Seed != 20; ++Seed) {
      std::vector<unsigned> Numbers(Size);
      for (size_t I = 0; I != Size; ++I)
        Numbers[I] = unsigned(I * 2654435761u + Seed * 40503u) >> 7 & 31;
      std::vector<unsigned> Expected = Numbers;
      std::sort(Expected.begin(), Expected.end());
      sortArray(Numbers.data(), Size,
                [](unsigned A, unsigned B) { return A < B; });
      EXPECT_EQ(Numbers, Expected);
    }
}

TEST(Bytes, FindsThePartitionPoint) {
  for (unsigned Size = 0; Size != 20; ++Size)
    for (unsigned Point = 0; Point <= Size; ++Point) {
      auto IsBefore = [&](unsigned I) {
        EXPECT_LT(I, Size);
        return I < Point;
      };
      EXPECT_EQ(partitionPoint(Size, IsBefore), Point);
    }
}

TEST(Bytes, HashesAsFnv1a) {
  EXPECT_EQ(hashBytes("", 0), 0xcbf29ce484222325);
  EXPECT_EQ(hashBytes("a", 1), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(hashBytes("foobar", 6), 0x85944171f73967e8);
  EXPECT_EQ(hashBytes("bar", 3, hashBytes("foo", 3)), hashBytes("foobar", 6));
}
