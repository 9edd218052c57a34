//===- Modules.h - The files that units were loaded from -------*- C++ -*-===//

#ifndef UDPC_RUNTIME_COUNTS_MODULES_H
#define UDPC_RUNTIME_COUNTS_MODULES_H

namespace udpc {
namespace rt {

/// Sets UnitRecord::Module of all units that are loaded and have none. Called
/// when profiles are written and before a library is closed, not when units are
/// registered: that may happen in signal handlers and before relocation. Needs
/// the StateLock.
void findModules();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_MODULES_H
