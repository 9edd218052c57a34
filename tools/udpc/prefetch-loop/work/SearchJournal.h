//===- SearchJournal.h - Measurements of a search ------------- -*- C++ -*-===//
//
// Each build and each run of a search is appended to a file, so that a search
// that was interrupted, even by SIGKILL, can continue: it repeats the same
// steps and finds their results here. The search's clock advances only with
// these entries, so the steps do not depend on how long the first part took.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHJOURNAL_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHJOURNAL_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <deque>
#include <optional>
#include <string>

namespace udpc {

/// The journal of one search. Not thread-safe.
class SearchJournal {
public:
  /// Starts the clock, which continues that of known entries.
  explicit SearchJournal(std::string File);

  /// Reads the entries of an earlier search for the same \p Identity. Returns
  /// false and starts a new journal if there are none, or the earlier search
  /// had ended or had another identity. Ignores an incomplete last line.
  llvm::Expected<bool> open(llvm::StringRef Identity);
  size_t numKnownRuns() const { return Known.size(); }

  /// Returns the result of the next run, if it is known. An entry of another
  /// build than \p Build ends the known part, because the search differs from
  /// then on.
  std::optional<double> takeRun(llvm::StringRef Build);
  llvm::Error addRun(llvm::StringRef Build, double Value, double Seconds);

  struct Build {
    uint64_t CodeHash = 0;
    double Seconds = 0, Spent = 0;
  };
  std::optional<Build> takeBuild(llvm::StringRef Name);
  llvm::Error addBuild(llvm::StringRef Name, uint64_t CodeHash, double Seconds);

  /// Marks the search as ended; the next one starts anew.
  llvm::Error end();

  /// Returns the seconds from the start of the search to the last entry.
  double spent() const { return Spent; }
  /// Sets the clock to now, unless known runs are left.
  void advance();
  /// Returns the mean duration of the last runs, with all overhead.
  double secondsOfRun() const { return RunSeconds; }

private:
  struct Run {
    std::string Build;
    double Value, Seconds, Spent;
  };
  void readEntries(llvm::StringRef Text);
  void countRun(double Seconds);
  llvm::Error append(llvm::StringRef Line);

  std::string File;
  std::deque<Run> Known;
  llvm::StringMap<Build> Builds;
  double Spent = 0, RunSeconds = 0;
  /// The clock at the last known entry.
  std::chrono::steady_clock::time_point Start;
  double Base = 0;
  bool IsLive = true;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHJOURNAL_H
