//===- BasePoints.h - Where registers may have the address of slots -*- C++
//-*-===//
//
// A base register is loaded at a point, where it is free, and serves further
// points that this one dominates: as long as nothing on any path from the load
// changes it. No code of the program uses it there.
//
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

/// Before an instruction that accesses a slot, or before the terminators of a
/// block.
struct BasePoint {
  llvm::MachineInstr *Before;
  uint64_t Frequency;
  /// The first of the five operands of the slot's address; None: no access.
  unsigned Operand = None;
  int64_t Offset = 0; ///< Of the slot.
  bool IsShort = false;
  /// By X86Code's register numbers: what is free here, and what the
  /// instructions since the point before in the block, or its start, change.
  uint16_t Free = 0, Changed = 0;

  static constexpr unsigned None = ~0u;
  bool needsBase() const { return Operand != None && !IsShort; }
};

class BasePoints {
public:
  /// The points of \p MF for accesses to \p Slots.
  BasePoints(llvm::MachineFunction &MF, const llvm::GlobalValue &Slots);

  BasePoint &operator[](unsigned I) { return Points[I]; }
  const BasePoint &operator[](unsigned I) const { return Points[I]; }
  /// In the order of the code.
  llvm::ArrayRef<unsigned> in(const llvm::MachineBasicBlock &MBB) const {
    return Blocks[MBB.getNumber()].Points;
  }
  const llvm::MachineDominatorTree &dominators() const { return Dominators; }
  size_t numBlocks() const { return Blocks.size(); }
  /// Of the function's entry, where points have their frequencies.
  double entryFrequency() const {
    return double(Frequencies.getEntryFreq().getFrequency());
  }

  /// A point, and the registers that have the same value there.
  using Reached = std::vector<std::pair<unsigned, uint16_t>>;
  /// The points where registers have what they would be loaded with at \p
  /// From.
  Reached reach(unsigned From);
  /// Registers have been loaded in \p MBB, or are live there.
  void forget(const llvm::MachineBasicBlock &MBB);

private:
  struct Block {
    llvm::SmallVector<unsigned, 4> Points;
    /// Whether it has been examined what changes registers, and where they are
    /// free.
    bool IsChangedKnown = false, IsFreeKnown = false;
    /// What all of it changes, and what follows the last point.
    uint16_t Changed = 0, ChangedAtEnd = 0;
  };

  const X86Code &Code;
  const llvm::GlobalValue &Slots;
  uint16_t Usable = 0;
  std::vector<BasePoint> Points;
  std::vector<Block> Blocks; ///< By number.
  /// By block: what has the same value at its begin as at the start of the
  /// present search. Zero between searches.
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
