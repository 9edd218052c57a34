//===- CallThreads.cpp - The calls that threads have made -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/interfaces/CallRecording.h"

#if defined(__x86_64__)
#include "runtime/calls/CallThreads.h"
#include "runtime/counts/CostPause.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

int64_t rt::callStateDistance() {
  return reinterpret_cast<int64_t>(&__udpc_calls) -
         static_cast<int64_t>(threadPointer());
}

EndedCalls rt::Ended;
CallNode rt::NoNodes[2];

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// Size of a stack of calls: more frames than a stack of 8 MB usually has.
/// Unused pages take no memory.
static constexpr uint64_t MaxEntries = 1 << 18;

static bool mapThread(CallThread &T) {
  T.MappedBytes =
      abi::CallCacheSize * sizeof(void *) + MaxEntries * sizeof(abi::CallEntry);
  T.Mapped = mapMemory(T.MappedBytes);
  if (!T.Mapped || !makeTable(T.Table))
    return false;
  T.Stack.Bottom = reinterpret_cast<abi::CallEntry *>(
      static_cast<CallNode **>(T.Mapped) + abi::CallCacheSize);
  T.Stack.Limit = T.Stack.Bottom + MaxEntries - 1;
  T.Stack.IsReadable = isStackReadable;
  if (!isSimulating())
    return true;
  Ended.HasAllCosts = true;
  T.MappedCostsBytes = MaxEntries * sizeof(MoreCosts);
  T.MappedCosts = mapMemory(T.MappedCostsBytes);
  T.Stack.AtEntry = static_cast<MoreCosts *>(T.MappedCosts);
  return T.MappedCosts;
}

static void unmapThread(CallThread &T) {
  unmapMemory(T.Mapped, T.MappedBytes);
  unmapMemory(T.MappedCosts, T.MappedCostsBytes);
  T.Table.Memory.release();
  unmapMemory(&T, sizeof(T));
}

static CallThread *makeThread(abi::CallState &S, const ThreadRecord &Record) {
  auto *T = static_cast<CallThread *>(mapMemory(sizeof(CallThread)));
  if (!T)
    return nullptr;
  if (!mapThread(*T)) {
    unmapThread(*T);
    return nullptr;
  }
  Ended.HaveCalls = true;
  T->Record = &Record;
  T->Root.Unit = T->Root.Code = T->Root.CallerUnit = abi::NoIndex;
  *T->Stack.Bottom = {};
  T->Stack.Bottom->StackPointer = ~uint64_t(0);
  T->Stack.Bottom->Node = &T->Root;
  auto **Cache = static_cast<abi::CallNode **>(T->Mapped);
  NoNodes[0].Check = ~uint64_t(0);
  for (unsigned I = 0; I != abi::CallCacheSize; ++I)
    Cache[I] = noNodeAt(I);
  T->State = &S;
  S.Cache = Cache;
  S.End = T->Stack.Limit;
  S.Top = T->Stack.Bottom;
  return T;
}

CallThread *rt::enterCallThread(abi::CallState &S) {
  // Calls are not recorded in resolvers of indirect functions, nor while the
  // runtime calls code of the program.
  if (!hasStarted() || holdsStateLock())
    return nullptr;
  int Saved = errno;
  bool WasKnown = currentThread();
  CallThread *Calls = nullptr;
  {
    StateLock Lock;
    ThreadRecord *Self = Lock.held() ? adoptThread() : nullptr;
    if (Self && !Self->Calls)
      Self->Calls = makeThread(S, *Self);
    Calls = Self ? Self->Calls : nullptr;
  }
  // The state is in the thread's storage, so the runtime must see the thread's
  // end.
  if (!WasKnown && currentThread())
    watchThread(currentThread());
  errno = Saved;
  return Calls;
}

//===----------------------------------------------------------------------===//
// Threads that end
//===----------------------------------------------------------------------===//

/// Adds the costs of \p From, a node or OtherCalls, to \p To.
template <typename ToT, typename FromT>
static void addSums(ToT &To, const FromT &From) {
  To.Calls += From.Calls;
  To.Ir += From.Ir;
  for (unsigned I = 0; I != NumMoreCosts; ++I)
    To.More.At[I] += From.More.At[I];
}

