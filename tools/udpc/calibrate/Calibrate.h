//===- Calibrate.h - udpc calibrate -----------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H
#define UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CalibrateCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToCalibrate();

/// What the command line says, once it has been parsed. The exit status.
int runCalibrate();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_CALIBRATE_H
