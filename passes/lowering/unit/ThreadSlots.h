//===- ThreadSlots.h - Slots of code that may be in libraries ---*- C++ -*-===//
//
// The place of a library's thread-local storage is known when it is loaded, and
// storage of a library that is loaded late may have to be allocated. So the
// slots of such code are memory that the runtime gives each thread. The code
// finds them through the unit's record (abi.h), once in a function, or in what
// remains of it where it has been inlined; in functions that may move between
// threads (Fibers.h), also after calls.
//
// While the code is optimised, the slots look like a thread-local array, as in
// executables. The array's address is computed by llvm.threadlocal.address,
// which the optimiser merges, moves out of loops, and does not move over a
// coroutine's suspension. When optimisation ends, ThreadSlotsPass replaces each
// address by the real code and removes the array.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The address space of the increments' accesses on x86-64. It names ordinary
/// memory; by it their machine code is recognised as inserted.
inline constexpr unsigned EventAddressSpace = 117;

/// Makes \p Slots, a thread-local array, represent the slots that are found by
/// \p Unit until ThreadSlotsPass runs.
void addThreadSlots(llvm::Module &M, llvm::GlobalVariable &Slots,
                    llvm::GlobalVariable &Unit);
/// Sets the fields that the record of such a unit needs.
void describeThreadSlots(llvm::Module &M, const llvm::GlobalVariable &Slots,
                         UnitContents &Fields);

struct ThreadSlotsPass : llvm::PassInfoMixin<ThreadSlotsPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_THREADSLOTS_H
