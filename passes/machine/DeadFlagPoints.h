//===- DeadFlagPoints.h - Insertion points with dead flags ------*- C++ -*-===//
//
// A counter need not save the flags where they are dead; saving them takes many
// times as long as counting. RefineSites.cpp and TransparentSites.cpp move
// sites to such points. Each block is scanned once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_DEADFLAGPOINTS_H
#define UDPC_PASSES_MACHINE_DEADFLAGPOINTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace udpc {

class TargetDescription;

/// The points of one function. Sites may be added and moved meanwhile, since
/// they do not affect the flags.
class DeadFlagPoints {
public:
  DeadFlagPoints(const llvm::MachineFunction &MF,
                 const TargetDescription &Target);

  struct InsertionPoint {
    llvm::MachineBasicBlock::iterator At;
    bool FlagsAreLive;
  };

  /// The last point at or before \p At where the flags are dead and which is
  /// executed as often as \p At: in the same block, with no call between. \p At
  /// itself if there is none.
  InsertionPoint find(llvm::MachineBasicBlock &MBB,
                      llvm::MachineBasicBlock::iterator At);

  /// Forgets \p MBB. To be called after it has been split.
  void forget(const llvm::MachineBasicBlock &MBB) { Ends.erase(&MBB); }

private:
  void examine(llvm::MachineBasicBlock &MBB);

  const TargetDescription &Target;
  enum { NoFlags, Known, Unknown } State;
  llvm::MCRegister Flags;
  /// By instruction: the insertion point to use instead, or null. Ends has the
  /// ends of blocks.
  llvm::DenseMap<const llvm::MachineInstr *, llvm::MachineInstr *> Points;
  struct BlockEnd {
    bool FlagsAreLive;
    llvm::MachineInstr *Point;
  };
  /// The ends of the blocks that have been scanned.
  llvm::DenseMap<const llvm::MachineBasicBlock *, BlockEnd> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_DEADFLAGPOINTS_H
