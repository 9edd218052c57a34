//===- CallNode.h - What is known of calls to one function ------*- C++ -*-===//
//
// The nodes of the thread's stack of calls (CallStack.h), with what generated
// code does not know of them, and their numbers.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLNODE_H
#define UDPC_RUNTIME_CALLS_CALLNODE_H

#include "udpc/calls.h"

namespace udpc {
namespace rt {

/// Odd, so that products of different numbers differ, and so do sums of them
/// with addresses, but for very few (CallNode::IsNeverCached): 2^64 divided
/// by the golden ratio (D. Knuth, The Art of Computer Programming 3, 6.4).
constexpr uint64_t KeyFactor = 0x9e3779b97f4a7c15;

/// The number of a node that is the TailParent of others. Other than addresses,
/// differences of these are none of tail calls as well.
inline uint64_t tailKeyOf(const abi::CallNode *Node) {
  return reinterpret_cast<uint64_t>(Node) * KeyFactor;
}

constexpr unsigned NumMoreCosts = abi::NumCallCosts - 1;

/// Costs but Ir.
struct MoreCosts {
  uint64_t At[NumMoreCosts];
};

/// Calls and what they have cost.
struct CallCosts {
  uint64_t Calls;
  uint64_t Ir;
  MoreCosts More;
};

/// In a context, the calls that have no context for lack of room.
struct OtherCalls : CallCosts {
  CallCosts AtStop; ///< As of a node.
  uint64_t ActiveIr;
  MoreCosts ActiveMore;
  uint32_t Number;
};

/// What is known of a node besides.
struct CallNode : abi::CallNode {
  CallNode *NextInBucket;
  CallNode *NextOfAll; ///< Made later.
  /// With contexts: the caller's; null: none.
  CallNode *Parent;
  /// Of a recursive call: the context of the function's active call, with the
  /// same key.
  CallNode *Recursive;
  /// Of tail calls: the node of the calls that end by them, whose costs are
  /// these, too (CallStack::replaceTail). Null: the costs are added to both.
  CallNode *TailParent;
  OtherCalls *Others;
  /// Where the costs of a thread that has ended are added to.
  CallNode *Sum;
  /// The callee's, if its code is that of libraries (abi::LibraryCallSlots).
  const abi::Unit *LibraryUnit;
  /// The callee.
  uint32_t Unit, Code;
  /// The caller, and its CalleeRec; NoIndex: unknown.
  uint32_t CallerUnit, Caller, Callee;
  int32_t Pending; ///< CallSiteRec::Pending.
  uint32_t Number; ///< In a dump.
  bool IsHandler;  ///< The kernel called it.
  bool IsBeyond;   ///< There are contexts, but it is in none.
  /// Another node has the same Check, or Slots are not known.
  bool IsNeverCached;
  MoreCosts More;
  /// When costs were stopped, while they are: what comes meanwhile is left out.
  CallCosts AtStop;
  /// In a dump: what calls that have not ended have cost so far, and the costs
  /// of the nodes that have this one as TailParent.
  uint64_t ActiveIr;
  MoreCosts ActiveMore;
  uint64_t TailIr;

  CallNode &context() { return Recursive ? *Recursive : *this; }
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLNODE_H
