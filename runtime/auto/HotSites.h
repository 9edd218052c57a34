//===- HotSites.h - Which sites are to be on, within a budget ---*- C++ -*-===//
//
// Sites are switched in groups, those of a function together. Samples of where
// the program spends its time tell which groups are hot. What sites, patches
// and samples cost is paid from an account, which begins empty and to which
// each second of CPU time adds the budget. It has to have the cost of a window
// before sites are on in it, so that it is not overdrawn. A group whose sites
// cost more than the budget allows is on for a part of the time only, and its
// rate is extrapolated from that.
//
// Times are CPU time of the process in nanoseconds. No system calls: the caller
// measures.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_HOTSITES_H
#define UDPC_RUNTIME_AUTO_HOTSITES_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Valid when zero.
struct HotGroup {
  // What the caller has observed since the last update.
  uint64_t Samples;
  /// Executions of its sites times what one costs, in picoseconds.
  uint64_t Cost;

  /// The decision: whether its sites are to be on.
  bool IsOn;

  // The controller's own.
  bool CostIsKnown;
  uint64_t Heat;     ///< Samples, the last ones weigh most; in 1/HeatOne.
  uint64_t CostRate; ///< When it was on last, in billionths of the time.
  uint64_t OnTime;   ///< Recently, as Heat.
};

class HotSites {
public:
  static constexpr uint64_t Second = 1000000000;
  static constexpr uint64_t HeatOne = 256;
  /// The time between two updates; the second is for groups whose cost is not
  /// known, or too high for the budget.
  static constexpr uint64_t Window = Second / 10, ShortWindow = Second / 100;
  /// Nothing is on unless the account pays for a short window all of whose time
  /// goes into sites.
  static constexpr uint64_t Reserve = ShortWindow;

  /// \p Budget is in millionths of the CPU time.
  explicit HotSites(uint64_t Budget) : Budget(Budget) {}

  /// Pays for something else than sites: patches, samples, updates.
  void charge(uint64_t Nanoseconds);

  /// Decides on all \p N groups. \p Elapsed is the time since the last update.
  void update(HotGroup *Groups, uint64_t N, uint64_t Elapsed);

  /// The time until the next update.
  uint64_t nextWindow() const { return Next; }
  /// What has been paid so far, and what was there to pay from.
  uint64_t spent() const { return Spent; }
  uint64_t earned() const { return Earned; }

private:
  void turnOff(HotGroup *Groups, uint64_t N, uint64_t &Rate) const;
  void turnOn(HotGroup *Groups, uint64_t N, uint64_t Rate);

  uint64_t Budget;
  /// In nanoseconds; negative is debt.
  int64_t Account = 0;
  uint64_t Spent = 0, Earned = 0;
  uint64_t Next = Window;
};

/// Parses `2%`, `0.5%`: from 0.001 to 100, at most three decimals. \p
/// Millionths gets the part. False if \p Text is something else.
bool parsePercent(const char *Text, uint64_t &Millionths);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_HOTSITES_H
