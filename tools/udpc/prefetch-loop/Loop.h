//===- Loop.h - Runs the prefetch loop --------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOP_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOP_H

#include "profdata/cache/CacheProfile.h"
#include "tools/udpc/prefetch-loop/LoopReport.h"
#include "tools/udpc/prefetch-loop/measure/Measurement.h"
#include <functional>

namespace udpc {

/// Reads and adds up cache profiles.
using ProfileReader = std::function<llvm::Expected<CacheProfile>(
    llvm::ArrayRef<std::string> Files)>;

struct LoopOptions {
  std::vector<std::string> Build, Run;
  /// The build's outputs; empty: the first argument of the run command that is
  /// a file made by the build.
  std::vector<std::string> Programs;
  /// Hints or profiles to start from, instead of a profile of our own. Not
  /// both.
  std::vector<std::string> HintFiles, Profiles;
  /// Reads Profiles and the loop's own profiles, as udpc recommend does.
  ProfileReader ReadProfiles;
  std::string Work = "udpc-loop"; ///< Folder of copies and logs.
  bool KeepsWork = false;
  std::string Output = "hints.afdo";
  std::string Log; ///< The file of everything tried; "": none.
  /// As that of udpc recommend; orders the variants.
  std::string Calibration;
  /// Seconds for everything. 0: that of LoopTime.
  double TimeBudget = 0;
  /// The least gain that the measurement must be able to show: 0.05 is 5 %.
  double MaxNoise = 0.05;
  MeasureOptions Measure;
};

/// Runs the loop, writes the kept hints, and leaves the best build in place, or
/// the plain one on failure. Errors are one line.
llvm::Expected<LoopResult> runLoop(const LoopOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOP_H
