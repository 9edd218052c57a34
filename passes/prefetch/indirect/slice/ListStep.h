//===- ListStep.h - Loops along a list --------------------------*- C++ -*-===//
//
// Recognises loops that walk a linked list, by pointers or by indexes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SLICE_LISTSTEP_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SLICE_LISTSTEP_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class Loop;
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace udpc {

/// An access of a loop to a node of a list, where each iteration loads the
/// address of the next iteration's node from its own.
struct ListStep {
  const llvm::Loop *In = nullptr;
  /// The address of this iteration's node or of a field of it: a PHI in the
  /// header, or, with IsLoadedLate, a load.
  llvm::Value *Node = nullptr;
  /// The load of the address of the next node, NextOffset bytes after Node.
  llvm::LoadInst *Next = nullptr;
  /// A value that is the address loaded from, in an iteration before; null if
  /// there is none.
  llvm::Value *NextPointer = nullptr;
  int64_t NextOffset = 0;
  /// Whether the next iteration executes Next.
  bool IsLoadedLate = false;
  /// The address of the access in the next iteration (for inner loops in their
  /// first one), less the value of Next.
  int64_t Offset = 0;

  /// Returns the step of \p L for an access to \p Address, if there is one.
  static std::optional<ListStep> find(llvm::Value &Address, const llvm::Loop &L,
                                      const llvm::LoopInfo &Loops,
                                      llvm::ScalarEvolution &Evolution);

  /// Returns the offset of \p Address from Node, if it is constant.
  std::optional<int64_t> offsetInNode(llvm::Value &Address,
                                      llvm::ScalarEvolution &Evolution) const;
};

/// An access to a list whose nodes are elements of arrays and have indexes.
struct IndexStep {
  llvm::PHINode *Node = nullptr; ///< This iteration's index.
  llvm::LoadInst *Next = nullptr;
  llvm::Value *Advanced = nullptr; ///< The next iteration's index.
  llvm::Value *Address = nullptr;
  /// The instructions from Next to Advanced and from Node to Address, operands
  /// before users.
  llvm::SetVector<llvm::Instruction *> Instructions;

  /// Returns the step of \p L for an access to \p Address, if there is one.
  static std::optional<IndexStep>
  find(llvm::Value &Address, const llvm::Loop &L, const llvm::LoopInfo &Loops);
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICE_LISTSTEP_H
