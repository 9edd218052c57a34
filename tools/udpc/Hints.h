//===- Hints.h - udpc hints ------------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_HINTS_H
#define UDPC_TOOLS_UDPC_HINTS_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand HintsCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToHints();

/// What the command line says, once it has been parsed. The exit status.
int runHints();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTS_H
