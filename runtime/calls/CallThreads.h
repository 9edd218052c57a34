//===- CallThreads.h - The calls that threads have made ---------*- C++ -*-===//
//
// Each thread has its own stack of calls and table of nodes, in memory from the
// kernel, which no other thread writes. Dumps read them while the thread runs;
// when it ends, its nodes are added to those of all ended threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLTHREADS_H
#define UDPC_RUNTIME_CALLS_CALLTHREADS_H

#include "runtime/calls/CallTable.h"
#include "runtime/counts/ThreadState.h"
#include "runtime/interfaces/CallRecording.h"

/// The only entry of a thread's stack until the thread has one of its own.
extern "C" __attribute__((visibility("hidden")))
udpc::abi::CallEntry __udpc_calls_bottom;

namespace udpc {
namespace rt {

/// Calls of a thread.
struct CallThread {
  const ThreadRecord *Record;
  CallStack::Memory Stack;
  CallTable Table;
  CallNode Root;
  /// State in the thread's storage, while the thread is running.
  abi::CallState *State;
  uint64_t NumLost;
  void *Mapped;
  size_t MappedBytes;
  void *MappedCosts;
  size_t MappedCostsBytes;
};

/// Returns the calling thread's record, creating it if necessary; null if out
/// of memory or the thread has ended. Takes the lock.
CallThread *enterCallThread(abi::CallState &S);

/// Returns whether memory is mapped at \p Address:
/// CallStack::Memory::IsReadable.
UDPC_PRESERVE_MOST bool isStackReadable(uint64_t Address);

/// Returns whether the thread is changing its stack of calls (in code that a
/// signal handler has interrupted). Reads the runtime's first word.
inline bool isBusy(const abi::CallState &S) { return S.Runtime[0]; }

/// Nodes in empty entries of the cache, whose Check differs from that of each
/// call that maps to \p Place.
extern CallNode NoNodes[2];
inline CallNode *noNodeAt(unsigned Place) { return &NoNodes[Place > 1]; }

/// Returns how many of LibraryEvents the program counts, judged by \p Stack.
inline unsigned numLibraryEvents(const CallStack::Memory &Stack) {
  return Stack.AtEntry ? abi::NumLibraryCallSlots : 1;
}

/// The events of abi::LibraryCallSlots, in their order.
constexpr unsigned LibraryEvents[abi::NumLibraryCallSlots] = {
    abi::EventIr, abi::EventDr, abi::EventDw, abi::EventBc, abi::EventBi};

/// Moves the costs of the code of \p Unit in the calling thread since the last
/// call to the thread's totals: the first \p NumEvents of LibraryEvents. Signal
/// handlers must not call it meanwhile.
inline void takeLibraryCosts(const abi::Unit &Unit, abi::CallState &S,
                             unsigned NumEvents) {
  // The module may have been closed.
  uint8_t *Chunk = nullptr;
  if (Unit.ChunkPointer)
    asm volatile("movq %%fs:(%1), %0" : "=r"(Chunk) : "r"(Unit.ChunkPointer));
  if (!Chunk)
    return;
  auto *Slots = reinterpret_cast<uint64_t *>(Chunk + Unit.ChunkOffset);
  for (unsigned I = 0; I != NumEvents; ++I) {
    uint64_t Cost = __atomic_load_n(&Slots[I], __ATOMIC_RELAXED);
    if (!Cost)
      continue;
    S.Costs[LibraryEvents[I]] += Cost;
    addToSlot(&Slots[I], -Cost);
  }
}

/// Calls \p Use with the nodes of the functions that may be executing: the top
/// of the stack, and its caller if the top has ended by a tail call whose
/// callee may have returned.
template <typename FunctionT>
void forEachRunning(const abi::CallState &S, FunctionT Use) {
  const abi::CallEntry *E = S.Top;
  Use(static_cast<const CallNode &>(*E->Node));
  while (E->StackPointer == abi::EndedByTail)
    Use(static_cast<const CallNode &>(*(--E)->Node));
}

/// The sums of the calls of ended threads.
struct EndedCalls {
  CallTable Table;
  CallNode Root;
  uint64_t NumLost;
  /// Whether any thread has recorded calls, and whether with all events of
  /// costs.
  bool HaveCalls, HasAllCosts;
};
extern EndedCalls Ended;

/// Calls \p Use with the table, root and CallThread of each thread, and with
/// those of ended threads and null. The caller holds the lock.
template <typename FunctionT> void forEachTable(FunctionT Use) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Calls)
      Use(T->Calls->Table, T->Calls->Root, T->Calls);
  Use(Ended.Table, Ended.Root, static_cast<CallThread *>(nullptr));
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLTHREADS_H
