//===- ThreadSlots.h - Slots of code that libraries may have ----*- C++ -*-===//
//
// The place of a library's thread-local storage is known when it is loaded, and
// storage of a library that is loaded late may have to be allocated. So the
// slots of such code are memory that the runtime gives each thread. The code
// finds them by the unit's record (abi.h) once in a function, or in what is
// left of it where it has been inlined; in functions that may move between
// threads (Fibers.h), also after calls.
//
// While the code is optimised, the slots look like a thread-local array, as in
// executables: its address is computed by llvm.threadlocal.address, which the
// optimiser merges, moves out of loops, and keeps on its side of a coroutine's
// suspension. Nothing like that array is left when optimisation has ended:
// ThreadSlotsPass puts the real code in the place of each address.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_THREADSLOTS_H
#define UDPC_PASSES_LOWERING_UNIT_THREADSLOTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class GlobalVariable;
class Module;
class Triple;
} // namespace llvm

namespace udpc {

struct UnitContents;

/// Whether code for \p T can find slots by a unit's record.
bool canFindThreadSlots(const llvm::Triple &T);

/// On x86-64 the increments access memory of this address space, which is the
/// ordinary one by another name: so their machine code is known as ours.
inline constexpr unsigned EventAddressSpace = 117;

/// Makes \p Slots, a thread-local array, stand for slots that are found by \p
/// Unit until ThreadSlotsPass runs.
void addThreadSlots(llvm::Module &M, llvm::GlobalVariable &Slots,
                    llvm::GlobalVariable &Unit);
/// Sets what the record of such a unit needs.
void describeThreadSlots(llvm::Module &M, const llvm::GlobalVariable &Slots,
                         UnitContents &Fields);

struct ThreadSlotsPass : llvm::PassInfoMixin<ThreadSlotsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_THREADSLOTS_H
