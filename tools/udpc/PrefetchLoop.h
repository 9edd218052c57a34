//===- PrefetchLoop.h - udpc prefetch-loop ---------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCHLOOP_H
#define UDPC_TOOLS_UDPC_PREFETCHLOOP_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand PrefetchLoopCommand;

/// Takes the commands out of the command line, before it is parsed: their words
/// are not ours, "@file" and "--" included. How many words are left.
int takeLoopCommands(int argc, char **argv);

/// Leaves in its help what is ours.
void hideUnrelatedToPrefetchLoop();

/// What the command line says, once it has been parsed. The exit status.
int runPrefetchLoop();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCHLOOP_H
