//===- MissCost.h - What misses cost on a processor -------------*- C++ -*-===//
//
// Computes the latency of an operation's misses, and how much of it the
// processor overlaps. Used by Judge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_MISSCOST_H
#define UDPC_PROFDATA_RECOMMEND_MISSCOST_H

#include "profdata/recommend/Candidates.h"
#include "profdata/recommend/Recommendation.h"

namespace udpc {

/// The misses of an operation beyond L2, by where the processor finds the line.
struct MissCost {
  double InLL = 0;                   ///< Misses of L2 that hit LL.
  double InMemory = 0;               ///< Misses of LL.
  double InLLNs = 0, InMemoryNs = 0; ///< The latency of one miss.
  /// The part of InMemoryNs that the page walk takes.
  double WalkNs = 0;

  double misses() const { return InLL + InMemory; }
  /// Returns the sum of all latencies, as if no misses overlapped.
  double nanoseconds() const { return InLL * InLLNs + InMemory * InMemoryNs; }
  /// Whether most of nanoseconds() is due to memory.
  bool isBeyondLL() const { return 2 * InMemory * InMemoryNs >= nanoseconds(); }
  /// Returns the latency of the misses that make up most of nanoseconds().
  double latency() const { return isBeyondLL() ? InMemoryNs : InLLNs; }
};

/// Returns the cost of the misses of \p C. Without a middle level in the
/// profile, only misses of LL are known. If a process gets less of LL than \p
/// Caches have, the lines that miss L2 are compared with that share: if they do
/// not fit, they are in memory. A miss of memory also waits for a page walk if
/// it is in another page than the previous one.
MissCost missCostOf(const Candidate &C, const abi::CacheRec &Caches,
                    const RecommendOptions &Options);

/// Returns the latency of all misses of \p All, in nanoseconds.
double totalNanoseconds(llvm::ArrayRef<Candidate> All,
                        const abi::CacheRec &Caches,
                        const RecommendOptions &Options);

/// How many of an operation's misses overlap, and what a prefetch could change.
struct Overlap {
  /// Instructions from one miss to the next.
  double Work = 0;
  /// The number of misses whose instructions fit into the processor's window at
  /// once.
  double InWindow = 0;
  /// The speed-up of the loop if as many misses overlapped as the processor has
  /// lines for; 1 if there is nothing to gain.
  double Gain = 1;
};

/// Returns the nanoseconds that the loop takes from one miss of \p C to the
/// next without misses: for \p Work instructions or their longest chain, and
/// for mispredicted branches.
double ownNanoseconds(const Candidate &C, double Work,
                      const Calibration &Processor);

/// Computes the overlap of misses. \p Work is the number of instructions from
/// miss to miss, \p Nanoseconds the latency of a miss. \p ChainCycles is the
/// length, from miss to miss, of a chain that waits for the loaded values; 0 if
/// none waits.
Overlap overlapOf(double Work, double Nanoseconds, double ChainCycles,
                  const Calibration &Processor);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_MISSCOST_H
