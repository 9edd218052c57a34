//===- SlotCode.h - Code that increments slots ------------------*- C++ -*-===//
//
// Inserts the counters of executables, whose slots are at a fixed offset from
// the thread pointer. LibrarySlotCode.h has those of libraries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SLOTS_SLOTCODE_H
#define UDPC_PASSES_PROFILE_SLOTS_SLOTCODE_H

#include "passes/profile/insertion/CodeInserter.h"
#include "passes/profile/placement/CounterInsertionPoint.h"
#include "passes/profile/placement/CriticalEdges.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineOperand.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace udpc {

/// Emits increments of slots. The slots are at a fixed offset from the thread
/// pointer, so one instruction without registers suffices, which is also atomic
/// with respect to signals.
class SlotCode {
public:
  SlotCode(llvm::MachineFunction &MF, const llvm::GlobalVariable &Slots);

  /// Inserts the counter of \p S in \p Slot; for a repetition, adds the number
  /// of repetitions. May split the block of \p S.
  void count(const Segment &S, unsigned Slot);
  /// Inserts the counter of \p Edge, which leads to \p To, in a block of its
  /// own.
  void count(const CriticalEdge &Edge, const Segment &To, unsigned Slot);

  /// An addition to a word of a thread-local variable.
  struct StateAddition {
    const char *Variable; ///< The variable's symbol.
    int64_t Offset;
    int64_t Amount; ///< Unused for a repetition.
  };
  /// Inserts \p All where the counter of \p S would be. For a repetition, the
  /// number of repetitions is added.
  void add(const Segment &S, llvm::ArrayRef<StateAddition> All);

private:
  struct Addition {
    unsigned Opcode;
    llvm::MachineOperand Variable;
    int64_t Amount; ///< Used by ADD64mi32.
  };

  void make(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
            const Addition &What);
  Addition increment(unsigned Opcode, unsigned Slot) const;
  /// Inserts code that saves the flags, and has the CFI.
  struct Saver : CodeInserter {
    explicit Saver(llvm::MachineFunction &MF)
        : CodeInserter(MF, FreeRegisters()) {}
    using CodeInserter::Frames;
    using CodeInserter::goTo;
    using CodeInserter::restore;
    using CodeInserter::save;
  };
  Saver &saver();
  void insert(CounterInsertionPoint Place, const Addition &What);
  void insertKeepingFlags(llvm::MachineBasicBlock &MBB,
                          llvm::MachineBasicBlock::iterator At,
                          const Addition &What);

  llvm::MachineFunction &MF;
  const llvm::GlobalVariable &Slots;
  /// Created on demand: few functions need it.
  std::optional<Saver> Saving;
  /// The CFI at the end of the last counter out of line.
  std::optional<CallFrameRules> StubRules;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SLOTS_SLOTCODE_H
