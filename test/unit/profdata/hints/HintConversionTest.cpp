//===- HintConversionTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintConversion.h"
#include "TestHints.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {
struct Result {
  std::string Hints, Warnings, Error;
  size_t NumConverted, NumNot;
  bool HasOperationKeys;
};
} // namespace

static Result convert(FakeBinary &Binary, StringRef Csv,
                      std::optional<uint64_t> Load = {}) {
  Result R;
  auto Warn = [&](const Twine &W) { R.Warnings += W.str() + "\n"; };
  HintConversion C(Binary, "prog", Load, Warn);
  Error E = C.add(MemoryBufferRef(Csv, "r.csv"), [](unsigned) {});
  if (!E)
    E = C.finish([](double) {});
  R.Error = E ? toString(std::move(E)) : "";
  R.Hints = textOf(C.hints());
  R.NumConverted = C.numConverted();
  R.NumNot = C.numNot();
  R.HasOperationKeys = C.hints().HasOperationKeys;
  return R;
}

TEST(HintConversion, TakesTheKeyOfEachAddress) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  B.add(0x401010, {{"g", 2, 0}, {"f", 1, 3}});
  Result R = convert(B, "0x401010,64,nta\n0x401000,8,t0\n0x401010,-8,w\n"
                        "0x401000,8,t0\n");
  EXPECT_EQ(R.Hints, "f:1 t0 8\ng:2 @ f:1.3 nta 64\ng:2 @ f:1.3 w -8\n");
  EXPECT_EQ(R.Warnings + R.Error, "");
  EXPECT_EQ(R.NumConverted, 4u);
  EXPECT_EQ(R.NumNot, 0u);
}

/// The hints say that keys are those of operations if the binary distinguishes
/// an operation with a hint from others of its line.
TEST(HintConversion, SaysThatKeysAreOfOperations) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  B.add(0x401004, {{"f", 2, 0}});
  B.add(0x401008, {{"f", 2, 1}});
  B.add(0x40100c, {{"f", 3, 0}});
  B.add(0x401010, {{"f", 3, 0}});
  EXPECT_FALSE(convert(B, "0x401000,8,t0\n").HasOperationKeys);
  EXPECT_TRUE(convert(B, "0x401004,8,t0\n").HasOperationKeys);
  EXPECT_TRUE(convert(B, "0x401000,8,t0\n0x401008,8,t0\n").HasOperationKeys);
  EXPECT_FALSE(convert(B, "0x40100c,8,t0\n").HasOperationKeys);
  EXPECT_FALSE(convert(B, "0x401004,8,t0\n0x40100c,8,t0\n").HasOperationKeys);
}

TEST(HintConversion, SaysOnceWhyAnAddressHasNone) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  B.add(0x401004, {});
  B.add(0x401008, {{"f", 2, 0}}).NotPrefetchable = "its index is a vector";
  B.other(0x40100c, AddressLookup::NoMemoryOperand, "add %rax, %rbx");
  B.other(0x401010, AddressLookup::Prefetch, "prefetchnta (%rax)");
  Result R = convert(B, "0x401000,8,t0\n0x401001,8,t0\n0x401004,8,t0\n"
                        "0x401008,8,t0\n0x40100c,8,t0\n0x401010,8,t0\n"
                        "0x500000,8,t0\n0x500000,9,t0\n");
  EXPECT_EQ(R.Hints, "f:1 t0 8\n");
  EXPECT_EQ(
      R.Warnings,
      "r.csv:2: 0x401001: inside an instruction: 'mov'\n"
      "r.csv:3: 0x401004: no debug line: 'mov'\n"
      "r.csv:4: 0x401008: no prefetch can be made of it: 'mov': its index is "
      "a vector\n"
      "r.csv:5: 0x40100c: no memory operand: 'add %rax, %rbx'\n"
      "r.csv:6: 0x401010: a prefetch: 'prefetchnta (%rax)'\n"
      "r.csv:7: 0x500000: outside the code of prog\n");
  EXPECT_EQ(R.NumConverted, 1u);
  EXPECT_EQ(R.NumNot, 7u);
}

