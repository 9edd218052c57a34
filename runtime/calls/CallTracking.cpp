//===- CallTracking.cpp - Records calls -----------------------------------===//
//
// Runs while vector registers hold the program's values: this file is compiled
// without them, and every function that it calls is either inlined or called
// through __udpc_keep_vectors.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/calls/CallThreads.h"
#include "runtime/entry/KeepVectors.h"
#include "runtime/entry/NopRecord.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

/// CallState::Runtime of the calling thread.
struct RuntimeWords {
  /// The program's stack pointer at the entry point while a function of this
  /// file is running; 0 otherwise.
  uint64_t Busy;
  uint64_t NumLeftOut; ///< Number of ignored calls meanwhile.
  CallThread *Thread;
};
static_assert(sizeof(RuntimeWords) == sizeof(abi::CallState::Runtime) &&
                  offsetof(RuntimeWords, Busy) == 0,
              "isBusy() reads it");

static bool isOnAlternateStack() {
  bool Result;
  __udpc_keep_vectors(
      [](void *Result) {
        *static_cast<bool *>(Result) = rt::isOnSignalStack();
      },
      &Result);
  return Result;
}

/// A running call of this file's functions, unless a signal handler that has
/// interrupted another one on this thread makes it. The handler may also have
/// left the other call by longjmp: then the stack pointer is above that of the
/// other call, and not on a signal stack, or calls are ignored again and again.
class Work {
public:
  explicit Work(uint64_t Sp)
      : S(__udpc_calls), W(*reinterpret_cast<RuntimeWords *>(S.Runtime)) {
    if (W.Busy && (Sp < W.Busy || isOnAlternateStack()) &&
        ++W.NumLeftOut < 1000)
      return;
    W.NumLeftOut = 0;
    W.Busy = Sp;
    IsMine = true;
  }
  ~Work() {
    if (IsMine)
      W.Busy = 0;
  }
  Work(const Work &) = delete;

  /// Returns the thread's calls, if this work may use them.
  CallThread *thread() const { return IsMine ? W.Thread : nullptr; }
  /// Returns the thread's calls like thread(), creating them if there are none.
  CallThread *makeThread() {
    if (!IsMine || W.Thread)
      return thread();
    __udpc_keep_vectors(
        [](void *Words) {
          static_cast<RuntimeWords *>(Words)->Thread =
              enterCallThread(__udpc_calls);
        },
        &W);
    return W.Thread;
  }

  abi::CallState &S;

private:
  RuntimeWords &W;
  bool IsMine = false;
};

struct NewNode {
  CallThread *Thread;
  uint64_t ReturnAddress;
  CallNode *Parent;
  const abi::CallFunctionRec *Function;
  const abi::CallSiteRec *Site;
  CallNode *Made;
};

} // namespace

static CallNode *findNode(CallThread &T, uint64_t ReturnAddress,
                          CallNode &Parent,
                          const abi::CallFunctionRec *Function,
                          const abi::CallSiteRec *Site) {
  if (CallNode *N = T.Table.find(ReturnAddress, Parent.Key, Function))
    return N;
  // The table was full at an earlier call from this place.
  if (!Parent.IsBeyond && Parent.context().Others)
    if (CallNode *N =
            T.Table.find(ReturnAddress, keyOf(Parent.Function), Function))
      return N;
  NewNode New = {&T, ReturnAddress, &Parent, Function, Site, nullptr};
  __udpc_keep_vectors(
      [](void *Data) {
        auto &N = *static_cast<NewNode *>(Data);
        N.Made = makeCallNode(N.Thread->Table, N.Thread->Root, N.ReturnAddress,
                              *N.Parent, *N.Function, N.Site);
      },
      &New);
  return New.Made;
}

static void addToCache(CallStack &Stack, CallNode &Node) {
  if (!Node.IsNeverCached)
    return Stack.addToCache(Node);
  // Another node with this Check may have been cached before.
  for (unsigned I = 0; I != 2; ++I)
    if (abi::CallNode *&Place = Stack.cached(Node.Check, I);
        Place->Check == Node.Check)
      Place = noNodeAt((abi::callCacheOffset(Node.Check) / sizeof(&Node)) ^ I);
}

