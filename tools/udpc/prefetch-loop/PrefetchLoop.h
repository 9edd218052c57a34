//===- PrefetchLoop.h - udpc prefetch-loop -------------------- -*- C++ -*-===//
//
// The command that finds the prefetch hints which make a program faster.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand PrefetchLoopCommand;

/// Removes the build command and the run command from the command line before
/// it is parsed, since their arguments, including "@file" and "--", are not
/// udpc's. Returns the number of remaining arguments.
int takeLoopCommands(int argc, char **argv);

/// Hides options of other commands from its help.
void hideUnrelatedToPrefetchLoop();

/// Runs the command with the parsed options. Returns the exit status.
int runPrefetchLoop();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H
