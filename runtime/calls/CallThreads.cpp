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
  if (!Table.Buckets)
    Table.Buckets =
        Table.Memory.allocateArray<CallNode *>(CallTable::NumBuckets);
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
      Table.Buckets[CallTable::bucketOf(N->ReturnAddress, N->ParentKey)];
  N->NextInBucket = Bucket;
  N->NextOfAll = Table.All;
  Bucket = N;
  ++Table.NumNodes;
  // For dumps, which other threads make.
  __atomic_store_n(&Table.All, N, __ATOMIC_RELEASE);
  return N;
}

CallNode *rt::makeCallNode(CallThread &T, uint64_t ReturnAddress,
                           const CallNode &Parent,
                           const abi::CallFunctionRec &Function,
                           const abi::CallSiteRec *Site) {
  CallNode N = {};
  N.Unit = unitOf(Function.Unit);
  if (N.Unit == abi::NoIndex)
    return nullptr;
  N.Code = Function.Function;
  N.ReturnAddress = ReturnAddress;
  N.Function = &Function;
  N.ParentKey = Parent.Key;
  N.Key = reinterpret_cast<uint64_t>(&Function);
  setCaller(N, Parent, Site ? Site : siteAt(ReturnAddress));
  return addNode(T.Table, N);
}

//===----------------------------------------------------------------------===//
// Reading them
//===----------------------------------------------------------------------===//

/// The first node of \p T that a dump may read.
static CallNode *firstNode(const CallTable &T) {
  return __atomic_load_n(&T.All, __ATOMIC_ACQUIRE);
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

abi::CallsRec rt::countCalls() {
  abi::CallsRec R = {};
  if (!HaveCalls)
    return R;
  R.Flags = abi::CallsRecorded | (HasAllCosts ? abi::AllCostsRecorded : 0);
  forEachTable([&](const CallTable &Table, const CallThread *) {
    // Numbered for this dump: nodes that are made meanwhile are left out.
    for (CallNode *N = firstNode(Table); N; N = N->NextOfAll)
      N->Number = ++R.NumCalls;
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
    N->ActiveIr += S.Costs[0] - E->Ir;
    if (T.Stack.AtEntry)
      for (unsigned I = 0; I != NumMoreCosts; ++I)
        N->ActiveMore.At[I] +=
            S.Costs[I + 1] - T.Stack.AtEntry[E - T.Stack.Bottom].At[I];
  }
}

void rt::visitCalls(void (*Each)(const abi::CallRec &, void *), void *Data) {
  forEachTable([&](const CallTable &Table, const CallThread *T) {
    if (T && T->State)
      addActive(*T);
    for (CallNode *N = firstNode(Table); N; N = N->NextOfAll) {
      if (!N->Number)
        continue;
      abi::CallRec Rec = {};
      Rec.Unit = N->Unit;
      Rec.Function = N->Code;
      Rec.CallerUnit = N->CallerUnit;
      Rec.Caller = N->Caller;
      Rec.Callee = N->Callee;
      Rec.Parent = abi::NoIndex;
      Rec.Calls = N->Calls;
      Rec.Costs[0] = N->Ir + N->ActiveIr;
      for (unsigned I = 0; I != NumMoreCosts; ++I)
        Rec.Costs[I + 1] = N->More.At[I] + N->ActiveMore.At[I];
      Each(Rec, Data);
      N->Number = 0;
      N->ActiveIr = 0;
      N->ActiveMore = {};
    }
  });
}

//===----------------------------------------------------------------------===//
// Threads that end
//===----------------------------------------------------------------------===//

static void addNode(const CallNode &From) {
  if (!From.Calls && !From.Ir)
    return;
  CallNode *To = Ended.find(From.ReturnAddress, From.ParentKey, From.Function);
  if (!To) {
    CallNode Empty = From;
    Empty.Calls = Empty.Ir = 0;
    Empty.More = {};
    To = addNode(Ended, Empty);
  }
  if (!To) {
    NumLost += From.Calls;
    return;
  }
  To->Calls += From.Calls;
  To->Ir += From.Ir;
  for (unsigned I = 0; I != NumMoreCosts; ++I)
    To->More.At[I] += From.More.At[I];
}

void rt::leaveCalls(ThreadRecord &T) {
  CallThread *Calls = T.Calls;
  if (!Calls)
    return;
  abi::CallState &S = *Calls->State;
  CallStack(S, Calls->Stack).clear();
  if (makeTable(Ended))
    for (const CallNode *N = Calls->Table.All; N; N = N->NextOfAll)
      addNode(*N);
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

static void clearNodes(const CallTable &Table) {
  for (CallNode *N = firstNode(Table); N; N = N->NextOfAll) {
    N->Calls = N->Ir = 0;
    N->More = {};
  }
}

void rt::resetCalls() {
  NumLost = 0;
  forEachTable([](const CallTable &Table, CallThread *T) {
    clearNodes(Table);
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
    for (CallNode *N = firstNode(Table); N; N = N->NextOfAll)
      if (unit(N->Unit).Unit == &U ||
          (N->CallerUnit != abi::NoIndex && unit(N->CallerUnit).Unit == &U))
        N->ReturnAddress = 0;
  };
  forEachTable(Close);
}

#else
using namespace udpc;
uint64_t rt::numCallsNotRecorded() { return 0; }
abi::CallsRec rt::countCalls() { return {}; }
void rt::visitCalls(void (*)(const abi::CallRec &, void *), void *) {}
void rt::leaveCalls(ThreadRecord &) {}
void rt::forgetCalls(ThreadRecord &) {}
void rt::resetCalls() {}
void rt::closeCalls(const abi::Unit &) {}
#endif
