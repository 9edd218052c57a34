//===- CacheChecks.h - Checks of a unit's caches ----------------*- C++ -*-===//
//
// Finds the accesses and fetches of each function that are passed to the
// runtime, plans their checks, and emits their records. Used by
// ModuleProfiler.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKS_H
#define UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKS_H

#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/simulation/CacheCheckCode.h"
#include "passes/profile/simulation/FetchChecks.h"
#include "passes/profile/simulation/OutlinedChecks.h"
#include "passes/profile/simulation/RecordArrays.h"
#include "llvm/ADT/StringMap.h"

namespace udpc {

/// The checks of a function.
struct FunctionChecks {
  AccessGroups Groups;
  /// The checks in the order in which they are inserted. At the same place
  /// these are code fetches, accesses, library functions.
  std::vector<PlannedCheck> Checks;
  /// Whether lines of code of the function may be in one set of a cache.
  bool MayShareSets = false;
};

class CacheChecks {
public:
  /// \p IsLibrary says that the slots are not thread-local variables.
  CacheChecks(llvm::Module &M, llvm::GlobalVariable &Unit, bool IsLibrary);

  /// Finds the checks that \p Code is to insert into the function. The function
  /// may have counters already, but \p Layout must not.
  FunctionChecks find(FunctionCosts &P, const FunctionLayout &Layout,
                      const CacheCheckCode &Code);
  const CheckVariables &variables() const { return Variables; }
  OutlinedChecks &outlined() { return Outlined; }
  /// Emits the records. \p Lines are the final indices of cost centres.
  void finish(llvm::ArrayRef<uint32_t> Lines, RecordArrays &Records);
  uint32_t numCodeLines() const { return Space.numLines(); }
  /// The number of words before the slots in libraries; else 0.
  uint64_t numWords() const {
    return Variables.Simulation ? 1 + Stamps.size() : 0;
  }
  /// Whether the fetches of all functions are checked for any cache of code.
  bool supportsAnyI1() const { return SupportsAnyI1; }

private:
  void findAccesses(FunctionCosts &P, const CacheCheckCode &Code,
                    FunctionChecks &Found);
  void findFetches(FunctionCosts &P, const CacheCheckCode &Code,
                   const FunctionLayout &Layout, FunctionChecks &Found);
  void findRanges(FunctionCosts &P, FunctionChecks &Found);
  uint32_t addOperation(FunctionCosts &P, const GroupMember &Member);
  void chooseOutlined(const FunctionCosts &P, uint64_t PlainBytes,
                      const CacheCheckCode &Code,
                      llvm::MutableArrayRef<PlannedCheck> Checks);
  unsigned stampOf(uint32_t CodeLine);
  uint64_t addFetch(unsigned Stamp, uint32_t CodeLine, uint32_t Line);
  std::vector<uint32_t> sortFetches();
  uint32_t lineOfLibrary(UnitCostTable &Unit, llvm::StringRef Function);

  CheckVariables Variables;
  OutlinedChecks Outlined;
  CodeSpace Space;
  bool SupportsAnyI1 = true;
  /// The bytes that inline checks of the unit may take in addition to their
  /// functions' shares.
  uint64_t SpareBytes = 128 << 10;
  std::vector<abi::AccessRec> Accesses;
  std::vector<abi::FetchRec> Fetches;
  std::vector<abi::RangeRec> Ranges;
  llvm::DenseMap<uint32_t, unsigned> Stamps;
  /// The number of fetches of each stamp.
  std::vector<uint32_t> NumFetchesOf;
  llvm::StringMap<uint32_t> LibraryLines, RangeOf;
};

/// Adds the registers and flags that \p Code has saved to the statistics.
void countKept(const CacheCheckCode &Code);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_CACHECHECKS_H