TEST(HintConversion, MovesAddressesToWhereTheFileHasThem) {
  FakeBinary B;
  B.Load = 0;
  B.add(0x1000, {{"f", 1, 0}});
  Result R = convert(B, "0x555555555000,8,t0\n", 0x555555554000);
  EXPECT_EQ(R.Hints, "f:1 t0 8\n");
  EXPECT_EQ(R.Warnings, "");
  // Below it.
  R = convert(B, "0x1000,8,t0\n0x555555555000,8,t0\n", 0x555555554000);
  EXPECT_EQ(R.Hints, "f:1 t0 8\n");
  EXPECT_EQ(R.Warnings, "r.csv:1: 0x1000: outside the code of prog\n");
}

TEST(HintConversion, GuessesWhyAllAreOutside) {
  FakeBinary B;
  B.add(0x1000, {{"f", 1, 0}});
  EXPECT_NE(convert(B, "0x555555555000,8,t0\n")
                .Warnings.find("r.csv:1: 0x555555555000: outside the code of "
                               "prog\nall addresses are outside the code of "
                               "prog; if it was loaded elsewhere, give the "
                               "address of its first byte by "
                               "--load-address=0x..."),
            std::string::npos);
  EXPECT_NE(convert(B, "0x555555555000,8,t0\n", 0x10)
                .Warnings.find("is --load-address=0x10 where"),
            std::string::npos);
  EXPECT_EQ(convert(B, "").Warnings, "");
}

TEST(HintConversion, WarnsOnceOfSharedKeys) {
  FakeBinary B;
  for (uint64_t Address : {0x1000, 0x1010, 0x1020})
    B.add(Address, {{"f", 1, 0}});
  B.add(0x1030, {{"f", 2, 0}});
  EXPECT_EQ(convert(B, "0x1000,8,t0\n0x1010,8,nta\n0x1030,8,t0\n").Warnings,
            "prog: 1 of 2 keys name several operations, as f:1 does 3; build "
            "the program that is measured with "
            "-fudpc-discriminate-memops (docs/prefetch.md)\n");
  EXPECT_EQ(convert(B, "0x1030,8,t0\n").Warnings, "");
}

TEST(HintConversion, PassesErrorsOn) {
  FakeBinary B;
  EXPECT_EQ(convert(B, "0x1000,8\n").Error,
            "r.csv:1: expected '0xPC,delta,type', found '0x1000,8'");
}

TEST(HintConversion, SumsUpWhatManyAddressesHaveInCommon) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  std::string Csv = "0x401000,8,t0\n";
  for (unsigned I = 0; I != 25; ++I)
    Csv += "0x" + utohexstr(0x500000 + I) + ",8,t0\n";
  Result R = convert(B, Csv);
  EXPECT_EQ(StringRef(R.Warnings).count(": outside the code of prog\n"), 21u);
  EXPECT_TRUE(StringRef(R.Warnings)
                  .ends_with("\n5 more addresses: outside the code of prog\n"))
      << R.Warnings;
  EXPECT_EQ(R.NumNot, 25u);
}

TEST(HintConversion, SaysHowAddressesAreRead) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  EXPECT_TRUE(
      StringRef(convert(B, "4198400,8,t0\n").Warnings)
          .ends_with("; addresses are read as hexadecimal, also without "
                     "0x\n"));
  EXPECT_FALSE(StringRef(convert(B, "0x4198400,8,t0\n").Warnings)
                   .contains("hexadecimal"));
}

TEST(HintConversion, NoticesAnotherBuild) {
  FakeBinary B;
  B.add(0x401000, {{"f", 1, 0}});
  B.other(0x401008, AddressLookup::NoMemoryOperand, "ret");
  std::string Warning = "2 of 3 addresses in the code of prog are at no memory "
                        "operation: another build";
  std::string Most = "0x500000,8,t0\n0x401000,8,t0\n0x401001,8,t0\n";
  EXPECT_TRUE(StringRef(convert(B, Most + "0x401008,8,t0\n").Warnings)
                  .contains(Warning));
  EXPECT_FALSE(StringRef(convert(B, Most).Warnings).contains("another build"));
  EXPECT_TRUE(StringRef(convert(B, "0x2008,8,t0\n", 0x1000).Warnings)
                  .contains("its first byte was not at 0x1000, or"));
}
