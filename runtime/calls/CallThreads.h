//===- CallThreads.h - The calls that threads have made ---------*- C++ -*-===//
//
// Each thread has a stack of calls and a table of nodes of its own, in memory
// from the kernel, which no other thread writes. Dumps read them while the
// thread is running; when it ends, its nodes are added to those of all threads
// that have ended.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLTHREADS_H
#define UDPC_RUNTIME_CALLS_CALLTHREADS_H

#include "runtime/core/Calls.h"
#include "runtime/core/System.h"
#include "runtime/logic/CallStack.h"

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

  unsigned bucketOf(uint64_t ReturnAddress, uint64_t ParentKey) const {
    uint64_t Hash =
        (ReturnAddress + ParentKey * 31) * UINT64_C(0x9e3779b97f4a7c15);
    return static_cast<unsigned>(Hash >> (64 - BucketBits));
  }
  CallNode *find(uint64_t ReturnAddress, uint64_t ParentKey,
                 const abi::CallFunctionRec *Function) const {
    for (CallNode *N = Buckets[bucketOf(ReturnAddress, ParentKey)]; N;
         N = N->NextInBucket)
      if (N->ReturnAddress == ReturnAddress && N->ParentKey == ParentKey &&
          N->Function == Function)
        return N;
    return nullptr;
  }
};

struct CallThread {
  CallStack::Memory Stack;
  CallTable Table;
  CallNode Root;
  /// In the thread's storage, while it is running.
  abi::CallState *State;
  uint64_t NumLost;
  void *Mapped;
  size_t MappedBytes;
  void *MappedCosts;
  size_t MappedCostsBytes;
};

/// The calling thread's, made if need be; null without memory, and after the
/// thread's end. Takes the lock.
CallThread *enterCallThread(abi::CallState &S);

/// The key of functions, for calls that are in no context.
inline uint64_t keyOf(const abi::CallFunctionRec *Function) {
  return reinterpret_cast<uint64_t>(Function);
}

/// The node of a call that the table has none of for \p Parent; null without
/// memory. \p Site: of a tail call.
CallNode *makeCallNode(CallThread &T, uint64_t ReturnAddress, CallNode &Parent,
                       const abi::CallFunctionRec &Function,
                       const abi::CallSiteRec *Site);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLTHREADS_H
