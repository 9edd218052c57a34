//===- CostSummary.h - Costs of files and functions -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H
#define UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H

#include "profdata/annotate/CostSheet.h"
#include <optional>

namespace udpc {

/// Selection and order of rows.
struct CostOrder {
  /// Events by position, the first that differs decides; equal rows are sorted
  /// by name. For differences, the larger change comes first, up or down.
  std::vector<size_t> Sort;
  /// The least percentage of a row, for the first event of Sort.
  double Threshold = 0.1;
  /// The last row to be selected, in place of Threshold; set by limitTo().
  std::optional<CostSheet::Counts> Last = std::nullopt;

  /// Selects the first functions in this order that together have at least the
  /// percentages \p Shares of the events of Sort, which are parallel. The parts
  /// of a function in several files count as several. At least one percentage
  /// is above 0.
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
  /// Counts of this group and those before it.
  CostSheet::Counts Cumulative;
  /// The functions or files above the threshold; at least one.
  std::vector<SummaryRow> Rows;
  /// Whether there are no other rows.
  bool IsWhole = false;
};

enum class SummaryBy { File, Function };

/// The groups that have a row above the threshold.
std::vector<SummaryGroup> summarize(const CostSheet &Sheet, SummaryBy By,
                                    const CostOrder &Order);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_COSTSUMMARY_H
