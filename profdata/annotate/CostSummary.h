//===- CostSummary.h - Costs of files and functions -------------*- C++ -*-===//
//
// Selects and sorts the rows of the summaries of an annotation. Used by
// Annotation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H
#define UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H

#include "profdata/annotate/CostSheet.h"
#include <optional>

namespace udpc {

/// Selection and order of rows.
struct CostOrder {
  /// Event positions; the first event that differs decides, and equal rows are
  /// sorted by name. In differences, larger changes come first, up or down.
  std::vector<size_t> Sort;
  /// The minimum percentage of a row, for the first event of Sort.
  double Threshold = 0.1;
  /// The last selected row, in place of Threshold; set by limitTo().
  std::optional<CostSheet::Counts> Last = std::nullopt;

  /// Selects the first functions in this order that together have at least the
  /// percentages \p Shares of the events of Sort, which are parallel. Parts of
  /// a function in different files count separately. At least one percentage is
  /// above 0.
  void limitTo(const CostSheet &Sheet, llvm::ArrayRef<double> Shares);
  bool isAbove(const CostSheet &Sheet, llvm::ArrayRef<int64_t> Counts) const;
  bool isBefore(const CostSheet &Sheet, llvm::ArrayRef<int64_t> A,
                llvm::ArrayRef<int64_t> B) const;
};

struct SummaryRow {
  std::string Name;
  CentreCounts<int64_t> Counts;
};

/// A file with its functions, or a function with its files.
struct SummaryGroup : SummaryRow {
  /// The sum of this group and all groups before it.
  CostSheet::Counts Cumulative;
  /// The functions or files above the threshold; at least one.
  std::vector<SummaryRow> Rows;
  /// Whether Rows has all functions or files of the group.
  bool IsWhole = false;
};

enum class SummaryBy { File, Function };

/// Returns the groups that have a row above the threshold, sorted by \p Order.
std::vector<SummaryGroup> summarize(const CostSheet &Sheet, SummaryBy By,
                                    const CostOrder &Order);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H
