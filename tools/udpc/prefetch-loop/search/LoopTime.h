//===- LoopTime.h - Divides the time of the prefetch loop -------*- C++ -*-===//
//
// How much of its time budget each step of the loop may take. Pure.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H

namespace udpc {

/// All times in seconds; \p Spent since the start of the loop.
class LoopTime {
public:
  LoopTime() = default;
  /// \p Given: 0 is the default, a minute, or the time of 240 runs or of 20
  /// builds if that is more.
  LoopTime(double Given, double SecondsOfRun, double SecondsOfBuild);

  double budget() const { return Budget; }

  /// Until when the variants are searched. What is left is for the comparisons
  /// of \p NumGroups groups and for the final runs.
  double endOfVariants(double Spent, unsigned NumGroups) const;
  /// Whether a comparison, for which something is built, leaves enough for the
  /// final runs.
  bool hasTimeToCompare(double Spent, double SecondsOfBuild) const;
  /// Pairs of runs of the next of \p NumOpen comparisons, at most \p Most.
  unsigned roundsOfComparison(double Spent, unsigned NumOpen,
                              unsigned Most) const;
  /// Pairs of runs that are reserved for the final comparison, at most \p Most.
  unsigned roundsReserved(double Spent, unsigned Most) const;
  /// Pairs of runs of the final comparison if it comes now, at most \p Most.
  unsigned roundsOfFinal(double Spent, unsigned Most) const;

private:
  unsigned rounds(double Seconds, unsigned Most) const;
  double secondsOfFinal(double Spent) const;

  double Budget = 0, Run = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_SEARCH_LOOPTIME_H
