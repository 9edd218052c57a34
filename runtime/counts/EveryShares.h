//===- EveryShares.h - N-th occurrences of sites counted apart --*- C++ -*-===//
//
// Each site of an event whose sites are counted apart has a pair in each thread
// (abi::EveryPair), and calls the runtime at the occurrence after number Offset
// of the site. So the sum of all Offsets is a limit: as long as no site calls,
// the thread's count is not above it. The runtime keeps the limit below the
// target, the next occurrence on which the action runs; hence the target itself
// calls, at whichever site it is. The difference of a site's Offset and its
// count is the site's share of the distance to the target.
//
// A site that has used up its share gets another one from the part of the
// distance that has not been shared, without examining the others. If nothing
// is left, the runtime examines all sites, takes the shares back and shares the
// distance anew, in proportion to the sites' counts in the period before. So it
// examines all sites only when the distance has shrunk to a small part: the
// number of calls in a period grows with the logarithm of N and with the number
// of sites that occur in it, the number of examinations with the logarithm
// alone.
//
// Pure arithmetic on the words of the calling thread. A signal handler of the
// program may count between any two instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_EVERYSHARES_H
#define UDPC_RUNTIME_COUNTS_EVERYSHARES_H

#include "runtime/counts/EveryPeriod.h"

namespace udpc {
namespace rt {

/// The sites of one unit in one thread.
struct SitePairs {
  abi::EveryPair *Pairs;
  /// The sites' counts when the period began.
  uint64_t *Starts;
  uint32_t Size;
};

/// A thread's shares of an event. Valid when zero, with pairs that are zero.
struct EveryShares {
  /// The sum of all Offsets.
  uint64_t Limit;
  /// The distance that was shared when all sites were last examined.
  uint64_t Distance;
};

/// Gives \p Pair, whose Counter is above 0, another share. Returns false, and
/// changes nothing, if \p Target may have been reached or if all sites have to
/// be examined.
bool extendShare(EveryShares &Shares, abi::EveryPair &Pair, uint64_t Target);

/// The counts of all sites of an event in the thread.
struct SiteTotals {
  uint64_t Count = 0;
  /// Count since the period began.
  uint64_t Recent = 0;

  void add(const SitePairs &Sites);
};

/// Shares the distance from \p Totals to \p Target, which is above them, anew.
class Sharing {
public:
  /// \p IsNewPeriod: \p Target differs from the last one.
  Sharing(const SiteTotals &Totals, uint64_t Target, bool IsNewPeriod);

  /// To be called for all units.
  void share(const SitePairs &Sites);
  /// Stores the result. False if so much has been counted meanwhile that
  /// everything must be repeated.
  bool finish(EveryShares &Shares) const;

private:
  uint64_t shareFor(uint64_t Recent) const;

  uint64_t Target, Distance, Limit = 0;
  /// A site gets Recent / All of ForKnown.
  uint64_t ForKnown, All;
  unsigned Shift;
  bool IsNewPeriod;
};

/// Makes each site call at its next occurrence.
void takeShares(const SitePairs &Sites);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_EVERYSHARES_H
