//===- DeferredUnit.h - Units whose sites are found in machine code -*- C++
//-*-//
//
// What is counted transparently is known only when the code is final. Until
// then the IR carries, as metadata, what the machine passes need: it survives
// linking of modules (LTO), where the command line is another.
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

/// Notes in the IR that \p Unit waits for the sites of all entries of \p Spec
/// in the functions that the module has now. \p Slots may be null.
void deferUnit(llvm::Module &M, const EventSpec &Spec,
               llvm::GlobalVariable &Unit, llvm::GlobalVariable &Table,
               llvm::GlobalVariable *Slots);

struct DeferredUnit {
  llvm::GlobalVariable *Unit, *Table;
  llvm::GlobalVariable *Slots; ///< Null where there are none.
  std::string SourceFile;
  EventSpec Spec;
};

/// Whether this process has deferred a unit, or noted one.
bool haveDeferredUnits();
/// Notes units that an earlier process has deferred in \p M.
void noteDeferredUnits(const llvm::Module &M);

/// All that wait in \p M and belong to it.
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

/// Whether \p F becomes code here, but its unit is in another module.
bool hasLostUnit(const llvm::Function &F);
/// The error says that the metadata is not ours.
llvm::Expected<DeferredUnit> readDeferredUnit(const llvm::MDNode &Node);

} // namespace udpc

#endif // UDPC_IR_DEFERREDUNIT_H
