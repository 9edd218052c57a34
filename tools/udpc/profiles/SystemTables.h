//===- SystemTables.h - The tables of small profiles ------------*- C++ -*-===//
//
// The tables of small profiles that all commands of a process share.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H
#define UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H

#include "profdata/binary/ModuleTables.h"

namespace udpc {

/// Returns the tables, which search the places given by the environment and
/// live as long as the process. Not thread-safe.
ModuleTables &systemTables();

/// Warns once about each table that systemTables() has not found.
void warnOfMissingTables();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H
