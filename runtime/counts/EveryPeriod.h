//===- EveryPeriod.h - Computes N-th occurrences ----------------*- C++ -*-===//
//
// A thread's count of an event with `every` is Counter + Offset of its pair
// (udpc/every.h). The code at the sites adds to Counter and calls the runtime
// when it is above 0. So the runtime sets Offset to one less than the number of
// the next occurrence that it needs to see.
//
// Pure arithmetic on the words of the calling thread. A signal handler of the
// program may count between any two instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_EVERYPERIOD_H
#define UDPC_RUNTIME_COUNTS_EVERYPERIOD_H

#include "udpc/every.h"

namespace udpc {
namespace rt {

/// Number for an occurrence that never happens.
constexpr uint64_t NeverReached = uint64_t(1) << 63;
/// The runtime sees a thread's occurrences at least this often, so that changed
/// settings take effect.
constexpr uint64_t LongestStep = uint64_t(1) << 16;

/// Returns the number, in the thread, of the first occurrence on which the
/// action runs, if \p Before have passed. \p Random, unless it is 0, determines
/// how many occurrences of the first period are skipped.
uint64_t firstTarget(uint64_t Before, uint64_t Warmup, uint64_t Period,
                     uint64_t Random);

/// Returns how many multiples of \p Period from \p Target on are at most \p
/// Count.
uint64_t numPassed(uint64_t Count, uint64_t Target, uint64_t Period);
/// Returns the target after \p Passed periods. Stays at NeverReached.
uint64_t targetAfter(uint64_t Target, uint64_t Passed, uint64_t Period);

/// A thread's count: Counter and Offset at one instant.
struct EveryCount {
  int64_t Counter;
  uint64_t Offset;
  uint64_t count() const { return Offset + static_cast<uint64_t>(Counter); }
};

/// Reads the count; also of another thread, which may be counting.
EveryCount readCount(const abi::EveryPair &Pair);

/// Makes Counter pass 0 at occurrence number \p Target, or LongestStep after \p
/// Now if that is earlier. Returns false, and changes nothing, if Counter
/// differs from that of \p Now.
bool setTarget(abi::EveryPair &Pair, const EveryCount &Now, uint64_t Target);

/// Makes Counter pass 0 after \p Share more occurrences than those of \p Now.
/// Returns false, and changes nothing, if Counter differs from that of \p Now.
bool setShare(abi::EveryPair &Pair, const EveryCount &Now, uint64_t Share);

/// Returns a pseudo-random number for \p Seed; not 0.
uint64_t mixed(uint64_t Seed);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_EVERYPERIOD_H