/// Adds costs like addSums(). While costs are stopped, all costs in \p From are
/// from before.
template <typename ToT, typename FromT>
static void addCosts(ToT &To, const FromT &From) {
  addSums(To, From);
  addSums(To.AtStop, From);
}

/// Passes the nodes of \p Table and \p Root, and their others, to \p Use.
template <typename FunctionT>
static void forEachSums(const CallTable &Table, CallNode &Root, FunctionT Use) {
  auto UseBoth = [&](CallNode &N) {
    Use(N);
    if (N.Others)
      Use(*N.Others);
  };
  UseBoth(Root);
  forEachNode(Table, UseBoth);
}

/// Sets the costs of \p Sums, a node or OtherCalls, back to those when costs
/// were stopped.
template <typename SumsT> static void restore(SumsT &Sums) {
  Sums.Calls = Sums.AtStop.Calls;
  Sums.Ir = Sums.AtStop.Ir;
  Sums.More = Sums.AtStop.More;
}

/// Returns the node of the ended threads that corresponds to \p N of another
/// table.
static CallNode *sumOf(const CallNode &N) {
  CallNode Empty = N;
  Empty.Calls = Empty.Ir = Empty.TailIr = 0;
  Empty.More = {};
  Empty.AtStop = {};
  Empty.Others = nullptr;
  Empty.Parent = Empty.Recursive = Empty.TailParent = nullptr;
  uint64_t CallerKey = N.ParentKey;
  if (N.TailParent)
    CallerKey = keyOf(N.TailParent->Function);
  else if (!N.IsBeyond && Ended.Table.MaxContexts)
    CallerKey = N.Parent ? keyOf(N.Parent->Function) : 0;
  CallNode *Context = N.Parent ? N.Parent->Sum : &Ended.Root;
  if (N.IsBeyond || !Ended.Table.MaxContexts || !Context || Context->IsBeyond)
    return findOrAddBeyond(Ended.Table, Empty, CallerKey);
  if (CallNode *Known =
          Ended.Table.find(N.ReturnAddress, Context->Key, N.Function))
    return Known;
  if (CallNode *Added = addContext(Ended.Table, Empty, *Context))
    return Added;
  if (!makeOthers(Ended.Table, *Context))
    return nullptr;
  addCosts(*Context->Others, N);
  return findOrAddBeyond(Ended.Table, Empty, CallerKey);
}

static void addOthers(const CallNode &From, CallNode &To) {
  if (From.Others && !To.IsBeyond && makeOthers(Ended.Table, To))
    addCosts(*To.Others, *From.Others);
}

static void addCallsToEnded(CallThread &T) {
  addOthers(T.Root, Ended.Root);
  addTailCosts(T.Table);
  forEachNode(T.Table, [](CallNode &N) {
    N.Ir += N.TailIr;
    N.AtStop.Ir = N.Ir;
  });
  forEachNode(T.Table, [](CallNode &N) {
    if (!Ended.Table.MaxContexts && !N.Calls && !N.Ir)
      return;
    N.Sum = sumOf(N);
    if (!N.Sum) {
      Ended.NumLost += N.Calls;
      return;
    }
    addCosts(*N.Sum, N);
    addOthers(N, *N.Sum);
  });
}

/// Calls takeLibraryCosts for the functions that are executing, if \p T is the
/// calling thread.
static void takeOwnLibraryCosts(CallThread &T) {
  if (!ThisThread.Current || ThisThread.Current->Calls != &T)
    return;
  forEachRunning(*T.State, [&](const CallNode &N) {
    if (N.LibraryUnit)
      takeLibraryCosts(*N.LibraryUnit, *T.State, numLibraryEvents(T.Stack));
  });
}

