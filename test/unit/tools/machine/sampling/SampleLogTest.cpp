//===- SampleLogTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/sampling/SampleLog.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc::machine;

TEST(SampleLog, TablesNameCountersAndMarkThoseThatAreNotModelled) {
  EventCounts Counts;
  Counts[Event::Instruction] = 1234567;
  Counts[Event::Load] = 5;
  std::string Text;
  raw_string_ostream OS(Text);
  printCounterTable(OS, Counts);
  SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n');
  ASSERT_EQ(Lines.size(), 1 + NumEventCounters + 1);
  EXPECT_EQ(Lines[0], "counter  name                          value");
  EXPECT_EQ(Lines[1], "      0  cycles                    1,234,567  modelled");
  EXPECT_EQ(Lines[2], "      1  insts                     1,234,567  counted");
  EXPECT_EQ(Lines[9],
            "      8  npc_from_f1                       -  not modelled");
  EXPECT_EQ(Lines[32], "     31  exe_is_ld                         5  counted");
}

TEST(SampleLog, LinesHaveNumbersAndValues) {
  EventCounts Counts;
  Counts[Event::Instruction] = 7;
  std::string Text;
  raw_string_ostream OS(Text);
  printCounters(OS, Counts);
  EXPECT_TRUE(
      StringRef(Text).contains("{\"type\": \"event  1\", \"value\": 7}\n"));
  EXPECT_EQ(StringRef(Text).count('\n'), NumEventCounters);
}
