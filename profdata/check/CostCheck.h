//===- CostCheck.h - Compares a run with a baseline -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CHECK_COSTCHECK_H
#define UDPC_PROFDATA_CHECK_COSTCHECK_H

#include "profdata/check/Baseline.h"
#include "profdata/check/CostLimits.h"

namespace udpc {

/// Inclusive: functions with what they call.
enum class CostLevel { Program, Region, File, Function, Inclusive };

inline bool isOfFunctions(CostLevel Level) {
  return Level == CostLevel::Function || Level == CostLevel::Inclusive;
}

/// "program", "region", "file", "function", "inclusive".
llvm::StringRef costLevelName(CostLevel Level);

struct CheckOptions {
  /// Events without a limit are compared, but cannot exceed one.
  std::vector<CostLimit> Limits;
  /// Of files and functions; percentages are of the program's costs.
  CostFloor Floor;
  /// Where the limits apply. All levels are compared.
  std::vector<CostLevel> Levels;
};

/// One event of one row.
struct CheckedCost {
  CostRange Old, New;
  /// By how much New is above all of Old, or below all of it; 0 where they
  /// overlap.
  int64_t Change = 0;
  bool IsOver = false; ///< Above the limit and the floor.

  /// Whether the costs differ, but not by more than they do between runs.
  bool isWithinRange() const { return !Change && !(Old == New); }
};

struct CheckedRow {
  enum State { Common, New, Gone, Moved, Renamed };

  CostLevel Level;
  State What = Common;
  DefinedFunction Key; ///< Files, regions and programs have one of the two.
  DefinedFunction Was; ///< The old one if Moved or Renamed.
  unsigned Line = 0;
  std::vector<CheckedCost> Costs; ///< In the order of CostCheck::Events.

  bool isOver() const;
};

/// Calls of a function without a profile, as Baseline::Calls.
struct CheckedCalls {
  std::string Name;
  CostRange Old, New;
};

/// The result. Rows are sorted by level and name.
struct CostCheck {
  std::vector<std::string> Events;
  std::vector<const CostLimit *> Limits; ///< For each event; null: none.
  std::vector<CheckedRow> Rows;
  /// Those whose number differs by more than between runs.
  std::vector<CheckedCalls> Calls;
  CostRange OldCalls, NewCalls; ///< The sums of all of them.
  double WithoutCalls = 0;      ///< Of the new run, as Baseline::WithoutCalls.
  /// Of the new run, as in Baseline.
  uint64_t TimeSamples = 0, UnprofiledSamples = 0;
  /// How many functions of the baseline vary between its runs.
  size_t NumVarying = 0;

  /// The whole program's.
  const CheckedRow &program() const { return Rows.front(); }
  /// The rows of \p Level in which \p Event changed: those that add most first.
  std::vector<const CheckedRow *> changed(CostLevel Level, size_t Event) const;
  bool isOver() const;

  /// Compares \p New with \p Old. \p Options must outlive the result. Fails if
  /// the events differ, a limit is for an unknown event, or for misses of other
  /// caches.
  static llvm::Expected<CostCheck> compare(const Baseline &Old,
                                           const Baseline &New,
                                           const CheckOptions &Options);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTCHECK_H
