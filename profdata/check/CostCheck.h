//===- CostCheck.h - Compares a run with a baseline -------------*- C++ -*-===//
//
// Finds the costs that changed and those that exceed a limit. Used by `udpc
// check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_COSTCHECK_H
#define UDPC_PROFDATA_CHECK_COSTCHECK_H

#include "profdata/check/Baseline.h"
#include "profdata/check/CostLimits.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// The levels at which costs are compared.
enum class CostLevel {
  Program,
  Region,
  RegionFunction, ///< A function in a region. Has no limit.
  File,
  Function,
  Inclusive ///< A function with everything that it calls.
};

inline bool isOfFunctions(CostLevel Level) {
  return Level == CostLevel::Function || Level == CostLevel::Inclusive ||
         Level == CostLevel::RegionFunction;
}

/// Returns "program", "region", "file", "function" (also of a region) or
/// "inclusive".
llvm::StringRef costLevelName(CostLevel Level);

/// The limits of a check.
struct CheckOptions {
  /// Events and calls without a limit are compared, but never exceed one.
  std::vector<CostLimit> Limits;
  /// Regions of the baseline that the run may lack.
  std::vector<llvm::GlobPattern> MayBeGone;
  /// The limits of files and functions; percentages are relative to the
  /// program's costs.
  CostFloor Floor;
  /// The levels at which the limits apply. All levels are compared.
  std::vector<CostLevel> Levels;
};

/// The comparison of one event in one row.
struct CheckedCost {
  CostRange Old, New;
  /// How much New is above or below the whole range Old; 0 if they overlap.
  int64_t Change = 0;
  bool IsOver = false; ///< Above the limit and the floor.

  /// Whether the costs differ, but not by more than between runs.
  bool isWithinRange() const { return !Change && !(Old == New); }
};

/// The comparison of one program, region, file or function.
struct CheckedRow {
  enum State { Common, New, Gone, Moved, Renamed };

  CostLevel Level;
  State What = Common;
  std::string Region; ///< Of a RegionFunction; else "".
  /// For files, regions and programs, only the file or only the name is set.
  DefinedFunction Key;
  DefinedFunction Was; ///< The old key if Moved or Renamed.
  unsigned Line = 0;
  std::vector<CheckedCost> Costs; ///< In the order of CostCheck::Events.
  /// Whether it is a region that the run must have, but does not.
  bool IsMissing = false;

  /// Whether it is missing, or a cost exceeds its limit.
  bool isOver() const;
  bool isOfBothSides() const { return What != New && What != Gone; }
  const std::string &oldName() const {
    return Was.Name.empty() ? Key.Name : Was.Name;
  }
};

/// The comparison of calls of functions without a profile; see Baseline::Calls.
struct CheckedCalls {
  std::string Region; ///< "": the whole program.
  std::string Name;   ///< "": all functions.
  CostRange Old, New;
  int64_t Change = 0; ///< As CheckedCost::Change.
  const CostLimit *Limit = nullptr;
  bool IsOver = false;
};

/// The result of a check. Rows are sorted by level and name.
struct CostCheck {
  std::vector<std::string> Events;
  std::vector<const CostLimit *> Limits; ///< By event; null if there is none.
  std::vector<CheckedRow> Rows;
  /// Calls whose numbers differ by more than between runs, of the program and
  /// of its regions; all functions of a region as well.
  std::vector<CheckedCalls> Calls;
  CheckedCalls AllCalls;   ///< All functions, of the program.
  double WithoutCalls = 0; ///< Baseline::WithoutCalls of the new run.
  /// Values of the new run, as in Baseline.
  uint64_t TimeSamples = 0, UnprofiledSamples = 0;
  /// The number of functions of the baseline whose costs vary between its runs.
  size_t NumVarying = 0;

  /// Returns the row of the whole program.
  const CheckedRow &program() const { return Rows.front(); }
  /// Returns the rows of \p Level (RegionFunction: in \p Region) in which \p
  /// Event changed, the largest increase first.
  std::vector<const CheckedRow *> changed(CostLevel Level, size_t Event,
                                          llvm::StringRef Region = "") const;
  bool isOver() const;

  /// Compares \p New with \p Old. \p Options must outlive the result. Fails if
  /// the events differ, or if a limit is for an unknown event, for misses of
  /// different caches, or for calls that a side has not counted.
  static llvm::Expected<CostCheck> compare(const Baseline &Old,
                                           const Baseline &New,
                                           const CheckOptions &Options);
};

/// Returns how much \p New is above or below the whole range \p Old; 0 if they
/// overlap.
int64_t changeOf(const CostRange &Old, const CostRange &New);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTCHECK_H
