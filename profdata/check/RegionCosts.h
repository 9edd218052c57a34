//===- RegionCosts.h - Costs of benchmarks and tests ------------*- C++ -*-===//
//
// Reads the costs that programs measured themselves (udpc/benchmark.h,
// udpc/gtest.h) from the JSON that Google Benchmark and GoogleTest write: each
// benchmark or test is a region.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_REGIONCOSTS_H
#define UDPC_PROFDATA_CHECK_REGIONCOSTS_H

#include "profdata/check/Baseline.h"

namespace udpc {

/// Whether \p Bytes begin like JSON.
bool mayBeRegionCosts(llvm::StringRef Bytes);

/// A baseline of one run that has regions; the program's costs are their sum. A
/// benchmark costs what one of its iterations does on average, rounded; of
/// repetitions, their range. Events are the counters with names of Cachegrind's
/// events. Fails if there are none.
llvm::Expected<Baseline> parseRegionCosts(llvm::StringRef Text,
                                          llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_REGIONCOSTS_H
