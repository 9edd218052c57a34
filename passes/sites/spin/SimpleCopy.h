//===- SimpleCopy.h - Code as it is easiest to judge -----------*- C++ -*-===//
//
// The front end's IR keeps each variable in memory and each helper in a
// function of its own. To see what a loop waits for, variables must be values
// and helpers must be in the loop. All this is done to a copy: the program
// itself is compiled as it would be.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_SIMPLECOPY_H
#define UDPC_PASSES_SITES_SPIN_SIMPLECOPY_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <memory>

namespace llvm {
class BasicBlock;
class CallBase;
class Function;
class Loop;
class Module;
} // namespace llvm

namespace udpc {

/// Whether what \p Call does is known and small enough to be looked at.
bool isHelper(const llvm::CallBase &Call);

/// The calls of helpers in \p L, and those before and behind it that are given
/// a variable which \p L uses: else nobody knows who else does.
llvm::SmallVector<llvm::CallBase *> helpersOf(const llvm::Loop &L);

class SimpleCopy {
public:
  explicit SimpleCopy(const llvm::Module &M);
  ~SimpleCopy();

  /// The copy of \p F: variables are values. Loops keep their header blocks.
  llvm::Function &of(const llvm::Function &F);
  /// Puts helpers, and what they call, into the copy \p F, first of all into
  /// the loops that have \p Headers.
  void inlineHelpers(llvm::Function &F,
                     const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Headers);
  /// The copy of a block of a function that `of` was called for; null if the
  /// copy has found that it is never reached.
  llvm::BasicBlock *of(const llvm::BasicBlock &BB);

private:
  void simplify(llvm::Function &F);

  llvm::ValueToValueMapTy Map;
  std::unique_ptr<llvm::Module> Copy;
  llvm::DenseSet<const llvm::Function *> Done;

  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CGAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::FunctionPassManager Passes, Threading;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_SIMPLECOPY_H
