//===- Branches.cpp - Simulates the branches of generated code ------------===//
//
// Compiled without vector registers, and calls nothing that changes them, like
// Access.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"
#include "udpc/calls.h"

using namespace udpc;
using namespace udpc::rt;

static __attribute__((noinline)) void countMiss(ThreadBranches &B,
                                                const abi::Unit &U,
                                                const abi::OutcomeRec &R,
                                                abi::CostEvent Event) {
  if (ignoresMisses())
    return;
  ThreadCaches &C = *B.Statistics;
  LineTable::Entry *E = C.Lines.find(unitNumber(&U), R.Line);
  if (!E)
    E = makeLine(C, U, R.Line);
  if (!E)
    return;
  if (!E->isCurrent()) {
    for (uint64_t &Count : E->Value.Counts)
      *const_cast<volatile uint64_t *>(&Count) = 0;
    __atomic_store_n(&E->Epoch, SimulationEpoch, __ATOMIC_RELEASE);
  }
  ++E->Value.Counts[Event];
  ++__udpc_calls.Costs[Event];
  // A signal handler may look up another branch between these stores.
  volatile CountedBranch &Place =
      B.Counted[reinterpret_cast<uintptr_t>(&R) / 8 % 64];
  Place.Branch = nullptr;
  Place.Line = E;
  Place.Branch = &R;
}

static UDPC_ALWAYS_INLINE uint64_t addressOf(const abi::Unit &U,
                                             const abi::OutcomeRec &R) {
  return (unit(unitNumber(&U)).FirstCodeLine << abi::RecentLineShift) +
         R.Address;
}

static UDPC_ALWAYS_INLINE ThreadBranches *branchesOfThread() {
  if (__builtin_expect(!__udpc_fast_state.Branches, false))
    enterBranches();
  return __udpc_fast_state.Branches;
}

extern "C" {

/// Called before the first branch of a thread.
__attribute__((used)) void __udpc_begin_branches() { branchesOfThread(); }

/// Counts a misprediction of the branch of \p R.
__attribute__((used)) void
__udpc_count_misprediction(uint64_t, const abi::OutcomeRec *R) {
  ThreadBranches *B = __udpc_fast_state.Branches;
  const abi::Unit *U = B ? registeredUnit(R->Unit) : nullptr;
  bool IsTarget = R->Kind == static_cast<uint8_t>(abi::OutcomeKind::Target);
  if (U)
    countMiss(*B, *U, *R, IsTarget ? abi::EventBim : abi::EventBcm);
}

/// Simulates a conditional branch with either model.
__attribute__((used)) void __udpc_simulate_branch(uint64_t Taken,
                                                  const abi::OutcomeRec *R) {
  ThreadBranches *B = branchesOfThread();
  const abi::Unit *U = B ? registeredUnit(R->Unit) : nullptr;
  if (U && !B->Conditional->use(addressOf(*U, *R), Taken & 1))
    countMiss(*B, *U, *R, abi::EventBcm);
}

/// Simulates a branch that is taken \p Times times, then not. The outcome of
/// the first test may be known, and is then not counted.
__attribute__((used)) void
__udpc_simulate_repetitions(uint64_t Times, const abi::OutcomeRec *R) {
  ThreadBranches *B = branchesOfThread();
  const abi::Unit *U = B ? registeredUnit(R->Unit) : nullptr;
  if (!U)
    return;
  for (uint64_t I = R->IsFirstKnown; I < Times; ++I)
    if (!B->Conditional->use(addressOf(*U, *R), true))
      countMiss(*B, *U, *R, abi::EventBcm);
  if (Times || !R->IsFirstKnown)
    if (!B->Conditional->use(addressOf(*U, *R), false))
      countMiss(*B, *U, *R, abi::EventBcm);
}

} // extern "C"
#endif
