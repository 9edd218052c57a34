//===- CallDump.cpp - Writes recorded calls to profiles -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/interfaces/CallRecording.h"

#if defined(__x86_64__)
#include "runtime/calls/CallThreads.h"
#include "runtime/system/Process.h"

using namespace udpc;
using namespace udpc::rt;

uint64_t rt::numCallsNotRecorded() {
  uint64_t Sum = Ended.NumLost;
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    Sum += T->Calls ? T->Calls->NumLost : 0;
  return Sum;
}

uint64_t rt::numCallsBeyondContexts() {
  uint64_t Sum = 0;
  auto Add = [&](const CallNode &N) { Sum += N.Others ? N.Others->Calls : 0; };
  forEachTable([&](const CallTable &Table, CallNode &Root, CallThread *) {
    Add(Root);
    forEachNode(Table, Add);
  });
  return Sum;
}

abi::CallsRec rt::countCalls() {
  abi::CallsRec R = {};
  if (!Ended.HaveCalls)
    return R;
  R.Flags =
      abi::CallsRecorded | (Ended.HasAllCosts ? abi::AllCostsRecorded : 0);
  if (options().max_contexts > 0)
    R.Flags |= abi::ContextsRecorded;
  // A node's Number is its index in this dump, plus 1. Nodes that are added
  // meanwhile have 0.
  auto AddOthers = [&](CallNode &N) {
    if (N.Others && N.Others->Calls)
      N.Others->Number = ++R.NumCalls;
  };
  forEachTable([&](const CallTable &Table, CallNode &Root, CallThread *) {
    AddOthers(Root);
    forEachNode(Table, [&](CallNode &N) {
      N.Number = ++R.NumCalls;
      AddOthers(N);
    });
  });
  uint64_t Lost = numCallsNotRecorded();
  R.NumLimits = Lost < UINT32_MAX ? Lost : UINT32_MAX;
  return R;
}

/// Computes the costs of \p T so far.
static void copyCosts(const CallThread &T,
                      uint64_t (&Costs)[abi::NumCallCosts]) {
  for (unsigned I = 0; I != abi::NumCallCosts; ++I)
    Costs[I] = T.State->Costs[I];
  const abi::Unit *Last = nullptr;
  forEachRunning(*T.State, [&](const CallNode &N) {
    if (!N.LibraryUnit || N.LibraryUnit == Last)
      return;
    Last = N.LibraryUnit;
    const uint64_t *Slots = slotsInChunk(*T.Record, unit(N.Unit));
    for (unsigned I = 0; Slots && I != abi::NumLibraryCallSlots; ++I)
      Costs[LibraryEvents[I]] += Slots[I];
  });
}

/// Adds the costs so far of functions that are being executed to their nodes.
static void addActive(const CallThread &T) {
  const abi::CallEntry *Top = T.State->Top;
  uint64_t Costs[abi::NumCallCosts];
  copyCosts(T, Costs);
  if (Top > T.Stack.Limit)
    Top = T.Stack.Limit;
  for (const abi::CallEntry *E = Top; E > T.Stack.Bottom; --E) {
    auto *N = static_cast<CallNode *>(E->Node);
    if (!N)
      continue;
    OtherCalls *Others = CallStack::othersOf(*N, E, T.Stack);
    // In code that is running, the total may even be less than at its entry.
    auto Ir = static_cast<int64_t>(Costs[0] - E->Ir);
    Ir = Ir < 0 ? 0 : Ir;
    N->ActiveIr += Ir;
    if (Others)
      Others->ActiveIr += Ir;
    Costs[0] += N->Pending;
    if (!T.Stack.AtEntry)
      continue;
    for (unsigned I = 0; I != NumMoreCosts; ++I) {
      uint64_t Cost = Costs[I + 1] - T.Stack.AtEntry[E - T.Stack.Bottom].At[I];
      N->ActiveMore.At[I] += Cost;
      if (Others)
        Others->ActiveMore.At[I] += Cost;
    }
  }
}

/// Stores the costs of \p From, a node or OtherCalls, including those of active
/// calls, in \p Rec; clears the latter.
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
  Rec.Costs[0] += N.TailIr;
  return Rec;
}

/// Returns the record of calls without context that are made in the context of
/// the node with \p Number.
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
    N.TailIr = 0;
    if (N.Others)
      N.Others->Number = 0;
  };
  forEachTable([&](const CallTable &Table, CallNode &Root, CallThread *T) {
    if (T && T->State)
      addActive(*T);
    addTailCosts(Table);
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

#else
using namespace udpc;
uint64_t rt::numCallsNotRecorded() { return 0; }
uint64_t rt::numCallsBeyondContexts() { return 0; }
abi::CallsRec rt::countCalls() { return {}; }
void rt::visitCalls(void (*)(const abi::CallRec &, void *), void *) {}
#endif
