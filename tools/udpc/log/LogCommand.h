//===- LogCommand.h - udpc log ----------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H
#define UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand LogCommand;

void hideUnrelatedToLog();

int runLog();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_LOGCOMMAND_H
