//===- EventRate.h - One event as a share of another ------------*- C++ -*-===//
//
// Rates such as D1m/Dref, the share of accesses that missed. They cannot be
// added up, so they are computed for each row.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_EVENTRATE_H
#define UDPC_PROFDATA_ANNOTATE_EVENTRATE_H

#include "profdata/annotate/CostSheet.h"
#include <optional>

namespace udpc {

struct EventRate {
  std::string Name;           ///< "D1m/Dref".
  size_t Part = 0, Whole = 0; ///< Event positions.

  /// Returns the rate of \p Counts in percent; none if Whole is 0.
  std::optional<double> percent(llvm::ArrayRef<int64_t> Counts) const {
    if (!Counts[Whole])
      return std::nullopt;
    return 100.0 * Counts[Part] / Counts[Whole];
  }
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_EVENTRATE_H
