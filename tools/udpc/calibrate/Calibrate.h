//===- Calibrate.h - udpc calibrate -----------------------------*- C++ -*-===//
//
// The command that measures the caches and prefetches of this processor.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CalibrateCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToCalibrate();

/// Runs the command with the parsed options. Returns the exit status.
int runCalibrate();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H
