//===- CallThreads.cpp - The calls that threads have made -----------------===//

#include "runtime/core/Calls.h"

#if defined(__x86_64__)
#include "runtime/calls/CallThreads.h"
#include "runtime/core/Process.h"
#include "runtime/core/Simulation.h"
#include "runtime/logic/Bytes.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

extern "C" __attribute__((visibility("hidden")))
abi::CallEntry __udpc_calls_bottom;

/// What is 0 in all threads, and first in the cache of each.
static CallNode NoNode;
/// The nodes of threads that have ended.
static CallTable Ended;
static CallNode EndedRoot;
static bool HaveCalls;
static bool HasAllCosts;
static uint64_t NumLost;

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

/// More frames than a stack of 8 MB usually has; pages that are not used take
/// no memory.
static constexpr uint64_t MaxEntries = 1 << 18;

static bool makeTable(CallTable &Table) {
  if (!Table.Buckets) {
    int64_t Limit = options().max_contexts;
    Table.MaxContexts = Limit < 0 ? 0 : Limit;
    Table.BucketBits = Limit > 0 ? 17 : 14;
    Table.Buckets =
        Table.Memory.allocateArray<CallNode *>(size_t(1) << Table.BucketBits);
  }
  return Table.Buckets;
}

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
  HasAllCosts = true;
  T.MappedCostsBytes = 2 * MaxEntries * sizeof(MoreCosts);
  T.MappedCosts = mapMemory(T.MappedCostsBytes);
  T.Stack.AtEntry = static_cast<MoreCosts *>(T.MappedCosts);
  T.Stack.AtTail = T.Stack.AtEntry + MaxEntries;
  return T.MappedCosts;
}

static void unmapThread(CallThread &T) {
  unmapMemory(T.Mapped, T.MappedBytes);
  unmapMemory(T.MappedCosts, T.MappedCostsBytes);
  T.Table.Memory.release();
  unmapMemory(&T, sizeof(T));
}

static CallThread *makeThread(abi::CallState &S) {
  auto *T = static_cast<CallThread *>(mapMemory(sizeof(CallThread)));
  if (!T)
    return nullptr;
  if (!mapThread(*T)) {
    unmapThread(*T);
    return nullptr;
  }
  HaveCalls = true;
  T->Root.Unit = T->Root.Code = T->Root.CallerUnit = abi::NoIndex;
  *T->Stack.Bottom = {};
  T->Stack.Bottom->StackPointer = ~uint64_t(0);
  T->Stack.Bottom->Node = &T->Root;
  auto **Cache = static_cast<abi::CallNode **>(T->Mapped);
  for (unsigned I = 0; I != abi::CallCacheSize; ++I)
    Cache[I] = &NoNode;
  T->State = &S;
  S.Cache = Cache;
  S.End = T->Stack.Limit;
  S.Top = T->Stack.Bottom;
  return T;
}

CallThread *rt::enterCallThread(abi::CallState &S) {
  // Code of the program that the runtime itself calls is not recorded.
  if (holdsStateLock())
    return nullptr;
  StateLock Lock;
  if (!Lock.held())
    return nullptr;
  ThreadRecord *Self = adoptThread();
  if (!Self)
    return nullptr;
  if (!Self->Calls)
    Self->Calls = makeThread(S);
  return Self->Calls;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Whether \p Bytes at \p Address are readable.
static bool isReadable(uint64_t Address, uint64_t Bytes) {
  // The kernel reads the set before it refuses the operation.
  constexpr long NoOperation = 1000;
  const uint64_t Ends[] = {Address, Address + Bytes - sizeof(SignalSet)};
  for (uint64_t At : Ends)
    if (rawSyscall(SYS_rt_sigprocmask, NoOperation, static_cast<long>(At), 0,
                   sizeof(SignalSet)) == -EFAULT)
      return false;
  return true;
}

/// The number of the unit that a record begins with the distance of; NoIndex
/// before it is registered.
static uint32_t unitOf(const int64_t &Distance) {
  uint64_t Address = reinterpret_cast<uint64_t>(&Distance) + Distance;
  auto *U = reinterpret_cast<const abi::Unit *>(Address);
  return __atomic_load_n(&U->Runtime, __ATOMIC_ACQUIRE) ? unitNumber(U)
                                                        : abi::NoIndex;
}

static bool isRegistered(const abi::Unit *U) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Unit == U)
      return true;
  return false;
}

