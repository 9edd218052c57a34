//===- CallTable.h - Nodes of calls -----------------------------*- C++ -*-===//
//
// The table of a thread's call nodes. A node has the costs of calls with the
// same caller, return address and callee, or of calls in one context. Used by
// CallTracking.cpp, and for the sums of ended threads (CallThreads.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLTABLE_H
#define UDPC_RUNTIME_CALLS_CALLTABLE_H

#include "runtime/calls/CallStack.h"
#include "runtime/system/System.h"

namespace udpc {
namespace rt {

/// Hash table of nodes by caller, return address and function.
struct CallTable {
  unsigned BucketBits;
  CallNode **Buckets;
  CallNode *First, *Last; ///< List in the order of creation.
  /// Maximum and current number of nodes that are contexts.
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

/// Returns the key of a function as a caller, for calls without a context.
inline uint64_t keyOf(const abi::CallFunctionRec *Function) {
  return reinterpret_cast<uint64_t>(Function) * KeyFactor;
}

/// Maps the memory of the table, with the size that the options set, unless it
/// is mapped. Returns false if out of memory.
bool makeTable(CallTable &Table);

/// Adds a node for a call whose caller is \p Parent to \p Table, and returns
/// it; null if out of memory. \p Root is the parent of functions without a
/// caller. \p Site is the record of a tail call, or null.
CallNode *makeCallNode(CallTable &Table, CallNode &Root, uint64_t ReturnAddress,
                       CallNode &Parent, const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec *Site);

/// Adds the node of \p Function with the TailParent \p Parent, which ends by
/// the tail call \p Site. Null if out of memory or the table is full.
CallNode *makeTailNode(CallTable &Table, CallNode &Parent,
                       const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec &Site);
/// Adds the costs of nodes to CallNode::TailIr of their TailParents.
void addTailCosts(const CallTable &Table);

/// Adds a context for the call \p N below \p Context; null if the table is
/// full.
CallNode *addContext(CallTable &Table, CallNode N, CallNode &Context);
/// Returns the node of calls like \p N without a context, and adds it if there
/// is none.
CallNode *findOrAddBeyond(CallTable &Table, CallNode N, uint64_t CallerKey);
/// Adds Context.Others unless it exists. Returns false if out of memory.
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
