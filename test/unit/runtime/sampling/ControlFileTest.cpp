// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/sampling/ControlFile.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

/// What is wrong with \p Text: "line: message", or "".
static std::string errorOf(const std::string &Text, SampleControl &Out) {
  char Message[256];
  TextBuffer Error(Message, sizeof(Message));
  unsigned Line;
  return parseSampleControl(Text.c_str(), Out, Line, Error)
             ? ""
             : std::to_string(Line) + ": " + Message;
}

TEST(ControlFile, ReadsAllFields) {
  SampleControl C;
  EXPECT_EQ(errorOf("# a comment\n\n eventsel : 3\nmaxevents:1000\n"
                    "warmupinst:\t18446744073709551615\r\nmaxperiods: 4\n"
                    "logname: my log.json ",
                    C),
            "");
  EXPECT_STREQ(C.Event, "3");
  EXPECT_EQ(C.MaxEvents, 1000u);
  EXPECT_EQ(C.Warmup, UINT64_MAX);
  EXPECT_EQ(C.Periods, 4u);
  EXPECT_STREQ(C.Log, "my log.json");
}

TEST(ControlFile, HasDefaults) {
  SampleControl C;
  EXPECT_EQ(errorOf("maxevent: 7", C), "");
  EXPECT_STREQ(C.Event, "0");
  EXPECT_EQ(C.Warmup, 0u);
  EXPECT_EQ(C.Periods, 0u);
  EXPECT_STREQ(C.Log, "");
}

TEST(ControlFile, NamesTheLineOfAnError) {
  struct {
    std::string Text, Error;
  } Cases[] = {
      {"", "0: maxevent: is missing, or 0"},
      {"maxevent: 0\n", "0: maxevent: is missing, or 0"},
      {"maxevent: 1\nmaxevent", "2: expected eventsel:"},
      {"maxevent: 1\nevery: 3", "2: expected eventsel:"},
      {"maxevent: -1", "1: maxevent: expected a number below 2^64"},
      {"maxevent: 0x10", "1: maxevent: expected a number below 2^64"},
      {"maxevent:", "1: maxevent: expected a number below 2^64"},
      {"maxevent: 18446744073709551616", "1: maxevent: expected a number"},
      {"logname:  \n", "1: logname: expected a shorter, nonempty text"},
      {"eventsel: " + std::string(300, 'x'), "1: eventsel: expected a shorter"},
      {"logname: " + std::string(9000, 'x'), "1: logname: expected a shorter"},
      {std::string(9000, 'x') + ":", "1: expected eventsel:"},
  };
  for (const auto &Case : Cases) {
    SampleControl C;
    std::string Error = errorOf(Case.Text, C);
    EXPECT_EQ(Error.substr(0, Case.Error.size()), Case.Error) << Case.Text;
    EXPECT_FALSE(Error.empty());
  }
}
