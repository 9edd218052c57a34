//===- Metrics.h - Profiles as metrics --------------------------*- C++ -*-===//
//
// Prints the totals of events and costs in Prometheus' formats. Sources: the
// OpenMetrics specification 1.0, and "Exposition formats" in Prometheus'
// documentation. Used by `udpc export`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ROWS_METRICS_H
#define UDPC_PROFDATA_ROWS_METRICS_H

#include "profdata/rows/ProfileRows.h"

namespace udpc {

/// The text formats.
enum class MetricsFormat {
  OpenMetrics,
  Prometheus ///< The older text format, which node_exporter reads.
};

/// Prints the totals of \p Rows, which belong to \p Batch: one series for each
/// event or cost of a module, whatever the number of lines and functions.
void printMetrics(llvm::raw_ostream &OS, MetricsFormat Format,
                  const RowBatch &Batch, llvm::ArrayRef<ProfileRow> Rows);

} // namespace udpc

#endif // UDPC_PROFDATA_ROWS_METRICS_H
