//===- MeasuredCosts.h - The costs of one run, for baselines ----*- C++ -*-===//
//
// Converts profiles to baselines. Used by `udpc baseline` and `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
#define UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/check/Baseline.h"
#include "profdata/costs/CostGraph.h"
#include "profdata/events/EventProfile.h"

namespace udpc {

/// Returns a baseline of one run, with all its files and functions. \p Selector
/// is made from \p Selection. Counts above 2^63 - 1 become that number. If the
/// graph has calls, functions have inclusive costs too. Modules must have been
/// selected before. Fails if the selection leaves nothing.
llvm::Expected<Baseline> measuredCosts(const CostGraph &Graph,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// Also adds the calls that leave the profiled code, and regions.
llvm::Expected<Baseline> measuredCosts(CacheProfile Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// Counts events by the functions and files of their sites. Subtracted sites
/// (`command: dec`) are separate events.
llvm::Expected<Baseline> measuredCosts(const EventProfile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
