//===- UnitRecord.h - The unit's record and its registration ----*- C++ -*-===//
//
// Emits the records by which the runtime finds a unit (abi.h), of events or of
// costs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_UNITRECORD_H
#define UDPC_PASSES_LOWERING_UNIT_UNITRECORD_H

#include "udpc/abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Constant;
class Function;
class FunctionType;
class GlobalVariable;
class Module;
class Type;
} // namespace llvm

namespace udpc {

/// Creates a global with an exact layout: sanitizers must not add red zones.
llvm::GlobalVariable *makeGlobal(llvm::Module &M, llvm::Type *T,
                                 bool IsConstant, llvm::Constant *Init,
                                 llvm::StringRef Name);

/// The fields of abi::Unit, by which its initialiser is read and written.
enum class UnitField : unsigned {
#define UDPC_UNIT_FIELD(NAME, TYPE, OFFSET) NAME,
#include "udpc/lists/unit_fields.inc"
};

/// The fields of abi::Unit that the compiler fills in.
struct UnitContents {
  uint32_t NumSlots = 0;
  llvm::Constant *Table = nullptr;
  uint64_t TableSize = 0;
  llvm::Constant *Slots = nullptr;
  llvm::Constant *Count = nullptr;
  abi::UnitLowering Kind = abi::UnitLowering::Inline;
  llvm::Constant *Costs = nullptr;
  uint64_t CostsSize = 0;
  llvm::Constant *FindSlots = nullptr;
  llvm::Constant *EarlySlots = nullptr;
  llvm::Constant *Every = nullptr;
  llvm::Constant *Simulation = nullptr;
};

/// Creates a function of which a linked module has one, whichever of its
/// objects define it.
llvm::Function *makeSharedFunction(llvm::Module &M, llvm::FunctionType *Type,
                                   llvm::StringRef Name);

/// Creates a shared function of no parameters, and no result, from the assembly
/// code \p Code, which returns. It has no prologue.
llvm::Function *makeAssemblyFunction(llvm::Module &M, llvm::StringRef Name,
                                     llvm::StringRef Code);

/// Excludes \p F, which is called once for a module or a thread, from all
/// optional passes: compiling it costs time, its code does not.
void skipOptimisation(llvm::Function &F);

/// Defines the runtime's function \p Name such that it does nothing if the
/// runtime is not linked. For callers that pass arguments in machine code only.
llvm::Function *defineMissingFunction(llvm::Module &M, llvm::StringRef Name);

/// The runtime's function \p Name, which returns nothing. If the runtime is not
/// linked, a function that does nothing replaces it.
llvm::Function *
optionalRuntimeFunction(llvm::Module &M, llvm::StringRef Name,
                        llvm::ArrayRef<llvm::Type *> Parameters);

/// Creates a unit's record, without an initialiser.
llvm::GlobalVariable *makeUnit(llvm::Module &M, llvm::StringRef Name);
void initialiseUnit(llvm::GlobalVariable &Unit, const UnitContents &Fields);

/// The value of \p Field in the initialised \p Unit.
llvm::Constant *unitField(const llvm::GlobalVariable &Unit, UnitField Field);

/// Changes the number of slots and the table's size, and with \p NoCounts the
/// slots for counts before the runtime has started.
void resizeUnit(llvm::GlobalVariable &Unit, uint32_t NumSlots,
                uint64_t TableSize, llvm::Constant *NoCounts);

/// Adds \p Unit to the list for the runtime.
void listUnit(llvm::Module &M, llvm::GlobalVariable &Unit);

/// Adds the constructor that registers the module's units, once.
void addUnitHooks(llvm::Module &M);
/// Adds the constructor that registers the module's instruction sites, once.
void addSiteHooks(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_UNITRECORD_H
