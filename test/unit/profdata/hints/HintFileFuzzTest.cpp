//===- HintFileFuzzTest.cpp - Damaged files -------------------------------===//
//
// Any input gives hints or an error, within bounded time and memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TestHints.h"
#include "profdata/hints/ProfileShape.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "gtest/gtest.h"
#include <random>
#include <sys/resource.h>

using namespace llvm;
using namespace llvm::sampleprof;
using namespace udpc;

namespace {

/// Makes allocations of gigabytes fail. Freed address space counts no more, so
/// it may be less than the tests before have used.
class HintFileFuzzTest : public testing::Test {
protected:
  void SetUp() override {
    getrlimit(RLIMIT_AS, &Before);
    rlimit Little = Before;
#if !LLVM_ADDRESS_SANITIZER_BUILD // That takes terabytes of it.
    Little.rlim_cur = uint64_t(2) << 30;
#endif
    setrlimit(RLIMIT_AS, &Little);
  }
  void TearDown() override { setrlimit(RLIMIT_AS, &Before); }

private:
  rlimit Before;
};

} // namespace

/// Whether \p Bytes are taken for hints.
static bool read(StringRef Bytes) {
  Expected<HintFile> File = readHints(buffer(Bytes));
  if (File)
    return true;
  std::string Message = toString(File.takeError());
  EXPECT_TRUE(StringRef(Message).starts_with("h:")) << Message;
  EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
  EXPECT_LT(Message.size(), 250u);
  return false;
}

static std::string uleb(uint64_t N) {
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  encodeULEB128(N, OS);
  return Bytes;
}

static std::string fixed(uint64_t N) {
  char Bytes[8];
  support::endian::write64le(Bytes, N);
  return std::string(Bytes, 8);
}

static std::string head(SampleProfileFormat Format) {
  return uleb(SPMagic(Format)) + uleb(SPVersion());
}

/// Without counts.
static const std::string Summary(6, '\0');

/// A binary file whose parts are \p Names and \p Functions.
static std::string binary(const std::string &Names,
                          const std::string &Functions) {
  return head(SPF_Binary) + Summary + Names + Functions;
}

struct RawSection {
  uint64_t Type, Flags;
  std::string Bytes;
  uint64_t Further = 0; ///< How much its offset is wrong.
};

static std::string sections(ArrayRef<RawSection> Sections) {
  std::string Header = head(SPF_Ext_Binary) + fixed(Sections.size());
  uint64_t Offset = Header.size() + Sections.size() * 32;
  std::string Contents;
  for (const RawSection &S : Sections) {
    Header += fixed(S.Type) + fixed(S.Flags) +
              fixed(Offset + Contents.size() + S.Further) +
              fixed(S.Bytes.size());
    Contents += S.Bytes;
  }
  return Header + Contents;
}

static const std::string OneName = uleb(1) + std::string("f\0", 2);
/// Head samples 0, name 0, samples 0, one record at 1: 0, no targets; nothing
/// inlined.
static const std::string OneFunction = std::string("\0\0\0\1\1\0\0\0\0", 9);

TEST_F(HintFileFuzzTest, TheBuiltOnesAreRight) {
  EXPECT_TRUE(read(binary(OneName, OneFunction)));
  EXPECT_TRUE(read(sections({{SecProfSummary, 0, Summary},
                             {SecNameTable, 0, OneName},
                             {SecLBRProfile, 0, OneFunction}})));
  EXPECT_TRUE(
      read(sections({{SecNameTable, uint64_t(3) << 32, uleb(1) + fixed(9)},
                     {SecLBRProfile, 0, OneFunction}})));
}

TEST_F(HintFileFuzzTest, HugeCountsAreRefused) {
  for (unsigned Bits : {16, 31, 32, 40, 60, 61, 63}) {
    std::string Huge = uleb(uint64_t(1) << Bits);
    EXPECT_FALSE(read(binary(Huge + std::string("f\0", 2), OneFunction)));
    EXPECT_FALSE(read(binary(OneName, std::string(3, '\0') + Huge)));
    EXPECT_FALSE(
        read(binary(OneName, std::string("\0\0\0\1\1\0\0", 7) + Huge)));
    EXPECT_FALSE(read(binary(OneName, std::string(4, '\0') + Huge)));
    EXPECT_FALSE(read(head(SPF_Binary) + std::string(5, '\0') + Huge));
    EXPECT_FALSE(read(head(SPF_Ext_Binary) + fixed(uint64_t(1) << Bits)));
    for (uint64_t Flags : {0, 1, 3})
      EXPECT_FALSE(
          read(sections({{SecNameTable, Flags << 32, Huge + fixed(9)}})));
    // The size of the decompressed data.
    EXPECT_EQ(read(sections({{SecNameTable, 1, Huge + uleb(1) + "x"}})), false);
  }
}

