//===- FlagPlaces.h - Places where the flags do not matter -----*- C++ -*-===//
//
// A counter does not need to save the flags where they are dead; saving them
// takes many times as long as counting. A block is scanned once, however many
// sites it has.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_FLAGPLACES_H
#define UDPC_PASSES_MACHINE_FLAGPLACES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace llvm {
class TargetRegisterInfo;
} // namespace llvm

namespace udpc {

class TargetDescription;

/// Of one function. Sites may be added and moved meanwhile, since they do not
/// touch the flags.
class FlagPlaces {
public:
  FlagPlaces(const llvm::MachineFunction &MF, const TargetDescription &Target);

  struct Place {
    llvm::MachineBasicBlock::iterator At;
    bool FlagsAreLive;
  };

  /// The last place not behind \p At where the flags do not matter and that is
  /// executed as often as \p At: in the same block, with no call between. \p At
  /// itself if there is none.
  Place find(llvm::MachineBasicBlock &MBB,
             llvm::MachineBasicBlock::iterator At);

  /// To be called when a part of \p MBB has become another block.
  void forget(const llvm::MachineBasicBlock &MBB) { Ends.erase(&MBB); }

private:
  void examine(llvm::MachineBasicBlock &MBB);

  const TargetDescription &Target;
  const llvm::TargetRegisterInfo &TRI;
  enum { NoFlags, Known, Unknown } State;
  llvm::MCRegister Flags;
  /// The instruction in front of which to go instead, or null. For the end of a
  /// block see Ends.
  llvm::DenseMap<const llvm::MachineInstr *, llvm::MachineInstr *> Places;
  struct BlockEnd {
    bool FlagsAreLive;
    llvm::MachineInstr *Place;
  };
  /// Of the blocks that have been examined.
  llvm::DenseMap<const llvm::MachineBasicBlock *, BlockEnd> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_FLAGPLACES_H
