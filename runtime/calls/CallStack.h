//===- CallStack.h - The functions that a thread executes -------*- C++ -*-===//
//
// The thread's stack of calls (udpc/calls.h), for all that generated code does
// not do itself. The stack pointers that functions are entered and left with
// need not make sense: longjmp, exceptions and coroutines leave functions or
// continue them elsewhere. An entry is removed as soon as the stack pointer has
// passed it; a function without an entry has none to remove. So whatever comes,
// totals only are wrong.
//
// What code of libraries has cost is not in the totals yet where generated code
// of executables reads them. So what is called by such a function is entered
// and left by the runtime.
//
// Everything is inlined: it runs while vector registers hold the program's
// values, and may be interrupted by signal handlers that call it again.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CALLS_CALLSTACK_H
#define UDPC_RUNTIME_CALLS_CALLSTACK_H

#include "runtime/calls/CallNode.h"

namespace udpc {
namespace rt {

class CallStack {
public:
  /// Memory for the stack, and for the costs of its elements besides
  /// CallEntry::Ir; null without AllCosts.
  struct Memory {
    abi::CallEntry *Bottom, *Limit; ///< Limit: the last element that is used.
    MoreCosts *AtEntry;
    /// Whether there is still memory at an address of a stack. Preserves vector
    /// registers.
    UDPC_PRESERVE_MOST bool (*IsReadable)(uint64_t Address);
  };

  CallStack(abi::CallState &S, const Memory &M) : S(S), M(M) {}

  /// A function is entered with the stack pointer \p Sp. Ends what has been
  /// left before, and returns the site of the tail call by which it was
  /// entered, or null. \p MayBeTail says of an entry that has ended by a tail
  /// call whether that may have led here. It is asked if code without a profile
  /// called the function, or one from which tail calls have led to it: such
  /// code may have called again from the same place.
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
  /// Pushes it as \p Node. False without room. \p NeedsRuntime: so does its
  /// end.
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
  /// Whether the callee of the tail call that the top has ended by may replace
  /// it on the stack: it is left like others then, and has a node of its own
  /// whose costs belong to the node of the top as well. In a cycle of tail
  /// calls there would be ever more nodes.
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
  /// Enters the callee as \p Node, whose TailParent is the node of the top.
  __attribute__((always_inline)) void replaceTail(abi::CallNode *Node) {
    abi::CallEntry *E = S.Top;
    E->Node = Node;
    E->StackPointer = E->TailStackPointer;
    ++Node->Calls;
  }
  /// The function that was entered with \p Sp returns.
  void leave(uint64_t Sp) {
    endAbove(Sp);
    if (isTail(S.Top) && stackPointerOf(S.Top) == Sp)
      charge(S.Top, S.Costs[0], now());
    while (S.Top != M.Bottom && stackPointerOf(S.Top) == Sp)
      end();
  }
  /// What is usual where there is only Ir: functions whose nodes \p Cache has,
  /// which end by returning or by a tail call. False if it is not that simple;
  /// all that has changed then is that tail calls that are over have ended.
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
  /// CallNode::Check of a node with the TailParent \p Node.
  static uint64_t checkOfTail(const abi::CallSiteRec *Site,
                              const abi::CallNode *Node,
                              const abi::CallFunctionRec &Function) {
    return abi::checkOfCall(reinterpret_cast<uint64_t>(Site), tailKeyOf(Node),
                            Function.Hash);
  }
  /// beforeEntry() and replaceTail() for the usual tail call. False if it is
  /// none; nothing has changed then.
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
  /// beforeEntry() and push() as generated code has them: an entry whose node
  /// \p Cache has, by a call. False if it is not that simple; nothing has
  /// changed then.
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
  /// CallNode::Check of calls that return to \p ReturnAddress.
  uint64_t checkAt(uint64_t ReturnAddress,
                   const abi::CallFunctionRec &Function) const {
    return abi::checkOfCall(ReturnAddress, S.Top->Node->Key, Function.Hash);
  }
  /// Where generated code looks for the node with \p Check; or the place
  /// beside it, where it is when another node has taken that.
  abi::CallNode *&cached(uint64_t Check, bool IsBeside = false) {
    return S.Cache[(abi::callCacheOffset(Check) / sizeof(abi::CallNode *)) ^
                   uint64_t(IsBeside)];
  }
  /// The node with \p Check, if it is cached; else null.
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
  /// It calls another function instead of returning.
  void tail(uint64_t Sp, const abi::CallSiteRec *Site) {
    endTailCalls(Sp);
    endAbove(Sp);
    if (S.Top == M.Bottom || stackPointerOf(S.Top) != Sp)
      return;
    charge(S.Top, S.Costs[0], now());
    markTail(Sp, Site);
  }
  /// Control has come to a function whose stack pointer is \p Sp.
  void land(uint64_t Sp) {
    endTailCalls(Sp);
    endAbove(Sp);
  }
  /// To be called after each of them: what generated code may do itself.
  void setEnd() {
    S.End = M.AtEntry || nodeOf(S.Top).LibraryUnit ? S.Top : M.Limit;
  }

