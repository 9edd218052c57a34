//===- Query.h - udpc query ----------------------------------- -*- C++ -*-===//
//
// The command that runs SQL on the rows of profiles.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_QUERY_QUERY_H
#define UDPC_TOOLS_UDPC_QUERY_QUERY_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand QueryCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToQuery();

/// Runs the command with the parsed options. Returns the exit status.
int runQuery();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_QUERY_QUERY_H
