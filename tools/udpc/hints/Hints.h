//===- Hints.h - udpc hints ----------------------------------- -*- C++ -*-===//
//
// The command that shows, merges, converts and checks prefetch hints.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_HINTS_HINTS_H
#define UDPC_TOOLS_UDPC_HINTS_HINTS_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand HintsCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToHints();

/// Runs the command with the parsed options. Returns the exit status.
int runHints();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTS_HINTS_H