void rt::leaveCalls(ThreadRecord &T) {
  CallThread *Calls = T.Calls;
  if (!Calls)
    return;
  abi::CallState &S = *Calls->State;
  takeOwnLibraryCosts(*Calls);
  CallStack(S, Calls->Stack).clear();
  if (costsAreStopped())
    forEachSums(Calls->Table, Calls->Root, [](auto &Sums) { restore(Sums); });
  if (makeTable(Ended.Table))
    addCallsToEnded(*Calls);
  Ended.NumLost += Calls->NumLost;
  S = {};
  S.Top = S.End = &__udpc_calls_bottom;
  releaseCalls(T);
}

void rt::releaseCalls(ThreadRecord &T) {
  if (T.Calls)
    unmapThread(*T.Calls);
  T.Calls = nullptr;
}

/// Adds the costs so far of active functions of \p T to their nodes, so that
/// later costs count separately.
static void settleActive(CallThread &T) {
  takeOwnLibraryCosts(T);
  abi::CallState &S = *T.State;
  if (ThisThread.Current && ThisThread.Current->Calls == &T && !isBusy(S)) {
    // Ends tail calls that are over: the code below would make them look
    // active.
    CallStack Stack(S, T.Stack);
    Stack.land(0);
    Stack.setEnd();
  }
  // Other threads continue meanwhile.
  abi::CallEntry *Top = S.Top > T.Stack.Limit ? T.Stack.Limit : S.Top;
  uint64_t Ir = S.Costs[0];
  for (abi::CallEntry *E = Top; E > T.Stack.Bottom; --E) {
    if (!E->Node || (E == Top && E->StackPointer == abi::EndedByTail))
      continue;
    auto &N = static_cast<CallNode &>(*E->Node);
    OtherCalls *Others = CallStack::othersOf(N, E, T.Stack);
    auto Add = [&](auto &To) {
      To.Ir += Ir - E->Ir;
      for (unsigned C = 0; T.Stack.AtEntry && C != NumMoreCosts; ++C)
        To.More.At[C] +=
            S.Costs[C + 1] - T.Stack.AtEntry[E - T.Stack.Bottom].At[C];
    };
    Add(N);
    if (Others)
      Add(*Others);
    E->Ir = Ir;
    for (unsigned C = 0; T.Stack.AtEntry && C != NumMoreCosts; ++C)
      T.Stack.AtEntry[E - T.Stack.Bottom].At[C] = S.Costs[C + 1];
    Ir += N.Pending;
  }
}

/// Settles the calls of all threads and passes all sums to \p Change.
template <typename FunctionT> static void changeSums(FunctionT Change) {
  forEachTable([&](const CallTable &Table, CallNode &Root, CallThread *T) {
    if (T && T->State)
      settleActive(*T);
    forEachSums(Table, Root, Change);
  });
}

void rt::resetCalls() {
  Ended.NumLost = 0;
  forEachTable([](const CallTable &, CallNode &, CallThread *T) {
    if (T && T->State)
      T->NumLost = 0;
  });
  changeSums([](auto &Sums) {
    Sums.Calls = Sums.Ir = 0;
    Sums.More = {};
    Sums.AtStop = {};
  });
}

void rt::stopCalls() {
  changeSums([](auto &Sums) {
    Sums.AtStop = {Sums.Calls, Sums.Ir, Sums.More};
  });
}

void rt::excludeStoppedCalls() {
  changeSums([](auto &Sums) { restore(Sums); });
}

void rt::closeCalls(const abi::Unit &U) {
  // 0 is no return address and no record.
  auto Close = [&](CallNode &N) {
    if (unit(N.Unit).Unit == &U ||
        (N.CallerUnit != abi::NoIndex && unit(N.CallerUnit).Unit == &U)) {
      N.ReturnAddress = N.Check = 0;
      N.LibraryUnit = nullptr;
    }
  };
  forEachTable([&](const CallTable &Table, CallNode &, const CallThread *) {
    forEachNode(Table, Close);
  });
}

#else
using namespace udpc;
int64_t rt::callStateDistance() { return 0; }
void rt::leaveCalls(ThreadRecord &) {}
void rt::releaseCalls(ThreadRecord &) {}
void rt::resetCalls() {}
void rt::stopCalls() {}
void rt::excludeStoppedCalls() {}
void rt::closeCalls(const abi::Unit &) {}
#endif
