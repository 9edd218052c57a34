//===- SearchJournal.h - What a search has measured so far ------*- C++ -*-===//
//
// Each build and each run of a search is appended to a file, so that a search
// that was interrupted, even by SIGKILL, continues: it takes the same steps
// again and finds their results here. The search's clock only advances with
// these entries, so the steps are the same however long the first part took.
//
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

/// Not thread-safe.
class SearchJournal {
public:
  /// Time is counted from now on, in addition to that of known entries.
  explicit SearchJournal(std::string File);

  /// Reads the entries of an earlier search for the same \p Identity. False,
  /// and a new journal, if there are none, it had ended or was another one. An
  /// incomplete last line is ignored.
  llvm::Expected<bool> open(llvm::StringRef Identity);
  size_t numKnownRuns() const { return Known.size(); }

  /// The result of the next run, if it is known. Entries of other builds than
  /// \p Build end the known part: the search has taken another way.
  std::optional<double> takeRun(llvm::StringRef Build);
  llvm::Error addRun(llvm::StringRef Build, double Value, double Seconds);

  struct Build {
    uint64_t CodeHash = 0;
    double Seconds = 0, Spent = 0;
  };
  std::optional<Build> takeBuild(llvm::StringRef Name);
  llvm::Error addBuild(llvm::StringRef Name, uint64_t CodeHash, double Seconds);

  /// The search has ended: the next one begins anew.
  llvm::Error end();

  /// Seconds from the start of the search to the last entry.
  double spent() const { return Spent; }
  /// Sets the clock to now, unless known runs are left.
  void advance();
  /// The mean of the last runs, with everything around them.
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
