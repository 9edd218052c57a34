//===- Branches.cpp - Simulates the branches of generated code ------------===//
//
// As Access.cpp: compiled without vector registers, and calls nothing that
// changes them.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"
#include "udpc/calls.h"

using namespace udpc;
using namespace udpc::rt;

/// The unit, or null before it is registered.
static UDPC_ALWAYS_INLINE const abi::Unit *unitOf(const abi::OutcomeRec &R) {
  auto *U = reinterpret_cast<const abi::Unit *>(
      reinterpret_cast<uintptr_t>(&R.Unit) + static_cast<uintptr_t>(R.Unit));
  return __atomic_load_n(&U->Runtime, __ATOMIC_ACQUIRE) ? U : nullptr;
}

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
}

static UDPC_ALWAYS_INLINE ThreadBranches *branchesOfThread() {
  if (__builtin_expect(!__udpc_fast_state.Branches, false))
    enterBranches();
  return __udpc_fast_state.Branches;
}

extern "C" __attribute__((used)) void
__udpc_simulate_branch(uint64_t Outcome, const abi::OutcomeRec *R) {
  ThreadBranches *B = branchesOfThread();
  const abi::Unit *U = B ? unitOf(*R) : nullptr;
  if (__builtin_expect(!U, false))
    return;
  uint64_t Address =
      (unit(unitNumber(U)).FirstCodeLine << abi::RecentLineShift) + R->Address;
  switch (static_cast<abi::OutcomeKind>(R->Kind)) {
  case abi::OutcomeKind::Taken:
    if (__builtin_expect(!B->Conditional.use(Address, Outcome & 1), false))
      countMiss(*B, *U, *R, abi::EventBcm);
    return;
  case abi::OutcomeKind::Target:
    if (!B->Indirect.use(Address, Outcome))
      countMiss(*B, *U, *R, abi::EventBim);
    return;
  case abi::OutcomeKind::Repetitions:
    // Taken for each, then not. The first test may be known.
    for (uint64_t I = R->IsFirstKnown; I < Outcome; ++I)
      if (!B->Conditional.use(Address, true))
        countMiss(*B, *U, *R, abi::EventBcm);
    if (Outcome || !R->IsFirstKnown)
      if (!B->Conditional.use(Address, false))
        countMiss(*B, *U, *R, abi::EventBcm);
    return;
  }
}
#endif
