//===- Modules.h - The files that units were loaded from --------*- C++ -*-===//
//
// Finds the executable or library of each unit, by which profiles identify it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COUNTS_MODULES_H
#define UDPC_RUNTIME_COUNTS_MODULES_H

namespace udpc {
namespace rt {

/// Sets UnitRecord::Module of all loaded units that have none. Called when
/// profiles are written and before a library is closed, but not when units are
/// registered, which may happen in signal handlers and before relocation. Needs
/// the StateLock.
void findModules();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COUNTS_MODULES_H
