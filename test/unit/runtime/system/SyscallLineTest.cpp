// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/system/SyscallLine.h"
#include "gtest/gtest.h"

using namespace udpc::rt;

TEST(SyscallLine, ReadsASystemCall) {
  SleepingPlace P;
  ASSERT_TRUE(parseSyscallLine("230 0x0 0x0 0x7ffcd6506760 0x7ffcd65067a0 0x0 "
                               "0x0 0x7ffcd6506748 0x7fad80953503\n",
                               P));
  EXPECT_EQ(P.Syscall, 230);
  EXPECT_EQ(P.Arguments[2], 0x7ffcd6506760u);
  EXPECT_EQ(P.Arguments[5], 0u);
  EXPECT_EQ(P.StackPointer, 0x7ffcd6506748u);
  EXPECT_EQ(P.ProgramCounter, 0x7fad80953503u);
}

TEST(SyscallLine, ReadsAPageFault) {
  SleepingPlace P;
  ASSERT_TRUE(parseSyscallLine("-1 0x7ffcABCDEF00 0x401000", P));
  EXPECT_EQ(P.Syscall, -1);
  EXPECT_EQ(P.StackPointer, 0x7ffcabcdef00u);
  EXPECT_EQ(P.ProgramCounter, 0x401000u);
}

TEST(SyscallLine, RefusesOthers) {
  SleepingPlace P;
  for (const char *Line :
       {"", "running\n", "0", "-1", "-1 0x1", "-1 0x 0x2", "-2 0x1 0x2",
        "1 0x1 0x2", "1 0x1 0x2 0x3 0x4 0x5 0x6 0x7", "-1 0x1 0x2 0x3",
        "1 1 2 3 4 5 6 7 8", "-1 0x1 0xg"})
    EXPECT_FALSE(parseSyscallLine(Line, P)) << Line;
}

TEST(ContextSwitches, AddsBoth) {
  uint64_t N;
  ASSERT_TRUE(parseContextSwitches("Name:\tx\nvoluntary_ctxt_switches:"
                                   "\t12\nnonvoluntary_ctxt_switches:\t30\n",
                                   N));
  EXPECT_EQ(N, 42u);
}

TEST(ContextSwitches, NeedsBothAtTheBeginOfLines) {
  uint64_t N;
  for (const char *Status :
       {"", "voluntary_ctxt_switches:\t1\n", "nonvoluntary_ctxt_switches:\t1\n",
        "voluntary_ctxt_switches:\t\nnonvoluntary_ctxt_switches:\t1\n",
        "Name:\tvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t1\n"})
    EXPECT_FALSE(parseContextSwitches(Status, N)) << Status;
}