/// The record of the call that returns to \p Address; null if code without a
/// profile made it.
static const abi::CallSiteRec *siteAt(uint64_t Address) {
  struct Nop {
    uint8_t Opcode[3];
    int32_t Distance;
    uint8_t Next;
  } __attribute__((packed));
  static const uint8_t Endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
  static const uint8_t Opcode[] = {0x0f, 0x1f, 0x05};
  if (!isReadable(Address, sizeof(Nop)))
    return nullptr;
  if (sameBytes(reinterpret_cast<const void *>(Address), Endbr,
                sizeof(Endbr))) {
    Address += sizeof(Endbr);
    if (!isReadable(Address, sizeof(Nop)))
      return nullptr;
  }
  Nop Found;
  copyBytes(&Found, reinterpret_cast<const void *>(Address), sizeof(Found));
  if (!sameBytes(Found.Opcode, Opcode, sizeof(Opcode)))
    return nullptr;
  uint64_t Record = Address + offsetof(Nop, Next) + Found.Distance;
  if (Record % alignof(abi::CallSiteRec) ||
      !isReadable(Record, sizeof(abi::CallSiteRec)))
    return nullptr;
  auto *Site = reinterpret_cast<const abi::CallSiteRec *>(Record);
  auto *U = reinterpret_cast<const abi::Unit *>(Record + Site->Unit);
  return isRegistered(U) ? Site : nullptr;
}

/// Whether the code at \p Address returns from the handler of a signal:
/// movq $SYS_rt_sigreturn, %rax; syscall.
static bool endsHandler(uint64_t Address) {
  static const uint8_t Code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  return isReadable(Address, sizeof(Code)) &&
         sameBytes(reinterpret_cast<const void *>(Address), Code, sizeof(Code));
}

/// Places the caller of a new node.
static void setCaller(CallNode &N, const CallNode &Parent,
                      const abi::CallSiteRec *Site) {
  if (!Site && endsHandler(N.ReturnAddress)) {
    N.IsHandler = true;
    N.CallerUnit = N.Caller = N.Callee = abi::NoIndex;
    return;
  }
  N.CallerUnit = Parent.Unit;
  N.Caller = Parent.Code;
  N.Callee = abi::NoIndex;
  if (!Site)
    return;
  uint32_t Unit = unitOf(Site->Unit);
  if (Unit == abi::NoIndex)
    return;
  N.CallerUnit = Unit;
  N.Caller = Site->Function;
  N.Callee = Site->Callee;
}

static CallNode *addNode(CallTable &Table, const CallNode &Values) {
  CallNode *N = Table.Memory.allocateArray<CallNode>(1);
  if (!N)
    return nullptr;
  *N = Values;
  CallNode *&Bucket =
      Table.Buckets[Table.bucketOf(N->ReturnAddress, N->ParentKey)];
  N->NextInBucket = Bucket;
  Bucket = N;
  CallNode *&Link = Table.Last ? Table.Last->NextOfAll : Table.First;
  Table.Last = N;
  // For dumps, which other threads make.
  __atomic_store_n(&Link, N, __ATOMIC_RELEASE);
  return N;
}

/// Adds \p N, which is called in \p Context, as a context of its own; null if
/// there is no room.
static CallNode *addContext(CallTable &Table, CallNode N, CallNode &Context) {
  if (Table.NumContexts == Table.MaxContexts)
    return nullptr;
  N.ParentKey = Context.Key;
  // No address, and other than all before.
  N.Key = UINT64_C(1) << 63 | Table.NumContexts;
  N.Parent = Context.Function ? &Context : nullptr;
  for (CallNode *Active = N.Parent; Active && !N.Recursive;
       Active = Active->Parent)
    if (Active->Function == N.Function) {
      N.Recursive = Active;
      N.Key = Active->Key;
    }
  CallNode *Added = addNode(Table, N);
  Table.NumContexts += Added != nullptr;
  return Added;
}

