//===- EveryShares.h - N-th occurrences of sites counted apart --*- C++ -*-===//
//
// Each site of such an event has a pair in each thread (abi::EveryPair), whose
// code calls the runtime at the occurrence after number Offset of the site. So
// the sum of all Offsets is a limit: as long as no site calls, the thread's
// count is not above it. The runtime keeps it below the target, the next
// occurrence on which the action runs; hence the target itself calls, wherever
// it is. Whatever Offset is beyond the count of its site is the site's share of
// the distance to the target.
//
// A site that has used its share up gets another one from what has not been
// given away, without a look at the others. If there is nothing left, the
// runtime looks at all sites, takes the shares back and shares the distance
// anew, by what the sites have counted in the period before. So it looks at all
// sites only for each time that the distance has shrunk to a small part: the
// number of calls in a period grows with the logarithm of N and with the number
// of sites that occur in it, the number of looks with the logarithm alone.
//
// Pure arithmetic on the words of the calling thread. A signal handler of the
// program may count between any two instructions.
//
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

/// What a thread knows of the shares of an event. Valid when zero, with pairs
/// that are zero.
struct EveryShares {
  /// The sum of all Offsets.
  uint64_t Limit;
  /// The distance that was shared when all sites were looked at.
  uint64_t Distance;
};

/// Gives \p Pair, whose Counter is above 0, another share. Returns false, and
/// changes nothing, if \p Target may have been reached or if it is time to
/// look at all sites.
bool extendShare(EveryShares &Shares, abi::EveryPair &Pair, uint64_t Target);

/// What all sites of an event have counted in the thread.
struct SiteTotals {
  uint64_t Count = 0;
  /// Since the period began.
  uint64_t Recent = 0;

  void add(const SitePairs &Sites);
};

/// Shares the distance from \p Totals to \p Target, which is above it, anew.
class Sharing {
public:
  /// \p IsNewPeriod: \p Target is another one than the last time.
  Sharing(const SiteTotals &Totals, uint64_t Target, bool IsNewPeriod);

  /// To be called for all units.
  void share(const SitePairs &Sites);
  /// Stores the result. False if so much has been counted meanwhile that all
  /// must be done again.
  bool finish(EveryShares &Shares) const;

private:
  uint64_t shareFor(uint64_t Recent) const;

  uint64_t Target, Distance, Limit = 0;
  /// A site gets its part Recent / All of this.
  uint64_t ForKnown, All;
  unsigned Shift;
  bool IsNewPeriod;
};

/// Lets each site call at its next occurrence.
void takeShares(const SitePairs &Sites);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_EVERYSHARES_H
