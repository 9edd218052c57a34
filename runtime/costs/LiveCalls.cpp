//===- LiveCalls.cpp - Calls that a running program reads -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/LiveCalls.h"
#include "runtime/costs/CostTotals.h"
#include "runtime/counts/CostPause.h"
#include "runtime/counts/SparseCounts.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
/// The execution counts of all units with costs, added up over threads. They
/// are linear in the slots: nothing is set to 0.
class ExecutionCounts {
public:
  /// Makes room. False if out of memory.
  bool init();
  void add(const ThreadRecord &T);
  /// Derives the values. To be called after the last thread.
  void derive();

  /// Returns the values of \p U.
  const uint64_t *of(const UnitRecord &U) const { return First[U.Index]; }

private:
  MappedArray<uint64_t *> First; ///< By unit index.
  MappedArray<uint64_t> Values;
};

/// The numbers of calls by symbol.
class CallsBySymbol {
public:
  /// Makes room for the symbols of all units. False if out of memory.
  bool init();
  void add(const CostView &View, const uint64_t *Values);
  int write(SymbolCalls *Out, int Count) const;

private:
  uint64_t ProfiledCapacity = 0, Capacity = 0;
  MappedArray<const char *> Profiled, Symbols;
  MappedArray<uint64_t> Calls; ///< By the position in Symbols.
};
} // namespace

/// Calls \p Visit with each unit that has costs.
template <typename Function> static void forCostUnits(Function Visit) {
  for (uint32_t I = 0; I != numUnits(); ++I)
    if (unit(I).Costs.Header)
      Visit(unit(I));
}

bool ExecutionCounts::init() {
  uint64_t NumValues = 0;
  forCostUnits([&](UnitRecord &U) { NumValues += U.Costs.numValues(); });
  if (!First.allocate(numCostUnits()) || !Values.allocate(NumValues))
    return false;
  uint64_t *Next = Values;
  forCostUnits([&](UnitRecord &U) {
    First[U.Index] = Next;
    Next += U.Costs.numValues();
  });
  return true;
}

void ExecutionCounts::add(const ThreadRecord &T) {
  if (T.HasEnded) {
    for (uint64_t I = 0; I != T.NumEnded; ++I)
      if (const UnitRecord &U = unit(T.Ended[I].Unit); U.Costs.Header)
        First[U.Index][T.Ended[I].Slot] += T.Ended[I].Count;
    return;
  }
  forCostUnits([&](UnitRecord &U) {
    const uint64_t *Slots = slotsOf(T, U);
    if (!Slots)
      return;
    const uint64_t *Baseline = baselineOf(T, U);
    for (uint32_t S = 0; S != U.NumSlots; ++S)
      First[U.Index][S] += readSlot(Slots, Baseline, S);
  });
}

void ExecutionCounts::derive() {
  forCostUnits([&](UnitRecord &U) {
    const abi::CostHeader &H = *U.Costs.Header;
    values::derive(U.Costs.Derived, H.NumDerived, H.NumSlots, First[U.Index]);
  });
}

bool CallsBySymbol::init() {
  uint64_t NumExports = 0, NumCallees = 0;
  forCostUnits([&](UnitRecord &U) {
    NumExports += U.Costs.Header->NumExports;
    NumCallees += U.Costs.Header->NumCallees;
  });
  ProfiledCapacity = SymbolSet::capacityFor(NumExports);
  Capacity = SymbolSet::capacityFor(NumCallees);
  if (!Profiled.allocate(ProfiledCapacity) || !Symbols.allocate(Capacity) ||
      !Calls.allocate(Capacity))
    return false;
  SymbolSet Set(Profiled, ProfiledCapacity);
  forCostUnits([&](UnitRecord &U) { addExports(U.Costs, Set); });
  return true;
}

void CallsBySymbol::add(const CostView &View, const uint64_t *Values) {
  const SymbolSet Exported(Profiled, ProfiledCapacity);
  SymbolSet Called(Symbols, Capacity);
  for (uint32_t I = 0; I != View.Header->NumCallees; ++I) {
    const abi::CalleeRec &C = View.Callees[I];
    const char *Symbol = View.Strings + C.Symbol;
    if (isProfiled(C, Symbol, Exported) || isOfRuntime(Symbol))
      continue;
    const abi::BlockRec &B = View.Blocks[C.Block];
    uint64_t Number =
        B.Value == abi::ZeroValue ? 0 : Values[B.Value] * C.NumCalls;
    Calls[Called.insert(Symbol)] += Number;
  }
}

int CallsBySymbol::write(SymbolCalls *Out, int Count) const {
  int Number = 0;
  for (uint64_t I = 0; I != Capacity; ++I) {
    if (!Symbols[I])
      continue;
    if (Number < Count)
      Out[Number] = {Symbols[I], Calls[I]};
    ++Number;
  }
  return Number;
}

int rt::readCalls(const ThreadRecord *Only, SymbolCalls *Out, int Count) {
  ExecutionCounts Executed;
  CallsBySymbol Calls;
  if (!Executed.init() || !Calls.init())
    return 0;
  excludeStoppedCosts();
  if (Only) {
    Executed.add(*Only);
  } else {
    collectLateCounts();
    for (const ThreadRecord *T = firstThread(); T; T = T->Next)
      Executed.add(*T);
    Executed.add(otherThreads());
  }
  Executed.derive();
  forCostUnits([&](UnitRecord &U) { Calls.add(U.Costs, Executed.of(U)); });
  return Calls.write(Out, Count);
}
