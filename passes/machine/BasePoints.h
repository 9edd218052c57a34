//===- BasePoints.h - Points where slots may have a base --------*- C++ -*-===//
//
// A base register is loaded at a point where it is free, and serves further
// points that this one dominates, as long as nothing on any path from the load
// changes it. No code of the program uses it there. ShortenCounts.cpp chooses
// among the points.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_BASEPOINTS_H
#define UDPC_PASSES_MACHINE_BASEPOINTS_H

#include "passes/target/X86Code.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include <optional>
#include <vector>

namespace udpc {

/// A point before an instruction that accesses a slot, or before the
/// terminators of a block.
struct BasePoint {
  llvm::MachineInstr *Before;
  uint64_t Frequency;
  /// The first of the five operands of the slot's address; None if the point
  /// has no access.
  unsigned Operand = None;
  int64_t Offset = 0; ///< Offset of the slot.
  bool IsShort = false;
  /// Registers by X86Code's numbers: those free here, and those that the
  /// instructions since the preceding point of the block, or its start, change.
  uint16_t Free = 0, Changed = 0;

  static constexpr unsigned None = ~0u;
  bool needsBase() const { return Operand != None && !IsShort; }
};

class BasePoints {
public:
  /// Finds the points of \p MF for accesses to \p Slots.
  BasePoints(llvm::MachineFunction &MF, const llvm::GlobalValue &Slots);

  BasePoint &operator[](unsigned I) { return Points[I]; }
  const BasePoint &operator[](unsigned I) const { return Points[I]; }
  /// The points of a block in the order of the code.
  llvm::ArrayRef<unsigned> in(const llvm::MachineBasicBlock &MBB) const {
    return Blocks[MBB.getNumber()].Points;
  }
  const llvm::MachineDominatorTree &dominators() const { return Dominators; }
  size_t numBlocks() const { return Blocks.size(); }
  /// The frequency of the function's entry, in the unit of the points'
  /// frequencies.
  double entryFrequency() const {
    return double(Frequencies.getEntryFreq().getFrequency());
  }

  /// A point, and the registers that have the same value there.
  using Reached = std::vector<std::pair<unsigned, uint16_t>>;
  /// The points where registers still have the value that is loaded at \p From.
  Reached reach(unsigned From);
  /// Forgets what is known of \p MBB, where registers have been loaded or are
  /// now live.
  void forget(const llvm::MachineBasicBlock &MBB);

private:
  struct Block {
    llvm::SmallVector<unsigned, 4> Points;
    /// Whether the changed registers, and the free ones, have been determined.
    bool IsChangedKnown = false, IsFreeKnown = false;
    /// The registers that the block changes, and those changed after its last
    /// point.
    uint16_t Changed = 0, ChangedAtEnd = 0;
  };

  const X86Code &Code;
  const llvm::GlobalValue &Slots;
  uint16_t Usable = 0;
  std::vector<BasePoint> Points;
  std::vector<Block> Blocks; ///< By number.
  /// By block: the registers that have the same value at its beginning as at
  /// the start of the current search. Zero between searches.
  std::vector<uint16_t> AtBegin;
  llvm::MachineDominatorTree Dominators;
  llvm::MachineLoopInfo Loops;
  llvm::MachineBranchProbabilityInfo Probabilities;
  llvm::MachineBlockFrequencyInfo Frequencies;

  void addPoints(llvm::MachineBasicBlock &MBB);
  std::optional<unsigned> slotOperand(const llvm::MachineInstr &MI) const;
  uint16_t changedBy(const llvm::MachineInstr &MI) const;
  const Block &infoOf(const llvm::MachineBasicBlock &MBB);
  void findChanged(const llvm::MachineBasicBlock &MBB, Block &B);
  void findFree(Block &B);
  void reachDominated(llvm::MachineBasicBlock &Start, uint16_t AtEnd,
                      Reached &Result);
};

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_BASEPOINTS_H
