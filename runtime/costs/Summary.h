//===- Summary.h - Summary of a run's costs ---------------------*- C++ -*-===//
//
// Writes the texts that the runtime prints on standard error at the end of a
// program whose costs are profiled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_SUMMARY_H
#define UDPC_RUNTIME_COSTS_SUMMARY_H

#include "runtime/base/Text.h"
#include "runtime/costs/CallCounts.h"

namespace udpc {
namespace rt {

/// Writes the summary that Cachegrind prints at the end of a program, in its
/// layout, and the numbers of calls of unprofiled code. Without simulated
/// caches it has references only; the middle level and branches are omitted
/// unless they are simulated.
void addSummary(TextBuffer &Out, uint64_t Pid, const LineCosts &Totals,
                const CallCounts &Calls, bool HasCaches, bool HasBranches);

/// Writes that the simulated caches in \p Options are assumed, because the
/// processor does not report them.
void addAssumedCaches(TextBuffer &Out, uint64_t Pid, const char *Options);

/// Writes how many of \p Samples of the CPU time are in code without a profile.
void addTime(TextBuffer &Out, uint64_t Pid, uint64_t Samples,
             uint64_t Unprofiled);

/// Writes Cachegrind's description of a cache: "32768 B, 64 B, 8-way
/// associative".
void addGeometry(TextBuffer &Out, const abi::CacheGeometry &Cache);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_SUMMARY_H
