//===- DeferredUnit.h - Units whose sites are found in machine code -*- C++
//-*-//
//
// Transparent sites are found in final code. Until then metadata in the IR has
// the data for the machine passes: it survives linking of modules (LTO), where
// the command line differs.
//
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
/// of the module are to be found later for \p Unit. \p Slots may be null.
void deferUnit(llvm::Module &M, const EventSpec &Spec,
               llvm::GlobalVariable &Unit, llvm::GlobalVariable &Table,
               llvm::GlobalVariable *Slots);

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

/// All deferred units that belong to \p M.
std::vector<const llvm::MDNode *> deferredUnits(const llvm::Module &M);
/// The unit that \p F names as the one that waits for its sites, or null.
const llvm::GlobalVariable *unitOf(const llvm::Function &F);

/// The units of all functions of a module, also of those that name none: passes
/// that move a part of a function into one of its own (hot-cold splitting)
/// leave out the metadata. Such a part has the unit of its compile unit.
class FunctionUnits {
public:
  explicit FunctionUnits(const llvm::Module &M);
  /// Null for a function that no unit waits for.
  const llvm::GlobalVariable *of(const llvm::Function &F) const;

private:
  llvm::DenseMap<const llvm::DICompileUnit *, const llvm::GlobalVariable *>
      ByCompileUnit;
  /// Where the module has only one.
  const llvm::GlobalVariable *Only = nullptr;
};

/// Whether code for \p F is generated here, but its unit is in another module.
bool hasLostUnit(const llvm::Function &F);
/// Fails if the metadata is malformed.
llvm::Expected<DeferredUnit> readDeferredUnit(const llvm::MDNode &Node);

} // namespace udpc

#endif // UDPC_IR_DEFERREDUNIT_H
