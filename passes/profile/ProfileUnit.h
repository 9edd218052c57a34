//===- ProfileUnit.h - The unit of a module that is profiled ---*- C++ -*-===//
//
// What a module that is profiled gets before it is optimised: the record of its
// unit, still without costs, the slots and their registration. The cost table
// follows when its code is final (ProfilePass.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PROFILEUNIT_H
#define UDPC_PASSES_PROFILE_PROFILEUNIT_H

#include "llvm/IR/PassManager.h"
#include <string>
#include <vector>

namespace llvm {
class GlobalVariable;
class Twine;
} // namespace llvm

namespace udpc {

struct ProfileUnit {
  llvm::GlobalVariable *Unit = nullptr;
  llvm::GlobalVariable *Slots = nullptr;
  llvm::GlobalVariable *Costs = nullptr;
  std::string SourceFile;
};

/// The units that are in the module: several when modules have been linked,
/// each of which may count all functions.
std::vector<ProfileUnit> findProfileUnits(const llvm::Module &M);

/// Whether this process has made a unit, or read one.
bool haveProfileUnits();

/// Says that code is left without a profile, and what to do.
void warnNotProfiled(const llvm::Module &M, const llvm::Twine &Message);

/// Makes the unit, if the command line asks for a profile.
class ProfileUnitPass : public llvm::PassInfoMixin<ProfileUnitPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEUNIT_H
