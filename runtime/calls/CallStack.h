//===- CallStack.h - The functions that a thread executes -------*- C++ -*-===//
//
// The thread's stack of calls (udpc/calls.h): the part that generated code does
// not handle itself. The stack pointers at entries and ends of functions need
// not be consistent: longjmp, exceptions and coroutines leave functions or
// continue them elsewhere. An entry is removed as soon as the stack pointer has
// passed it; a function without an entry has none to remove. So inconsistent
// stack pointers can only make totals wrong.
//
// Costs of library code are not in the totals yet when generated code of
// executables reads them. So the runtime enters and leaves functions that such
// code calls.
//
// Everything is inlined: it runs while vector registers hold the program's
// values, and may be interrupted by signal handlers that call it again.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLSTACK_H
#define UDPC_RUNTIME_CALLS_CALLSTACK_H

#include "runtime/calls/CallNode.h"

namespace udpc {
namespace rt {

class CallStack {
public:
  /// Memory of the stack, and of the costs at its elements' entries other than
  /// CallEntry::Ir; the latter is null unless all costs are recorded.
  struct Memory {
    abi::CallEntry *Bottom, *Limit; ///< Limit is the last element that is used.
    MoreCosts *AtEntry;
    /// Returns whether memory is mapped at an address of a stack. Preserves
    /// vector registers.
    UDPC_PRESERVE_MOST bool (*IsReadable)(uint64_t Address);
  };

  CallStack(abi::CallState &S, const Memory &M) : S(S), M(M) {}

