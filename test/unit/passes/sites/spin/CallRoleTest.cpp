//===- CallRoleTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/CallRole.h"
#include "gtest/gtest.h"

using namespace udpc;

TEST(CallRole, IsWaitingByTheName) {
  for (const char *Name :
       {"pg_usleep", "cpu_relax", "SpinLockDelay", "_ZN4base10cpuRelaxEv",
        "AbslInternalSpinLockDelay", "my_yield", "backoff", "cpu_pause",
        "_ZN2ns7Backoff5pauseEv"})
    EXPECT_TRUE(isNamedWaiting(Name)) << Name;
  for (const char *Name : {"sleeper_init", "yielding", "paused", "delayed_work",
                           "main", "", "_", "process", "SLEEPY"})
    EXPECT_FALSE(isNamedWaiting(Name)) << Name;
}

TEST(CallRole, IsTryingByTheName) {
  for (const char *Name :
       {"TryLock", "try_lock", "mutex_trylock", "_ZN5Mutex8try_lockEv",
        "tryAcquire", "spin_try_acquire", "TryEnter"})
    EXPECT_TRUE(isNamedTrying(Name)) << Name;
  for (const char *Name : {"lock", "retry", "try", "try_parse", "entry_lock"})
    EXPECT_FALSE(isNamedTrying(Name)) << Name;
}

TEST(CallRole, IsAHintForAssemblyThatPassesTime) {
  for (const char *Text :
       {"pause", "rep; nop", "rep nop", "", "nop\n\tnop", "yield", "wfe",
        ".insn i 0x0F, 0, x0, x0, 0x010", "mfence", "# nothing"})
    EXPECT_EQ(roleOfAssembly(Text, false, false) == CallRole::Hint ||
                  roleOfAssembly(Text, false, false) == CallRole::Nothing,
              true)
        << Text;
  EXPECT_EQ(roleOfAssembly("pause", false, false), CallRole::Hint);
  EXPECT_EQ(roleOfAssembly("", false, false), CallRole::Nothing);
}

TEST(CallRole, IsThatOfTheAccessForAssemblyThatWorksOnMemory) {
  EXPECT_EQ(roleOfAssembly("movl $1,$0", true, false), CallRole::Poll);
  EXPECT_EQ(roleOfAssembly("movl $1,$0", false, true), CallRole::Unknown);
  EXPECT_EQ(roleOfAssembly("\tlock\t\t\t\n\txchgb\t$0,$1\t\n", true, true),
            CallRole::Swap);
  EXPECT_EQ(roleOfAssembly("lock cmpxchgl $2, $1; sete $0", true, true),
            CallRole::Swap);
  EXPECT_EQ(roleOfAssembly("cmpb $$0,$1\n jne 1f\n lock\n xchgb $0,$1\n1:\n",
                           true, true),
            CallRole::Swap);
  EXPECT_EQ(roleOfAssembly("lock btsl $1,$0", true, true), CallRole::Swap);
  EXPECT_EQ(roleOfAssembly("lock incl $0", true, true), CallRole::Up);
  EXPECT_EQ(roleOfAssembly("lock; decl $0", true, true), CallRole::Down);
}

TEST(CallRole, IsUnknownForAssemblyThatMayDoAnything) {
  for (const char *Text :
       {"syscall", "call f", "lock xaddl $0, $1", "rep stosb", "int $$3",
        "pause; call f", "incl $0; decl $0", "ldadd w0, w1, [x2]"})
    EXPECT_EQ(roleOfAssembly(Text, true, true), CallRole::Unknown) << Text;
}

TEST(CallRole, IsKnownForAddressesInRegisters) {
  EXPECT_EQ(roleOfAssembly("ldaxr ${0:w}, [$2]\n\tcbnz ${0:w}, 1f\n\t"
                           "stxr ${1:w}, ${3:w}, [$2]\n1:",
                           true, true),
            CallRole::Swap);
  EXPECT_EQ(roleOfAssembly("ldar ${0:w}, [$1]", true, false), CallRole::Poll);
  EXPECT_EQ(roleOfAssembly("movl ($1), $0", true, false), CallRole::Poll);
  EXPECT_EQ(roleOfAssembly("cmpl $$0, ($1)\n setne $0", true, false),
            CallRole::Poll);
  EXPECT_EQ(roleOfAssembly("lw $0, 0($1)", true, false), CallRole::Poll);
  EXPECT_EQ(roleOfAssembly("amoor.w.aq $0, $2, ($1)", true, true),
            CallRole::Swap);
  for (const char *Text :
       {"movl $$0, ($0)", "subl $$1, ($0)", "sw zero, 0($0)", "str w0, [$0]"})
    EXPECT_EQ(roleOfAssembly(Text, true, false), CallRole::Unknown) << Text;
}

TEST(CallRole, IsKnownForAtomicWaits) {
  for (const char *Name :
       {"_ZNKSt13__atomic_baseIiE4waitEiSt12memory_order",
        "_ZNKSt6atomicIP1SE4waitES1_St12memory_order",
        "_ZNKSt3__113__atomic_baseIiLb1EE4waitB8ne200100EiNS_12memory_orderE"})
    EXPECT_TRUE(isAtomicWait(Name)) << Name;
  for (const char *Name : {"_ZNSt18condition_variable4waitERSt11unique_lock",
                           "wait", "_ZNK3Foo4waitEv"})
    EXPECT_FALSE(isAtomicWait(Name)) << Name;
}