/// Enters the callee of the tail call \p Site in place of the top. False if the
/// top has to stay.
static bool replaceTail(CallThread &T, CallStack &Stack,
                        const abi::CallFunctionRec *Function,
                        const abi::CallSiteRec *Site) {
  if (!Stack.mayReplaceTail(Function))
    return false;
  auto &Parent = static_cast<CallNode &>(*T.State->Top->Node);
  NewNode New = {&T, 0, &Parent, Function, Site, nullptr};
  New.Made = T.Table.find(reinterpret_cast<uint64_t>(Site), tailKeyOf(&Parent),
                          Function);
  if (!New.Made)
    __udpc_keep_vectors(
        [](void *Data) {
          auto &N = *static_cast<NewNode *>(Data);
          N.Made =
              makeTailNode(N.Thread->Table, *N.Parent, *N.Function, *N.Site);
        },
        &New);
  if (!New.Made)
    return false;
  addToCache(Stack, *New.Made);
  Stack.replaceTail(New.Made);
  return true;
}

static inline void addLibraryCosts(abi::CallState &S, unsigned NumEvents) {
  forEachRunning(S, [&](const CallNode &N) {
    if (N.LibraryUnit)
      takeLibraryCosts(*N.LibraryUnit, S, NumEvents);
  });
}

static void addLibraryCosts(abi::CallState &S, const CallThread &T) {
  addLibraryCosts(S, numLibraryEvents(T.Stack));
}

UDPC_PRESERVE_MOST bool rt::isStackReadable(uint64_t Address) {
  __udpc_keep_vectors(
      [](void *Data) {
        uint64_t &Word = *static_cast<uint64_t *>(Data);
        Word = isWordReadable(Word);
      },
      &Address);
  return Address;
}

/// Returns the address of the function whose call of the entry point returns to
/// \p After; 0 if an earlier version of the plugin has compiled it.
static uint64_t functionAt(const uint8_t *After) {
  constexpr int Size = 7;
  const uint8_t *Nop = After + Size;
  if (Nop[0] != 0x0f || Nop[1] != 0x1f || Nop[2] != 0x05)
    return 0;
  return reinterpret_cast<uint64_t>(recordAt<void>(Nop));
}

/// Returns whether the last tail call of the thread, at \p Site, may be a call
/// of \p Function, whose call of the entry point returns to \p After: the site
/// names that function, or its target is the function's address.
static bool mayLeadTo(const abi::CallState &S, const abi::CallSiteRec &Site,
                      const abi::CallFunctionRec &Function,
                      const uint8_t *After) {
  if (Site.Flags & abi::SiteHasTarget) {
    uint64_t Address = functionAt(After);
    return !Address || S.TailTarget == Address;
  }
  const abi::Unit *CallerUnit = registeredUnit(Site.Unit);
  const abi::Unit *CalleeUnit = registeredUnit(Function.Unit);
  if (!CallerUnit || !CalleeUnit || Site.Callee == abi::NoIndex)
    return true;
  const CostView &Caller = unit(unitNumber(CallerUnit)).Costs;
  const CostView &Callee = unit(unitNumber(CalleeUnit)).Costs;
  const char *Symbol = Caller.Strings + Caller.Callees[Site.Callee].Symbol;
  const char *Name =
      Callee.Strings + Callee.Functions[Function.Function].Symbol;
  if (!*Symbol)
    return true;
  while (*Symbol && *Symbol == *Name)
    ++Symbol, ++Name;
  return *Symbol == *Name;
}

/// Stores the target of a tail call. Meaningful only at a site with
/// SiteHasTarget.
static inline void takeTarget(uint64_t Sp) {
  __udpc_calls.TailTarget =
      *reinterpret_cast<const uint64_t *>(Sp - abi::CallRedZone);
}

/// Runs the fast path \p Try. Returns false if the case is left to the
/// functions further below; then only tail calls that are over have ended. The
/// entry points call the fast paths first, which take a fifth of the
/// instructions, because they save only the registers that they use.
template <typename FunctionT>
static inline bool tryUsual(uint64_t Sp, FunctionT Try) {
  abi::CallState &S = __udpc_calls;
  auto &W = *reinterpret_cast<RuntimeWords *>(S.Runtime);
  if (W.Busy || !W.Thread || W.Thread->Stack.AtEntry)
    return false;
  // Marks the thread as busy, as Work does.
  __atomic_store_n(&W.Busy, Sp, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  addLibraryCosts(S, 1u);
  CallStack Stack(S, W.Thread->Stack);
  bool IsDone = Try(Stack);
  if (IsDone)
    Stack.setEnd();
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&W.Busy, 0, __ATOMIC_RELAXED);
  return IsDone;
}

