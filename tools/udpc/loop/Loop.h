//===- Loop.h - Runs the prefetch loop --------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOP_H
#define UDPC_TOOLS_UDPC_LOOP_LOOP_H

#include "tools/udpc/loop/LoopReport.h"
#include "tools/udpc/loop/Measurement.h"

namespace udpc {

struct LoopOptions {
  std::vector<std::string> Build, Run;
  /// The build's outputs; empty: the first argument of the run command that is
  /// a file made by the build.
  std::vector<std::string> Programs;
  /// Hints or profiles to start from, instead of a profile of our own. Not
  /// both.
  std::vector<std::string> HintFiles, Profiles;
  std::string Work = "udpc-loop"; ///< Folder of copies and logs.
  bool KeepsWork = false;
  std::string Output = "hints.afdo";
  unsigned Budget = 16; ///< Comparisons of the search.
  MeasureOptions Measure;
};

/// Runs the loop, writes the kept hints, and leaves the best build in place, or
/// the plain one on failure. Errors are one line.
llvm::Expected<LoopResult> runLoop(const LoopOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOP_H
