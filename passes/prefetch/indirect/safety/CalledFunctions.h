//===- CalledFunctions.h - Effects of called functions ----------*- C++ -*-===//
//
// LLVM's attributes say that a function returns only if it has no loop or
// stores nothing, and never for functions that the linker may take from another
// unit. A prefetch needs to know what the function in this unit does: another
// unit's has the same source, and no compiler removes a lock, a thrown
// exception or an endless loop that the program may execute.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_CALLEDFUNCTIONS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_CALLEDFUNCTIONS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class AAResults;
class CallBase;
class Function;
class Instruction;
class LoadInst;
class LoopInfo;
struct AAMDNodes;
} // namespace llvm

namespace udpc {

/// Whether \p I calls a function that may wait for another thread, or let one
/// change memory, as far as attributes tell.
bool callMaySynchronize(const llvm::Instruction &I);

/// The function that \p Call calls if its instructions are known, else null.
const llvm::Function *knownFunction(const llvm::CallBase &Call);

/// Whether all cycles of \p F are loops that end.
bool loopsEnd(const llvm::Function &F, const llvm::LoopInfo &Loops);

class CalledFunctions {
public:
  explicit CalledFunctions(llvm::AAResults &Aliases) : Aliases(Aliases) {}

  /// Whether control continues after \p I, and \p I does not synchronize with
  /// other threads.
  bool continuesAfter(const llvm::Instruction &I);

  /// Whether \p I is a call of a known function for which continuesAfter() is
  /// true.
  bool returns(const llvm::Instruction &I);

  /// Whether \p Call may write to the memory that \p Load loads, by the types
  /// of the function's writes. \p Type is the type of the load.
  bool mayWrite(const llvm::CallBase &Call, const llvm::LoadInst &Load,
                const llvm::AAMDNodes &Type);

private:
  struct Effects {
    bool Returns = false;
    /// The writes, including those of the functions that it calls.
    llvm::SmallVector<const llvm::Instruction *, 4> Writes;
  };
  Effects find(const llvm::Function &F);
  const Effects *effectsOf(const llvm::CallBase &Call);

  llvm::AAResults &Aliases;
  llvm::DenseMap<const llvm::Function *, Effects> Known;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_CALLEDFUNCTIONS_H
