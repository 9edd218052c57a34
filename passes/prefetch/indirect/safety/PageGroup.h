//===- PageGroup.h - Index loads that share a page check --------*- C++ -*-===//
//
// The copies of a[b[i]] that unrolling makes load b[i], b[i + 1], ... One check
// tells whether all their loads ahead are in a page that the program accesses
// anyway.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_PAGEGROUP_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_PAGEGROUP_H

#include "passes/prefetch/indirect/safety/RowMarks.h"
#include "llvm/ADT/MapVector.h"
#include <list>

namespace llvm {
class IRBuilderBase;
class LoadInst;
class Loop;
class SCEV;
class SCEVExpander;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace udpc {

struct AddressSlice;
struct LoadBound;

/// The smallest page size of the supported processors, in bytes.
constexpr uint64_t PageSize = 4096;

/// Loads in one basic block whose addresses differ by constants and advance by
/// a constant step.
struct PageGroup {
  /// The first load in the block. If it executes, so do the others.
  llvm::LoadInst *First = nullptr;
  const llvm::Loop *In = nullptr;
  /// The distance ahead, in iterations and in bytes.
  uint64_t Distance = 0;
  int64_t Ahead = 0;
  /// The offsets of the loads from the address of First, in bytes.
  llvm::MapVector<const llvm::LoadInst *, int64_t> Offsets;
  int64_t Low = 0, High = 0; ///< The least offset and, exclusive, the greatest.
  /// The address of First in the last iteration, if control reaches that
  /// iteration and the address can be computed before the loop; null otherwise.
  const llvm::SCEV *LastAddress = nullptr;
  /// If the loads are of elements of rows: how addresses follow from elements,
  /// the address of the end of the last row, and that of element 0 less
  /// Row.Offset.
  RowMark Row;
  const llvm::SCEV *LastEnd = nullptr, *RowBase = nullptr;

  /// Whether the group can ever load ahead: the bound is the page of the last
  /// iteration, or one page can hold the current and the later addresses.
  bool fits() const;
  /// Returns the address of First, Distance iterations ahead, if it is within
  /// the bound: up to the last row, before the end of the page of the last
  /// iteration, or with all loads of the group in the page that First accesses
  /// now. Otherwise returns the current address of First or the last address
  /// within the bound. The code is inserted once, before First.
  llvm::Value *address(llvm::IRBuilderBase &Builder,
                       llvm::SCEVExpander &Expander);

  /// Whether the offsets of the loads are multiples of an element's size, and
  /// First's is the lowest.
  bool loadsWholeElements() const;

private:
  /// Whether the bound is the page of the last iteration.
  bool endsWithLast() const { return LastAddress && !Low && Ahead > 0; }
  llvm::Value *upToLast(llvm::IRBuilderBase &Builder,
                        llvm::SCEVExpander &Expander);
  llvm::Value *lastOfRows(llvm::IRBuilderBase &Builder,
                          llvm::SCEVExpander &Expander);
  llvm::Value *inPage(llvm::IRBuilderBase &Builder);
  /// The lowest offset of the current and the later loads from the address of
  /// First, and the size of the range that contains all of them, in bytes.
  int64_t least() const;
  int64_t numBytes() const;

  llvm::Value *Address = nullptr;
};

/// The groups of one function.
class PageGroups {
public:
  explicit PageGroups(llvm::ScalarEvolution &Evolution)
      : Evolution(Evolution) {}

  /// Returns the group of the loads of \p Slice that depend on no others, which
  /// are in one basic block, for \p Distance iterations ahead; null if a single
  /// check is not possible. \p By is LastRow, PageOfLast or Page. Slices must
  /// be added in the order of their first loads.
  PageGroup *add(const AddressSlice &Slice, uint64_t Distance,
                 const LoadBound &By);

  /// Returns a group of \p Load only, for \p Ahead bytes ahead.
  PageGroup *add(llvm::LoadInst &Load, int64_t Ahead);

private:
  bool extend(PageGroup &Group, const AddressSlice &Slice);

  llvm::ScalarEvolution &Evolution;
  std::list<PageGroup> Groups;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_PAGEGROUP_H
