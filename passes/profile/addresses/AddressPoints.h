//===- AddressPoints.h - Where an address can be held -----------*- C++ -*-===//
//
// Describes the points of a function, the holders that can have an address at
// each of them, and how control goes from one to the next. Input of
// AddressPlan.h.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPOINTS_H
#define UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPOINTS_H

#include "passes/profile/addresses/AddressRegisters.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace udpc {

/// A bit for each AddressHolder.
using HolderSet = uint64_t;
constexpr HolderSet setOf(AddressHolder Holder) {
  return HolderSet(1) << Holder;
}
constexpr HolderSet AllHolders = (HolderSet(2) << StackHolder) - 1;
constexpr HolderSet GeneralHolders = setOf(FirstVector) - 1;
constexpr HolderSet BackupHolders = AllHolders & ~GeneralHolders;

struct AddressPoint {
  /// The instruction before which the point is; or the end of the block.
  llvm::MachineBasicBlock::iterator At;
  /// The instruction or block that identifies the point.
  const void *Id = nullptr;
  /// The holders that code here may change.
  HolderSet Usable = 0;
  /// The holders that the instruction may change.
  HolderSet Changed = 0;
  /// The general registers in which the address may be loaded here; none if the
  /// flags are live, or code must not be inserted.
  uint16_t Loadable = 0;
  /// The edges by which control may leave the block after the instruction.
  llvm::SmallVector<unsigned, 0> Leaves;
};

struct AddressBlock {
  llvm::MachineBasicBlock *Block = nullptr;
  std::vector<AddressPoint> Points;
  /// The edges by which control enters the block.
  llvm::SmallVector<unsigned, 2> Enters;
  /// Whether control may also come from elsewhere.
  bool IsEntered = false;
  /// The expected number of executions, relative to other blocks.
  uint64_t Frequency = 1;
};

class AddressPoints {
public:
  /// Finds the points of \p MF before code is inserted.
  AddressPoints(llvm::MachineFunction &MF, const llvm::MachineLoopInfo &Loops,
                const FreeRegisters &Free, const UnusedStackSlot &Slot);

  /// The blocks that control can reach, in reverse post-order.
  llvm::ArrayRef<AddressBlock> blocks() const { return Blocks; }
  unsigned numEdges() const { return NumEdges; }

private:
  void addPoints(AddressBlock &B, const FreeRegisters &Free,
                 const UnusedStackSlot &Slot);
  void addEdges(AddressBlock &B);
  void addEdge(AddressPoint &From, const llvm::MachineBasicBlock &To);
  void addFrequencies(llvm::MachineFunction &MF,
                      const llvm::MachineLoopInfo &Loops);

  std::vector<AddressBlock> Blocks;
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> IndexOf;
  unsigned NumEdges = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_ADDRESSES_ADDRESSPOINTS_H
