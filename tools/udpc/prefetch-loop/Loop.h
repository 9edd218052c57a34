//===- Loop.h - Runs the prefetch loop --------------------------*- C++ -*-===//
//
// The interface of the loop for PrefetchLoopCommand.cpp. Loop.cpp implements it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

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

/// Options of the loop.
struct LoopOptions {
  std::vector<std::string> Build, Run;
  /// The build's outputs. Empty for the first argument of the run command that
  /// is a file made by the build.
  std::vector<std::string> Programs;
  /// Hints or profiles to start from instead of a profile of the loop's own. At
  /// most one list may be given.
  std::vector<std::string> HintFiles, Profiles;
  /// Reads Profiles and the loop's own profiles, like `udpc recommend`.
  ProfileReader ReadProfiles;
  std::string Work = "udpc-loop"; ///< Folder of copies and logs.
  bool KeepsWork = false;
  std::string Output = "hints.afdo";
  std::string Log; ///< File that records all trials, or "".
  /// Calibration file as for `udpc recommend`; orders the variants.
  std::string Calibration;
  /// Seconds for the whole loop; 0 for the default of LoopTime.
  double TimeBudget = 0;
  /// The smallest gain that the measurement must be able to show: 0.05 is 5 %.
  double MaxNoise = 0.05;
  MeasureOptions Measure;
};

/// Runs the loop and writes the kept hints. Leaves the best build in place, or
/// the plain one on failure. Errors are one line.
llvm::Expected<LoopResult> runLoop(const LoopOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOP_H
