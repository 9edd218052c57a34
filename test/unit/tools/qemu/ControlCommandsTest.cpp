// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/ControlCommands.h"
#include "gtest/gtest.h"
#include <memory>

using namespace udpc::qemu;

namespace {
struct ControlCommandsTest : ::testing::Test {
  std::unique_ptr<Counters> C{new Counters()};
  ReportStyle Style = {"x86_64", CounterWidth(8), true};

  ControlCommandsTest() {
    C->Seen[3] = C->Seen[7] = true;
    C->noteCore(1);
    for (int I = 0; I != 300; ++I)
      C->add(0, 3, 1);
    C->add(1, 3, 1);
  }
  std::string say(const std::string &Line) {
    return controlUnit(Line, *C, Style);
  }
};
} // namespace

TEST_F(ControlCommandsTest, ReadsInOneLine) {
  EXPECT_EQ(say("read 3"),
            "{\"version\":1,\"target\":\"x86_64\",\"width\":8,\"counters\":["
            "{\"counter\":3,\"count\":301,\"value\":45,\"overflows\":1,"
            "\"threads\":[{\"thread\":0,\"count\":300,\"value\":44,"
            "\"overflows\":1},{\"thread\":1,\"count\":1,\"value\":1,"
            "\"overflows\":0}]}]}");
  EXPECT_NE(say(" read\r").find("\"counter\":7,"), std::string::npos);
}

TEST_F(ControlCommandsTest, Writes) {
  EXPECT_EQ(say("write 3=100+7=-1"), "ok");
  EXPECT_EQ(C->registerOf(0, 3), 100);
  EXPECT_EQ(C->registerOf(1, 7), -1);
  EXPECT_EQ(say("write thread=1 3=9223372036854775807"), "ok");
  EXPECT_EQ(C->registerOf(0, 3), 100);
  EXPECT_EQ(C->registerOf(1, 3), INT64_MAX);
  // What was counted stays as it is, and a written register is listed.
  EXPECT_EQ(C->Cores[0].Totals[3], 300);
  EXPECT_NE(say("read 7").find("{\"thread\":0,\"count\":0,\"written\":-1,"
                               "\"value\":255,\"overflows\":-1}"),
            std::string::npos);
}

TEST_F(ControlCommandsTest, ResetsToTheStartAndTheirPeriods) {
  C->Start[3] = 5;
  C->elapse(0, 3, 1, 3);
  C->elapse(0, 3, 1, 3);
  EXPECT_EQ(say("reset 3 thread=0"), "ok");
  EXPECT_EQ(C->registerOf(0, 3), 5);
  EXPECT_EQ(C->registerOf(1, 3), 6);
  EXPECT_FALSE(C->elapse(0, 3, 1, 3));
  EXPECT_FALSE(C->elapse(0, 3, 1, 3));
  EXPECT_TRUE(C->elapse(0, 3, 1, 3));
  EXPECT_EQ(say("reset"), "ok");
  EXPECT_EQ(C->registerOf(1, 3), 5);
}

TEST_F(ControlCommandsTest, SetsMasks) {
  EXPECT_EQ(say("mask 3/dec+7"), "ok");
  EXPECT_TRUE(C->isMasked(0, 3, 1));
  EXPECT_FALSE(C->isMasked(0, 3, 0));
  // Threads that begin later, too.
  EXPECT_TRUE(C->isMasked(500, 7, 2));
  EXPECT_TRUE(C->isMasked(MaxCores + 5, 7, 0));
  EXPECT_EQ(say("unmask 7/inc thread=1"), "ok");
  EXPECT_FALSE(C->isMasked(1, 7, 0));
  EXPECT_TRUE(C->isMasked(1, 7, 1));
  EXPECT_TRUE(C->isMasked(0, 7, 0));
}

TEST_F(ControlCommandsTest, WrongOnesChangeNothing) {
  EXPECT_EQ(say(""), "error: unknown command ''; known are read, write, reset, "
                     "mask and unmask");
  EXPECT_EQ(say("write 3=1+4"),
            "error: expected counters such as 3=250+7=-1, not '3=1+4'");
  EXPECT_EQ(say("write"),
            "error: expected counters such as 3=250+7=-1, not ''");
  EXPECT_EQ(say("reset 3/inc"),
            "error: expected counters such as 3+7-9, not '3/inc'");
  EXPECT_EQ(say("mask 256"),
            "error: expected counters such as 3+7-9/dec, not '256'");
  EXPECT_EQ(say("reset 3 thread=2"), "error: no thread '2'; they are 0 to 1");
  EXPECT_EQ(say("reset 3 thread=others"),
            "error: no thread 'others'; they are 0 to 1");
  EXPECT_EQ(say("reset 3 7"),
            "error: one list of counters and one thread=, not also '7'");
  EXPECT_EQ(say("read thread=1"),
            "error: read takes no thread=; its answer lists the threads");
  EXPECT_EQ(say(std::string("\0\x1b[2J", 5) + std::string(100, 'x')),
            "error: unknown command '??[2J" + std::string(35, 'x') +
                "...'; known are read, write, reset, mask and unmask");
  EXPECT_EQ(C->registerOf(0, 3), 300);
}
