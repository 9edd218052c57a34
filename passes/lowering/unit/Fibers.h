//===- Fibers.h - Code that moves between threads --------------*- C++ -*-===//
//
// A fibre (a stackful coroutine, a user-level thread) may be suspended by a
// call in one thread and continue after it in another. Code of an executable
// has the slots at a fixed distance from the thread pointer in all threads.
// Code compiled with -fPIC computes their address once in a function
// (ThreadSlots.h); in functions with an attribute that MarkFibersPass sets, it
// computes the address anew after calls that may switch stacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_FIBERS_H
#define UDPC_PASSES_LOWERING_UNIT_FIBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallBase;
class Function;
class IntrinsicInst;
class Module;
} // namespace llvm

namespace udpc {

/// Whether \p F may continue in another thread after a call.
bool mayMoveBetweenThreads(const llvm::Function &F);

/// Whether \p F, or the function that \p Call calls, may switch stacks, by its
/// attributes. Functions that write no memory of the program do not, nor do
/// those that are known not to call back (`leaf`) or not to synchronise.
bool maySwitchStacks(const llvm::Function &F);
bool maySwitchStacks(const llvm::CallBase &Call);

/// Computes addresses anew after calls that may switch stacks, and makes the
/// code there use them instead of \p Addresses, which are all calls of
/// llvm.threadlocal.address for one variable in \p F.
void findAddressesAnew(llvm::Function &F,
                       llvm::ArrayRef<llvm::IntrinsicInst *> Addresses);

/// Marks all functions of code that a library may have as moving between
/// threads, if -udpc-fibers is given or the module names a function that is
/// known to switch stacks. Runs at the start of the pipeline.
struct MarkFibersPass : llvm::PassInfoMixin<MarkFibersPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_FIBERS_H