/// The node of calls like \p N in no context, made if need be.
static CallNode *findOrAddBeyond(CallTable &Table, CallNode N,
                                 uint64_t CallerKey) {
  if (CallNode *Known = Table.find(N.ReturnAddress, CallerKey, N.Function))
    return Known;
  N.ParentKey = CallerKey;
  N.Key = keyOf(N.Function);
  N.IsBeyond = Table.MaxContexts != 0;
  return addNode(Table, N);
}

static bool makeOthers(CallTable &Table, CallNode &Context) {
  if (!Context.Others)
    Context.Others = Table.Memory.allocateArray<OtherCalls>(1);
  return Context.Others;
}

CallNode *rt::makeCallNode(CallThread &T, uint64_t ReturnAddress,
                           CallNode &Parent,
                           const abi::CallFunctionRec &Function,
                           const abi::CallSiteRec *Site) {
  CallNode N = {};
  N.Unit = unitOf(Function.Unit);
  if (N.Unit == abi::NoIndex)
    return nullptr;
  N.Code = Function.Function;
  N.ReturnAddress = ReturnAddress;
  N.Function = &Function;
  setCaller(N, Parent, Site ? Site : siteAt(ReturnAddress));
  CallTable &Table = T.Table;
  CallNode &Caller = Table.MaxContexts && N.IsHandler ? T.Root : Parent;
  if (!Table.MaxContexts || Caller.IsBeyond)
    return findOrAddBeyond(Table, N, keyOf(Caller.Function));
  CallNode &Context = Caller.context();
  if (N.IsHandler)
    if (CallNode *Known = Table.find(ReturnAddress, Context.Key, &Function))
      return Known;
  if (CallNode *Added = addContext(Table, N, Context))
    return Added;
  return makeOthers(Table, Context)
             ? findOrAddBeyond(Table, N, keyOf(Context.Function))
             : nullptr;
}

//===----------------------------------------------------------------------===//
// Reading them
//===----------------------------------------------------------------------===//

/// Calls \p Use with the nodes of \p T that a dump may read; callers' contexts
/// come first.
template <typename FunctionT>
static void forEachNode(const CallTable &T, FunctionT Use) {
  for (CallNode *N = __atomic_load_n(&T.First, __ATOMIC_ACQUIRE); N;
       N = __atomic_load_n(&N->NextOfAll, __ATOMIC_ACQUIRE))
    Use(*N);
}

template <typename FunctionT> static void forEachTable(FunctionT Use) {
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->Calls)
      Use(T->Calls->Table, T->Calls);
  Use(Ended, static_cast<CallThread *>(nullptr));
}

uint64_t rt::numCallsNotRecorded() {
  uint64_t Sum = NumLost;
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    Sum += T->Calls ? T->Calls->NumLost : 0;
  return Sum;
}

uint64_t rt::numCallsBeyondContexts() {
  uint64_t Sum = 0;
  auto Add = [&](const CallNode &N) { Sum += N.Others ? N.Others->Calls : 0; };
  forEachTable([&](const CallTable &Table, const CallThread *T) {
    Add(T ? T->Root : EndedRoot);
    forEachNode(Table, Add);
  });
  return Sum;
}

