//===- CallNodes.h - Nodes of calls -----------------------------*- C++ -*-===//
//
// A table of the calls that are kept apart: by caller, return address and
// function, or by context.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLNODES_H
#define UDPC_RUNTIME_CALLS_CALLNODES_H

#include "runtime/core/System.h"
#include "runtime/logic/CallStack.h"

namespace udpc {
namespace rt {

/// Odd, so that products of different numbers differ, and so do sums of them
/// with addresses, but for very few (CallNode::IsAmbiguous): 2^64 divided by
/// the golden ratio (D. Knuth, The Art of Computer Programming 3, 6.4).
constexpr uint64_t KeyFactor = 0x9e3779b97f4a7c15;

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

/// The key of functions, for calls that are in no context.
inline uint64_t keyOf(const abi::CallFunctionRec *Function) {
  return reinterpret_cast<uint64_t>(Function) * KeyFactor;
}

/// Makes the table's memory, of the size that the options ask for, if need be;
/// false without memory.
bool makeTable(CallTable &Table);

/// The node of a call that \p Table has none of for \p Parent; null without
/// memory. \p Root: what has no caller. \p Site: of a tail call.
CallNode *makeCallNode(CallTable &Table, CallNode &Root, uint64_t ReturnAddress,
                       CallNode &Parent, const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec *Site);

/// Adds \p N, which is called in \p Context, as a context of its own; null if
/// there is no room.
CallNode *addContext(CallTable &Table, CallNode N, CallNode &Context);
/// The node of calls like \p N in no context, made if need be.
CallNode *findOrAddBeyond(CallTable &Table, CallNode N, uint64_t CallerKey);
/// Makes Context.Others if need be; false without memory.
bool makeOthers(CallTable &Table, CallNode &Context);

/// Calls \p Use with the nodes of \p T that a dump may read; callers' contexts
/// come first.
template <typename FunctionT>
void forEachNode(const CallTable &T, FunctionT Use) {
  for (CallNode *N = __atomic_load_n(&T.First, __ATOMIC_ACQUIRE); N;
       N = __atomic_load_n(&N->NextOfAll, __ATOMIC_ACQUIRE))
    Use(*N);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLNODES_H
