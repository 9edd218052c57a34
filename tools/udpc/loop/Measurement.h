//===- Measurement.h - Runs builds alternately ------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_MEASUREMENT_H
#define UDPC_TOOLS_UDPC_LOOP_MEASUREMENT_H

#include "tools/udpc/loop/ChildProcess.h"
#include "tools/udpc/loop/HintSearch.h"
#include "tools/udpc/loop/ProgramFiles.h"
#include "llvm/ADT/StringSet.h"

namespace udpc {

struct MeasureOptions {
  enum Figure { Cpu, User, Wall, FromOutput };
  Figure What = Cpu;
  /// FromOutput: the first group, or all, of the first match in the output.
  std::string Regex;
  bool MoreIsBetter = false;
  bool ComparesOutput = true;
  unsigned Rounds = 32;
  double MinGain = 0.01;
};

/// Runs the user's command with builds in place.
class Measurement {
public:
  /// \p Folder exists and belongs to the loop.
  Measurement(std::vector<std::string> Command, ProgramFiles &Programs,
              std::string Folder, const MeasureOptions &Options)
      : Command(std::move(Command)), Programs(Programs),
        Folder(std::move(Folder)), Options(Options) {}

  /// Runs \p Build twice: its output is the reference for all builds.
  llvm::Error setReference(llvm::StringRef Build);

  /// Runs two builds alternately until \p Options' plan is finished, after one
  /// warm-up run of each. \p What is for progress messages.
  llvm::Expected<Comparison>
  compare(llvm::StringRef Before, llvm::StringRef After, llvm::StringRef What);

  /// Runs the build in place once, with \p Environment.
  llvm::Error
  runOnce(std::vector<std::pair<std::string, std::string>> Environment);

  unsigned numRuns() const { return NumRuns; }

private:
  std::string outputFile() const { return Folder + "/run.out"; }
  std::string logFile() const { return Folder + "/run.log"; }
  llvm::Expected<ChildTimes>
  child(std::vector<std::pair<std::string, std::string>> Environment);
  /// The measured value.
  llvm::Expected<double> run(llvm::StringRef Build);
  llvm::Error checkOutput(llvm::StringRef Build, llvm::StringRef Output);

  std::vector<std::string> Command;
  ProgramFiles &Programs;
  std::string Folder;
  MeasureOptions Options;
  std::string ReferenceBuild, Reference;
  llvm::StringSet<> HasRun;
  unsigned NumRuns = 0;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_MEASUREMENT_H