abi::CallsRec rt::countCalls() {
  abi::CallsRec R = {};
  if (!HaveCalls)
    return R;
  R.Flags = abi::CallsRecorded | (HasAllCosts ? abi::AllCostsRecorded : 0);
  if (options().max_contexts > 0)
    R.Flags |= abi::ContextsRecorded;
  // Numbered for this dump: nodes that are made meanwhile are left out.
  auto AddOthers = [&](CallNode &N) {
    if (N.Others && N.Others->Calls)
      N.Others->Number = ++R.NumCalls;
  };
  forEachTable([&](const CallTable &Table, CallThread *T) {
    AddOthers(T ? T->Root : EndedRoot);
    forEachNode(Table, [&](CallNode &N) {
      N.Number = ++R.NumCalls;
      AddOthers(N);
    });
  });
  uint64_t Lost = numCallsNotRecorded();
  R.NumLimits = Lost < UINT32_MAX ? Lost : UINT32_MAX;
  return R;
}

/// Adds what functions that are being executed have cost so far.
static void addActive(const CallThread &T) {
  const abi::CallState &S = *T.State;
  const abi::CallEntry *Top = S.Top;
  for (const abi::CallEntry *E = T.Stack.Bottom + 1;
       E <= Top && E <= T.Stack.Limit; ++E) {
    auto *N = static_cast<CallNode *>(E->Node);
    if (!N)
      continue;
    OtherCalls *Others = CallStack::othersOf(*N, E, T.Stack);
    N->ActiveIr += S.Costs[0] - E->Ir;
    if (Others)
      Others->ActiveIr += S.Costs[0] - E->Ir;
    if (!T.Stack.AtEntry)
      continue;
    for (unsigned I = 0; I != NumMoreCosts; ++I) {
      uint64_t Cost =
          S.Costs[I + 1] - T.Stack.AtEntry[E - T.Stack.Bottom].At[I];
      N->ActiveMore.At[I] += Cost;
      if (Others)
        Others->ActiveMore.At[I] += Cost;
    }
  }
}

/// The costs of \p From, a node or others, in a record; what is active is
/// forgotten.
template <typename NodeT>
static void takeCosts(abi::CallRec &Rec, NodeT &From) {
  Rec.Calls = From.Calls;
  Rec.Costs[0] = From.Ir + From.ActiveIr;
  for (unsigned I = 0; I != NumMoreCosts; ++I)
    Rec.Costs[I + 1] = From.More.At[I] + From.ActiveMore.At[I];
  From.ActiveIr = 0;
  From.ActiveMore = {};
}

static abi::CallRec recordOf(CallNode &N) {
  abi::CallRec Rec = {};
  Rec.Unit = N.Unit;
  Rec.Function = N.Code;
  Rec.CallerUnit = N.CallerUnit;
  Rec.Caller = N.Caller;
  Rec.Callee = N.Callee;
  Rec.Parent = N.IsBeyond ? abi::BeyondContexts
               : N.Parent ? N.Parent->Number - 1
                          : abi::NoIndex;
  takeCosts(Rec, N);
  return Rec;
}

/// The record of what has no context in \p N, whose number is \p Number.
static abi::CallRec recordOfOthers(OtherCalls &Others, uint32_t Number) {
  abi::CallRec Rec = {};
  Rec.Unit = Rec.Function = Rec.CallerUnit = Rec.Caller = Rec.Callee =
      abi::NoIndex;
  Rec.Parent = Number - 1;
  takeCosts(Rec, Others);
  return Rec;
}

