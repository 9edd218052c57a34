//===- Run.h - udpc run -----------------------------------------*- C++ -*-===//
//
// The command that runs a program and reports its counts.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_RUN_RUN_H
#define UDPC_TOOLS_UDPC_RUN_RUN_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand RunCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToRun();

/// Runs the program that the parsed options name and reports its counts.
/// Returns the program's exit status, or 128 plus the signal that ended it.
int runRun();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RUN_RUN_H
