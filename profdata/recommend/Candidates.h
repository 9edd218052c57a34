//===- Candidates.h - Operations that miss often ----------------*- C++ -*-===//
//
// All that a cache profile knows of a memory operation, in one place: all
// threads, and all units that have a copy of its code, added up by key.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
#define UDPC_PROFDATA_RECOMMEND_CANDIDATES_H

#include "profdata/cache/CacheProfile.h"
#include <map>
#include <set>

namespace udpc {

/// Strides in bytes, by how often there were. Those of threads are measured in
/// each by itself, and added up here.
using StrideCounts = std::map<int64_t, uint64_t>;

/// Operations that most often lead when one follows.
struct FollowedLeader {
  MemoryOperationKey Key;
  uint64_t NumFollowed = 0;
  uint64_t Lines = 0; ///< abi::OperationCountRec::LeaderLines.
  /// Of the leader.
  uint64_t Executions = 0, D1Misses = 0;
};

struct Candidate {
  MemoryOperationKey Key; ///< Without frames: there is none.
  std::string File, Function;
  uint32_t Line = 0;
  abi::AccessKind Kind = abi::AccessKind::Load;

  /// abi::OperationFlags of any copy.
  bool FeedsOwnAddress = false, FeedsAddress = false;
  bool DecidesBranches = false;
  /// How often a branch that it decides went the way that it goes less often:
  /// a predictor that knows only that has foretold it wrongly then.
  double NumSurprises = 0;

  uint64_t Executions = 0;
  bool IsInLoop = false;  ///< All copies are.
  double LoopWork = 0;    ///< Instructions in the innermost loop around it.
  bool LoopCalls = false; ///< It calls functions, which are not in LoopWork.
  int64_t KnownStep = 0;  ///< 0 if copies differ.

  uint64_t D1Misses = 0, LLMisses = 0, Prefetched = 0;
  uint64_t NumStrides = 0, NumRuns = 0, NumBreaks = 0;
  StrideCounts Strides, Double;
  uint64_t NumLines = 0;
  std::set<uint64_t> Threads;
  std::optional<FollowedLeader> Leader;
};

struct Candidates {
  /// The worst first; those of one number of misses by place and key.
  std::vector<Candidate> List;
  /// Misses of the last level by data, of all that the profile knows.
  uint64_t TotalLLMisses = 0;
};

/// All operations with LL misses.
Candidates findCandidates(const CacheProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_RECOMMEND_CANDIDATES_H
