//===- MissCost.h - What misses cost on a processor -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_RECOMMEND_MISSCOST_H
#define UDPC_PROFDATA_RECOMMEND_MISSCOST_H

#include "profdata/recommend/Candidates.h"
#include "profdata/recommend/Recommendation.h"

namespace udpc {

/// The misses of an operation beyond L2, by where the processor finds the line.
struct MissCost {
  double InLL = 0;                   ///< Misses of L2 that LL has.
  double InMemory = 0;               ///< Misses of LL.
  double InLLNs = 0, InMemoryNs = 0; ///< The latency of one.
  /// What looking up its page takes of InMemoryNs.
  double WalkNs = 0;

  double misses() const { return InLL + InMemory; }
  /// Of all, if none overlapped.
  double nanoseconds() const { return InLL * InLLNs + InMemory * InMemoryNs; }
  /// Most of nanoseconds() is that of memory.
  bool isBeyondLL() const { return 2 * InMemory * InMemoryNs >= nanoseconds(); }
  /// The latency of those that make up most of nanoseconds().
  double latency() const { return isBeyondLL() ? InMemoryNs : InLLNs; }
};

/// Without a middle level in the profile, only misses of LL are known. Where
/// one process has less of LL than \p Caches have, the lines that miss L2 are
/// compared with that share: if they do not fit, memory has them. A miss of
/// memory waits for a page walk as well if it is in another page than the one
/// before.
MissCost missCostOf(const Candidate &C, const abi::CacheRec &Caches,
                    const RecommendOptions &Options);

/// The latency of all misses of \p All, in nanoseconds.
double totalNanoseconds(llvm::ArrayRef<Candidate> All,
                        const abi::CacheRec &Caches,
                        const RecommendOptions &Options);

/// How many of an operation's misses overlap, and what a prefetch could change.
struct Overlap {
  /// Instructions from one miss to the next.
  double Work = 0;
  /// Misses whose instructions the processor has in its window at once.
  double InWindow = 0;
  /// How many times as fast the loop could be if as many misses overlapped as
  /// the processor has lines for; 1: nothing to gain.
  double Gain = 1;
};

/// Nanoseconds that the loop takes from one miss of \p C to the next without
/// misses: \p Work instructions, or their longest chain, and branches that are
/// mispredicted.
double ownNanoseconds(const Candidate &C, double Work,
                      const Calibration &Processor);

/// \p Work: instructions from miss to miss, \p Nanoseconds: the latency of one.
/// \p ChainCycles: of a chain that waits for the loaded values, from one miss
/// to the next; 0: none waits.
Overlap overlapOf(double Work, double Nanoseconds, double ChainCycles,
                  const Calibration &Processor);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_MISSCOST_H
