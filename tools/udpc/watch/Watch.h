//===- Watch.h - udpc watch ----------------------------------- -*- C++ -*-===//
//
// The command that shows the event rates of running processes.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_WATCH_WATCH_H
#define UDPC_TOOLS_UDPC_WATCH_WATCH_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand WatchCommand;

void hideUnrelatedToWatch();

int runWatch();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_WATCH_WATCH_H
