//===- SlotStorage.h - Where the slots of a unit are ------------*- C++ -*-===//
//
// Decides by the target and the options of code generation whether slots are
// thread-local variables, and defines those of a unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_SLOTSTORAGE_H
#define UDPC_PASSES_LOWERING_UNIT_SLOTSTORAGE_H

namespace llvm {
class Function;
class GlobalVariable;
class Module;
class Triple;
} // namespace llvm

namespace udpc {

/// Creates a unit's slots in the executable's static thread-local storage, and
/// the function for abi::Unit::Slots.
llvm::GlobalVariable *createSlots(llvm::Module &M, unsigned NumSlots);
llvm::Function *createSlotsFunction(llvm::Module &M,
                                    llvm::GlobalVariable &Slots);
/// Whether \p F is the function of abi::Unit::Slots of a unit.
bool isSlotsFunction(const llvm::Function &F);

/// Whether targets like \p T have no thread-local storage, so that their code
/// does not count.
bool hasNoThreadLocals(const llvm::Triple &T);
/// Whether the module can only become part of an executable, where the
/// distance of thread-local storage from the thread pointer is fixed.
bool isExecutableCode(const llvm::Module &M);
/// Whether the module's slots can be thread-local variables at the same offset
/// from the thread pointer in each thread.
bool hasStaticThreadLocals(const llvm::Module &M);
/// Whether the module's increments may use a base register (ShortenCounts.cpp),
/// which reaches the slots of a function if they are adjacent.
bool canShortenCounts(const llvm::Module &M);
/// Whether \p G is the slots of a unit in static thread-local storage.
bool isThreadLocalSlots(const llvm::GlobalVariable &G);
/// Whether the module's code can count by thread-local increments.
bool canCountInline(const llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_SLOTSTORAGE_H
