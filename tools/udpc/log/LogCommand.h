//===- LogCommand.h - udpc log ----------------------------------*- C++ -*-===//
//
// The command that shows logs of counts over time and finds anomalies in them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H
#define UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand LogCommand;

void hideUnrelatedToLog();

int runLog();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H
