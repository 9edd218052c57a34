// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/Ranges.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace udpc::rt;

namespace {

/// Records its arguments, relative to the ranges' begin.
struct Recorder {
  uintptr_t Base;
  std::string Text;
  References Counted = {0, 0};

  uint32_t lineSize() const { return 64; }
  void access(uint64_t Address, bool IsWrite) {
    Text += (IsWrite ? " w" : " r") + std::to_string(Address - Base);
  }
  void count(References R) { Counted = R; }
};

} // namespace

alignas(4096) static char Memory[4096];

static std::string lines(udpc::abi::RangeKind Kind, uintptr_t A, uintptr_t B,
                         uintptr_t C) {
  Recorder R = {reinterpret_cast<uintptr_t>(Memory), ""};
  accessRange(R, Kind, A, B, C);
  return R.Text;
}
static uintptr_t at(size_t Offset) {
  return reinterpret_cast<uintptr_t>(Memory) + Offset;
}

TEST(Ranges, CopiesUseTheLinesOfBothRanges) {
  using udpc::abi::RangeKind;
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 0), "");
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 1), " r1024 w0");
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 129),
            " r1024 w0 r1088 w64 r1152 w128");
  // The two ranges may begin at different offsets in their lines.
  EXPECT_EQ(lines(RangeKind::Copy, at(60), at(1024), 8), " r1024 w60 w64");
  EXPECT_EQ(lines(RangeKind::Set, at(60), 7, 70), " w60 w64 w128");
}

TEST(Ranges, LinesOfSearchesEndWhereTheyEnd) {
  using udpc::abi::RangeKind;
  std::string(200, 'a').copy(Memory, 200);
  Memory[200] = 0;
  std::string(200, 'a').copy(Memory + 1024, 200);
  Memory[1024 + 200] = 0;
  EXPECT_EQ(lines(RangeKind::StringLength, at(0), 0, 0), " r0 r64 r128 r192");
  EXPECT_EQ(lines(RangeKind::StringLength, at(200), 0, 0), " r200");
  EXPECT_EQ(lines(RangeKind::StringCopy, at(2048), at(100), 0),
            " r100 w2048 r128 w2112 r192");
  EXPECT_EQ(lines(RangeKind::StringCompare, at(0), at(1024), 0),
            " r0 r1024 r64 r1088 r128 r1152 r192 r1216");
  Memory[1024 + 64] = 'b';
  EXPECT_EQ(lines(RangeKind::StringCompare, at(0), at(1024), 0),
            " r0 r1024 r64 r1088");
  EXPECT_EQ(lines(RangeKind::Compare, at(0), at(1024), 201),
            " r0 r1024 r64 r1088");
  EXPECT_EQ(lines(RangeKind::Compare, at(0), at(1024), 64), " r0 r1024");
  EXPECT_EQ(lines(RangeKind::Compare, at(0), at(1024), 0), "");
  EXPECT_EQ(lines(RangeKind::Find, at(1024), 'b', 200), " r1024 r1088");
  EXPECT_EQ(lines(RangeKind::Find, at(0), 'b', 200), " r0 r64 r128 r192");
}

TEST(Ranges, SearchesReadWholeVectors) {
  using udpc::abi::RangeKind;
  std::string(4096, 'a').copy(Memory, 4096);
  Memory[50] = Memory[1050] = 0;
  EXPECT_EQ(lines(RangeKind::StringLength, at(48), 0, 0), " r48 r64");
  EXPECT_EQ(lines(RangeKind::Find, at(48), 'a', 3), " r48 r64");
  EXPECT_EQ(lines(RangeKind::Find, at(48), 'a', 0), "");
  EXPECT_EQ(lines(RangeKind::StringCompare, at(48), at(1048), 0),
            " r48 r1048 r64");
  EXPECT_EQ(lines(RangeKind::Compare, at(48), at(1048), 3), " r48 r1048 r64");
  EXPECT_EQ(lines(RangeKind::Compare, at(48), at(1048), 1), " r48 r1048");
  // No further than the range if that is longer.
  EXPECT_EQ(lines(RangeKind::Compare, at(30), at(1054), 34), " r30 r1054");
  // Four vectors at a time.
  Memory[1024 + 128 + 2] = 0;
  EXPECT_EQ(lines(RangeKind::StringLength, at(1024 + 52), 0, 0),
            " r1076 r1088 r1152");
  Memory[2048 + 257] = 0;
  EXPECT_EQ(lines(RangeKind::StringLength, at(2048), 0, 0),
            " r2048 r2112 r2176 r2240 r2304 r2368");
  // Not into the next page.
  EXPECT_EQ(withinPage(4096 - 10, 4, 32), 10u);
  EXPECT_EQ(withinPage(4096 - 10, 12, 32), 32u);
  EXPECT_EQ(withinPage(4096 - 32, 4, 32), 32u);
}

namespace {

/// What Cachegrind has counted in a call of the library's function for ranges
/// that begin on a line, but for the return.
struct Observed {
  uint64_t Size, Reads, Writes;
};

} // namespace

template <typename Function>
static void compare(const std::vector<Observed> &All, uint64_t Tolerance,
                    Function Count) {
  for (const Observed &O : All) {
    References R = Count(O.Size);
    EXPECT_LE(R.Reads, O.Reads + Tolerance) << O.Size;
    EXPECT_GE(R.Reads + Tolerance, O.Reads) << O.Size;
    EXPECT_LE(R.Writes, O.Writes + Tolerance) << O.Size;
    EXPECT_GE(R.Writes + Tolerance, O.Writes) << O.Size;
  }
}

