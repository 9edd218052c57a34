//===- CostUnit.h - The unit of a profiled module ---------------*- C++ -*-===//
//
// Adds to a profiled module, before optimisation, the record of its unit,
// without a cost table yet, the slots and their registration.
// ModuleProfiler.cpp adds the cost table when the code is final.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTUNIT_H
#define UDPC_PASSES_PROFILE_COSTUNIT_H

#include "llvm/IR/PassManager.h"
#include <string>
#include <vector>

namespace llvm {
class GlobalVariable;
class Twine;
} // namespace llvm

namespace udpc {

struct CostUnitGlobals {
  llvm::GlobalVariable *Unit = nullptr;
  llvm::GlobalVariable *Slots = nullptr;
  llvm::GlobalVariable *Costs = nullptr;
  std::string SourceFile;
};

/// The units in the module: several if modules have been linked, each of which
/// may count all functions.
std::vector<CostUnitGlobals> findCostUnits(const llvm::Module &M);

/// Whether this process has created a unit, or read one.
bool haveCostUnits();

/// Warns that code is not profiled, with advice.
void warnNotProfiled(const llvm::Module &M, const llvm::Twine &Message);

/// Creates the unit, if the command line enables a profile.
class CostUnitPass : public llvm::PassInfoMixin<CostUnitPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTUNIT_H
