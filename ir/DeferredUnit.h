//===- DeferredUnit.h - Units with deferred sites ---------------*- C++ -*-===//
//
// Transparent sites are found in final code. Until then, metadata in the IR
// keeps the data that the machine passes need: it survives linking of modules
// (LTO), where the command line differs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_DEFERREDUNIT_H
#define UDPC_IR_DEFERREDUNIT_H

#include "spec/EventSpec.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DICompileUnit;
class Function;
class GlobalVariable;
class MDNode;
class Module;
} // namespace llvm

namespace udpc {

/// Records in the IR that the sites of all entries of \p Spec in the functions
/// of \p M are found later, for \p Unit. \p Slots may be null.
void deferUnit(llvm::Module &M, const EventSpec &Spec,
               llvm::GlobalVariable &Unit, llvm::GlobalVariable &Table,
               llvm::GlobalVariable *Slots);

/// A unit whose sites are found in final code.
struct DeferredUnit {
  llvm::GlobalVariable *Unit, *Table;
  llvm::GlobalVariable *Slots; ///< Null if there are none.
  std::string SourceFile;
  EventSpec Spec;
};

/// Whether this process has deferred a unit, or found a deferred one.
bool haveDeferredUnits();
/// Records that an earlier process has deferred units in \p M.
void noteDeferredUnits(const llvm::Module &M);

/// Returns all deferred units that belong to \p M.
std::vector<const llvm::MDNode *> deferredUnits(const llvm::Module &M);
/// Returns the unit in whose metadata \p F is recorded, or null.
const llvm::GlobalVariable *unitOf(const llvm::Function &F);

/// Maps all functions of a module to their deferred units, including functions
/// without metadata: passes that move a part of a function into a new function
/// (hot-cold splitting) do not copy the metadata. Such a part belongs to the
/// unit of its compile unit.
class FunctionUnits {
public:
  explicit FunctionUnits(const llvm::Module &M);
  /// The unit of \p F, or null if no deferred unit needs its sites.
  const llvm::GlobalVariable *of(const llvm::Function &F) const;

private:
  llvm::DenseMap<const llvm::DICompileUnit *, const llvm::GlobalVariable *>
      ByCompileUnit;
  /// The unit of a module that has only one.
  const llvm::GlobalVariable *Only = nullptr;
};

/// Whether code for \p F is generated here, but its unit is in another module.
bool hasLostUnit(const llvm::Function &F);
/// Decodes a node of deferredUnits(). Fails if the metadata is malformed.
llvm::Expected<DeferredUnit> readDeferredUnit(const llvm::MDNode &Node);

} // namespace udpc

#endif // UDPC_IR_DEFERREDUNIT_H
