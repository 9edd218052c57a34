//===- SampleSettingsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/sampling/SampleSettings.h"
#include "tools/machine/sampling/SampleLog.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc::machine;

static std::string errorOf(StringRef Text) {
  SampleSettings S;
  return toString(parseControlFile(Text, "ctrl.txt", S));
}

TEST(SampleSettings, ReadsBothSpellings) {
  for (StringRef Plural : {"", "s"}) {
    SampleSettings S;
    std::string Text = ("# a comment\n\neventsel: 2\r\nmaxevent" + Plural +
                        ":1000\n warmupinst : 50\nmaxperiod" + Plural +
                        ": 7\nlogname: a b.log\n")
                           .str();
    ASSERT_EQ(toString(parseControlFile(Text, "ctrl.txt", S)), "");
    EXPECT_EQ(S.Selection, 2u);
    EXPECT_EQ(S.Every, 1000u);
    EXPECT_EQ(S.Warmup, 50u);
    EXPECT_EQ(S.Periods, 7u);
    EXPECT_EQ(S.Log, "a b.log");
  }
}

TEST(SampleSettings, NamesTheLineOfAnError) {
  EXPECT_EQ(errorOf("eventsel: 0\nmaxevent 5\n"),
            "ctrl.txt:2: expected 'key: value'");
  EXPECT_EQ(errorOf("maxevent: -5"), "ctrl.txt:1: '-5' is not a number");
  EXPECT_EQ(errorOf("speed: 5"),
            "ctrl.txt:1: unknown key 'speed': use eventsel, maxevent, "
            "warmupinst, maxperiod or logname");
  EXPECT_EQ(errorOf("eventsel: 4").substr(0, 44),
            "ctrl.txt:1: '4' is no event to sample: use 0");
  EXPECT_EQ(errorOf("logname:"), "ctrl.txt:1: logname needs a file");
}

TEST(SampleLog, HasALineForEachCounter) {
  EventCounts C;
  C[Event::Instruction] = 11;
  std::string Text;
  raw_string_ostream OS(Text);
  printSample(OS, 3, 200, 100, C);
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 65);
  EXPECT_TRUE(StringRef(Text).starts_with(
      "{\"type\": \"max_inst\", \"times\": 3, \"cycles\": 200, \"inst\": "
      "100}\n{\"type\": \"event  0\", \"value\": 11}\n"))
      << Text;
}
