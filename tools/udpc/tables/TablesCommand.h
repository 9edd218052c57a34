//===- TablesCommand.h - udpc tables ----------------------------*- C++ -*-===//
//
// The command that extracts the tables that small profiles refer to.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_TABLES_TABLESCOMMAND_H
#define UDPC_TOOLS_UDPC_TABLES_TABLESCOMMAND_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand TablesCommand;

void hideUnrelatedToTables();

int runTables();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_TABLES_TABLESCOMMAND_H
