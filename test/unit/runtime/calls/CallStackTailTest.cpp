// Callees of tail calls that take the place of their callers on the stack.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/runtime/calls/CallStackFixture.h"

namespace udpc {
namespace rt {
namespace {

TEST_F(CallStackTest, ReplacesTheCallerByTheKnownCalleeOfATailCall) {
  Nodes[9].Check = ~uint64_t(0);
  std::vector<abi::CallNode *> Cache(abi::CallCacheSize, &Nodes[9]);
  State.Cache = Cache.data();
  abi::CallFunctionRec Function = {}, Other = {};
  Function.Hash = 5;
  Nodes[2].Check = CallStack::checkOfTail(&Site, &Nodes[1], Function);
  Nodes[2].TailParent = &Nodes[1];
  enter(1, 1000);
  run(5);
  tail(1000);
  EXPECT_EQ(inclusive(1), 5u) << "it has ended";
  EXPECT_FALSE(enterUsually(1000, Function)) << "it is not known";
  stack().cached(Nodes[2].Check) = &Nodes[2];
  EXPECT_FALSE(enterUsually(1000, Other));
  EXPECT_FALSE(enterUsually(904, Function));
  EXPECT_TRUE(enterUsually(1000, Function));
  EXPECT_EQ(depth(), 1);
  EXPECT_EQ(State.Top->StackPointer, at(1000)) << "it is left as any other";
  EXPECT_EQ(State.End, Memory.Limit);
  run(10);
  leave(1000);
  EXPECT_EQ(depth(), 0);
  EXPECT_EQ(Nodes[2].Calls, 1u);
  EXPECT_EQ(inclusive(2), 10u);
  EXPECT_EQ(inclusive(1), 5u) << "the dump adds what node 2 has";
}

TEST_F(CallStackTest, DoesNotTakeWhatComesAfterATailCallForItsCallee) {
  std::vector<abi::CallNode *> Cache(abi::CallCacheSize, &Nodes[9]);
  Nodes[9].Check = ~uint64_t(0);
  State.Cache = Cache.data();
  abi::CallFunctionRec Function = {};
  Nodes[2].Check = CallStack::checkOfTail(&Site, &Nodes[1], Function);
  stack().cached(Nodes[2].Check) = &Nodes[2];
  enter(1, 1000);
  tail(1000);
  run(1); // The caller, which the callee has returned to.
  EXPECT_FALSE(enterUsually(1000, Function));
  EXPECT_EQ(depth(), 0);
  EXPECT_EQ(inclusive(1), 0u);
}

TEST_F(CallStackTest, KeepsCallersThatTailCallsMustNotReplace) {
  abi::CallFunctionRec Functions[2] = {};
  auto MayReplace = [&](const abi::CallFunctionRec &Callee) {
    return stack().mayReplaceTail(&Callee);
  };
  Nodes[1].Function = &Functions[1];
  enter(1, 1000);
  tail(1000);
  EXPECT_TRUE(MayReplace(Functions[0]));
  EXPECT_FALSE(MayReplace(Functions[1])) << "recursion";
  Nodes[2].Function = &Functions[0];
  Nodes[1].TailParent = &Nodes[2];
  EXPECT_FALSE(MayReplace(Functions[0])) << "of two functions";
  Nodes[1].TailParent = nullptr;
  bool CallNode::*const Kinds[] = {&CallNode::IsHandler, &CallNode::IsBeyond};
  for (bool CallNode::*Kind : Kinds) {
    Nodes[1].*Kind = true;
    EXPECT_FALSE(MayReplace(Functions[0]));
    Nodes[1].*Kind = false;
  }
  Nodes[1].Callee = abi::NoIndex;
  EXPECT_FALSE(MayReplace(Functions[0])) << "it may have been called";
}

TEST_F(CallStackTest, RemembersThatTheEndOfAReplacedCallNeedsTheRuntime) {
  enter(1, 1000);
  tail(1000);
  enter(2, 1000);
  EXPECT_NE(State.Top->StackPointer, at(1000)) << "the first ends with it";
  tail(1000);
  CallStack S = stack();
  S.replaceTail(&Nodes[3]);
  EXPECT_NE(State.Top->StackPointer, at(1000));
  run(3);
  leave(1000);
  EXPECT_EQ(inclusive(3), 3u);
  EXPECT_EQ(inclusive(1), 3u);
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, TellsTheNextCallByOtherCodeFromTheCalleeOfATailCall) {
  Nodes[1].Callee = abi::NoIndex;
  enter(1, 1000);
  tail(1000);
  EXPECT_EQ(enter(2, 1000, /*MayBeTail=*/false), nullptr);
  EXPECT_EQ(depth(), 1) << "other code called both";
  tail(1000);
  EXPECT_EQ(enter(1, 1000, /*MayBeTail=*/false), &Site)
      << "code with a profile called 2";
}

TEST_F(CallStackTest, KnowsThatOtherCodeCalledWhereTailCallsLedFrom) {
  abi::CallFunctionRec Function = {};
  Nodes[1].Callee = abi::NoIndex;
  enter(1, 1000);
  tail(1000);
  EXPECT_EQ(enter(2, 1000), &Site);
  tail(1000);
  EXPECT_FALSE(stack().mayReplaceTail(&Function));
  EXPECT_EQ(enter(3, 1000), &Site);
  tail(1000);
  EXPECT_EQ(depth(), 3);
  EXPECT_EQ(enter(1, 1000, /*MayBeTail=*/false), nullptr);
  EXPECT_EQ(depth(), 1);
  run(4);
  leave(1000);
  EXPECT_EQ(depth(), 0);
  EXPECT_EQ(inclusive(1), 4u);
  EXPECT_EQ(inclusive(2), 0u);
}

TEST_F(CallStackTest, LeadsNowhereByATailCallOfCodeThatHasCalled) {
  Nodes[1].Callee = abi::NoIndex;
  enter(1, 1000);
  tail(1000);
  for (int I = 0; I != 2; ++I) {
    enter(2, 904);
    EXPECT_EQ(depth(), 2) << "what 1 has called calls 2";
    run(3);
    leave(904);
  }
  EXPECT_EQ(enter(3, 1000), nullptr);
  EXPECT_EQ(depth(), 1);
  EXPECT_EQ(inclusive(1), 6u);
}

TEST_F(CallStackTest, LeadsToOneFunctionByATailCall) {
  Nodes[1].Callee = abi::NoIndex;
  enter(1, 1000);
  tail(1000);
  enter(2, 1000);
  tail(1000);
  CallStack S = stack();
  auto IsOfFirst = [](const abi::CallEntry &E) {
    return E.TailStackPointer % 8 != 1;
  };
  EXPECT_EQ(S.beforeEntry(at(1000), IsOfFirst), nullptr)
      << "2 is over, so 1 is";
  EXPECT_EQ(depth(), 0);
}

TEST_F(CallStackTest, EndsTailCallsWhoseReturnAddressIsGone) {
  for (bool IsGone : {false, true}) {
    enter(1, 1000);
    tail(1000);
    Words[1000 / 8] += IsGone;
    enter(2, 904);
    EXPECT_EQ(depth(), IsGone ? 1 : 2);
    leave(904);
    land(1008);
  }
}

TEST_F(CallStackTest, EndsTailCallsWhoseStackIsGone) {
  for (auto *IsReadable : {isReadable, isUnreadable}) {
    Memory.IsReadable = IsReadable;
    enter(1, 10000);
    tail(10000);
    enter(2, 904);
    EXPECT_EQ(depth(), IsReadable == isReadable ? 2 : 1);
    leave(904);
    land(10008);
  }
}

} // namespace
} // namespace rt
} // namespace udpc
