//===- Fibers.h - Code that moves between threads --------------*- C++ -*-===//
//
// A fibre (a stackful coroutine, a user-level thread) that switches stacks
// within a function may return in another thread. Code of an executable has its
// thread's slots at a fixed distance from the thread pointer, which is right
// there too; code compiled with -fPIC finds their address once in a function
// (ThreadSlots.h). In functions with this attribute it finds the address anew
// behind calls that may switch stacks.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_FIBERS_H
#define UDPC_PASSES_LOWERING_FIBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class CallBase;
class Function;
class IntrinsicInst;
class Module;
} // namespace llvm

namespace udpc {

/// Whether \p F may go on in another thread behind a call.
bool mayMoveBetweenThreads(const llvm::Function &F);

/// Whether a function with the attributes of \p F, or that \p Call calls, may
/// switch stacks. Those that write no memory of the program do not, nor those
/// that are known not to call back (`leaf`) or not to synchronise.
bool maySwitchStacks(const llvm::Function &F);
bool maySwitchStacks(const llvm::CallBase &Call);

/// Makes what uses \p Addresses, all calls of llvm.threadlocal.address for one
/// variable in \p F, use others behind calls that may switch stacks.
void findAddressesAnew(llvm::Function &F,
                       llvm::ArrayRef<llvm::IntrinsicInst *> Addresses);

/// At the start of the pipeline: sets the attribute of all functions of code
/// that libraries may have, if -udpc-fibers is given or the module names a
/// function that is known to switch stacks.
struct MarkFibersPass : llvm::PassInfoMixin<MarkFibersPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_FIBERS_H
