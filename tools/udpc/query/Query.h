//===- Query.h - udpc query ------------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_QUERY_QUERY_H
#define UDPC_TOOLS_UDPC_QUERY_QUERY_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand QueryCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToQuery();

/// What the command line says, once it has been parsed. The exit status.
int runQuery();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_QUERY_QUERY_H
