//===- CallTable.cpp - Nodes of calls -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#if defined(__x86_64__)
#include "runtime/calls/CallTable.h"
#include "runtime/base/Bytes.h"
#include "runtime/counts/Threads.h"
#include "runtime/counts/Units.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/system/Process.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::makeTable(CallTable &Table) {
  if (!Table.Buckets) {
    int64_t Limit = options().max_contexts;
    Table.MaxContexts = Limit < 0 ? 0 : Limit;
    Table.BucketBits = Limit > 0 ? 17 : 14;
    Table.Buckets =
        Table.Memory.allocateArray<CallNode *>(size_t(1) << Table.BucketBits);
  }
  return Table.Buckets;
}

/// Returns whether \p Bytes at \p Address are readable.
static bool isReadable(uint64_t Address, uint64_t Bytes) {
  return isWordReadable(Address) &&
         isWordReadable(Address + Bytes - sizeof(uint64_t));
}

static bool isRegistered(const abi::Unit *U) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Unit == U)
      return true;
  return false;
}

/// Returns the record of the call that returns to \p Address; null if code
/// without a profile made it.
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
  return isRegistered(unitOfRecord(Site->Unit)) ? Site : nullptr;
}

/// Returns whether the code at \p Address returns from a signal handler: movq
/// $SYS_rt_sigreturn, %rax; syscall.
static bool endsHandler(uint64_t Address) {
  static const uint8_t Code[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  return isReadable(Address, sizeof(Code)) &&
         sameBytes(reinterpret_cast<const void *>(Address), Code, sizeof(Code));
}

/// Sets the caller of a new node.
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
  const abi::Unit *Unit = registeredUnit(Site->Unit);
  if (!Unit)
    return;
  N.CallerUnit = unitNumber(Unit);
  N.Caller = Site->Function;
  N.Callee = Site->Callee;
  N.Pending = Site->Pending;
}

static CallNode *addNode(CallTable &Table, const CallNode &Values) {
  CallNode *N = Table.Memory.allocateArray<CallNode>(1);
  if (!N)
    return nullptr;
  *N = Values;
  N->NextOfAll = nullptr;
  N->Check =
      abi::checkOfCall(N->ReturnAddress, N->ParentKey, N->Function->Hash);
  CallNode *&Bucket = Table.bucketOf(N->Check);
  for (CallNode *Other = Bucket; Other; Other = Other->NextInBucket)
    if (Other->Check == N->Check)
      N->IsNeverCached = Other->IsNeverCached = true;
  N->NextInBucket = Bucket;
  Bucket = N;
  CallNode *&Link = Table.Last ? Table.Last->NextOfAll : Table.First;
  Table.Last = N;
  // Dumps by other threads read the link.
  __atomic_store_n(&Link, N, __ATOMIC_RELEASE);
  return N;
}

CallNode *rt::addContext(CallTable &Table, CallNode N, CallNode &Context) {
  if (Table.NumContexts == Table.MaxContexts)
    return nullptr;
  N.ParentKey = N.TailParent ? tailKeyOf(N.TailParent) : Context.Key;
  // A key that is no address and differs from all earlier ones.
  N.Key = (UINT64_C(1) << 63 | Table.NumContexts) * KeyFactor;
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

CallNode *rt::findOrAddBeyond(CallTable &Table, CallNode N,
                              uint64_t CallerKey) {
  if (CallNode *Known = Table.find(N.ReturnAddress, CallerKey, N.Function))
    return Known;
  N.ParentKey = CallerKey;
  N.Key = keyOf(N.Function);
  N.IsBeyond = Table.MaxContexts != 0;
  return addNode(Table, N);
}

bool rt::makeOthers(CallTable &Table, CallNode &Context) {
  if (!Context.Others)
    Context.Others = Table.Memory.allocateArray<OtherCalls>(1);
  return Context.Others;
}

/// Sets CallNode::Slots to the slots of \p Unit, or keeps \p N out of the cache
/// if they are unknown.
static void setSlots(CallNode &N, const abi::Unit &Unit) {
  const uint8_t *Chunk = nullptr;
  if (findSlots(const_cast<abi::Unit *>(&Unit)) && Unit.ChunkPointer)
    Chunk = *reinterpret_cast<uint8_t **>(threadPointer() + Unit.ChunkPointer);
  if (Chunk)
    N.Slots = reinterpret_cast<uint64_t>(Chunk) + Unit.SlotsDistance;
  else
    N.IsNeverCached = true;
}

/// Sets the callee of a new node. False if its unit is not registered yet.
static bool setCallee(CallNode &N, const abi::CallFunctionRec &Function) {
  const abi::Unit *Unit = unitOfRecord(Function.Unit);
  bool IsRegistered = registeredUnit(Function.Unit);
  N.Unit = unitNumber(Unit);
  N.Code = Function.Function;
  N.Function = &Function;
  if (!Unit->Slots && libraryCallsOf(*Unit))
    setSlots(N, *Unit);
  else if (!Unit->Slots)
    N.LibraryUnit = Unit;
  return IsRegistered;
}

CallNode *rt::makeTailNode(CallTable &Table, CallNode &Parent,
                           const abi::CallFunctionRec &Function,
                           const abi::CallSiteRec &Site) {
  CallNode N = {};
  if (!setCallee(N, Function) || N.LibraryUnit)
    return nullptr;
  N.ReturnAddress = reinterpret_cast<uint64_t>(&Site);
  N.TailParent = &Parent;
  setCaller(N, Parent, &Site);
  // The caller of the replaced function has not added its costs yet.
  N.Pending = Parent.Pending;
  if (Table.MaxContexts)
    return addContext(Table, N, Parent.context());
  N.ParentKey = tailKeyOf(&Parent);
  N.Key = keyOf(&Function);
  return addNode(Table, N);
}

void rt::addTailCosts(const CallTable &Table) {
  forEachNode(Table, [](const CallNode &N) {
    for (CallNode *P = N.TailParent; P; P = P->TailParent)
      P->TailIr += N.Ir + N.ActiveIr;
  });
}

CallNode *rt::makeCallNode(CallTable &Table, CallNode &Root,
                           uint64_t ReturnAddress, CallNode &Parent,
                           const abi::CallFunctionRec &Function,
                           const abi::CallSiteRec *Site) {
  CallNode N = {};
  if (!setCallee(N, Function))
    return nullptr;
  N.ReturnAddress = ReturnAddress;
  setCaller(N, Parent, Site ? Site : siteAt(ReturnAddress));
  CallNode &Caller = Table.MaxContexts && N.IsHandler ? Root : Parent;
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
#endif