  /// The calls without a context that \p E is the first one of, if it is.
  static OtherCalls *othersOf(const CallNode &Node, const abi::CallEntry *E,
                              const Memory &M) {
    if (!Node.IsBeyond || (nodeOf(E - 1).IsBeyond && !Node.IsHandler))
      return nullptr;
    // The functions that a handler has interrupted did not call it.
    return nodeOf(Node.IsHandler ? M.Bottom : E - 1).context().Others;
  }

  bool isEmpty() const { return S.Top == M.Bottom; }
  /// Ends all.
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
  /// Whether code without a profile called the function of \p E, which has
  /// ended by a tail call, or one from which tail calls have led to it.
  static bool isCalledByOthers(const abi::CallEntry *E) {
    return nodeOf(E).Callee == abi::NoIndex || E->TailStackPointer % 8 == 1 ||
           hasCalled(E);
  }
  /// Whether a function has been called since the tail call by which \p E has
  /// ended: later functions are not its callee.
  static bool hasCalled(const abi::CallEntry *E) {
    return E->TailStackPointer % 8 == 3;
  }
  bool isTail(const abi::CallEntry *E) const {
    return E->StackPointer == abi::EndedByTail;
  }

  /// Adds what \p E has cost from its last costs to these, which become its
  /// costs.
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
  /// Removes the top. If it was within a tail call, that has ended no earlier.
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
  /// What the handler of a signal has cost, the entry \p E, is no cost of the
  /// functions that it has interrupted.
  void leaveOut(const abi::CallEntry &E, uint64_t Ir, const MoreCosts &More) {
    uint64_t Index = &E - M.Bottom;
    for (uint64_t Below = Index; --Below != 0;) {
      M.Bottom[Below].Ir += Ir - E.Ir;
      for (unsigned I = 0; M.AtEntry && I != NumMoreCosts; ++I)
        M.AtEntry[Below].At[I] += More.At[I] - M.AtEntry[Index].At[I];
    }
  }
  /// Whether the tail call of \p E is over, as seen by code with the stack
  /// pointer \p Sp: code with a profile has been executed since, other than
  /// that of the callee, which has none; or a later call has overwritten its
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
  /// endTailCalls where there is only Ir; false if one is not that simple.
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
    // Whether its end needs the runtime is known still.
    if (!isTail(S.Top))
      S.Top->TailStackPointer = S.Top->StackPointer;
    S.Top->TailReturnAddress = *reinterpret_cast<const uint64_t *>(Sp);
    S.Top->StackPointer = abi::EndedByTail;
  }
  /// Ends functions that were entered with a stack pointer below \p Sp. Those
  /// that they called, but for the last one, end with them, so they will not
  /// add what they have pending.
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