TEST(Ranges, ReferencesAreThoseThatCachegrindSees) {
  compare({{0, 0, 0},
           {1, 1, 1},
           {2, 2, 2},
           {8, 2, 2},
           {64, 2, 2},
           {65, 5, 4},
           {128, 5, 4},
           {129, 9, 8},
           {256, 9, 8},
           {257, 11, 9},
           {512, 19, 17},
           {1000, 35, 33},
           {1024, 35, 33},
           {4000, 127, 125},
           {4096, 131, 129},
           {5000, 159, 157}},
          0, copyReferences);
  compare({{40000, 39941, 39938}}, 64, copyReferences);
  compare({{0, 0, 0},
           {1, 0, 1},
           {2, 0, 3},
           {3, 0, 3},
           {4, 0, 2},
           {64, 0, 2},
           {65, 1, 4},
           {129, 1, 8},
           {256, 1, 8},
           {257, 1, 12},
           {512, 1, 16},
           {1000, 1, 32},
           {1024, 1, 32},
           {1500, 1, 48},
           {2048, 1, 64},
           {2049, 1, 2049},
           {4000, 1, 4000}},
          0, setReferences);
  compare({{0, 0, 0},
           {1, 2, 0},
           {31, 2, 0},
           {32, 4, 0},
           {64, 4, 0},
           {65, 8, 0},
           {128, 8, 0},
           {129, 16, 0},
           {256, 16, 0},
           {257, 18, 0},
           {512, 32, 0},
           {1000, 64, 0},
           {4000, 250, 0},
           {10000, 626, 0}},
          0, [](uint64_t N) { return compareReferences(N, N); });
  compare({{0, 0, 0},
           {1, 1, 0},
           {32, 1, 0},
           {33, 2, 0},
           {64, 2, 0},
           {100, 4, 0},
           {129, 5, 0},
           {200, 7, 0},
           {257, 9, 0},
           {512, 17, 0},
           {1000, 33, 0},
           {4000, 126, 0},
           {4096, 129, 0},
           {10000, 314, 0}},
          0, findReferences);
  compare({{0, 1, 0},
           {31, 1, 0},
           {32, 2, 0},
           {64, 3, 0},
           {100, 4, 0},
           {128, 5, 0},
           {200, 9, 0},
           {256, 13, 0},
           {512, 21, 0},
           {1000, 33, 0},
           {1024, 37, 0},
           {4000, 129, 0},
           {10000, 317, 0}},
          0, lengthReferences);
  // The number of reads of these depends on alignment.
  compare({{0, 2, 1},
           {3, 3, 1},
           {4, 4, 2},
           {31, 4, 2},
           {32, 2, 2},
           {64, 4, 3},
           {100, 7, 5},
           {128, 6, 5},
           {200, 10, 8},
           {256, 13, 9},
           {512, 21, 17},
           {1000, 35, 33},
           {1024, 37, 33},
           {4000, 129, 126},
           {10000, 319, 314}},
          3, stringCopyReferences);
  compare({{0, 4, 0},
           {31, 4, 0},
           {32, 6, 0},
           {64, 8, 0},
           {100, 10, 0},
           {128, 18, 0},
           {200, 18, 0},
           {256, 26, 0},
           {512, 42, 0},
           {1000, 66, 0},
           {1024, 74, 0},
           {4000, 258, 0},
           {10000, 634, 0}},
          0, stringCompareReferences);
}

TEST(Ranges, ScansFindTheFirst) {
  for (size_t Begin = 1024; Begin != 1040; ++Begin)
    for (size_t Length = 0; Length != 40; ++Length) {
      std::string(4096, 'a').copy(Memory, 4096);
      auto *A = reinterpret_cast<const uint8_t *>(Memory + Begin);
      auto *B = reinterpret_cast<const uint8_t *>(Memory + 2048);
      // With the largest byte before it, and another end after it.
      Memory[Begin + Length] = 0;
      Memory[Begin + Length + 3] = 0;
      if (Length)
        Memory[Begin + Length - 1] = Memory[2048 + Length - 1] = '\xff';
      EXPECT_EQ(lengthOf(A), Length) << Begin;
      EXPECT_EQ(equalBytes(A, B, 100), Length) << Begin;
      EXPECT_EQ(equalBytes(A, B, Length), Length) << Begin;
      EXPECT_EQ(equalBytes(A, B, Length / 2), Length / 2) << Begin;
    }
}

TEST(Ranges, CountsWhatIsRead) {
  std::string(4000, 'a').copy(Memory, 4000);
  Memory[1000] = 0;
  Recorder R = {reinterpret_cast<uintptr_t>(Memory), ""};
  accessRange(R, udpc::abi::RangeKind::StringLength, at(0), 0, 0);
  EXPECT_EQ(R.Counted.Reads, 33u);
  // The first 33 bytes of 500 are compared, and the last of them again.
  Memory[2048 + 32] = 'b';
  accessRange(R, udpc::abi::RangeKind::Compare, at(0), at(2048), 500);
  EXPECT_EQ(R.Counted.Reads, 6u);
  accessRange(R, udpc::abi::RangeKind::Copy, at(0), at(2048), 1000);
  EXPECT_EQ(R.Counted.Reads, 35u);
  EXPECT_EQ(R.Counted.Writes, 33u);
}
