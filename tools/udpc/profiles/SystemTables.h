//===- SystemTables.h - The tables of small profiles ------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H
#define UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H

#include "profdata/binary/ModuleTables.h"

namespace udpc {

/// Searches where the environment says, for the whole run of the tool. Not
/// thread-safe.
ModuleTables &systemTables();

/// Warns of what systemTables() has not found, each once.
void warnOfMissingTables();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_SYSTEMTABLES_H
