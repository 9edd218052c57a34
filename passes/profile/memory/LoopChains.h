//===- LoopChains.h - Chains through a loop's iterations --------*- C++ -*-===//
//
// In final x86-64 code, a register whose value in one iteration is computed
// from its value in the one before makes a chain: the iterations wait for each
// other, however many the processor has in its window.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_LOOPCHAINS_H
#define UDPC_PASSES_PROFILE_MEMORY_LOOPCHAINS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineLoop;
} // namespace llvm

namespace udpc {

struct LoopChain {
  unsigned Unit;   ///< The register unit whose value the chain computes.
  unsigned Cycles; ///< Cycles of one iteration, by the longest path.
};

/// Finds the chains of the innermost loop \p L; none for other loops, with
/// calls, or if \p Work, the number of instructions that may be examined, is
/// not enough. \p Blocks are those of the loop in reverse post-order. Latencies
/// are those of LLVM's model of the processor. Chains of one cycle (counters)
/// are left out, chains through memory are not found.
std::vector<LoopChain>
findLoopChains(const llvm::MachineLoop &L,
               llvm::ArrayRef<const llvm::MachineBasicBlock *> Blocks,
               uint64_t &Work);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_LOOPCHAINS_H
