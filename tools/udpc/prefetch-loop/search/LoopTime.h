//===- LoopTime.h - Time budget of the loop ------------------- -*- C++ -*-===//
//
// Divides the time budget among the steps of the loop. Pure.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H

namespace udpc {

/// The budget. All times are in seconds; \p Spent counts from the loop's start.
class LoopTime {
public:
  LoopTime() = default;
  /// \p Given is the budget; 0 for the default of a minute, or the time of 240
  /// runs or of 20 builds if that is more.
  LoopTime(double Given, double SecondsOfRun, double SecondsOfBuild);

  double budget() const { return Budget; }

  /// Returns when the search for variants ends. The rest is for the comparisons
  /// of \p NumGroups groups and for the final runs.
  double endOfVariants(double Spent, unsigned NumGroups) const;
  /// Returns whether a comparison that needs a build leaves enough time for the
  /// final runs.
  bool hasTimeToCompare(double Spent, double SecondsOfBuild) const;
  /// Returns the pairs of runs of the next of \p NumOpen comparisons, at most
  /// \p Most.
  unsigned roundsOfComparison(double Spent, unsigned NumOpen,
                              unsigned Most) const;
  /// Returns the pairs reserved for the final comparison, at most \p Most.
  unsigned roundsReserved(double Spent, unsigned Most) const;
  /// Returns the pairs of the final comparison if it is next, at most \p Most.
  unsigned roundsOfFinal(double Spent, unsigned Most) const;

private:
  unsigned rounds(double Seconds, unsigned Most) const;
  double secondsOfFinal(double Spent) const;

  double Budget = 0, Run = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H