extern "C" {
__attribute__((used)) UDPC_PRESERVE_MOST bool
__udpc_enter_usual_call(uint64_t Sp, const uint8_t *After) {
  return tryUsual(Sp, [&](CallStack &Stack) {
    return Stack.enterUsually(Sp, *recordAt<abi::CallFunctionRec>(After));
  });
}

__attribute__((used)) UDPC_PRESERVE_MOST bool
__udpc_leave_usual_call(uint64_t Sp, const uint8_t *) {
  return tryUsual(Sp, [&](CallStack &Stack) { return Stack.leaveUsually(Sp); });
}

__attribute__((used)) UDPC_PRESERVE_MOST bool
__udpc_usual_tail_call(uint64_t Sp, const uint8_t *After) {
  return tryUsual(Sp, [&](CallStack &Stack) {
    takeTarget(Sp);
    return Stack.tailUsually(Sp, recordAt<abi::CallSiteRec>(After));
  });
}

__attribute__((used)) void __udpc_enter_call(uint64_t Sp,
                                             const uint8_t *After) {
  Work Now(Sp);
  CallThread *T = Now.makeThread();
  if (!T) {
    // A resolver of an indirect function is running, before the thread-local
    // storage has its initial values.
    if (!Now.S.Top)
      Now.S.Top = Now.S.End = &__udpc_calls_bottom;
    return;
  }
  addLibraryCosts(Now.S, *T);
  auto *Function = recordAt<abi::CallFunctionRec>(After);
  CallStack Stack(Now.S, T->Stack);
  const abi::CallSiteRec *Site =
      Stack.beforeEntry(Sp, [&](const abi::CallEntry &E) {
        return mayLeadTo(Now.S, *E.TailSite, *Function, After);
      });
  if (Site && replaceTail(*T, Stack, Function, Site))
    return Stack.setEnd();
  uint64_t ReturnAddress = Site ? reinterpret_cast<uint64_t>(Site)
                                : *reinterpret_cast<const uint64_t *>(Sp);
  auto &Parent = static_cast<CallNode &>(*Now.S.Top->Node);
  uint64_t Check = Stack.checkAt(ReturnAddress, *Function);
  auto *Node = static_cast<CallNode *>(Stack.findCached(Check));
  if (!Node)
    Node = findNode(*T, ReturnAddress, Parent, Function, Site);
  if (!Node || !Stack.push(Sp, Node,
                           /*NeedsRuntime=*/Site || Node->IsHandler ||
                               Node->ParentKey != Parent.Key))
    ++T->NumLost;
  else if (!Node->IsHandler && Node->Check == Check)
    addToCache(Stack, *Node);
  Stack.setEnd();
}

__attribute__((used)) void __udpc_leave_call(uint64_t Sp, const uint8_t *) {
  Work Now(Sp);
  if (CallThread *T = Now.thread()) {
    addLibraryCosts(Now.S, *T);
    CallStack Stack(Now.S, T->Stack);
    Stack.leave(Sp);
    Stack.setEnd();
  }
}

__attribute__((used)) void __udpc_tail_call(uint64_t Sp, const uint8_t *After) {
  Work Now(Sp);
  if (CallThread *T = Now.thread()) {
    addLibraryCosts(Now.S, *T);
    CallStack Stack(Now.S, T->Stack);
    takeTarget(Sp);
    Stack.tail(Sp, recordAt<abi::CallSiteRec>(After));
    Stack.setEnd();
  }
}

__attribute__((used)) void __udpc_land_call(uint64_t Sp, const uint8_t *) {
  Work Now(Sp);
  if (CallThread *T = Now.thread()) {
    addLibraryCosts(Now.S, *T);
    CallStack Stack(Now.S, T->Stack);
    Stack.land(Sp);
    Stack.setEnd();
  }
}
}
#endif