  /// Prepares the entry of a function with the stack pointer \p Sp: ends
  /// functions that were left before, and returns the site of the tail call
  /// that entered it, or null. \p MayBeTail returns whether an entry that has
  /// ended by a tail call may have led here. It is called if code without a
  /// profile called the entry's function, or one from which tail calls have led
  /// to it: such code may have called again from the same place.
  template <typename PredicateT>
  const abi::CallSiteRec *beforeEntry(uint64_t Sp, PredicateT MayBeTail) {
    endTailCalls(Sp);
    while (isTail(S.Top) && stackPointerOf(S.Top) == Sp &&
           isCalledByOthers(S.Top) && (hasCalled(S.Top) || !MayBeTail(*S.Top)))
      end();
    const abi::CallSiteRec *Site = nullptr;
    if (isTail(S.Top) && stackPointerOf(S.Top) == Sp)
      Site = S.Top->TailSite;
    else
      endAbove(Sp + 1);
    return Site;
  }
  /// Pushes the entered function with the node \p Node. False if the stack is
  /// full. \p NeedsRuntime: the function's end needs the runtime.
  bool push(uint64_t Sp, abi::CallNode *Node, bool NeedsRuntime) {
    if (S.Top == M.Limit)
      return false;
    abi::CallEntry *New = S.Top + 1;
    if (isTail(S.Top) && stackPointerOf(S.Top) == Sp && isCalledByOthers(S.Top))
      New->StackPointer = Sp + 1;
    else
      New->StackPointer = Sp - (NeedsRuntime || M.AtEntry || isTail(S.Top) ||
                                nodeOf(S.Top).LibraryUnit);
    New->Node = Node;
    New->Ir = S.Costs[0];
    S.Top = New;
    if (M.AtEntry)
      copy(M.AtEntry[New - M.Bottom], now());
    ++Node->Calls;
    if (OtherCalls *Others = othersOf(nodeOf(New), New, M))
      ++Others->Calls;
    return true;
  }
  /// Returns whether the callee of the tail call by which the top has ended may
  /// replace the top on the stack. It then ends like other functions, and has a
  /// node of its own whose costs belong to the node of the top as well. The
  /// number of such nodes is limited, because a cycle of tail calls would add
  /// nodes without end.
  bool mayReplaceTail(const abi::CallFunctionRec *Function) const {
    constexpr unsigned MaxTailParents = 8;
    const CallNode &Node = nodeOf(S.Top);
    if (M.AtEntry || Node.IsHandler || Node.IsBeyond || Node.LibraryUnit ||
        isCalledByOthers(S.Top))
      return false;
    unsigned Number = 0;
    for (const CallNode *N = &Node; N; N = N->TailParent)
      if (N->Function == Function || ++Number > MaxTailParents)
        return false;
    return true;
  }
  /// Enters the callee of the tail call with the node \p Node, whose TailParent
  /// is the node of the top.
  __attribute__((always_inline)) void replaceTail(abi::CallNode *Node) {
    abi::CallEntry *E = S.Top;
    E->Node = Node;
    E->StackPointer = E->TailStackPointer;
    ++Node->Calls;
  }
  /// Ends the function that was entered with \p Sp, which returns.
  void leave(uint64_t Sp) {
    endAbove(Sp);
    if (isTail(S.Top) && stackPointerOf(S.Top) == Sp)
      charge(S.Top, S.Costs[0], now());
    while (S.Top != M.Bottom && stackPointerOf(S.Top) == Sp)
      end();
  }
  /// The fast paths of entry, return and tail call, if only Ir is recorded: for
  /// functions whose nodes the cache has. They return false if a case is not
  /// that simple; then nothing has changed, except that tail calls that are
  /// over have ended.
  __attribute__((always_inline)) bool
  enterUsually(uint64_t Sp, const abi::CallFunctionRec &Function) {
    return endUsualTailCalls(Sp) && (isTail(S.Top) ? enterByTail(Sp, Function)
                                                   : enterByCall(Sp, Function));
  }
  __attribute__((always_inline)) bool leaveUsually(uint64_t Sp) {
    if (!endUsualTailCalls(Sp))
      return false;
    abi::CallEntry *E = S.Top;
    if (E == M.Bottom || isTail(E) || isTail(E - 1) ||
        stackPointerOf(E) != Sp || nodeOf(E).IsHandler || nodeOf(E).IsBeyond)
      return false;
    E->Node->Ir += S.Costs[0] - E->Ir;
    S.Top = E - 1;
    return true;
  }
  __attribute__((always_inline)) bool
  tailUsually(uint64_t Sp, const abi::CallSiteRec *Site) {
    abi::CallEntry *E;
    if (!endUsualTailCalls(Sp) || (E = S.Top) == M.Bottom || isTail(E) ||
        stackPointerOf(E) != Sp || nodeOf(E).IsHandler || nodeOf(E).IsBeyond)
      return false;
    E->Node->Ir += S.Costs[0] - E->Ir;
    E->Ir = S.Costs[0];
    markTail(Sp, Site);
    return true;
  }
  /// Returns CallNode::Check of a node with the TailParent \p Node.
  static uint64_t checkOfTail(const abi::CallSiteRec *Site,
                              const abi::CallNode *Node,
                              const abi::CallFunctionRec &Function) {
    return abi::checkOfCall(reinterpret_cast<uint64_t>(Site), tailKeyOf(Node),
                            Function.Hash);
  }
  /// Does what beforeEntry() and replaceTail() do for the usual tail call.
  /// Returns false, with nothing changed, if there is none.
  __attribute__((always_inline)) bool
  enterByTail(uint64_t Sp, const abi::CallFunctionRec &Function) {
    abi::CallEntry *E = S.Top;
    if (M.AtEntry || !isTail(E) || E->TailStackPointer != Sp)
      return false;
    uint64_t Check = checkOfTail(E->TailSite, E->Node, Function);
    abi::CallNode *Cached = findCached(Check);
    if (!Cached)
      return false;
    replaceTail(Cached);
    return true;
  }
  /// Does what beforeEntry() and push() do, as generated code does: enters a
  /// function by a call whose node the cache has. Returns false, with nothing
  /// changed, in other cases.
  __attribute__((always_inline)) bool
  enterByCall(uint64_t Sp, const abi::CallFunctionRec &Function) {
    abi::CallEntry *E = S.Top;
    // An entry that has ended by a tail call has the lowest stack pointer.
    if (M.AtEntry || E == M.Limit || E->StackPointer <= Sp)
      return false;
    uint64_t Check = checkAt(*reinterpret_cast<const uint64_t *>(Sp), Function);
    abi::CallNode *Cached = findCached(Check);
    if (!Cached)
      return false;
    E[1].StackPointer = Sp - (nodeOf(E).LibraryUnit != nullptr);
    E[1].Node = Cached;
    E[1].Ir = S.Costs[0];
    S.Top = E + 1;
    ++Cached->Calls;
    return true;
  }
  /// Returns CallNode::Check of calls that return to \p ReturnAddress.
  uint64_t checkAt(uint64_t ReturnAddress,
                   const abi::CallFunctionRec &Function) const {
    return abi::checkOfCall(ReturnAddress, S.Top->Node->Key, Function.Hash);
  }
  /// Returns the place at which generated code looks up the node with \p Check,
  /// or the place beside it, which has the node if another node has taken the
  /// first.
  abi::CallNode *&cached(uint64_t Check, bool IsBeside = false) {
    return S.Cache[(abi::callCacheOffset(Check) / sizeof(abi::CallNode *)) ^
                   uint64_t(IsBeside)];
  }
  /// Returns the node with \p Check if it is cached, otherwise null.
  abi::CallNode *findCached(uint64_t Check) {
    abi::CallNode *Node = cached(Check);
    if (Node->Check != Check)
      Node = cached(Check, /*IsBeside=*/true);
    return Node->Check == Check ? Node : nullptr;
  }
  void addToCache(abi::CallNode &Node) {
    abi::CallNode *&Place = cached(Node.Check), *Before = Place;
    Place = &Node;
    if (Before != &Node &&
        abi::callCacheOffset(Before->Check) == abi::callCacheOffset(Node.Check))
      cached(Node.Check, /*IsBeside=*/true) = Before;
  }
  /// Ends the function that was entered with \p Sp by the tail call \p Site.
  void tail(uint64_t Sp, const abi::CallSiteRec *Site) {
    endTailCalls(Sp);
    endAbove(Sp);
    if (S.Top == M.Bottom || stackPointerOf(S.Top) != Sp)
      return;
    charge(S.Top, S.Costs[0], now());
    markTail(Sp, Site);
  }
  /// Ends the functions that a jump to a function with the stack pointer \p Sp
  /// has left.
  void land(uint64_t Sp) {
    endTailCalls(Sp);
    endAbove(Sp);
  }
  /// Sets which entries generated code may handle itself. To be called after
  /// each of the functions above.
  void setEnd() {
    S.End = M.AtEntry || nodeOf(S.Top).LibraryUnit ? S.Top : M.Limit;
  }

