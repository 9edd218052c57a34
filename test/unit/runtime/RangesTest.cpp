#include "runtime/logic/Ranges.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

namespace {

/// Writes down what it is told, relative to the ranges' begin.
struct Recorder {
  uintptr_t Base;
  std::string Text;
  uint64_t Reads = 0, Writes = 0;

  uint32_t lineSize() const { return 64; }
  void access(uint64_t Address, bool IsWrite) {
    Text += (IsWrite ? " w" : " r") + std::to_string(Address - Base);
  }
  void count(uint64_t R, uint64_t W) {
    Reads += R;
    Writes += W;
  }
};

} // namespace

alignas(256) static char Memory[4096];

static std::string lines(udpc::abi::RangeKind Kind, uintptr_t A, uintptr_t B,
                         uintptr_t C) {
  Recorder R = {reinterpret_cast<uintptr_t>(Memory), ""};
  accessRange(R, Kind, A, B, C);
  return R.Text;
}
static uintptr_t at(size_t Offset) {
  return reinterpret_cast<uintptr_t>(Memory) + Offset;
}

TEST(Ranges, LinesOfCopies) {
  using udpc::abi::RangeKind;
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 0), "");
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 1), " r1024 w0");
  EXPECT_EQ(lines(RangeKind::Copy, at(0), at(1024), 129),
            " r1024 w0 r1088 w64 r1152 w128");
  // Lines of the two need not begin together.
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
