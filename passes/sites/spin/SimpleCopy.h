//===- SimpleCopy.h - A simple copy for loop analysis -----------*- C++ -*-===//
//
// The front end's IR keeps each variable in memory and each helper in a
// function of its own. To analyse what a loop waits for, SpinJudge promotes
// variables to registers and inlines helpers into the loop. This happens in a
// copy: the program itself is compiled unchanged.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Whether the callee of \p Call is known and small enough to be inlined.
bool isHelper(const llvm::CallBase &Call);

/// The calls of helpers in \p L, and those before and after it that get the
/// address of a variable that \p L uses, which would escape if they were not
/// inlined.
llvm::SmallVector<llvm::CallBase *> helpersOf(const llvm::Loop &L);

class SimpleCopy {
public:
  explicit SimpleCopy(const llvm::Module &M);
  ~SimpleCopy();

  /// The copy of \p F with promoted variables. Loops keep their header blocks.
  llvm::Function &of(const llvm::Function &F);
  /// Inlines helpers, and their callees, into the copy \p F, first into the
  /// loops with \p Headers.
  void inlineHelpers(llvm::Function &F,
                     const llvm::SmallPtrSetImpl<llvm::BasicBlock *> &Headers);
  /// The copy of a block of a function that `of` was called for; null if it was
  /// removed as unreachable.
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
