// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/runtime/calls/CallStackFixture.h"
#include <random>

namespace udpc {
namespace rt {
namespace {

TEST_F(CallStackTest, EntersKnownCallsByTheCache) {
  std::vector<abi::CallNode *> Cache(abi::CallCacheSize, &Nodes[9]);
  Nodes[9].Check = ~uint64_t(0);
  State.Cache = Cache.data();
  abi::CallFunctionRec Function = {}, Other = {};
  Function.Hash = 5;
  Nodes[1].Key = 77;
  // The return address of the second call.
  Words[100] = 4321;
  Nodes[2].Check = 4321 + 77 + 5;
  enter(1, 816);
  EXPECT_FALSE(enterUsually(800, Function)) << "it is not cached";
  stack().cached(Nodes[2].Check) = &Nodes[2];
  EXPECT_FALSE(enterUsually(800, Other));
  Words[102] = 4321;
  EXPECT_FALSE(enterUsually(816, Function)) << "the first has ended";
  run(1);
  EXPECT_TRUE(enterUsually(800, Function));
  run(10);
  leave(800);
  EXPECT_EQ(Nodes[2].Calls, 1u);
  EXPECT_EQ(inclusive(2), 10u);
  tail(816);
  EXPECT_FALSE(enterUsually(800, Function)) << "after a tail call";
  Words[102] = 1234;
  EXPECT_FALSE(enterUsually(816, Function)) << "it is not cached";
  EXPECT_EQ(depth(), 0) << "a call with another return address has ended it";
}

TEST_F(CallStackTest, CachesTwoNodesWithOnePlace) {
  std::vector<abi::CallNode *> Cache(abi::CallCacheSize, &Nodes[9]);
  Nodes[9].Check = ~uint64_t(0);
  State.Cache = Cache.data();
  constexpr uint64_t Size = abi::CallCacheSize * sizeof(abi::CallNode *);
  for (int I = 1; I != 4; ++I)
    Nodes[I].Check = 808 + I * Size;
  Nodes[4].Check = 800; // Its place is beside theirs.
  CallStack S = stack();
  S.addToCache(Nodes[1]);
  S.addToCache(Nodes[2]);
  S.addToCache(Nodes[2]);
  EXPECT_EQ(S.findCached(Nodes[1].Check), &Nodes[1]);
  EXPECT_EQ(S.findCached(Nodes[2].Check), &Nodes[2]);
  EXPECT_EQ(S.cached(Nodes[2].Check), &Nodes[2]) << "the last one comes first";
  S.addToCache(Nodes[3]);
  EXPECT_EQ(S.findCached(Nodes[1].Check), nullptr) << "there is room for two";
  EXPECT_EQ(S.findCached(Nodes[2].Check), &Nodes[2]);
  S.addToCache(Nodes[4]);
  EXPECT_EQ(S.findCached(Nodes[4].Check), &Nodes[4]);
  EXPECT_EQ(S.findCached(Nodes[3].Check), &Nodes[3]);
  EXPECT_EQ(S.findCached(Nodes[2].Check), nullptr);
}

TEST_F(CallStackTest, LeavesWhatLibrariesCallToTheRuntime) {
  abi::Unit Unit = {};
  Nodes[1].LibraryUnit = &Unit;
  enter(1, 1000);
  EXPECT_EQ(State.End, State.Top) << "its costs are not in the total";
  enter(2, 896);
  EXPECT_EQ(State.End, Memory.Limit);
  EXPECT_NE(State.Top->StackPointer, at(896)) << "End has to be set at its end";
  enter(3, 800);
  EXPECT_EQ(State.Top->StackPointer, at(800));
  leave(800);
  leave(896);
  EXPECT_EQ(State.End, State.Top);
  leave(1000);
  EXPECT_EQ(State.End, Memory.Limit);
}

TEST_F(CallStackTest, AddsUpWhatHasNoContext) {
  OtherCalls OfOne = {};
  Nodes[1].Others = &OfOne;
  // A recursive call has the same context.
  Nodes[2].Recursive = &Nodes[1];
  Nodes[3].IsBeyond = Nodes[4].IsBeyond = true;
  enter(1, 1000);
  run(5);
  for (int Caller : {1, 2}) {
    if (Caller == 2)
      enter(2, 900);
    enter(3, 800);
    run(10);
    enter(4, 700);
    run(100);
    leave(700);
    leave(800);
  }
  leave(900);
  leave(1000);
  EXPECT_EQ(OfOne.Calls, 2u);
  EXPECT_EQ(OfOne.Ir, 220u) << "what they call in turn is part of them";
  EXPECT_EQ(inclusive(3), 220u);
  EXPECT_EQ(inclusive(4), 200u);
}

TEST_F(CallStackTest, AddsWhatCallsCost) {
  enter(1, 1000);
  run(5);
  enter(2, 904);
  run(7);
  leave(904);
  run(1);
  leave(1000);
  EXPECT_EQ(inclusive(1), 13u);
  EXPECT_EQ(inclusive(2), 7u);
  EXPECT_EQ(Nodes[2].Calls, 1u);
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, EndsATailCallWithItsCallee) {
  enter(1, 1000);
  run(5);
  tail(1000);
  EXPECT_EQ(State.Top->StackPointer, abi::EndedByTail);
  EXPECT_EQ(enter(2, 1000), &Site);
  run(3);
  leave(1000);
  EXPECT_EQ(inclusive(1), 8u);
  EXPECT_EQ(inclusive(2), 3u);
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, EndsATailCallOfAnotherCodeAtOnce) {
  enter(1, 1000);
  enter(2, 904);
  run(5);
  tail(904);
  run(4); // The caller again.
  EXPECT_EQ(enter(3, 904), nullptr);
  run(2);
  leave(904);
  leave(1000);
  EXPECT_EQ(inclusive(2), 5u);
  EXPECT_EQ(inclusive(3), 2u);
  EXPECT_EQ(inclusive(1), 11u);
}

TEST_F(CallStackTest, AddsCallbacksOfATailCallToIt) {
  enter(1, 1000);
  enter(2, 904);
  tail(904);
  for (int I = 0; I != 3; ++I) {
    EXPECT_EQ(enter(3, 800), nullptr);
    run(2);
    leave(800);
  }
  run(10);
  leave(1000);
  EXPECT_EQ(inclusive(2), 6u);
  EXPECT_EQ(inclusive(3), 6u);
  EXPECT_EQ(inclusive(1), 16u);
}

TEST_F(CallStackTest, DoesNotTakeAnotherFunctionForTheCallee) {
  // Code without a profile called 1 and calls 2.
  Nodes[1].Callee = abi::NoIndex;
  enter(1, 1000);
  run(3);
  tail(1000);
  EXPECT_EQ(enter(2, 1000, /*MayBeTail=*/false), nullptr);
  run(4);
  leave(1000);
  EXPECT_EQ(inclusive(1), 3u);
  EXPECT_EQ(inclusive(2), 4u);
}

TEST_F(CallStackTest, EndsWhatLongjmpHasLeft) {
  enter(1, 1000);
  enter(2, 904);
  enter(3, 800);
  run(6);
  land(952);
  run(1);
  leave(1000);
  EXPECT_EQ(inclusive(3), 6u);
  EXPECT_EQ(inclusive(2), 6u);
  EXPECT_EQ(inclusive(1), 7u);
}

TEST_F(CallStackTest, AddsWhatIsPendingInFunctionsThatAreLeft) {
  enter(1, 1000);
  run(50); // Of 60.
  Nodes[2].Pending = 10;
  enter(2, 904);
  run(3); // Of 8.
  Nodes[3].Pending = 5;
  enter(3, 800);
  run(6);
  land(952);
  run(10);
  leave(1000);
  EXPECT_EQ(inclusive(3), 6u);
  EXPECT_EQ(inclusive(2), 14u);
  EXPECT_EQ(inclusive(1), 74u);
}

TEST_F(CallStackTest, EndsATailCallThoughItsCallerHasAddedNothingSince) {
  enter(1, 1000);
  enter(2, 904);
  run(5);
  tail(904);
  // The caller again, at another call.
  Words[904 / 8] = 77;
  EXPECT_EQ(enter(3, 904), nullptr);
  run(2);
  leave(904);
  leave(1000);
  EXPECT_EQ(inclusive(2), 5u);
  EXPECT_EQ(inclusive(3), 2u);
}

TEST_F(CallStackTest, LeavesOutHandlersOfSignals) {
  enter(1, 1000);
  run(5);
  Nodes[2].IsHandler = true;
  enter(2, 704);
  run(100);
  leave(704);
  run(1);
  leave(1000);
  EXPECT_EQ(inclusive(1), 6u);
  EXPECT_EQ(inclusive(2), 100u);
}

TEST_F(CallStackTest, IgnoresFunctionsThatItDoesNotKnow) {
  leave(504);
  tail(504);
  land(504);
  EXPECT_EQ(depth(), 0);
  enter(1, 1000);
  leave(904);
  EXPECT_EQ(depth(), 1);
  leave(1000);
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, StopsWhereThereIsNoRoom) {
  Memory.Limit = &Entries[3];
  for (int I = 0; I != 10; ++I)
    enter(I, 1000 - 16 * I);
  EXPECT_EQ(depth(), 3);
  for (int I = 10; I-- != 0;)
    leave(1000 - 16 * I);
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, SurvivesAnyStackPointers) {
  std::mt19937 Random(18);
  for (int I = 0; I != 200000; ++I) {
    uint64_t Sp = 8 * (1 + Random() % 40);
    run(Random() % 3);
    switch (Random() % 8) {
    case 0:
    case 1:
    case 2:
      enter(Random() % 5, Sp, Random() % 2);
      break;
    case 3:
    case 4:
    case 5:
      leave(Sp);
      break;
    case 6:
      tail(Sp);
      break;
    case 7:
      land(Sp);
      break;
    }
    ASSERT_GE(depth(), 0);
    ASSERT_LE(depth(), 99);
    ASSERT_EQ(Entries[0].StackPointer, ~uint64_t(0));
  }
  stack().clear();
  EXPECT_EQ(depth(), 0);
}

} // namespace
} // namespace rt
} // namespace udpc
