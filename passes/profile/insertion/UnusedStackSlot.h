//===- UnusedStackSlot.h - Unused bytes of a stack frame --------*- C++ -*-===//
//
// Alignment leaves holes in stack frames, and leaf functions seldom use all of
// the red zone. Inserted code may keep a value there, also over calls.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_INSERTION_UNUSEDSTACKSLOT_H
#define UDPC_PASSES_PROFILE_INSERTION_UNUSEDSTACKSLOT_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <optional>

namespace llvm {
class MachineFunction;
} // namespace llvm

namespace udpc {

class UnusedStackSlot {
public:
  /// Finds the slot of \p MF, whose code is final.
  explicit UnusedStackSlot(const llvm::MachineFunction &MF);

  /// The offset of the eight bytes from the stack pointer where the frame is
  /// complete; none if there are no such bytes.
  std::optional<int64_t> offset() const { return Offset; }
  /// Whether the frame is complete at \p At in \p MBB.
  bool existsAt(const llvm::MachineBasicBlock &MBB,
                llvm::MachineBasicBlock::const_iterator At) const;
  /// Whether \p MI may change the stack pointer, and so discard the slot.
  static bool isDiscardedBy(const llvm::MachineInstr &MI);

private:
  void findPoints(const llvm::MachineFunction &MF);

  std::optional<int64_t> Offset;
  /// The instructions before which, and blocks at whose end, it exists.
  llvm::DenseSet<const void *> Points;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_INSERTION_UNUSEDSTACKSLOT_H
