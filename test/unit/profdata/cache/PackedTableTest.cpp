//===- PackedTableTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/PackedTable.h"
#include "CacheProfileBytes.h"
#include "llvm/Support/Compression.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static abi::PackedCostHeader headerOf(const TableBytes &Packed) {
  abi::PackedCostHeader H;
  std::memcpy(&H, Packed.data(), sizeof(H));
  return H;
}

static TableBytes withHeader(TableBytes Packed,
                             const abi::PackedCostHeader &H) {
  std::memcpy(Packed.data(), &H, sizeof(H));
  return Packed;
}

static std::string errorOf(const TableBytes &Packed) {
  Expected<CostTable> T = CostTable::decode(asText(Packed));
  return T ? "" : toString(T.takeError());
}

TEST(PackedTable, UnpacksToTheSameTable) {
  for (const CostTableBuilder &Builder : {testBuilder(), CostTableBuilder()}) {
    TableBytes Plain = Builder.finish(), Packed = packTable(Plain);
    ASSERT_FALSE(Packed.empty());
    EXPECT_EQ(Packed.size() % 8, 0u);
    std::string More = asText(Packed).str() + "the next table";
    Expected<std::string> Unpacked = unpackTable(More);
    ASSERT_TRUE(bool(Unpacked)) << toString(Unpacked.takeError());
    EXPECT_EQ(*Unpacked, asText(Plain));
  }
}

TEST(PackedTable, IsReadInPlaceOfATable) {
  TableBytes Plain = testBuilder().finish(), Packed = packTable(Plain);
  std::string More = asText(Packed).str() + "the next table";
  Expected<CostTable> T = CostTable::decode(More);
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->bytes(), asText(Packed));
  Expected<CostTable> Other = CostTable::decode(asText(Plain));
  ASSERT_TRUE(bool(Other));
  EXPECT_EQ(T->numSlots(), Other->numSlots());
  EXPECT_EQ(T->sourceFile(), Other->sourceFile());
  EXPECT_EQ(T->Operations.size(), Other->Operations.size());
}

TEST(PackedTable, FollowsTheTable) {
  TableBytes Plain = testBuilder().finish(), Packed = packTable(Plain);
  TableBytes Both = testBuilder().finishWithPackedCopy();
  ASSERT_EQ(Both.size(), Plain.size() + Packed.size());
  EXPECT_EQ(asText(Both).drop_front(Plain.size()), asText(Packed));
  abi::CostHeader H;
  std::memcpy(&H, Both.data(), sizeof(H));
  EXPECT_EQ(H.TotalSize, Plain.size());
  EXPECT_TRUE(H.Flags & abi::HasPackedCopy);
  EXPECT_FALSE(headerOf(Packed).Table.Flags & abi::HasPackedCopy);
}

TEST(PackedTable, KeepsNumbersThatJump) {
  CostTableBuilder T = testBuilder();
  uint32_t Words[] = {0, 0xffffffff, 1, 0x80000000, 0x7fffffff, 0};
  for (uint32_t W : Words)
    T.Frames.push_back({abi::NoIndex, 0, 0, 0, W, ~W, W / 3});
  TableBytes Plain = T.finish();
  Expected<std::string> Unpacked = unpackTable(asText(packTable(Plain)));
  ASSERT_TRUE(bool(Unpacked)) << toString(Unpacked.takeError());
  EXPECT_EQ(*Unpacked, asText(Plain));
}

// Absent indices and the numbers that are written as they would be.
TEST(PackedTable, KeepsAbsentIndices) {
  CostTableBuilder T = testBuilder();
  uint32_t Next = 0;
  for (const abi::CostRec &C : T.Costs)
    if (C.Frame != abi::NoIndex)
      Next = std::max(Next, C.Frame + 1);
  for (uint32_t Frame : {abi::NoIndex, Next + 0x7fffffff, Next, 0u, ~1u, ~1u}) {
    abi::CostRec C = T.Costs.front();
    C.Frame = Frame;
    C.Line = Frame / 3;
    T.Costs.push_back(C);
  }
  for (uint32_t I = 0; I != 8; ++I) {
    uint32_t Own = T.Loops.size();
    T.Loops.push_back({0, I % 2 ? Own : abi::NoIndex, 0, I});
  }
  TableBytes Plain = T.finish();
  Expected<std::string> Unpacked = unpackTable(asText(packTable(Plain)));
  ASSERT_TRUE(bool(Unpacked)) << toString(Unpacked.takeError());
  EXPECT_EQ(*Unpacked, asText(Plain));
}

