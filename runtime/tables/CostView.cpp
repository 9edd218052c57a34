//===- CostView.cpp - Reads cost tables -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/tables/CostView.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::isPackedCosts(const uint8_t *Table, uint64_t Size) {
  if (Size < sizeof(abi::PackedCostHeader))
    return false;
  auto *H = reinterpret_cast<const abi::PackedCostHeader *>(Table);
  return H->Table.Magic == abi::PackedCostMagic &&
         H->Table.Version == abi::CostVersion && H->Table.TotalSize == Size &&
         H->CompressedSize <= Size - sizeof(*H);
}

bool rt::viewCosts(const uint8_t *Table, uint64_t Size, CostView &View) {
  if (!Table || Size < sizeof(abi::CostHeader))
    return false;
  auto *H = reinterpret_cast<const abi::CostHeader *>(Table);
  if (H->Magic != abi::CostMagic || H->Version != abi::CostVersion ||
      H->TotalSize > Size || H->TotalSize % 8 || !H->StringsSize)
    return false;
  bool HasCopy = H->Flags & abi::HasPackedCopy;
  if (HasCopy ? !isPackedCosts(Table + H->TotalSize, Size - H->TotalSize)
              : H->TotalSize != Size)
    return false;
  uint64_t At = sizeof(*H);
  // The counts are 32 bits wide, so the sum cannot overflow.
  auto Place = [&](auto &Part, uint64_t Count) {
    using Record = decltype(+Part);
    Part = reinterpret_cast<Record>(Table + At);
    At += Count * sizeof(*Part);
  };
  Place(View.Derived, H->NumDerived);
  Place(View.Functions, H->NumFunctions);
  Place(View.Frames, H->NumFrames);
  Place(View.Lines, H->NumLines);
  Place(View.Loops, H->NumLoops);
  Place(View.Blocks, H->NumBlocks);
  Place(View.Costs, H->NumCosts);
  Place(View.Operations, H->NumOperations);
  Place(View.Branches, H->NumBranches);
  Place(View.Callees, H->NumCallees);
  Place(View.Exports, H->NumExports);
  Place(View.Jumps, H->NumJumps);
  Place(View.Strings, H->StringsSize);
  if (At > H->TotalSize || View.Strings[H->StringsSize - 1])
    return false;
  View.Header = H;
  View.Size = Size;
  return true;
}

static bool isBelow(uint32_t Value, uint64_t End) {
  return Value == abi::ZeroValue || Value < End;
}

static bool checkDerived(const CostView &View) {
  for (uint32_t I = 0; I != View.Header->NumDerived; ++I) {
    uint64_t Value = uint64_t(View.Header->NumSlots) + I;
    if (!isBelow(View.Derived[I].Left, Value) ||
        !isBelow(View.Derived[I].Right, Value) || View.Derived[I].Subtract > 1)
      return false;
  }
  return true;
}

static bool checkBlocks(const CostView &View) {
  const abi::CostHeader &H = *View.Header;
  for (uint32_t I = 0; I != H.NumBlocks; ++I) {
    const abi::BlockRec &B = View.Blocks[I];
    if (!isBelow(B.Value, View.numValues()) ||
        uint64_t(B.FirstCost) + B.NumCosts > H.NumCosts)
      return false;
  }
  for (uint32_t I = 0; I != H.NumCosts; ++I)
    if (View.Costs[I].Line >= H.NumLines)
      return false;
  for (uint32_t I = 0; I != H.NumOperations; ++I)
    if (View.Operations[I].Line >= H.NumLines)
      return false;
  for (uint32_t I = 0; I != H.NumCallees; ++I)
    if (View.Callees[I].Block >= H.NumBlocks ||
        View.Callees[I].Symbol >= H.StringsSize)
      return false;
  for (uint32_t I = 0; I != H.NumExports; ++I)
    if (View.Exports[I].Symbol >= H.StringsSize)
      return false;
  return true;
}

bool rt::checkCosts(const CostView &View) {
  const abi::CostHeader &H = *View.Header;
  for (uint32_t I = 0; I != H.NumFunctions; ++I)
    if (View.Functions[I].Name >= H.StringsSize)
      return false;
  for (uint32_t I = 0; I != H.NumLines; ++I)
    if (View.Lines[I].Function >= H.NumFunctions ||
        View.Lines[I].File >= H.StringsSize)
      return false;
  return checkDerived(View) && checkBlocks(View);
}

void rt::computeValues(const CostView &View, uint64_t *Values) {
  values::deriveCounts(View.Derived, View.Header->NumDerived,
                       View.Header->NumSlots, Values);
}

static void addTo(uint64_t &Sum, uint64_t Count) {
  Sum = values::limitedAdd(Sum, Count);
}

void rt::addBlocks(const CostView &View, const uint64_t *Values,
                   LineCosts *Lines) {
  for (uint32_t I = 0; I != View.Header->NumBlocks; ++I) {
    const abi::BlockRec &B = View.Blocks[I];
    uint64_t Times = B.Value == abi::ZeroValue ? 0 : Values[B.Value];
    if (!Times)
      continue;
    const abi::CostRec *First = View.Costs + B.FirstCost;
    for (const abi::CostRec *C = First; C != First + B.NumCosts; ++C) {
      uint64_t *Counts = Lines[C->Line].Counts;
      addTo(Counts[abi::EventIr], values::limitedMultiply(Times, C->Ir));
      addTo(Counts[abi::EventDr], values::limitedMultiply(Times, C->Dr));
      addTo(Counts[abi::EventDw], values::limitedMultiply(Times, C->Dw));
      addTo(Counts[abi::EventBc], values::limitedMultiply(Times, C->Bc));
      addTo(Counts[abi::EventBi], values::limitedMultiply(Times, C->Bi));
    }
  }
}

bool rt::addOperation(const CostView &View, const abi::OperationCountRec &Rec,
                      LineCosts *Lines) {
  if (Rec.Operation >= View.Header->NumOperations)
    return false;
  const abi::OperationRec &O = View.Operations[Rec.Operation];
  bool Writes = O.Kind == static_cast<uint8_t>(abi::AccessKind::Store);
  uint64_t *Counts = Lines[O.Line].Counts;
  addTo(Counts[Writes ? abi::EventD1mw : abi::EventD1mr], Rec.D1Misses);
  addTo(Counts[Writes ? abi::EventDLmw : abi::EventDLmr], Rec.LLMisses);
  addTo(Counts[Writes ? abi::EventD2mw : abi::EventD2mr], Rec.L2Misses);
  return true;
}

bool rt::addLine(const CostView &View, const abi::LineCountRec &Rec,
                 LineCosts *Lines) {
  if (Rec.Line >= View.Header->NumLines)
    return false;
  for (unsigned E = 0; E != abi::NumCostEvents; ++E)
    addTo(Lines[Rec.Line].Counts[E], Rec.Counts[E]);
  return true;
}
