//===- RateTable.h - Current rates of events ------------------ -*- C++ -*-===//
//
// Computes and prints the table of `udpc watch`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_WATCH_RATETABLE_H
#define UDPC_TOOLS_UDPC_WATCH_RATETABLE_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Rates computed from successive counts.
class RateTable {
public:
  using Clock = std::chrono::steady_clock;
  /// Counts by process and event.
  using Counts = std::map<std::pair<pid_t, std::string>, int64_t>;
  static constexpr size_t NoLimit = SIZE_MAX;
  enum Order { ByRate, ByEvent };

  /// Updates the rates with the counts at \p Now. A process that has ended, or
  /// is new, changes no rate.
  void update(const Counts &New, Clock::time_point Now);

  /// Prints at most \p MostRows rows: event, rate since the last update, mean
  /// rate since the first one, count. With \p Columns, the width of a terminal,
  /// names are shortened to it, or there is also a sparkline of the last rates,
  /// as long as fits.
  void print(llvm::raw_ostream &OS, size_t MostRows, Order By,
             size_t Columns = 0) const;

private:
  struct Row {
    std::string Event;
    double Rate = 0, Mean = 0; ///< Per second.
    int64_t Count = 0;
    bool HasRate = false;
  };

  Counts Last;
  std::map<std::string, double> Sums; ///< Changes since the first update.
  std::map<std::string, std::deque<double>> Recent; ///< The last rates.
  Clock::time_point First, LastTime;
  bool HasLast = false;
  std::vector<Row> Rows;
};

/// Returns the last rates of \p Rates, at most \p Most, as a character each,
/// whose height is the share of the range from 0 to the largest (or least) of
/// them.
std::string sparkline(const std::deque<double> &Rates, size_t Most);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_WATCH_RATETABLE_H
