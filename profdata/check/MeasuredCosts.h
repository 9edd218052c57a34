//===- MeasuredCosts.h - The costs of one run, for baselines ----*- C++ -*-===//

#ifndef UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
#define UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/calls/CallGraph.h"
#include "profdata/check/Baseline.h"
#include "profdata/events/EventProfile.h"

namespace udpc {

/// A baseline of one run, with all its files and functions. \p Selector is made
/// of \p Selection; counts above 2^63 - 1 are that number. Where the graph has
/// calls, functions have inclusive costs as well. Modules must have been
/// selected. Fails if the selection leaves nothing.
llvm::Expected<Baseline> measuredCosts(const CallGraph &Graph,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// Adds the calls that leave the profiled code.
llvm::Expected<Baseline> measuredCosts(CacheProfile Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// How often events occurred, by the functions and files of their sites.
/// Subtracted sites (`command: dec`) are events of their own.
llvm::Expected<Baseline> measuredCosts(const EventProfile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