TEST_F(HintFileFuzzTest, WrongPlacesAreRefused) {
  for (uint64_t Further : {uint64_t(1), uint64_t(1) << 20, uint64_t(1) << 40,
                           ~uint64_t(0) - 100, uint64_t(0) - 8})
    EXPECT_FALSE(read(sections({{SecNameTable, 0, OneName},
                                {SecLBRProfile, 0, OneFunction, Further}})));
  // An index that no name has; a profile in front of the names.
  EXPECT_FALSE(read(binary(OneName, std::string("\0\1\0\0\0", 5))));
  EXPECT_FALSE(read(
      sections({{SecLBRProfile, 0, OneFunction}, {SecNameTable, 0, OneName}})));
  // LLVM would write a hash in place of one that is 0, into no memory.
  EXPECT_FALSE(
      read(sections({{SecNameTable, uint64_t(3) << 32, uleb(1) + fixed(0)},
                     {SecLBRProfile, 0, OneFunction}})));
  // Names whose length field is that of a hash.
  EXPECT_FALSE(read(sections({{SecNameTable, uint64_t(2) << 32, OneName},
                              {SecLBRProfile, 0, OneFunction}})));
  // Another version.
  EXPECT_FALSE(read(uleb(SPMagic(SPF_Binary)) + uleb(SPVersion() + 1)));
  EXPECT_FALSE(read(uleb(SPMagic(SPF_Ext_Binary)) + uleb(99)));
}

TEST_F(HintFileFuzzTest, NestingIsLimited) {
  auto Nested = [](unsigned Depth) {
    std::string Bytes("\0\0", 2);
    for (unsigned I = 0; I != Depth; ++I)
      Bytes += std::string("\0\0\1\1\0\0", 6);
    return binary(OneName, Bytes + std::string("\0\0\0", 3));
  };
  EXPECT_TRUE(read(Nested(MaxInlineDepth)));
  EXPECT_FALSE(read(Nested(MaxInlineDepth + 1)));
  EXPECT_FALSE(read(Nested(1000000)));
  std::string Text = "f:0:0\n";
  for (unsigned I = 1; I != 2000; ++I)
    Text += std::string(I, ' ') + "1: f:0\n";
  EXPECT_FALSE(read(Text));
}

TEST_F(HintFileFuzzTest, CompressedSectionsMustBePlausible) {
  if (!compression::zlib::isAvailable())
    GTEST_FAIL() << "this LLVM has no zlib";
  auto Compressed = [](uint64_t Claimed, StringRef Bytes) {
    SmallVector<uint8_t, 0> Small;
    compression::zlib::compress(arrayRefFromStringRef(Bytes), Small);
    return uleb(Claimed) + uleb(Small.size()) + toStringRef(Small).str();
  };
  std::string Good = Compressed(OneName.size(), OneName);
  auto With = [&](std::string Names) {
    return read(sections({{SecNameTable, 1, std::move(Names)},
                          {SecLBRProfile, 0, OneFunction}}));
  };
  EXPECT_TRUE(With(Good));
  EXPECT_FALSE(With(Good.substr(0, Good.size() - 3)));
  EXPECT_FALSE(With(Compressed(OneName.size() + 7, OneName)));
  // A megabyte that would decompress to a gigabyte.
  std::string Zeros(1 << 26, '\0');
  EXPECT_FALSE(With(Compressed(Zeros.size(), Zeros)));
}

/// Every beginning of a file, and many files with some bytes changed.
static void fuzz(const std::string &Bytes, unsigned Seed) {
  ASSERT_TRUE(read(Bytes));
  for (size_t Size = 0; Size != Bytes.size(); ++Size)
    read(StringRef(Bytes).take_front(Size));
  std::mt19937 Random(Seed);
  static constexpr uint8_t Extremes[] = {0, 1, 0x7f, 0x80, 0xff};
  for (int Round = 0; Round != 5000; ++Round) {
    std::string Changed = Bytes;
    for (unsigned I = 0; I <= Random() % 4; ++I) {
      size_t Place = Random() % Changed.size();
      switch (Random() % 4) {
      case 0:
        Changed[Place] = Extremes[Random() % std::size(Extremes)];
        break;
      case 1:
        Changed[Place] ^= 1 << Random() % 8;
        break;
      case 2:
        Changed.erase(Place, Random() % 4);
        break;
      default:
        Changed.insert(Place,
                       std::string(1 + Random() % 9,
                                   Extremes[Random() % std::size(Extremes)]));
      }
      if (Changed.empty())
        break;
    }
    read(Changed);
  }
}

TEST_F(HintFileFuzzTest, SurvivesDamagedText) {
  fuzz(cantFail(hintFileBytes(someHints(), HintFileForm::Text)), 1);
}
TEST_F(HintFileFuzzTest, SurvivesDamagedBinary) {
  fuzz(cantFail(hintFileBytes(someHints(), HintFileForm::Binary)), 2);
}
TEST_F(HintFileFuzzTest, SurvivesDamagedExtBinary) {
  fuzz(cantFail(hintFileBytes(someHints(), HintFileForm::ExtBinary)), 3);
}
TEST_F(HintFileFuzzTest, SurvivesDamagedHashes) {
  HintSet Hashes;
  Hashes.HasHashes = true;
  Hashes.add(MemoryOperationKey{{{"4711", 1, 0}, {"4712", 2, 0}}},
             {HintType::T0, 64});
  fuzz(cantFail(hintFileBytes(Hashes, HintFileForm::ExtBinary)), 4);
}

/// A truncated file without a whole function is reported.
TEST_F(HintFileFuzzTest, TruncatedBinariesAreRefused) {
  for (HintFileForm Form : {HintFileForm::Binary, HintFileForm::ExtBinary}) {
    std::string Bytes = cantFail(hintFileBytes(someHints(), Form));
    for (size_t Cut = 1; Cut != 20; ++Cut)
      EXPECT_FALSE(read(StringRef(Bytes).drop_back(Cut)));
  }
}
