//===- Record.h - udpc record --------------------------------- -*- C++ -*-===//
//
// The command that logs the counts of running processes from outside.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_RECORD_RECORD_H
#define UDPC_TOOLS_UDPC_RECORD_RECORD_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand RecordCommand;

void hideUnrelatedToRecord();

int runRecord();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_RECORD_RECORD_H
