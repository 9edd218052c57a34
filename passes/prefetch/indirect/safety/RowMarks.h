//===- RowMarks.h - Loops over consecutive rows -----------------*- C++ -*-===//
//
// The rows of a sparse matrix (CSR), or the neighbours of each node of a graph:
//
//   for (r = 0; r < n; ++r)
//     for (e = start[r]; e < start[r + 1]; ++e)
//       use(a[column[e]]);
//
// A row begins where the last one ends. Whatever the values of start[] are, e
// advances in steps of one and loads each column[e], or it moves back without a
// load. So the program loads all elements from the current one to start[n], and
// index loads may execute ahead beyond the end of a row. MarkRowsPass finds
// such loops before they are unrolled, and marks their loads by metadata.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_ROWMARKS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_ROWMARKS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace llvm {
class LoadInst;
class MDNode;
} // namespace llvm

namespace udpc {

class HintSource;

/// Marks loads in functions that may get indirect prefetches. Runs after
/// redundant loads have been removed, so that the end of a row is a PHI in the
/// next iteration, and before loops are unrolled.
class MarkRowsPass : public llvm::PassInfoMixin<MarkRowsPass> {
public:
  MarkRowsPass();
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &Analyses);

private:
  std::shared_ptr<HintSource> Source;
};

/// The elements of rows that a load accesses.
struct RowMark {
  /// The load of the end of each row.
  llvm::LoadInst *End = nullptr;
  /// The address of element e is Scale * e + Offset bytes after the base of the
  /// load's address.
  int64_t Scale = 0, Offset = 0;
  /// Whether indexes are signed, if they are extended.
  bool IsSigned = false;
};

/// The marks of one function.
class RowMarks {
public:
  explicit RowMarks(llvm::Function &F);

  /// The mark of \p Index; without an end if it has none, or if its rows' end
  /// is loaded in several places.
  RowMark of(const llvm::LoadInst &Index) const;

private:
  /// The load of the end of each row; null if there are several.
  llvm::DenseMap<const llvm::MDNode *, llvm::LoadInst *> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_ROWMARKS_H
