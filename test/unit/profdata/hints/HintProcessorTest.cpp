// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/hints/HintFile.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static HintSet someHints() {
  HintSet Hints;
  Hints.add({{{"sum", 3, 0}}}, {HintType::T0, 6144});
  Cpu C;
  C.Kind = CpuFamily::Zen5;
  C.Name = "AMD EPYC 9575F: 64-Core";
  Hints.addProcessor(C);
  return Hints;
}

static HintSet readBack(const HintSet &Hints, HintFileForm Form) {
  Expected<std::string> Bytes = hintFileBytes(Hints, Form);
  EXPECT_TRUE(bool(Bytes));
  Expected<HintFile> File =
      readHints(MemoryBuffer::getMemBufferCopy(*Bytes, "a.hints"));
  EXPECT_TRUE(bool(File));
  EXPECT_TRUE(File->Warnings.empty());
  return std::move(File->Hints);
}

TEST(HintProcessor, SurvivesAllForms) {
  for (HintFileForm Form :
       {HintFileForm::Text, HintFileForm::Binary, HintFileForm::ExtBinary}) {
    HintSet Back = readBack(someHints(), Form);
    EXPECT_EQ(Back.numHints(), 1u);
    ASSERT_EQ(Back.Processors.size(), 1u);
    EXPECT_EQ(Back.Processors.begin()->first, CpuFamily::Zen5);
    EXPECT_EQ(Back.Processors.begin()->second, "AMD EPYC 9575F  64-Core");
  }
}

TEST(HintProcessor, IsTheFamilyForHashes) {
  HintSet Hints;
  Hints.HasHashes = true;
  Hints.add({{{"12345", 3, 0}}}, {HintType::T0, 64});
  Hints.Processors[CpuFamily::NeoverseN1] = "";
  HintSet Back = readBack(Hints, HintFileForm::ExtBinary);
  EXPECT_TRUE(Back.HasHashes);
  EXPECT_EQ(Back.numHints(), 1u);
  ASSERT_EQ(Back.Processors.size(), 1u);
  EXPECT_EQ(Back.Processors.begin()->first, CpuFamily::NeoverseN1);
}

TEST(HintProcessor, OlderFilesHaveNone) {
  Expected<HintFile> File = readHints(MemoryBuffer::getMemBuffer(
      "sum:0:0\n 3: 0 __prefetch_t0_0:64\n", "a.hints"));
  ASSERT_TRUE(bool(File));
  EXPECT_TRUE(File->Hints.Processors.empty());
}

TEST(HintProcessor, MergedSetsHaveAll) {
  HintSet Hints = someHints(), Others;
  Others.Processors[CpuFamily::IntelServer] = "Xeon";
  ASSERT_FALSE(bool(Hints.merge(Others)));
  EXPECT_EQ(Hints.Processors.size(), 2u);
  EXPECT_EQ(processorsText(Hints.Processors),
            "Intel server (Xeon), AMD Zen 5 (AMD EPYC 9575F: 64-Core)");
}

TEST(HintProcessor, NamesOfFunctionsAreNotMistaken) {
  EXPECT_EQ(parseProcessorFunction("__udpc_processor_zen5"), CpuFamily::Zen5);
  EXPECT_EQ(parseProcessorFunction("__udpc_processor_zen99"), std::nullopt);
  EXPECT_EQ(parseProcessorFunction("main"), std::nullopt);
  EXPECT_EQ(processorFunctionOfHash(1), std::nullopt);
}

TEST(HintProcessor, DoubtsOnlyOtherFamilies) {
  Cpu Here;
  Here.Kind = CpuFamily::Zen5;
  Here.Name = "AMD Ryzen 9 9950X";
  EXPECT_EQ(processorMismatch({}, Here), "");
  EXPECT_EQ(processorMismatch({{CpuFamily::Zen5, "AMD EPYC"}}, Here), "");
  std::string Doubt =
      processorMismatch({{CpuFamily::IntelServer, "Xeon"}}, Here);
  EXPECT_NE(Doubt.find("for Intel server (Xeon)"), std::string::npos);
  EXPECT_NE(Doubt.find("AMD Zen 5 (AMD Ryzen 9 9950X)"), std::string::npos);
}

TEST(HintProcessor, WithoutAFamilyNamesAreCompared) {
  Cpu Here;
  Here.Name = "sifive-u74";
  EXPECT_EQ(processorMismatch({{CpuFamily::Generic, "sifive-u74"}}, Here), "");
  EXPECT_NE(processorMismatch({{CpuFamily::Generic, "c910"}}, Here), "");
}

} // namespace udpc
