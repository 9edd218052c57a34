//===- Merge.h - udpc merge ------------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_MERGE_MERGE_H
#define UDPC_TOOLS_UDPC_MERGE_MERGE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand MergeCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToMerge();

/// What the command line says, once it has been parsed. The exit status.
int runMerge();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_MERGE_MERGE_H
