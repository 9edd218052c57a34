//===- CalledAccesses.h - What called functions access ----------*- C++ -*-===//
//
// Flow *flowOf(Flow *Flows, size_t Mask, const Header *H) begins at
// Flows[hashOf(H) & Mask]. Where a loop calls it, copies of the instructions
// that compute this address from the arguments are inserted before the call, so
// that the address has a slice in the loop. The copies are for the analysis:
// the function executes the same loads, and the copies are removed when the
// prefetches have been inserted.
//
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
  /// Inserts, before \p Call, copies of what its function does to find the
  /// addresses of accesses. They have to be removed.
  CalledAccesses(llvm::CallBase &Call, CalledFunctions &Functions);

  /// Loads before the call from the addresses that the function accesses. The
  /// loads that they depend on are executed by each call. Without addresses
  /// that are an argument plus a constant.
  llvm::ArrayRef<llvm::LoadInst *> accesses() const { return Accesses; }

  /// Why there is none for the first access without one; empty if all have.
  llvm::StringRef problem() const { return Problem; }

  /// The function's instruction of which \p Copy is a copy; null for others.
  const llvm::Instruction *originalOf(const llvm::Instruction &Copy) const {
    return Originals.lookup(&Copy);
  }

  /// Removes the copies, but for those that others use.
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
