//===- CallTable.h - Nodes of calls -----------------------------*- C++ -*-===//
//
// The table of a thread's call nodes. A node has the costs of calls with the
// same caller, return address and callee, or of calls in one context.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLTABLE_H
#define UDPC_RUNTIME_CALLS_CALLTABLE_H

#include "runtime/calls/CallStack.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Nodes by caller, return address and function.
struct CallTable {
  unsigned BucketBits;
  CallNode **Buckets;
  CallNode *First, *Last; ///< In the order of their making.
  /// How many nodes may be contexts, and how many are.
  uint64_t MaxContexts, NumContexts;
  Pool Memory;

  CallNode *&bucketOf(uint64_t Check) const {
    return Buckets[Check * KeyFactor >> (64 - BucketBits)];
  }
  CallNode *find(uint64_t ReturnAddress, uint64_t ParentKey,
                 const abi::CallFunctionRec *Function) const {
    uint64_t Check = abi::checkOfCall(ReturnAddress, ParentKey, Function->Hash);
    for (CallNode *N = bucketOf(Check); N; N = N->NextInBucket)
      if (N->ReturnAddress == ReturnAddress && N->ParentKey == ParentKey &&
          N->Function == Function)
        return N;
    return nullptr;
  }
};

/// The key of a function as a caller, for calls without a context.
inline uint64_t keyOf(const abi::CallFunctionRec *Function) {
  return reinterpret_cast<uint64_t>(Function) * KeyFactor;
}

/// Maps the memory of the table, of the size that the options set, unless that
/// is done. Returns false if there is no memory.
bool makeTable(CallTable &Table);

/// Adds to \p Table a node for a call whose caller is \p Parent, and returns
/// it; null if there is no memory. \p Root is the parent of functions without a
/// caller. \p Site is the record of a tail call.
CallNode *makeCallNode(CallTable &Table, CallNode &Root, uint64_t ReturnAddress,
                       CallNode &Parent, const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec *Site);

/// Adds the node of \p Function with the TailParent \p Parent, which ends by
/// the tail call \p Site. Null if there is no memory or the table is full.
CallNode *makeTailNode(CallTable &Table, CallNode &Parent,
                       const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec &Site);
/// Adds the costs of nodes to CallNode::TailIr of those that they belong to.
void addTailCosts(const CallTable &Table);

/// Adds a context for the call \p N below \p Context; null if the table is
/// full.
CallNode *addContext(CallTable &Table, CallNode N, CallNode &Context);
/// Returns the node for calls like \p N without a context, and adds it if there
/// is none.
CallNode *findOrAddBeyond(CallTable &Table, CallNode N, uint64_t CallerKey);
/// Adds Context.Others unless it exists. Returns false if there is no memory.
bool makeOthers(CallTable &Table, CallNode &Context);

/// Calls \p Use with each node of \p T that a dump may read, contexts of
/// callers before those of their callees.
template <typename FunctionT>
void forEachNode(const CallTable &T, FunctionT Use) {
  for (CallNode *N = __atomic_load_n(&T.First, __ATOMIC_ACQUIRE); N;
       N = __atomic_load_n(&N->NextOfAll, __ATOMIC_ACQUIRE))
    Use(*N);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLTABLE_H
