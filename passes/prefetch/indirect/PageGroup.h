//===- PageGroup.h - Index loads that share a page check --------*- C++ -*-===//
//
// The copies of a[b[i]] that unrolling makes load b[i], b[i + 1], ... One check
// tells whether all that they load ahead lies in a page that the program
// accesses anyway.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_PAGEGROUP_H
#define UDPC_PASSES_PREFETCH_INDIRECT_PAGEGROUP_H

#include "llvm/ADT/MapVector.h"
#include <list>

namespace llvm {
class IRBuilderBase;
class LoadInst;
class Loop;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace udpc {

struct AddressSlice;

/// The smallest pages of the processors that udpc knows, in bytes.
constexpr uint64_t PageSize = 4096;

/// Loads of one block whose addresses are constants apart, and advance by a
/// constant step.
struct PageGroup {
  /// The first to execute; all that follow then execute as well.
  llvm::LoadInst *First = nullptr;
  const llvm::Loop *In = nullptr;
  /// How many iterations ahead, and how many bytes that is.
  uint64_t Distance = 0;
  int64_t Ahead = 0;
  /// From the address of First, in bytes.
  llvm::MapVector<const llvm::LoadInst *, int64_t> Offsets;
  int64_t Low = 0, High = 0; ///< The least and, exclusive, the greatest.

  /// Whether one page can hold what is loaded now and ahead.
  bool fits() const;
  /// The address of First so many iterations ahead if all that the group loads
  /// there is in the page of First; else the address of First. It is computed
  /// once, before First.
  llvm::Value *address(llvm::IRBuilderBase &Builder);

private:
  /// The first byte of now and ahead, from the address of First, and their
  /// number with all between.
  int64_t least() const;
  int64_t numBytes() const;

  llvm::Value *Address = nullptr;
};

/// The groups of one function.
class PageGroups {
public:
  explicit PageGroups(llvm::ScalarEvolution &Evolution)
      : Evolution(Evolution) {}

  /// The group of all loads of \p Slice, which are in one block, \p Distance
  /// iterations ahead; null if they cannot share one. Slices are to be added in
  /// the order of their first loads.
  PageGroup *add(const AddressSlice &Slice, uint64_t Distance);

private:
  bool extend(PageGroup &Group, const AddressSlice &Slice);

  llvm::ScalarEvolution &Evolution;
  std::list<PageGroup> Groups;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PAGEGROUP_H
