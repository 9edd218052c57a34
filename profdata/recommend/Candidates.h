//===- Candidates.h - Operations that miss often ----------------*- C++ -*-===//
//
// Adds up all data of a cache profile on a memory operation by key, over all
// threads and all units that have a copy of its code. Used by `udpc recommend`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
#define UDPC_PROFDATA_RECOMMEND_CANDIDATES_H

#include "profdata/recommend/CallingLoops.h"
#include <map>
#include <set>

namespace udpc {

/// The sizes of cache lines and pages that all recommendations assume, in
/// bytes.
constexpr int64_t LineSize = 64, PageSize = 4096;

/// Strides in bytes with their counts, summed over threads.
using StrideCounts = std::map<int64_t, uint64_t>;

/// The most frequent leader of an operation.
struct LeaderCounts {
  MemoryOperationKey Key;
  uint64_t NumFollowed = 0;
  uint64_t Lines = 0; ///< abi::OperationCountRec::LeaderLines.
  /// Counts of the leader.
  uint64_t Executions = 0, D1Misses = 0;
};

/// A memory operation, or a library function, that may get a hint.
struct Candidate {
  MemoryOperationKey Key; ///< Without frames if there is no key.
  std::string File, Function;
  uint32_t Line = 0;
  uint32_t Unit = 0, Code = 0; ///< The function (CodeRec) that has a copy.
  abi::AccessKind Kind = abi::AccessKind::Load;

  /// The abi::OperationFlags of any copy.
  bool FeedsOwnAddress = false, FeedsAddress = false;
  bool DecidesBranches = false;
  /// Estimated mispredictions of dependent branches: the executions of each
  /// branch in its less frequent direction.
  double NumSurprises = 0;

  uint64_t Executions = 0;
  bool IsInLoop = false; ///< Whether all copies are in a loop.
  /// Whether most of its executions are the first in a call: it is in no loop,
  /// or in a loop of few iterations.
  bool IsFirstInCall = false;
  /// The calling loop, if IsFirstInCall or IsLibrary.
  std::optional<CallingLoop> CalledIn;
  /// Whether this is not an operation, but all accesses in calls of the library
  /// function Function. Key is then that of the line with most of the calls.
  bool IsLibrary = false;
  /// Whether each call misses so many lines that most misses are of later
  /// lines, which hardware prefetchers follow.
  bool hasLongCalls() const {
    constexpr uint64_t FewLines = 4;
    return IsLibrary && D1Misses > FewLines * Executions;
  }
  double LoopWork = 0; ///< Instructions in the innermost loop.
  /// For an inner loop: iterations of it and of the loop around it.
  double LoopIterations = 0, OuterIterations = 0;
  /// The number of copies in one iteration of the loop, as made by unrolling.
  unsigned Copies = 1;
  double LoopMisses = 0; ///< Misses of L2 or LL of all operations in the loop.
  /// Whether the loop calls functions, which LoopWork omits.
  bool LoopCalls = false;
  int64_t KnownStep = 0; ///< 0 if copies differ.
  /// The cycles, in each iteration, of a copy's longest chain that waits for
  /// the loaded value; 0 if there is none.
  unsigned ChainCycles = 0;

  uint64_t D1Misses = 0, LLMisses = 0, Prefetched = 0;
  uint64_t NumStrides = 0, NumRuns = 0, NumBreaks = 0;
  StrideCounts Strides, Double;
  uint64_t NumLines = 0;
  /// 0 without a middle level.
  uint64_t L2Misses = 0, L2Lines = 0, LLLines = 0;
  std::set<uint64_t> Threads;
  std::optional<LeaderCounts> Leader;
};

/// Returns all operations and library functions with misses of L2 or LL, sorted
/// by LL misses, the largest first, then by place and key.
std::vector<Candidate> findCandidates(const CacheProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