void rt::visitCalls(void (*Each)(const abi::CallRec &, void *), void *Data) {
  auto VisitOthers = [&](CallNode &N) {
    if (N.Others && N.Others->Number)
      Each(recordOfOthers(*N.Others, N.Number), Data);
  };
  auto Forget = [](CallNode &N) {
    N.Number = 0;
    if (N.Others)
      N.Others->Number = 0;
  };
  forEachTable([&](const CallTable &Table, CallThread *T) {
    if (T && T->State)
      addActive(*T);
    CallNode &Root = T ? T->Root : EndedRoot;
    VisitOthers(Root);
    forEachNode(Table, [&](CallNode &N) {
      if (!N.Number)
        return;
      Each(recordOf(N), Data);
      VisitOthers(N);
    });
    forEachNode(Table, Forget);
    Forget(Root);
  });
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

/// The node among those of ended threads for \p N, of another table.
static CallNode *sumOf(const CallNode &N) {
  CallNode Empty = N;
  Empty.Calls = Empty.Ir = 0;
  Empty.More = {};
  Empty.Others = nullptr;
  Empty.Parent = Empty.Recursive = nullptr;
  uint64_t CallerKey = N.IsBeyond || !Ended.MaxContexts ? N.ParentKey
                       : N.Parent ? keyOf(N.Parent->Function)
                                  : 0;
  CallNode *Context = N.Parent ? N.Parent->Sum : &EndedRoot;
  if (N.IsBeyond || !Ended.MaxContexts || !Context || Context->IsBeyond)
    return findOrAddBeyond(Ended, Empty, CallerKey);
  if (CallNode *Known = Ended.find(N.ReturnAddress, Context->Key, N.Function))
    return Known;
  if (CallNode *Added = addContext(Ended, Empty, *Context))
    return Added;
  if (!makeOthers(Ended, *Context))
    return nullptr;
  addCosts(*Context->Others, N);
  return findOrAddBeyond(Ended, Empty, CallerKey);
}

static void addOthers(const CallNode &From, CallNode &To) {
  if (From.Others && !To.IsBeyond && makeOthers(Ended, To))
    addCosts(*To.Others, *From.Others);
}

static void addToEnded(CallThread &T) {
  addOthers(T.Root, EndedRoot);
  forEachNode(T.Table, [](CallNode &N) {
    if (!Ended.MaxContexts && !N.Calls && !N.Ir)
      return;
    N.Sum = sumOf(N);
    if (!N.Sum) {
      NumLost += N.Calls;
      return;
    }
    addCosts(*N.Sum, N);
    addOthers(N, *N.Sum);
  });
}

void rt::leaveCalls(ThreadRecord &T) {
  CallThread *Calls = T.Calls;
  if (!Calls)
    return;
  abi::CallState &S = *Calls->State;
  CallStack(S, Calls->Stack).clear();
  if (makeTable(Ended))
    addToEnded(*Calls);
  NumLost += Calls->NumLost;
  S = {};
  S.Top = S.End = &__udpc_calls_bottom;
  forgetCalls(T);
}

void rt::forgetCalls(ThreadRecord &T) {
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
  NumLost = 0;
  forEachTable([](const CallTable &Table, CallThread *T) {
    forEachNode(Table, clearNode);
    clearNode(T ? T->Root : EndedRoot);
    if (!T || !T->State)
      return;
    T->NumLost = 0;
    const abi::CallState &S = *T->State;
    for (abi::CallEntry *E = T->Stack.Bottom + 1; E <= S.Top; ++E) {
      E->Ir = E->TailIr = S.Costs[0];
      if (!T->Stack.AtEntry)
        continue;
      uint64_t I = E - T->Stack.Bottom;
      for (unsigned C = 0; C != NumMoreCosts; ++C)
        T->Stack.AtEntry[I].At[C] = T->Stack.AtTail[I].At[C] = S.Costs[C + 1];
    }
  });
}

void rt::closeCalls(const abi::Unit &U) {
  // Return addresses and records of the program's code do not have such values.
  auto Close = [&](const CallTable &Table, const CallThread *) {
    forEachNode(Table, [&](CallNode &N) {
      if (unit(N.Unit).Unit == &U ||
          (N.CallerUnit != abi::NoIndex && unit(N.CallerUnit).Unit == &U))
        N.ReturnAddress = 0;
    });
  };
  forEachTable(Close);
}

#else
using namespace udpc;
uint64_t rt::numCallsNotRecorded() { return 0; }
uint64_t rt::numCallsBeyondContexts() { return 0; }
abi::CallsRec rt::countCalls() { return {}; }
void rt::visitCalls(void (*)(const abi::CallRec &, void *), void *) {}
void rt::leaveCalls(ThreadRecord &) {}
void rt::forgetCalls(ThreadRecord &) {}
void rt::resetCalls() {}
void rt::closeCalls(const abi::Unit &) {}
#endif
