// The runtime evaluates a seccomp filter as the kernel does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/SeccompFilter.h"
#include "gtest/gtest.h"
#include <cstddef>
#include <vector>

using namespace udpc::rt;

static uint32_t run(const std::vector<sock_filter> &Code, int Number,
                    uint64_t First = 0) {
  seccomp_data Call = {};
  Call.nr = Number;
  Call.args[0] = First;
  return evaluateFilter(Code.data(), Code.size(), Call);
}

static const sock_filter LoadNumber =
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
static const sock_filter Kill =
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
static const sock_filter Allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);

TEST(SeccompFilter, NumbersAreCompared) {
  std::vector<sock_filter> Code = {
      LoadNumber, BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 257, 1, 0), Allow, Kill};
  EXPECT_EQ(run(Code, 257), SECCOMP_RET_KILL_PROCESS);
  EXPECT_EQ(run(Code, 1), SECCOMP_RET_ALLOW);
}

TEST(SeccompFilter, ArgumentsAreCompared) {
  // The low half of the first argument, by a word of memory and X.
  std::vector<sock_filter> Code = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_STMT(BPF_ST, 3),
      BPF_STMT(BPF_LDX | BPF_MEM, 3),
      BPF_STMT(BPF_LD | BPF_IMM, 2),
      BPF_STMT(BPF_ALU | BPF_ADD | BPF_X, 0),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 10, 0, 1),
      Kill,
      Allow};
  EXPECT_EQ(run(Code, 0, 8), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run(Code, 0, 9), SECCOMP_RET_KILL_PROCESS);
}

TEST(SeccompFilter, DoesArithmetic) {
  struct {
    uint16_t Op;
    uint32_t A, K, Expected;
  } Cases[] = {{BPF_ADD, 7, 3, 10}, {BPF_SUB, 7, 3, 4},  {BPF_MUL, 7, 3, 21},
               {BPF_DIV, 7, 3, 2},  {BPF_AND, 6, 3, 2},  {BPF_OR, 6, 3, 7},
               {BPF_XOR, 6, 3, 5},  {BPF_LSH, 6, 3, 48}, {BPF_RSH, 48, 3, 6},
               {BPF_NEG, 1, 0, ~0u}};
  for (auto &C : Cases) {
    std::vector<sock_filter> Code = {
        BPF_STMT(BPF_LD | BPF_IMM, C.A),
        BPF_STMT(uint16_t(BPF_ALU | C.Op | BPF_K), C.K),
        BPF_STMT(BPF_RET | BPF_A, 0)};
    EXPECT_EQ(run(Code, 0), C.Expected) << C.Op;
  }
}

TEST(SeccompFilter, JumpsGoForward) {
  std::vector<sock_filter> Code = {
      LoadNumber, BPF_STMT(BPF_JMP | BPF_JA, 1),
      Kill,       BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4, 0, 1),
      Allow,      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 3, 1, 0),
      Allow,      Kill};
  EXPECT_EQ(run(Code, 4), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run(Code, 2), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run(Code, 3), SECCOMP_RET_KILL_PROCESS);
}

TEST(SeccompFilter, AllowsAllWhereTheKernelRefusesIt) {
  EXPECT_EQ(run({}, 0), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run({BPF_STMT(BPF_JMP | BPF_JA, ~0u), Kill}, 0), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run({BPF_STMT(BPF_ST, 16), Kill}, 0), SECCOMP_RET_ALLOW);
  EXPECT_EQ(run({BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 64), Kill}, 0),
            SECCOMP_RET_ALLOW);
}

TEST(SeccompFilter, KnowsFatalResults) {
  for (uint32_t Result :
       {SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_KILL_THREAD, SECCOMP_RET_TRAP,
        SECCOMP_RET_TRAP | 5, 0x12345u << 16})
    EXPECT_TRUE(isFatal(Result)) << Result;
  for (uint32_t Result :
       {SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_ERRNO | 1,
        SECCOMP_RET_LOG, SECCOMP_RET_TRACE, SECCOMP_RET_USER_NOTIF})
    EXPECT_FALSE(isFatal(Result)) << Result;
}
