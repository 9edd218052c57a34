//===- CallSheet.h - A call graph prepared for display ----------*- C++ -*-===//
//
// Renames and combines call graphs, and converts their counts to the shown
// columns. Used for HTML pages.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_CALLSHEET_H
#define UDPC_PROFDATA_ANNOTATE_CALLSHEET_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/costs/CostGraph.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// Returns \p Graph with the changed names of files and functions, as
/// CostSheet::add changes them. Entries whose names become equal are merged.
CostGraph renamed(CostGraph Graph, const SheetNames &Names);

/// The graph of a cost sheet, with one column for each event in \p Show, also
/// computed ones, and one for calls. In lines and self costs, calls are 0. In a
/// difference, the columns of the new profile are followed by those of the old
/// one.
struct CallSheet {
  CostGraph Graph;
  size_t NumEvents = 0;
  bool IsDifference = false;

  static CallSheet of(const CostGraph &Graph, const CostSheet &Sheet,
                      llvm::ArrayRef<size_t> Show);
  /// Returns the difference of two graphs that have the events of \p Sheet.
  static CallSheet difference(const CostGraph &Old, const CostGraph &New,
                              const CostSheet &Sheet,
                              llvm::ArrayRef<size_t> Show);

  /// Returns the importance of \p Column of \p Row. For a difference it is the
  /// larger of both counts, so that neither old nor new code seems unimportant.
  uint64_t weight(llvm::ArrayRef<uint64_t> Row, size_t Column) const;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_CALLSHEET_H
