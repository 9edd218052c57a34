//===- RegionCosts.h - Costs of benchmarks and tests ------------*- C++ -*-===//
//
// Reads the costs that programs measured themselves (udpc/benchmark.h,
// udpc/gtest.h) from the JSON that Google Benchmark and GoogleTest write: each
// benchmark or test is a region. Used by `udpc baseline` and `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_REGIONCOSTS_H
#define UDPC_PROFDATA_CHECK_REGIONCOSTS_H

#include "profdata/check/Baseline.h"

namespace udpc {

/// Whether \p Bytes begin like JSON.
bool mayBeRegionCosts(llvm::StringRef Bytes);

/// Returns a baseline of one run with regions, whose sum is the program's
/// costs. A benchmark costs the rounded average of its iterations; several
/// repetitions give a range. Events are the counters that have names of
/// Cachegrind's events. Fails if there are none.
llvm::Expected<Baseline> parseRegionCosts(llvm::StringRef Text,
                                          llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_REGIONCOSTS_H
