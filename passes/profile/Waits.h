//===- Waits.h - What waits for loads ---------------------------*- C++ -*-===//
//
// Finds out, for the memory operations in the loops of final x86-64 code,
// whether work waits for what they load: the address of the next iteration's
// load, or a branch. The processor overlaps misses by itself where nothing
// waits, and a prefetch gains nothing there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_WAITS_H
#define UDPC_PASSES_PROFILE_WAITS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class MachineDominatorTree;
class MachineFunction;
class MachineInstr;
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

/// Of one memory operation, in the innermost loop around it. What other loads
/// of the same line load counts as its own.
struct Waits {
  /// As abi::OperationFlags has them.
  bool FeedsOwnAddress = false, FeedsAddress = false;
  /// abi::OperationRec::KnownStep.
  int64_t KnownStep = 0;
  /// Conditional and indirect branches in the loop that wait for what is
  /// loaded, in the order of the code. Of more than MaxBranches, those that
  /// follow first.
  static constexpr unsigned MaxBranches = 64;
  llvm::SmallVector<const llvm::MachineInstr *, 2> Branches;
};

/// By operation; those without an entry are in no loop, or there is nothing to
/// be said of them. Nothing is followed through memory but spilled registers.
/// The time is bounded: of very large loops, nothing is said.
llvm::DenseMap<const llvm::MachineInstr *, Waits>
findWaits(const llvm::MachineFunction &MF, const llvm::MachineLoopInfo &Loops,
          const llvm::MachineDominatorTree &Dominators);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_WAITS_H
