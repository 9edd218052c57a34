//===- LoadDependences.h - Code that depends on loads -----------*- C++ -*-===//
//
// Determines, for the memory operations in the loops of final x86-64 code,
// whether the address of the next iteration's load, a branch or a chain through
// the iterations depends on the loaded value. Without dependences the processor
// overlaps misses, and a prefetch gains nothing. FunctionCosts records the
// result.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_LOADDEPENDENCES_H
#define UDPC_PASSES_PROFILE_MEMORY_LOADDEPENDENCES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class MachineDominatorTree;
class MachineFunction;
class MachineInstr;
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

/// The dependences on one memory operation in the innermost loop around it,
/// including those on other loads of the same line.
struct LoadDependences {
  /// abi::OperationFlags.
  bool FeedsOwnAddress = false, FeedsAddress = false;
  /// abi::OperationRec::KnownStep.
  int64_t KnownStep = 0;
  /// The cycles per iteration of the longest chain that the loaded value enters
  /// (LoopChains.h); 0: none.
  unsigned ChainCycles = 0;
  /// Conditional and indirect branches in the loop that depend on the loaded
  /// value, in code order; at most the first MaxBranches after it.
  static constexpr unsigned MaxBranches = 64;
  llvm::SmallVector<const llvm::MachineInstr *, 2> Branches;
};

/// Finds the dependences of operations; those without an entry are in no loop,
/// or have no dependences. Memory other than spill slots is not tracked. The
/// time is bounded: very large loops have no result.
llvm::DenseMap<const llvm::MachineInstr *, LoadDependences>
findLoadDependences(const llvm::MachineFunction &MF,
                    const llvm::MachineLoopInfo &Loops,
                    const llvm::MachineDominatorTree &Dominators);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_LOADDEPENDENCES_H
