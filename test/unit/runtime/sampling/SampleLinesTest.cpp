// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/sampling/SampleDelivery.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace udpc::rt;

static const char *name(int Event) {
  static const std::string Long(300, '"');
  return Event == 0 ? "a\"b\\c\n" : Event == 1 ? nullptr : Long.c_str();
}

TEST(SampleLines, HaveEachRegister) {
  std::vector<int64_t> Counters(11, 5);
  udpc_sample S = {};
  S.number = 3;
  S.cycles = 70;
  S.instructions = UINT64_MAX;
  S.counters = Counters.data();
  S.num_counters = 11;
  char Text[4096];
  TextBuffer Out(Text, sizeof(Text));
  appendSample(S, nullptr, Out);
  std::string Lines = Text;
  EXPECT_EQ(Lines.substr(0, Lines.find('\n')),
            "{\"type\": \"max_inst\", \"times\": 3, \"cycles\": 70, \"inst\": "
            "18446744073709551615}");
  EXPECT_NE(Lines.find("{\"type\": \"event  9\", \"value\": 5}\n"
                       "{\"type\": \"event 10\", \"value\": 5}\n"),
            std::string::npos);
}

TEST(SampleLines, HaveNamesAndSigns) {
  int64_t Counters[] = {INT64_MIN, -1, 0};
  udpc_sample S = {};
  S.counters = Counters;
  S.num_counters = 3;
  char Text[4096];
  TextBuffer Out(Text, sizeof(Text));
  appendSample(S, name, Out);
  std::string Lines = Text;
  EXPECT_NE(Lines.find("{\"type\": \"event  0\", \"value\": "
                       "-9223372036854775808, \"name\": \"a\\\"b\\\\c?\"}\n"
                       "{\"type\": \"event  1\", \"value\": -1}\n"),
            std::string::npos)
      << Lines;
  // The largest size of a counter's text.
  EXPECT_LE(Lines.size() - Lines.rfind("{\"type"), SampleLineSize);
  EXPECT_EQ(std::count(Lines.begin(), Lines.end(), '\n'), 4);
}
