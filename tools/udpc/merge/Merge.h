//===- Merge.h - udpc merge ----------------------------------- -*- C++ -*-===//
//
// The command that adds profiles up into one file.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_MERGE_MERGE_H
#define UDPC_TOOLS_UDPC_MERGE_MERGE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand MergeCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToMerge();

/// Runs the command with the parsed options. Returns the exit status.
int runMerge();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_MERGE_MERGE_H
