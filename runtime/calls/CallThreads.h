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

#include "runtime/calls/CallNodes.h"
#include "runtime/core/Calls.h"
#include "runtime/core/ThreadState.h"

namespace udpc {
namespace rt {

struct CallThread {
  const ThreadRecord *Record;
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

/// What is in a cache at \p Place instead of a node: no call whose place it is
/// has its Check.
extern CallNode NoNodes[2];
inline CallNode *noNodeAt(unsigned Place) { return &NoNodes[Place != 0]; }

/// How many of LibraryEvents code adds, as far as \p Stack shows.
inline unsigned numLibraryEvents(const CallStack::Memory &Stack) {
  return Stack.AtEntry ? abi::NumLibraryCallSlots : 1;
}

/// The events of abi::LibraryCallSlots.
constexpr unsigned LibraryEvents[abi::NumLibraryCallSlots] = {
    abi::EventIr, abi::EventDr, abi::EventDw, abi::EventBc, abi::EventBi};

/// Moves what the code of \p Unit has cost in the calling thread since the last
/// time to its totals: the first \p NumEvents of LibraryEvents. Signal handlers
/// must not do so meanwhile.
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

/// Calls \p Use with the nodes of the functions one of which is running: the
/// top, and if it has ended by a tail call, which may be over, its caller.
template <typename FunctionT>
void forEachRunning(const abi::CallState &S, FunctionT Use) {
  const abi::CallEntry *E = S.Top;
  Use(static_cast<const CallNode &>(*E->Node));
  while (E->StackPointer == abi::EndedByTail)
    Use(static_cast<const CallNode &>(*(--E)->Node));
}

/// The calls of threads that have ended.
struct EndedCalls {
  CallTable Table;
  CallNode Root;
  uint64_t NumLost;
  /// Whether any thread has made calls, and whether these have all costs.
  bool HaveCalls, HasAllCosts;
};
extern EndedCalls Ended;

/// Calls \p Use with the table and the root of each thread, with the
/// CallThread, and of those that have ended, with null. With the lock.
template <typename FunctionT> void forEachTable(FunctionT Use) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Calls)
      Use(T->Calls->Table, T->Calls->Root, T->Calls);
  Use(Ended.Table, Ended.Root, static_cast<CallThread *>(nullptr));
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLTHREADS_H
