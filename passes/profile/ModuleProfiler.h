//===- ModuleProfiler.h - The profile of a module ---------------*- C++ -*-===//
//
// Profiles the functions of a module one after another, so that only one of
// them has inserted code in memory: each is printed and released before the
// next one is profiled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MODULEPROFILER_H
#define UDPC_PASSES_PROFILE_MODULEPROFILER_H

#include "passes/profile/CostUnit.h"
#include "passes/profile/ProfilePass.h"
#include "passes/profile/calls/CallRecords.h"
#include "passes/profile/regions/RegionReport.h"
#include "passes/profile/simulation/BranchCode.h"
#include "passes/profile/simulation/CacheChecks.h"
#include <optional>

namespace udpc {

class ModuleProfiler {
public:
  ModuleProfiler(std::shared_ptr<ModuleLines> Lines,
                 std::shared_ptr<ModuleKeys> Keys)
      : Lines(std::move(Lines)), Keys(std::move(Keys)) {}

  /// Finds the units of \p M. To be called before code is generated.
  void start(llvm::Module &M);
  /// Profiles \p MF, if it has the attribute. Functions come in the order of
  /// the module; the last one completes the units. Returns whether it changed.
  bool add(llvm::MachineFunction &MF);

private:
  void profile(llvm::MachineFunction &MF);
  void finish();

  std::shared_ptr<ModuleLines> Lines;
  std::shared_ptr<ModuleKeys> Keys;
  llvm::Module *M = nullptr;
  /// The units. LTO links many modules into one, with a unit of each: the first
  /// unit gets all of the code.
  std::vector<CostUnitGlobals> Units;
  UnitCostTable Unit;
  CodeLayout Layout;
  /// The last function to be profiled.
  const llvm::Function *Last = nullptr;
  std::unique_ptr<CacheChecks> Checks;
  std::unique_ptr<BranchOutcomes> Outcomes;
  std::unique_ptr<CallRecords> Records;
  std::optional<RegionReport> Regions;
  bool HasSplit = false;
  bool HasAssembly = false; ///< Instructions outside of functions.
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MODULEPROFILER_H