  /// Returns the calls without a context whose first entry is \p E; null if \p
  /// E is not the first.
  static OtherCalls *othersOf(const CallNode &Node, const abi::CallEntry *E,
                              const Memory &M) {
    if (!Node.IsBeyond || (nodeOf(E - 1).IsBeyond && !Node.IsHandler))
      return nullptr;
    // The functions that a handler has interrupted did not call it.
    return nodeOf(Node.IsHandler ? M.Bottom : E - 1).context().Others;
  }

  bool isEmpty() const { return S.Top == M.Bottom; }
  /// Ends all functions.
  void clear() {
    while (!isEmpty())
      end();
  }

private:
  MoreCosts &now() { return *reinterpret_cast<MoreCosts *>(&S.Costs[1]); }
  static void copy(MoreCosts &To, const MoreCosts &From) {
    for (unsigned I = 0; I != NumMoreCosts; ++I)
      To.At[I] = From.At[I];
  }
  static uint64_t stackPointerOf(const abi::CallEntry *E) {
    uint64_t Sp = E->StackPointer == abi::EndedByTail ? E->TailStackPointer
                                                      : E->StackPointer;
    return (Sp + 1) & ~uint64_t(7);
  }
  static CallNode &nodeOf(const abi::CallEntry *E) {
    return static_cast<CallNode &>(*E->Node);
  }
  /// Returns whether code without a profile called the function of \p E, which
  /// has ended by a tail call, or one from which tail calls have led to it.
  static bool isCalledByOthers(const abi::CallEntry *E) {
    return nodeOf(E).Callee == abi::NoIndex || E->TailStackPointer % 8 == 1 ||
           hasCalled(E);
  }
  /// Returns whether a function has been called since the tail call by which \p
  /// E has ended: later functions are not that call's callee.
  static bool hasCalled(const abi::CallEntry *E) {
    return E->TailStackPointer % 8 == 3;
  }
  bool isTail(const abi::CallEntry *E) const {
    return E->StackPointer == abi::EndedByTail;
  }

