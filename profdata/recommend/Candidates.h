//===- Candidates.h - Operations that miss often ----------------*- C++ -*-===//
//
// All data of a cache profile on a memory operation, added up by key over all
// threads and all units that have a copy of its code.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
#define UDPC_PROFDATA_RECOMMEND_CANDIDATES_H

#include "profdata/recommend/CallingLoops.h"
#include <map>
#include <set>

namespace udpc {

/// Strides in bytes with their counts, the sum over threads.
using StrideCounts = std::map<int64_t, uint64_t>;

/// The most frequent leaders of an operation.
struct LeaderCounts {
  MemoryOperationKey Key;
  uint64_t NumFollowed = 0;
  uint64_t Lines = 0; ///< abi::OperationCountRec::LeaderLines.
  /// The key of the leader.
  uint64_t Executions = 0, D1Misses = 0;
};

struct Candidate {
  MemoryOperationKey Key; ///< Without frames: there is none.
  std::string File, Function;
  uint32_t Line = 0;
  uint32_t Unit = 0, Code = 0; ///< The function (CodeRec) that has a copy.
  abi::AccessKind Kind = abi::AccessKind::Load;

  /// abi::OperationFlags of any copy.
  bool FeedsOwnAddress = false, FeedsAddress = false;
  bool DecidesBranches = false;
  /// Estimated mispredictions of dependent branches: how often each went in its
  /// less frequent direction.
  double NumSurprises = 0;

  uint64_t Executions = 0;
  bool IsInLoop = false; ///< All copies are.
  /// Most of its executions are the first in a call: it is in no loop, or in
  /// one of few iterations.
  bool IsFirstInCall = false;
  /// Of such an operation, or of the calls of a library function.
  std::optional<CallingLoop> CalledIn;
  /// Not an operation, but all accesses that calls of the library function
  /// Function do. Its key is that of the line with most of the calls.
  bool IsLibrary = false;
  /// Its calls miss so many lines each that most misses are those of later
  /// lines, which hardware prefetchers follow.
  bool hasLongCalls() const {
    constexpr uint64_t FewLines = 4;
    return IsLibrary && D1Misses > FewLines * Executions;
  }
  double LoopWork = 0; ///< Instructions in the innermost loop around it.
  /// Of an inner loop: how often it, and the one around it, iterate.
  double LoopIterations = 0, OuterIterations = 0;
  /// Copies of it in one iteration of the loop, as unrolling makes them.
  unsigned Copies = 1;
  double LoopMisses = 0;  ///< Misses of L2 or LL of all operations in it.
  bool LoopCalls = false; ///< It calls functions, which are not in LoopWork.
  int64_t KnownStep = 0;  ///< 0 if copies differ.
  /// Of the longest chain of a copy that waits for the loaded value, in each
  /// iteration; 0: none.
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

/// All operations and library functions with misses of L2 or LL. Most LL misses
/// first, ties by place and key.
std::vector<Candidate> findCandidates(const CacheProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
