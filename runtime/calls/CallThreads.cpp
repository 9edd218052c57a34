//===- CallThreads.cpp - The calls that threads have made -----------------===//

#include "runtime/core/Calls.h"

#if defined(__x86_64__)
#include "runtime/calls/CallThreads.h"
#include "runtime/core/Process.h"
#include "runtime/core/Simulation.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" __attribute__((visibility("hidden")))
abi::CallEntry __udpc_calls_bottom;

int64_t rt::callStateDistance() {
  return reinterpret_cast<int64_t>(&__udpc_calls) -
         static_cast<int64_t>(threadPointer());
}

EndedCalls rt::Ended;
CallNode rt::NoNodes[2];

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

/// More frames than a stack of 8 MB usually has; pages that are not used take
/// no memory.
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
  // Calls are not recorded while the runtime calls code of the program.
  if (holdsStateLock())
    return nullptr;
  StateLock Lock;
  if (!Lock.held())
    return nullptr;
  ThreadRecord *Self = adoptThread();
  if (!Self)
    return nullptr;
  if (!Self->Calls)
    Self->Calls = makeThread(S, *Self);
  return Self->Calls;
}

//===----------------------------------------------------------------------===//
// Threads that end
//===----------------------------------------------------------------------===//

/// Adds what \p From has, a node or others, to \p To.
template <typename ToT, typename FromT>
static void addCosts(ToT &To, const FromT &From) {
  To.Calls += From.Calls;
  To.Ir += From.Ir;
  for (unsigned I = 0; I != NumMoreCosts; ++I)
    To.More.At[I] += From.More.At[I];
}

/// Returns the node of the ended threads that corresponds to \p N of another
/// table.
static CallNode *sumOf(const CallNode &N) {
  CallNode Empty = N;
  Empty.Calls = Empty.Ir = Empty.TailIr = 0;
  Empty.More = {};
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
  forEachNode(T.Table, [](CallNode &N) { N.Ir += N.TailIr; });
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

/// Calls takeLibraryCosts for the function that is executing, if \p T is the
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

static void clearNode(CallNode &N) {
  N.Calls = N.Ir = 0;
  N.More = {};
  if (N.Others) {
    N.Others->Calls = N.Others->Ir = 0;
    N.Others->More = {};
  }
}

void rt::resetCalls() {
  Ended.NumLost = 0;
  forEachTable([](const CallTable &Table, CallNode &Root, CallThread *T) {
    forEachNode(Table, clearNode);
    clearNode(Root);
    if (!T || !T->State)
      return;
    T->NumLost = 0;
    abi::CallState &S = *T->State;
    takeOwnLibraryCosts(*T);
    for (abi::CallEntry *E = T->Stack.Bottom + 1; E <= S.Top; ++E) {
      E->Ir = S.Costs[0];
      if (!T->Stack.AtEntry)
        continue;
      uint64_t I = E - T->Stack.Bottom;
      for (unsigned C = 0; C != NumMoreCosts; ++C)
        T->Stack.AtEntry[I].At[C] = S.Costs[C + 1];
    }
  });
}

void rt::closeCalls(const abi::Unit &U) {
  // No return address and no record has such a value.
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
void rt::closeCalls(const abi::Unit &) {}
#endif
