//===- PrefetchLoop.h - udpc prefetch-loop ---------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand PrefetchLoopCommand;

/// Removes the two commands from the command line before it is parsed, since
/// their arguments are not udpc's, including "@file" and "--". Returns the
/// number of remaining arguments.
int takeLoopCommands(int argc, char **argv);

/// Hides options of other commands from its help.
void hideUnrelatedToPrefetchLoop();

/// Runs the command with the parsed options. Returns the exit status.
int runPrefetchLoop();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_PREFETCHLOOP_H
