//===- SliceCopy.h - Computes an address of a later iteration ---*- C++ -*-===//
//
// Inserts the code of planned indirect prefetches (PlannedPrefetch.h) into the
// IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SLICECOPY_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SLICECOPY_H

#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/indirect/safety/LoadSafety.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <map>
#include <tuple>

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace udpc {

struct PageGroup;

/// Inserts a prefetch of \p Address. \p Prefetch is NTA to W.
void insertPrefetch(llvm::IRBuilderBase &Builder, llvm::Value *Address,
                    HintType Prefetch);

/// Inserts prefetches into one function.
class SliceCopier {
public:
  explicit SliceCopier(llvm::ScalarEvolution &Evolution)
      : Evolution(Evolution), Expander(Evolution, "prefetch") {}

  /// Inserts, at the insertion point of \p Bound, a copy of \p Slice that
  /// computes the address \p Distance iterations ahead, and a prefetch of it.
  /// \p Group is the group of its loads, or null; \p Prefetch is NTA to W. \p
  /// Beside are further prefetches relative to the address.
  void insert(const AddressSlice &Slice, const LoadBound &Bound,
              uint64_t Distance, PageGroup *Group, HintType Prefetch,
              llvm::ArrayRef<Hint> Beside = {});

private:
  friend class SliceCopy;
  llvm::Value *ahead(llvm::PHINode &Phi, const AddressSlice &Slice, Bound By,
                     uint64_t Distance);
  llvm::Value *delta(llvm::PHINode &Phi, const llvm::APInt &Step,
                     const AddressSlice &Slice, Bound By, uint64_t Distance,
                     llvm::IRBuilderBase &Builder);
  llvm::Value *leftToLast(llvm::PHINode &Phi, const llvm::APInt &Step,
                          const llvm::Loop &L, llvm::IRBuilderBase &Builder);

  llvm::ScalarEvolution &Evolution;
  /// Computes the last values of induction variables before the loop.
  llvm::SCEVExpander Expander;
  /// Copies that are shared with other slices in the same loop.
  std::map<std::tuple<llvm::Instruction *, const llvm::Loop *, Bound, uint64_t,
                      PageGroup *>,
           llvm::Instruction *>
      Copies;
  /// The values of induction variables in later iterations.
  std::map<std::tuple<llvm::PHINode *, Bound, uint64_t>, llvm::Value *> Ahead;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICECOPY_H