// The lines of costs follow from their frames.
TEST(PackedTable, PredictsCostCentres) {
  constexpr uint32_t Size = 5000;
  CostTableBuilder T;
  T.Functions.push_back({0, 0, 0, 1, 0, 1});
  T.Blocks.push_back({0, abi::ZeroValue, abi::NoIndex, 0, Size, 0});
  uint32_t Random = 1;
  for (uint32_t I = 0; I != Size; ++I) {
    Random = Random * 1664525 + 1013904223;
    uint32_t Line = (Random >> 16) % Size;
    T.Lines.push_back({0, 0, I});
    T.Frames.push_back({abi::NoIndex, 0, 0, 0, Line, Line, 0});
    T.Costs.push_back({I, Line, 1, 0, 0, 0, 0});
  }
  TableBytes Packed = packTable(T.finish());
  for (abi::CostRec &C : T.Costs)
    C.Line = (C.Line * 7919) % Size;
  TableBytes Others = packTable(T.finish());
  ASSERT_FALSE(Packed.empty());
  EXPECT_LT(Packed.size() + Size, Others.size());
}

TEST(PackedTable, RefusesAnotherForm) {
  TableBytes Packed = packTable(testBuilder().finish());
  Packed[sizeof(abi::PackedCostHeader)] = 0x78;
  EXPECT_EQ(errorOf(Packed), "it is packed in another form, by another version "
                             "of udpc");
}

// Where LLVM has no zstd.
TEST(PackedTable, IsReadIfZlibHasCompressedIt) {
  TableBytes Plain = testBuilder().finish(), Packed = packTable(Plain);
  abi::PackedCostHeader H = headerOf(Packed);
  constexpr size_t Start = 1 + sizeof(uint32_t); // The form and the checksum.
  ArrayRef<uint8_t> Zstd = ArrayRef(Packed).slice(sizeof(H), H.CompressedSize);
  ASSERT_EQ(Zstd.front(), 3);
  SmallVector<uint8_t, 0> Columns, Zlib;
  cantFail(compression::zstd::decompress(Zstd.drop_front(Start), Columns,
                                         H.ColumnsSize));
  compression::zlib::compress(Columns, Zlib);
  Zlib.insert(Zlib.begin(), 2);
  H.CompressedSize = Zlib.size();
  Packed.resize(sizeof(H));
  Packed.insert(Packed.end(), Zlib.begin(), Zlib.end());
  Packed.resize(alignTo(Packed.size(), 8));
  H.Table.TotalSize = Packed.size();
  Expected<std::string> Unpacked = unpackTable(asText(withHeader(Packed, H)));
  ASSERT_TRUE(bool(Unpacked)) << toString(Unpacked.takeError());
  EXPECT_EQ(*Unpacked, asText(Plain));
}

TEST(PackedTable, IsMuchSmallerForLargeTables) {
  CostTableBuilder T = testBuilder();
  for (uint32_t I = 0; I != 10000; ++I)
    T.Frames.push_back({abi::NoIndex, 0, 0, 0, I * 7 % 1000, I % 13, 0});
  TableBytes Plain = T.finish();
  EXPECT_LT(packTable(Plain).size() * 8, Plain.size());
}

TEST(PackedTable, DoesNotExistForWhatWouldBeTooSmall) {
  CostTableBuilder T = testBuilder();
  T.Exports.resize(1000000);
  TableBytes Plain = T.finish();
  EXPECT_TRUE(packTable(Plain).empty());
  EXPECT_EQ(T.finishWithPackedCopy(), Plain);
}

TEST(PackedTable, RefusesWhatCannotBe) {
  TableBytes Packed = packTable(testBuilder().finish());
  abi::PackedCostHeader H = headerOf(Packed);
  H.Table.Version ^= 1;
  EXPECT_NE(errorOf(withHeader(Packed, H)).find("this udpc reads"),
            std::string::npos);
  H = headerOf(Packed);
  H.Table.NumFrames = 1 << 20;
  EXPECT_EQ(errorOf(withHeader(Packed, H)), "its packed size is wrong");
  H = headerOf(Packed);
  H.ColumnsSize = uint64_t(1) << 40;
  EXPECT_EQ(errorOf(withHeader(Packed, H)), "its packed size is wrong");
  H = headerOf(Packed);
  H.CompressedSize = Packed.size();
  EXPECT_EQ(errorOf(withHeader(Packed, H)), "its size is wrong");
  H = headerOf(Packed);
  ++H.Table.NumLines;
  EXPECT_NE(errorOf(withHeader(Packed, H)), "");
  H = headerOf(Packed);
  ++H.Table.StringsSize;
  EXPECT_NE(errorOf(withHeader(Packed, H)), "");
}

TEST(PackedTable, SurvivesTruncationAtEveryByte) {
  TableBytes Packed = packTable(testBuilder().finish());
  for (size_t Size = 0; Size != Packed.size(); ++Size) {
    TableBytes Cut(Packed.begin(), Packed.begin() + Size);
    EXPECT_NE(errorOf(Cut), "") << Size;
  }
}

TEST(PackedTable, SurvivesEveryAlteredByte) {
  TableBytes Packed = packTable(testBuilder().finish());
  size_t NumRefused = 0;
  for (size_t I = 0; I != Packed.size(); ++I)
    for (unsigned Flip : {0x01, 0x10, 0x80, 0xff}) {
      TableBytes Altered = Packed;
      Altered[I] ^= Flip;
      NumRefused += !errorOf(Altered).empty();
    }
  // The columns have a checksum.
  EXPECT_GT(NumRefused, Packed.size() * 3);
}

} // namespace udpc
