//===- CalledAccesses.h - Accesses of called functions ----------*- C++ -*-===//
//
// Finds the addresses that a called function accesses. Example: Flow
// *flowOf(Flow *Flows, size_t Mask, const Header *H) begins at Flows[hashOf(H)
// & Mask]. Where a loop calls it, copies of the instructions that compute this
// address from the arguments are inserted before the call, so that the address
// has a slice in the loop. The copies serve the analysis: the function executes
// the same loads, and the copies are removed when the prefetches have been
// inserted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_CALLEDACCESSES_H
#define UDPC_PASSES_PREFETCH_INDIRECT_CALLEDACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class Instruction;
class LoadInst;
} // namespace llvm

namespace udpc {

class CalledFunctions;

class CalledAccesses {
public:
  /// Inserts, before \p Call, copies of the code by which its function computes
  /// the addresses of accesses. They have to be removed.
  CalledAccesses(llvm::CallBase &Call, CalledFunctions &Functions);

  /// Loads before the call from the addresses that the function accesses,
  /// except addresses that are an argument plus a constant. Each call executes
  /// the loads that they depend on.
  llvm::ArrayRef<llvm::LoadInst *> accesses() const { return Accesses; }

  /// The reason for the first access that is missing here; empty if none is.
  llvm::StringRef problem() const { return Problem; }

  /// The function's instruction of which \p Copy is a copy; null for others.
  const llvm::Instruction *originalOf(const llvm::Instruction &Copy) const {
    return Originals.lookup(&Copy);
  }

  /// Removes the copies that nothing else uses.
  void remove();

private:
  friend class CalledFinder;
  llvm::SmallVector<llvm::Instruction *, 16> Copies;
  llvm::SmallVector<llvm::LoadInst *, 4> Accesses;
  llvm::DenseMap<const llvm::Instruction *, const llvm::Instruction *>
      Originals;
  llvm::StringRef Problem;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_CALLEDACCESSES_H
