//===- Collect.h - udpc collect --------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_COLLECT_COLLECT_H
#define UDPC_TOOLS_UDPC_COLLECT_COLLECT_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CollectCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToCollect();

/// What the command line says, once it has been parsed. The exit status.
int runCollect();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COLLECT_COLLECT_H