  /// Adds the costs from the last costs of \p E to \p Ir and \p More, which
  /// become the last costs.
  void charge(abi::CallEntry *E, uint64_t Ir, const MoreCosts &More) {
    CallNode *Node = &nodeOf(E);
    uint64_t Cost = Ir - E->Ir;
    Node->Ir += Cost;
    OtherCalls *Others = othersOf(*Node, E, M);
    if (Others)
      Others->Ir += Cost;
    if (Node->IsHandler)
      leaveOut(*E, Ir, More);
    E->Ir = Ir;
    if (!M.AtEntry)
      return;
    MoreCosts &Before = M.AtEntry[E - M.Bottom];
    for (unsigned I = 0; I != NumMoreCosts; ++I)
      Node->More.At[I] += More.At[I] - Before.At[I];
    for (unsigned I = 0; Others && I != NumMoreCosts; ++I)
      Others->More.At[I] += More.At[I] - Before.At[I];
    copy(Before, More);
  }
  /// Removes the top. A tail call that led to it has ended no earlier.
  void end() {
    abi::CallEntry *E = S.Top;
    if (!isTail(E))
      charge(E, S.Costs[0], now());
    S.Top = E - 1;
    if (!isTail(S.Top))
      return;
    charge(S.Top, E->Ir, M.AtEntry ? M.AtEntry[E - M.Bottom] : now());
    if (isCalledByOthers(S.Top) && !nodeOf(E).IsHandler)
      S.Top->TailStackPointer = stackPointerOf(S.Top) + 3;
  }
  /// Subtracts the costs of a signal handler, the entry \p E, from those of the
  /// functions that it has interrupted.
  void leaveOut(const abi::CallEntry &E, uint64_t Ir, const MoreCosts &More) {
    uint64_t Index = &E - M.Bottom;
    for (uint64_t Below = Index; --Below != 0;) {
      M.Bottom[Below].Ir += Ir - E.Ir;
      for (unsigned I = 0; M.AtEntry && I != NumMoreCosts; ++I)
        M.AtEntry[Below].At[I] += More.At[I] - M.AtEntry[Index].At[I];
    }
  }
  /// Returns whether the tail call of \p E is over, as seen by code with the
  /// stack pointer \p Sp: either code with a profile has been executed since,
  /// which cannot be that of the callee; or a later call has overwritten the
  /// return address, while instructions of its caller may still be pending.
  bool isOver(const abi::CallEntry &E, uint64_t Sp) const {
    uint64_t Own = stackPointerOf(&E);
    return E.Ir != S.Costs[0] || Own < Sp ||
           !(inOnePage(Own, Sp) || M.IsReadable(Own)) ||
           E.TailReturnAddress != *reinterpret_cast<const uint64_t *>(Own);
  }
  static bool inOnePage(uint64_t A, uint64_t B) { return (A ^ B) < 4096; }
  void endTailCalls(uint64_t Sp) {
    while (isTail(S.Top) && isOver(*S.Top, Sp))
      end();
  }
  /// Like endTailCalls() if only Ir is recorded; false if a case is not that
  /// simple.
  __attribute__((always_inline)) bool endUsualTailCalls(uint64_t Sp) {
    if (M.AtEntry)
      return false;
    while (isTail(S.Top) && isOver(*S.Top, Sp)) {
      if (isTail(S.Top - 1))
        return false;
      --S.Top;
    }
    return true;
  }
  void markTail(uint64_t Sp, const abi::CallSiteRec *Site) {
    S.Top->TailSite = Site;
    // In a sequence of tail calls this has been stored before.
    if (!isTail(S.Top))
      S.Top->TailStackPointer = S.Top->StackPointer;
    S.Top->TailReturnAddress = *reinterpret_cast<const uint64_t *>(Sp);
    S.Top->StackPointer = abi::EndedByTail;
  }
  /// Ends functions that were entered with a stack pointer below \p Sp. The
  /// callees of these, except for the last, end with them, so their callers
  /// will not add their pending costs.
  void endAbove(uint64_t Sp) {
    int32_t Pending = 0;
    while (S.Top != M.Bottom && stackPointerOf(S.Top) < Sp) {
      S.Costs[0] += Pending;
      Pending = nodeOf(S.Top).Pending;
      end();
    }
  }

  abi::CallState &S;
  const Memory &M;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CALLS_CALLSTACK_H
