//===- Measurement.h - Runs builds alternately ------------------*- C++ -*-===//
//
// Measures and compares builds for the steps of the loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_MEASUREMENT_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_MEASUREMENT_H

#include "profdata/measure/Noise.h"
#include "tools/udpc/prefetch-loop/measure/ChildProcess.h"
#include "tools/udpc/prefetch-loop/measure/CycleCounter.h"
#include "tools/udpc/prefetch-loop/search/HintSearch.h"
#include "tools/udpc/prefetch-loop/work/ProgramFiles.h"
#include "tools/udpc/prefetch-loop/work/SearchJournal.h"
#include "llvm/ADT/StringSet.h"

namespace udpc {

/// Options of measurements.
struct MeasureOptions {
  /// The measured figure. Best is Cycles if the system counts them, else Cpu.
  enum Figure { Best, Cycles, Cpu, Wall, FromOutput };
  Figure What = Best;
  /// For FromOutput: the value is the first group, or all, of the first match
  /// in the output.
  std::string Regex;
  bool MoreIsBetter = false;
  bool ComparesOutput = true;
  unsigned Rounds = 64;
  double MinGain = 0.01;
};

/// Runs the user's command with builds in place.
class Measurement {
public:
  /// \p Folder exists and belongs to the loop.
  Measurement(std::vector<std::string> Command, ProgramFiles &Programs,
              SearchJournal &Journal, std::string Folder,
              const MeasureOptions &Options)
      : Command(std::move(Command)), Programs(Programs), Journal(Journal),
        Folder(std::move(Folder)), Options(Options) {}

  /// Opens the counter of cycles if it is requested or available.
  llvm::Error choose();
  /// Returns the measured figure: "cycles", "cpu", "wall", "output".
  llvm::StringRef figureWord() const;

  /// Runs \p Build twice; its output is the reference for all builds.
  llvm::Error setReference(llvm::StringRef Build);

  /// Runs \p Build, unless the journal has the result. The value is positive;
  /// less is better.
  llvm::Expected<double> run(llvm::StringRef Build);

  /// Runs \p Build against itself until \p NumPairs pairs could show \p Gain or
  /// that becomes unlikely.
  llvm::Expected<Noise> noise(llvm::StringRef Build, size_t NumPairs,
                              double Gain);

  /// Runs two builds alternately until a plan of at most \p Rounds pairs is
  /// finished, after one warm-up run of each. \p What is for progress messages.
  llvm::Expected<BuildComparison> compare(llvm::StringRef Before,
                                          llvm::StringRef After,
                                          unsigned Rounds,
                                          llvm::StringRef What);

  /// Runs the build in place once, with \p Environment.
  llvm::Error
  runOnce(std::vector<std::pair<std::string, std::string>> Environment);

  unsigned numRuns() const { return NumRuns; }

  /// Sets the budget shown in messages; 0 if it is not known yet.
  void setTimeBudget(double Seconds) { TimeBudget = Seconds; }
  /// Returns "" or ", 31 of 60 s left".
  std::string timeLeft() const;

private:
  std::string outputFile() const { return Folder + "/run.out"; }
  std::string logFile() const { return Folder + "/run.log"; }
  llvm::Expected<ChildTimes>
  child(std::vector<std::pair<std::string, std::string>> Environment);
  /// Returns the measured value.
  llvm::Expected<double> runNow(llvm::StringRef Build);
  llvm::Expected<double> cyclesSince(const CycleCounter::Reading &Before) const;
  llvm::Expected<double> valueOf(const ChildTimes &Times, double Cycles,
                                 std::string &Output);
  llvm::Error checkOutput(llvm::StringRef Build, llvm::StringRef Output);

  std::vector<std::string> Command;
  ProgramFiles &Programs;
  SearchJournal &Journal;
  std::string Folder;
  MeasureOptions Options;
  std::optional<CycleCounter> Cycles;
  std::string ReferenceBuild, Reference;
  llvm::StringSet<> HasRun;
  unsigned NumRuns = 0;
  double TimeBudget = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_MEASUREMENT_H
