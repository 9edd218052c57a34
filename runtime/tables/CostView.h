//===- CostView.h - Reads cost tables ---------------------------*- C++ -*-===//
//
// Reads a cost table (udpc/costs.h) and computes the costs of its lines. Makes
// no system calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_TABLES_COSTVIEW_H
#define UDPC_RUNTIME_TABLES_COSTVIEW_H

#include "udpc/cache_profile.h"
#include "udpc/values.h"

namespace udpc {
namespace rt {

/// The parts of a cost table. All null for a unit without one.
struct CostView {
  uint64_t Size; ///< Size of the table and its packed copy, if any.
  const abi::CostHeader *Header;
  const abi::DerivedRec *Derived;
  const abi::CodeRec *Functions;
  const abi::FrameRec *Frames;
  const abi::LineRec *Lines;
  const abi::LoopRec *Loops;
  const abi::BlockRec *Blocks;
  const abi::CostRec *Costs;
  const abi::OperationRec *Operations;
  const abi::BranchRec *Branches;
  const abi::CalleeRec *Callees;
  const abi::ExportRec *Exports;
  const abi::JumpRec *Jumps;
  const char *Strings;

  /// Returns the table as profiles contain it: the packed copy if there is one,
  /// otherwise the table.
  const abi::CostHeader *stored() const {
    return Size == Header->TotalSize
               ? Header
               : reinterpret_cast<const abi::CostHeader *>(
                     reinterpret_cast<const uint8_t *>(Header) +
                     Header->TotalSize);
  }
  uint64_t numValues() const {
    return uint64_t(Header->NumSlots) + Header->NumDerived;
  }
  const char *file(const abi::LineRec &L) const { return Strings + L.File; }
  const char *function(const abi::LineRec &L) const {
    return Strings + Functions[L.Function].Name;
  }
};

/// The costs of a cost centre: the events of abi::CostEvent.
struct LineCosts {
  uint64_t Counts[abi::NumCostEvents];

  bool any() const {
    uint64_t All = 0;
    for (uint64_t C : Counts)
      All |= C;
    return All != 0;
  }
  LineCosts &operator+=(const LineCosts &Other) {
    for (unsigned E = 0; E != abi::NumCostEvents; ++E)
      Counts[E] = values::limitedAdd(Counts[E], Other.Counts[E]);
    return *this;
  }
};

/// Splits the \p Size bytes at \p Table, 8-byte aligned. Returns false if they
/// are no cost table of this version (with its packed copy if it has one), or
/// their parts do not fit. Takes constant time: checkCosts validates the
/// references in records.
bool viewCosts(const uint8_t *Table, uint64_t Size, CostView &View);

/// Returns whether the \p Size bytes at \p Table, 8-byte aligned, are a packed
/// cost table of this version, judged by its header.
bool isPackedCosts(const uint8_t *Table, uint64_t Size);

/// Returns whether all references that the functions below use are within the
/// table.
bool checkCosts(const CostView &View);

/// Fills in the derived values after the slots' counts in \p Values, which has
/// View.numValues() elements, by values::deriveCounts.
void computeValues(const CostView &View, uint64_t *Values);

/// Adds the costs of the blocks, whose execution counts are in \p Values, to
/// the lines. \p Lines has an element for each LineRec.
void addBlocks(const CostView &View, const uint64_t *Values, LineCosts *Lines);

/// Add the counts of the simulation; false if a record does not belong to this
/// table.
bool addOperation(const CostView &View, const abi::OperationCountRec &Rec,
                  LineCosts *Lines);
bool addLine(const CostView &View, const abi::LineCountRec &Rec,
             LineCosts *Lines);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_TABLES_COSTVIEW_H
