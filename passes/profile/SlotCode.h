//===- SlotCode.h - The code that counts in slots ---------------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_SLOTCODE_H
#define UDPC_PASSES_PROFILE_SLOTCODE_H

#include "passes/profile/CallFrames.h"
#include "passes/profile/Segments.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace udpc {

/// Where to count executions of a segment. Without a block: between two, where
/// there is none yet.
struct CounterInsertionPoint {
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  /// The program may look at the flags behind it.
  bool FlagsAreLive = false;
};

/// The first place in \p S where the flags do not matter, as long as no call
/// is between it and the start: what does not come back is counted. The start
/// if there is none.
CounterInsertionPoint counterInsertionPoint(const Segment &S);

/// Makes the code of slots. The slots lie at a fixed distance from the thread
/// pointer, so that an instruction without registers is enough. It is one
/// instruction also because a signal may come between two.
class SlotCode {
public:
  SlotCode(llvm::MachineFunction &MF, const llvm::GlobalVariable &Slots);

  /// Counts executions of \p S in \p Slot; of a repetition, how often it will
  /// be executed. May split the block of \p S.
  void count(const Segment &S, unsigned Slot);

private:
  llvm::MachineInstr *make(llvm::MachineBasicBlock &MBB,
                           llvm::MachineBasicBlock::iterator At,
                           unsigned Opcode, unsigned Slot);
  void insertKeepingFlags(llvm::MachineBasicBlock &MBB,
                          llvm::MachineBasicBlock::iterator At, unsigned Slot,
                          unsigned Opcode);

  llvm::MachineFunction &MF;
  const llvm::GlobalVariable &Slots;
  /// Few functions need them.
  std::optional<CallFrames> Frames;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SLOTCODE_H
