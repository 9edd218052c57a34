//===- CallStackFixture.h - A thread that enters and leaves -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_RUNTIME_CALLS_CALLSTACKFIXTURE_H
#define UDPC_TEST_UNIT_RUNTIME_CALLS_CALLSTACKFIXTURE_H

#include "runtime/calls/CallStack.h"
#include "gtest/gtest.h"
#include <map>
#include <vector>

namespace udpc {
namespace rt {

/// A thread whose functions are numbered; each has one node.
class CallStackTest : public testing::Test {
protected:
  CallStackTest() {
    Entries[0].StackPointer = ~uint64_t(0);
    Entries[0].Node = &Root;
    Root.Callee = abi::NoIndex;
    State.Top = Entries.data();
    Memory = {Entries.data(), &Entries.back(), nullptr, isReadable};
    stack().setEnd();
  }
  CallStack stack() { return CallStack(State, Memory); }
  /// The stack pointer \p Sp: return addresses are read there.
  uint64_t at(uint64_t Sp) {
    return reinterpret_cast<uint64_t>(&Words[Sp / sizeof(uint64_t)]);
  }

  /// Returns the site of the tail call.
  const abi::CallSiteRec *enter(int F, uint64_t Sp, bool MayBeTail = true) {
    CallStack S = stack();
    auto *Site = S.beforeEntry(
        at(Sp), [&](const abi::CallEntry &) { return MayBeTail; });
    S.push(at(Sp), &Nodes[F], Site);
    S.setEnd();
    return Site;
  }
  /// The same by the cache of nodes: false if it does not have the call.
  bool enterUsually(uint64_t Sp, const abi::CallFunctionRec &F) {
    CallStack S = stack();
    bool IsUsual = S.enterUsually(at(Sp), F);
    S.setEnd();
    return IsUsual;
  }
  void leave(uint64_t Sp) {
    CallStack S = stack();
    if (!S.leaveUsually(at(Sp)))
      S.leave(at(Sp));
    S.setEnd();
  }
  void tail(uint64_t Sp) {
    CallStack S = stack();
    if (!S.tailUsually(at(Sp), &Site))
      S.tail(at(Sp), &Site);
    S.setEnd();
  }
  void land(uint64_t Sp) {
    CallStack S = stack();
    S.land(at(Sp));
    S.setEnd();
  }
  void run(uint64_t Ir) { State.Costs[0] += Ir; }
  uint64_t inclusive(int F) { return Nodes[F].Ir; }
  long depth() const { return State.Top - Entries.data(); }

  UDPC_PRESERVE_MOST static bool isReadable(uint64_t) { return true; }
  UDPC_PRESERVE_MOST static bool isUnreadable(uint64_t) { return false; }

  abi::CallState State = {};
  std::vector<abi::CallEntry> Entries = std::vector<abi::CallEntry>(100);
  CallStack::Memory Memory;
  CallNode Root = {};
  std::map<int, CallNode> Nodes;
  abi::CallSiteRec Site = {};
  std::vector<uint64_t> Words = std::vector<uint64_t>(2000);
};

} // namespace rt
} // namespace udpc

#endif // UDPC_TEST_UNIT_RUNTIME_CALLS_CALLSTACKFIXTURE_H
