//===- EveryPeriod.h - Where the N-th occurrences of an event are -*- C++ -*-=//
//
// A thread's count of an event with `every` is Counter + Offset of its pair
// (udpc/every.h). The code at the sites adds to Counter and calls the runtime
// when it is above 0; so the runtime sets Offset to the number before that of
// the next occurrence that it wants to see.
//
// Pure arithmetic on the words of the calling thread. A signal handler of the
// program may count between any two instructions.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_EVERYPERIOD_H
#define UDPC_RUNTIME_COUNTS_EVERYPERIOD_H

#include "udpc/every.h"

namespace udpc {
namespace rt {

/// No such occurrence.
constexpr uint64_t NeverReached = uint64_t(1) << 63;
/// The runtime sees a thread's occurrences at least this often, so that changed
/// settings take effect.
constexpr uint64_t LongestStep = uint64_t(1) << 16;

/// The number, in the thread, of the first occurrence on which the action runs,
/// if \p Before have passed. \p Random, unless it is 0, decides how many of the
/// first period are left out.
uint64_t firstTarget(uint64_t Before, uint64_t Warmup, uint64_t Period,
                     uint64_t Random);

/// How many multiples of \p Period from \p Target on are not above \p Count.
uint64_t numPassed(uint64_t Count, uint64_t Target, uint64_t Period);
/// The next target after these. Stays at NeverReached.
uint64_t targetAfter(uint64_t Target, uint64_t Passed, uint64_t Period);

/// A thread's count: Counter and Offset at one instant.
struct EveryCount {
  int64_t Counter;
  uint64_t Offset;
  uint64_t count() const { return Offset + static_cast<uint64_t>(Counter); }
};

/// May be called for the words of another thread, which is counting.
EveryCount readCount(const abi::EveryPair &Pair);

/// Makes Counter pass 0 at occurrence number \p Target, or LongestStep after \p
/// Now if that is less. Returns false, and changes nothing, if Counter is not
/// that of \p Now any more.
bool setTarget(abi::EveryPair &Pair, const EveryCount &Now, uint64_t Target);

/// Lets Counter pass 0 after \p Share more occurrences than those of \p Now.
/// The same.
bool setShare(abi::EveryPair &Pair, const EveryCount &Now, uint64_t Share);

/// Another number for each seed; not 0.
uint64_t mixed(uint64_t Seed);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_EVERYPERIOD_H
