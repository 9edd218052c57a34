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
class SCEV;
class SCEVExpander;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace udpc {

struct AddressSlice;
enum class Bound;

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
  /// The address of First in the last iteration, which the program will reach,
  /// if it can be computed before the loop; else null.
  const llvm::SCEV *LastAddress = nullptr;

  /// Whether anything is loaded ahead: one page can hold it and what is loaded
  /// now, or it may be in another one.
  bool fits() const;
  /// The address of First so many iterations ahead if the group may load there:
  /// before the end of the page where the last iteration loads, or if all that
  /// it loads there is in the page of First. Else the address of First, or one
  /// in that last page. It is computed once, before First.
  llvm::Value *address(llvm::IRBuilderBase &Builder,
                       llvm::SCEVExpander &Expander);

private:
  /// Whether the last iteration's page is the bound.
  bool endsWithLast() const { return LastAddress && !Low && Ahead > 0; }
  llvm::Value *upToLast(llvm::IRBuilderBase &Builder,
                        llvm::SCEVExpander &Expander);
  llvm::Value *inPage(llvm::IRBuilderBase &Builder);
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
  /// iterations ahead; null if they cannot share one. \p By is PageOfLast or
  /// Page. Slices are to be added in the order of their first loads.
  PageGroup *add(const AddressSlice &Slice, uint64_t Distance, Bound By);

  /// A group of \p Load alone, \p Ahead bytes ahead.
  PageGroup *add(llvm::LoadInst &Load, int64_t Ahead);

private:
  bool extend(PageGroup &Group, const AddressSlice &Slice);

  llvm::ScalarEvolution &Evolution;
  std::list<PageGroup> Groups;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PAGEGROUP_H
