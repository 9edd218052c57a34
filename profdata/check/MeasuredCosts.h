//===- MeasuredCosts.h - The costs of one run, for baselines ----*- C++ -*-===//

#ifndef UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
#define UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H

#include "profdata/EventProfile.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/cache/CachegrindFile.h"
#include "profdata/check/Baseline.h"

namespace udpc {

/// A baseline of one run, with all its files and functions. \p Selector is made
/// of \p Selection; counts above 2^63 - 1 are that number.
///
/// Functions are where they are defined, and have all costs of their code, that
/// which is inlined into them too. Fails if the selection leaves nothing.
llvm::Expected<Baseline> measuredCosts(CacheProfile Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// The file does not say where a function is defined: it has a row for each
/// file that its code is from. Fails if modules are selected, which the file
/// does not have.
llvm::Expected<Baseline> measuredCosts(const CachegrindFile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);
/// How often events occurred, by the functions and files of their sites.
/// Subtracted sites (`command: dec`) are events of their own.
llvm::Expected<Baseline> measuredCosts(const EventProfile &Profile,
                                       const CostSelection &Selection,
                                       const CostSelector &Selector);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_MEASUREDCOSTS_H
