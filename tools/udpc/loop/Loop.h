//===- Loop.h - From a build and a run to the hints that pay ---*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOP_H
#define UDPC_TOOLS_UDPC_LOOP_LOOP_H

#include "tools/udpc/loop/LoopReport.h"
#include "tools/udpc/loop/Measurement.h"

namespace udpc {

struct LoopOptions {
  std::vector<std::string> Build, Run;
  /// What the build makes; empty: the first word of the run command that is a
  /// file which the build has made.
  std::vector<std::string> Programs;
  /// Where to begin, if not with a profile of our own. Not both.
  std::vector<std::string> HintFiles, Profiles;
  std::string Work = "udpc-loop"; ///< Folder of copies and logs.
  bool KeepsWork = false;
  std::string Output = "hints.afdo";
  unsigned Budget = 16; ///< Comparisons of the search.
  MeasureOptions Measure;
};

/// Runs the loop; writes the kept hints, and leaves the best build in place:
/// the plain one if it fails. The error is one line.
llvm::Expected<LoopResult> runLoop(const LoopOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOP_H
