//===- Increments.h - A unit's increments in the IR -------------*- C++ -*-===//
//
// Emits increments of a unit's slots (InlineLowering.cpp) and finds them again
// in optimised IR, where they can be merged (MergeCounts.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_CODE_INCREMENTS_H
#define UDPC_PASSES_LOWERING_CODE_INCREMENTS_H

#include "passes/lowering/code/Placeholders.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace udpc {

/// Adds \p Amount to the thread's slot at \p Address, by a relaxed atomic load,
/// an add and a relaxed atomic store. Returns the slot's value before and
/// after.
std::pair<llvm::Value *, llvm::Value *>
emitIncrement(llvm::IRBuilder<> &B, llvm::Value *Address, llvm::Value *Amount);
/// The address of \p Slot, where \p Slots is the address of the thread's first.
llvm::Value *slotAddress(llvm::IRBuilder<> &B, llvm::Value *Slots,
                         uint64_t Slot);

/// Emits a call through \p Unit to the runtime, which adds \p Amount to the
/// thread's \p Slot.
void emitCountCall(llvm::IRBuilder<> &B, llvm::GlobalVariable &Unit,
                   uint32_t Slot, llvm::Value *Amount);

/// One increment by a constant, from a load to a store, or a placeholder.
struct Increment {
  llvm::Instruction *First, *Last;
  llvm::Value *Slots; ///< The address of the thread's first slot; null: a call.
  SlotAmounts Counts; ///< One slot, unless it is a placeholder.

  void erase() const;
};

/// Another use of a slot.
struct SlotAccess {
  llvm::Instruction *Access; ///< A load, store or call.
  llvm::Value *Slots;
  uint32_t Slot;
};

/// Whether counts may be wrong for a moment around \p I: it runs to its end,
/// and no other code can read them there.
bool mayMergeOver(const llvm::Instruction &I);

/// Whether \p B follows \p A in its block, and counts may move between them.
bool mayMergeBetween(const llvm::Instruction &A, const llvm::Instruction &B);

/// Finds the increments in \p F of slots that \p Wanted selects, by First.
llvm::DenseMap<llvm::Instruction *, Increment>
findIncrements(llvm::Function &F,
               llvm::function_ref<bool(const llvm::GlobalVariable &)> Wanted);

/// The uses of a unit's slots other than by placeholders: for amounts that the
/// program computes.
struct SlotUses {
  std::vector<SlotAccess> Known;
  /// False if there are more, at computed addresses: the optimiser merges the
  /// increments in both arms of a branch.
  bool AreAllKnown = true;
};

SlotUses findSlotUses(llvm::GlobalVariable &Slots);
/// The uses of the slots of a unit that counts by calls.
SlotUses findCountCalls(llvm::GlobalVariable &Unit);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_CODE_INCREMENTS_H
