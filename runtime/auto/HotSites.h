//===- HotSites.h - Which sites are to be on, within a budget ---*- C++ -*-===//
//
// Sites are switched in groups, those of a function together. Samples of
// program counters tell which groups are hot. The costs of sites, patches and
// samples are paid from an account, which begins empty and to which each second
// of CPU time adds the budget. The account must cover the cost of a window
// before sites are on in it, so that it is not overdrawn. A group whose sites
// cost more than the budget allows is on for a part of the time only, and its
// rate is extrapolated from that.
//
// Times are CPU time of the process in nanoseconds. No system calls: the caller
// measures.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_HOTSITES_H
#define UDPC_RUNTIME_AUTO_HOTSITES_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// The sites of a function. Valid when zero.
struct HotGroup {
  // Observed by the caller since the last update.
  uint64_t Samples;
  /// Executions of the group's sites times the cost of one, in picoseconds.
  uint64_t Cost;

  /// The decision: whether the group's sites are to be on.
  bool IsOn;

  // Used by the controller only.
  bool CostIsKnown;
  uint64_t Heat;     ///< Decaying number of samples, in units of 1/HeatOne.
  uint64_t CostRate; ///< Cost when last on, in billionths of the time.
  uint64_t OnTime;   ///< Decaying time for which it was on, in units as Heat.
};

/// Decides which groups are on.
class HotSites {
public:
  static constexpr uint64_t Second = 1000000000;
  static constexpr uint64_t HeatOne = 256;
  /// The time between two updates. The short one is for groups whose cost is
  /// unknown, or too high for the budget.
  static constexpr uint64_t Window = Second / 10, ShortWindow = Second / 100;
  /// Balance below which no site is on: it pays for a short window that sites
  /// take completely.
  static constexpr uint64_t Reserve = ShortWindow;

  /// \p Budget is in millionths of the CPU time.
  explicit HotSites(uint64_t Budget) : Budget(Budget) {}

  /// Pays for other costs than those of sites: patches, samples, updates.
  void charge(uint64_t Nanoseconds);

  /// Decides on all \p N groups. \p Elapsed is the time since the last update.
  void update(HotGroup *Groups, uint64_t N, uint64_t Elapsed);

  /// The time until the next update.
  uint64_t nextWindow() const { return Next; }
  /// Total payments and total income so far.
  uint64_t spent() const { return Spent; }
  uint64_t earned() const { return Earned; }

private:
  void turnOff(HotGroup *Groups, uint64_t N, uint64_t &Rate) const;
  void turnOn(HotGroup *Groups, uint64_t N, uint64_t Rate);

  uint64_t Budget;
  /// Balance in nanoseconds; negative is debt.
  int64_t Account = 0;
  uint64_t Spent = 0, Earned = 0;
  uint64_t Next = Window;
};

/// Parses a percentage like `2%` or `0.5%`: from 0.001 to 100, at most three
/// decimals. \p Millionths is set to the fraction. False if \p Text is
/// something else.
bool parsePercent(const char *Text, uint64_t &Millionths);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_HOTSITES_H
