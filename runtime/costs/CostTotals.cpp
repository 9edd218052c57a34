//===- CostTotals.cpp - Costs of all threads ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/CostTotals.h"
#include "runtime/base/Bytes.h"
#include "runtime/interfaces/CallRecording.h"
#include "runtime/interfaces/SimulationLink.h"
#include <errno.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// One thread
//===----------------------------------------------------------------------===//

/// Keeps the records of units with costs, replacing the runtime's unit number
/// by their index. Both are in registration order, so the records stay sorted.
/// Returns the number of records kept.
template <typename Rec> static uint64_t keepCosts(Rec *Records, uint64_t N) {
  uint64_t Kept = 0;
  for (uint64_t I = 0; I != N; ++I) {
    const UnitRecord &U = unit(Records[I].Unit);
    if (!U.Costs.Header)
      continue;
    Records[Kept] = Records[I];
    Records[Kept++].Unit = U.Index;
  }
  return Kept;
}

int ThreadCosts::collect(const ThreadRecord &T) {
  if (!Slots.reserve(numSlotsOfUnits()))
    return ENOMEM;
  NumSlots = keepCosts(Slots.data(), collectThread(T, Slots));
  NumOperations = NumLines = 0;
  if (!isSimulating() && !simulatesBranches())
    return 0;
  // Room for all records: a running thread may count more at any time.
  if (!Operations.reserve(numCostOperations()) ||
      !Lines.reserve(numCostLines()))
    return ENOMEM;
  NumOperations =
      keepCosts(Operations.data(), collectOperations(T, Operations));
  NumLines = keepCosts(Lines.data(), collectLines(T, Lines));
  return 0;
}

//===----------------------------------------------------------------------===//
// All threads
//===----------------------------------------------------------------------===//

/// Maps all pages of \p Array, which will be read as a whole, at once: SQLite's
/// 1,700 page faults take 2 ms at the end of a run of 280 ms. Large arrays stay
/// sparse. Kernels before Linux 5.14 refuse the request.
template <typename T>
static void populate(const MappedArray<T> &Array, uint64_t N) {
  constexpr uint64_t MaxBytes = 16 << 20;
  constexpr int PopulateWrite = 23; // MADV_POPULATE_WRITE
  if (N * sizeof(T) <= MaxBytes)
    rawSyscall(SYS_madvise, reinterpret_cast<long>(Array.data()), N * sizeof(T),
               PopulateWrite);
}

int CostTotals::init() {
  NumUnits = numCostUnits();
  uint64_t NumValues = 0, MostValues = 0;
  if (!Units.allocate(NumUnits))
    return ENOMEM;
  for (uint32_t I = 0; I != rt::numUnits(); ++I) {
    const CostView &View = rt::unit(I).Costs;
    if (!View.Header)
      continue;
    Units[rt::unit(I).Index].View = &View;
    NumValues += View.numValues();
    if (View.numValues() > MostValues)
      MostValues = View.numValues();
  }
  if (!Sums.allocate(NumValues) || !Values.allocate(MostValues) ||
      !Lines.allocate(numCostLines()))
    return ENOMEM;
  populate(Sums, NumValues);
  populate(Values, MostValues);
  populate(Lines, numCostLines());
  uint64_t *NextSum = Sums;
  LineCosts *NextLine = Lines;
  for (uint32_t I = 0; I != NumUnits; ++I) {
    UnitTotals &U = Units[I];
    U.Sums = NextSum;
    U.Lines = NextLine;
    NextSum += U.View->numValues();
    NextLine += U.View->Header->NumLines;
  }
  return 0;
}

/// Adds the values of one thread. They are computed for each thread separately,
/// because negative values are set to 0 for each thread.
void CostTotals::addValues(const UnitTotals &U, const abi::CountRec *Begin,
                           const abi::CountRec *End) {
  uint64_t N = U.View->numValues();
  clearBytes(Values, N * sizeof(uint64_t));
  for (const abi::CountRec *C = Begin; C != End; ++C)
    Values[C->Slot] = C->Count;
  computeValues(*U.View, Values);
  for (uint64_t I = 0; I != N; ++I)
    U.Sums[I] = values::limitedAdd(U.Sums[I], Values[I]);
}

void CostTotals::add(const ThreadCosts &T) {
  const abi::CountRec *End = T.Slots + T.NumSlots;
  for (const abi::CountRec *C = T.Slots; C != End;) {
    const abi::CountRec *First = C;
    while (C != End && C->Unit == First->Unit)
      ++C;
    addValues(Units[First->Unit], First, C);
  }
  for (uint64_t I = 0; I != T.NumOperations; ++I) {
    const UnitTotals &U = Units[T.Operations[I].Unit];
    addOperation(*U.View, T.Operations[I], U.Lines);
  }
  for (uint64_t I = 0; I != T.NumLines; ++I) {
    const UnitTotals &U = Units[T.Lines[I].Unit];
    addLine(*U.View, T.Lines[I], U.Lines);
  }
}

void CostTotals::finish() {
  for (uint32_t I = 0; I != NumUnits; ++I) {
    const UnitTotals &U = Units[I];
    addBlocks(*U.View, U.Sums, U.Lines);
    for (uint32_t L = 0; L != U.View->Header->NumLines; ++L)
      All += U.Lines[L];
  }
}

int CostTotals::countCalls(CallCounts &Calls) const {
  Calls = {};
  uint64_t NumExports = 0;
  for (uint32_t I = 0; I != NumUnits; ++I)
    NumExports += Units[I].View->Header->NumExports;
  MappedArray<const char *> Slots;
  uint64_t Capacity = SymbolSet::capacityFor(NumExports);
  if (!Slots.allocate(Capacity))
    return ENOMEM;
  SymbolSet Profiled(Slots, Capacity);
  for (uint32_t I = 0; I != NumUnits; ++I)
    addExports(*Units[I].View, Profiled);
  for (uint32_t I = 0; I != NumUnits; ++I)
    addCalls(*Units[I].View, Units[I].Sums, Profiled, Calls);
  return 0;
}

int CostTotals::countWithoutCalls(uint64_t &Instructions) const {
  Instructions = 0;
  if (!rt::countCalls().Flags)
    return 0;
  // Each executed function of code that records calls has a record.
  MappedArray<bool> Recorded;
  if (!Recorded.allocate(NumUnits))
    return ENOMEM;
  visitCalls(
      [](const abi::CallRec &Call, void *Data) {
        if (Call.Unit != abi::NoIndex)
          static_cast<bool *>(Data)[rt::unit(Call.Unit).Index] = true;
      },
      Recorded.data());
  for (uint32_t I = 0; I != NumUnits; ++I)
    for (uint32_t L = 0; !Recorded[I] && L != Units[I].View->Header->NumLines;
         ++L)
      Instructions = values::limitedAdd(Instructions,
                                        Units[I].Lines[L].Counts[abi::EventIr]);
  return 0;
}
