//===- SampleProfileTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/SampleProfile.h"
#include "CacheProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

/// The profile of units with \p Tables, or the error. \p Thread: its position;
/// -1 for all.
static std::string samplesOf(const std::vector<CostTableBuilder> &Tables,
                             int Thread = -1) {
  std::vector<TableBytes> Bytes;
  for (const CostTableBuilder &T : Tables)
    Bytes.push_back(T.finish());
  std::vector<CacheProfileThread> Threads = testThreads();
  for (CacheProfileThread &T : Threads)
    if (Tables.size() == 2)
      T.Slots.insert(T.Slots.end(), {{1, 0, 10}, {1, 1, 3}});
  Expected<CacheProfile> P =
      CacheProfile::decode(makeCacheProfile(Bytes, Threads), "p");
  if (!P)
    return toString(P.takeError());
  std::string Text;
  raw_string_ostream OS(Text);
  if (Error E = writeSampleProfile(
          *P, Thread < 0 ? nullptr : &P->Threads[Thread], OS))
    return toString(std::move(E));
  return Text;
}

TEST(SampleProfile, HasLinesOfTheInlineStack) {
  EXPECT_EQ(samplesOf({testBuilder()}), "_Z4mainv:26:14\n"
                                        " 1: 14\n"
                                        " 2: 6\n"
                                        " 2: _Z4nextv:6\n"
                                        "  1.4: 6\n");
  EXPECT_EQ(samplesOf({testBuilder()}, 1), "_Z4mainv:10:4\n"
                                           " 1: 4\n"
                                           " 2: 3\n"
                                           " 2: _Z4nextv:3\n"
                                           "  1.4: 3\n");
}

TEST(SampleProfile, LeavesOutOffsetsThatTheFormatLacks) {
  CostTableBuilder T = testBuilder();
  T.Frames[InlinedFrame].LineOffset = 0x10000;
  EXPECT_EQ(samplesOf({T}), "_Z4mainv:20:14\n"
                            " 1: 14\n"
                            " 2: 6\n");
}

TEST(SampleProfile, CopiesOfTheCompilerAreOneInTheSource) {
  CostTableBuilder T = testBuilder();
  T.Frames[InlinedFrame].Discriminator = 4 | 8 << abi::CopiesShift;
  EXPECT_EQ(samplesOf({T}), "_Z4mainv:68:14\n"
                            " 1: 14\n"
                            " 2: 6\n"
                            " 2: _Z4nextv:48\n"
                            "  1.4: 48\n");
}

TEST(SampleProfile, TheLargestOfALineCounts) {
  CostTableBuilder T = testBuilder();
  // Both lines of main at offset 1.
  T.Frames[OuterFrame].LineOffset = 1;
  T.Frames[InlinedFrame].Parent = abi::NoIndex;
  EXPECT_EQ(samplesOf({T}), "_Z4mainv:20:14\n"
                            " 1: 14\n"
                            " 1.4: 6\n");
}

TEST(SampleProfile, CodeWithoutAPlaceBeginsItsFunction) {
  CostTableBuilder T = testBuilder();
  // Block 2 is at main's own line.
  T.Functions[0].Line = 12;
  EXPECT_NE(samplesOf({T}).find("\n 0: 14\n"), std::string::npos);
  // Line 0 is no place.
  T.Frames[2].Line = 0;
  EXPECT_EQ(samplesOf({T}).find("\n 1: 14\n"), std::string::npos);
}

TEST(SampleProfile, HasCallsOfProfiledFunctions) {
  CostTableBuilder T = testBuilder();
  uint32_t Main = T.Functions[0].Symbol;
  uint32_t Unknown = T.addString("puts");
  T.Callees = {{0, Main, OuterFrame, 2, abi::CalleeIsInUnit},
               {0, Main, abi::NoIndex, 1, abi::CalleeIsInUnit},
               {0, Unknown, OuterFrame, 1, 0},
               {0, 0, OuterFrame, 1, 0}};
  EXPECT_EQ(samplesOf({T}), "_Z4mainv:26:14\n"
                            " 1: 14\n"
                            " 2: 6 _Z4mainv:28\n"
                            " 2: _Z4nextv:6\n"
                            "  1.4: 6\n");
  // In an inlined function, and of another unit, whose copy ThinLTO promoted.
  CostTableBuilder Other = testBuilder();
  Other.Functions[0].Symbol = Other.addString("f.llvm.123");
  T.Callees = {{0, T.addString("f.llvm.123"), InlinedFrame, 1, 0}};
  EXPECT_NE(samplesOf({T, Other})
                .find(" 2: _Z4nextv:6\n"
                      "  1.4: 6 f:14\n"),
            std::string::npos);
}

TEST(SampleProfile, CopiesOfAFunctionAddUp) {
  CostTableBuilder Other = testBuilder();
  // A copy that ThinLTO has promoted.
  Other.Functions[0].Symbol = Other.addString("_Z4mainv.llvm.123");
  EXPECT_EQ(samplesOf({testBuilder(), Other}), "_Z4mainv:58:34\n"
                                               " 1: 34\n"
                                               " 2: 12\n"
                                               " 2: _Z4nextv:12\n"
                                               "  1.4: 12\n");
}

TEST(SampleProfile, SaysWhatCannotBeWritten) {
  CostTableBuilder T = testBuilder();
  T.Costs.clear();
  for (abi::BlockRec &B : T.Blocks)
    B.FirstCost = B.NumCosts = 0;
  EXPECT_EQ(samplesOf({T}),
            "no line of it was executed: compile with -gmlt or -g");
  T = testBuilder();
  T.Functions[0].Symbol = T.addString("1st");
  EXPECT_EQ(samplesOf({T}), "no text can hold the function name '1st'");
  // Files for GCC begin so.
  T.Functions[0].Symbol = T.addString("adcg*704");
  EXPECT_EQ(samplesOf({T}),
            "no text can begin with the function name 'adcg*704'");
}

} // namespace udpc
