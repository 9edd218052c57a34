//===- SignalsTest.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/Signals.h"
#include "tools/machine/linux/SignalFrame.h"
#include "gtest/gtest.h"
#include <csignal>

using namespace udpc::machine;

static constexpr uint64_t bit(int Signal) {
  return uint64_t(1) << (Signal - 1);
}
static constexpr uint64_t Handler = 0x4000, Top = 0x9000;
static constexpr uint64_t OnStack = 0x08000000, NoDefer = 0x40000000;

TEST(Signals, DeliversTheLowestThatIsNotBlocked) {
  Signals S;
  for (int Signal : {SIGUSR1, SIGUSR2, SIGTERM})
    S.setAction(Signal, {Handler + unsigned(Signal), 0, 0});
  S.setMask(bit(SIGUSR1));
  for (int Signal : {SIGTERM, SIGUSR2, SIGUSR1})
    S.send(Signal, {SI_USER, 7});
  auto D = S.take(Top);
  ASSERT_TRUE(D);
  EXPECT_EQ(D->Number, SIGUSR2);
  EXPECT_EQ(D->Handler, Handler + SIGUSR2);
  EXPECT_EQ(D->Origin.Sender, 7u);
  EXPECT_EQ(D->StackTop, Top);
  EXPECT_EQ(D->Mask, bit(SIGUSR1)) << "to be restored";
  EXPECT_EQ(S.mask(), bit(SIGUSR1) | bit(SIGUSR2)) << "the handler's";
  EXPECT_EQ(S.take(Top)->Number, SIGTERM);
  EXPECT_FALSE(S.take(Top));
  EXPECT_EQ(S.pending(), bit(SIGUSR1));
}

TEST(Signals, UnhandledOnesAreIgnoredOrEndTheProgram) {
  Signals S;
  S.send(SIGCHLD, {});
  EXPECT_FALSE(S.take(Top)) << "ignored by default";
  S.setAction(SIGUSR1, {/*SIG_IGN*/ 1, 0, 0});
  S.send(SIGUSR1, {});
  EXPECT_FALSE(S.take(Top));
  S.send(SIGUSR2, {});
  auto D = S.take(Top);
  ASSERT_TRUE(D);
  EXPECT_EQ(D->Handler, 0u) << "ends the program";
  S.setMask(~uint64_t(0));
  S.send(SIGKILL, {});
  ASSERT_TRUE(S.take(Top)) << "cannot be blocked";
}

TEST(Signals, FaultsCannotBeBlocked) {
  Signals S;
  S.setAction(SIGSEGV, {Handler, NoDefer, 0});
  EXPECT_EQ(S.force(SIGSEGV, {1, 8}, Top).Handler, Handler);
  EXPECT_EQ(S.force(SIGSEGV, {1, 8}, Top).Handler, Handler) << "not deferred";
  S.setMask(bit(SIGSEGV));
  EXPECT_EQ(S.force(SIGSEGV, {1, 8}, Top).Handler, 0u);
}

TEST(Signals, ThreadsHaveTheirOwnMasksAndSignals) {
  Signals S;
  S.setAction(SIGUSR1, {Handler, 0, 0});
  S.setAction(SIGUSR2, {Handler, 0, 0});
  ThreadSignals A, B;
  S.setThread(A);
  S.setMask(bit(SIGUSR2));
  S.sendTo(B, SIGUSR1, {SI_TKILL, 7});
  EXPECT_FALSE(S.take(Top)) << "the other one's";
  EXPECT_FALSE(S.isPending(A));
  EXPECT_TRUE(S.isPending(B));
  S.send(SIGUSR2, {SI_USER, 8});
  EXPECT_FALSE(S.take(Top)) << "this thread blocks it";
  S.setThread(B);
  EXPECT_EQ(S.take(Top)->Origin.Sender, 7u);
  EXPECT_EQ(S.take(Top)->Origin.Sender, 8u);
  EXPECT_FALSE(S.isPending(B));
  EXPECT_EQ(A.Mask, bit(SIGUSR2));
}

TEST(Signals, AReplacedMaskIsThatOfTheFrame) {
  Signals S;
  S.setAction(SIGUSR1, {Handler, 0, 0});
  S.setMask(bit(SIGUSR1));
  S.send(SIGUSR1, {});
  EXPECT_FALSE(S.take(Top));
  S.replaceMask(0);
  EXPECT_EQ(S.take(Top)->Mask, bit(SIGUSR1));
}

TEST(Signals, TheAlternateStackIsEnteredOnce) {
  Signals S;
  S.setAction(SIGUSR1, {Handler, OnStack | NoDefer, 0});
  S.alternate() = {0x20000, 0, 0, 0x1000};
  S.send(SIGUSR1, {});
  EXPECT_EQ(S.take(Top)->StackTop, 0x21000u);
  S.send(SIGUSR1, {});
  EXPECT_EQ(S.take(0x20800)->StackTop, 0x20800u);
}

TEST(SignalFrame, IsReadAsItWasWritten) {
  auto Memory = llvm::cantFail(GuestMemory::create());
  ASSERT_EQ(Memory->map(0x20000, 0x2000, MayRead | MayWrite), 0);
  ProcessorState State = {};
  State.Pc = 0x1234;
  State.X[30] = 31;
  State.F[31] = 0x3ff8000000000000;
  State.Fcsr = 5;
  SignalDelivery D = {SIGUSR1, Handler};
  D.StackTop = 0x21ff8;
  D.Mask = bit(SIGHUP);
  auto Frame = writeSignalFrame(*Memory, D, State);
  ASSERT_TRUE(Frame);
  EXPECT_EQ(Frame->Info % 16, 0u);
  EXPECT_EQ(Frame->Context, Frame->Info + 128);
  EXPECT_EQ(*Memory->host(Frame->Info), SIGUSR1);
  uint64_t Mask = 0;
  SignalStack Alternate;
  auto Read = readSignalFrame(*Memory, Frame->Info, Mask, Alternate);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Pc, 0x1234u);
  EXPECT_EQ(Read->X[30], 31u);
  EXPECT_EQ(Read->F[31], 0x3ff8000000000000u);
  EXPECT_EQ(Read->Fcsr, 5u);
  EXPECT_EQ(Mask, bit(SIGHUP));
  EXPECT_FALSE(readSignalFrame(*Memory, 0x30000, Mask, Alternate));
  D.StackTop = 0x20100;
  EXPECT_FALSE(writeSignalFrame(*Memory, D, State)) << "no room";
}
