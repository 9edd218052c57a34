//===- CallNode.h - Statistics of calls to one function ---------*- C++ -*-===//
//
// The nodes of a thread's stack of calls (CallStack.h), with the members that
// generated code does not use, and their keys.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLNODE_H
#define UDPC_RUNTIME_CALLS_CALLNODE_H

#include "udpc/calls.h"

namespace udpc {
namespace rt {

/// Factor of keys. It is odd, so that products of different numbers differ, and
/// so that sums of them with addresses almost always do
/// (CallNode::IsNeverCached): 2^64 divided by the golden ratio (D. Knuth, The
/// Art of Computer Programming 3, 6.4).
constexpr uint64_t KeyFactor = 0x9e3779b97f4a7c15;

/// Returns the key that \p Node has as the TailParent of others. Unlike
/// differences of addresses, differences of these keys are never those of tail
/// calls, too.
inline uint64_t tailKeyOf(const abi::CallNode *Node) {
  return reinterpret_cast<uint64_t>(Node) * KeyFactor;
}

constexpr unsigned NumMoreCosts = abi::NumCallCosts - 1;

/// Costs other than Ir.
struct MoreCosts {
  uint64_t At[NumMoreCosts];
};

/// Calls and their costs.
struct CallCosts {
  uint64_t Calls;
  uint64_t Ir;
  MoreCosts More;
};

/// Calls in a context that have no context of their own, for lack of room.
struct OtherCalls : CallCosts {
  CallCosts AtStop; ///< See CallNode::AtStop.
  uint64_t ActiveIr;
  MoreCosts ActiveMore;
  uint32_t Number;
};

/// A node with the members that generated code does not use.
struct CallNode : abi::CallNode {
  CallNode *NextInBucket;
  CallNode *NextOfAll; ///< The node made next.
  /// With contexts: the caller's node; null: none.
  CallNode *Parent;
  /// In a recursive call: the context of the function's active call, with the
  /// same key.
  CallNode *Recursive;
  /// In a tail call: the node of the calls that end by it, whose costs include
  /// those of this one (CallStack::replaceTail). Null: the costs are added to
  /// both.
  CallNode *TailParent;
  OtherCalls *Others;
  /// The node to which the costs are added when the thread has ended.
  CallNode *Sum;
  /// The callee's unit, if its code is that of libraries
  /// (abi::LibraryCallSlots).
  const abi::Unit *LibraryUnit;
  /// The callee.
  uint32_t Unit, Code;
  /// The caller, and its CalleeRec; NoIndex: unknown.
  uint32_t CallerUnit, Caller, Callee;
  int32_t Pending; ///< CallSiteRec::Pending.
  uint32_t Number; ///< Index in a dump, plus 1.
  bool IsHandler;  ///< The kernel called the function.
  bool IsBeyond; ///< The node is in no context, although contexts are recorded.
  /// Another node has the same Check, or Slots are unknown.
  bool IsNeverCached;
  MoreCosts More;
  /// Costs at the time when costs were stopped, while they are: later costs are
  /// ignored.
  CallCosts AtStop;
  /// In a dump: the costs so far of calls that have not ended, and the costs of
  /// the nodes that have this one as TailParent.
  uint64_t ActiveIr;
  MoreCosts ActiveMore;
  uint64_t TailIr;

  CallNode &context() { return Recursive ? *Recursive : *this; }
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLNODE_H
