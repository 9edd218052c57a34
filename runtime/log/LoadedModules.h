//===- LoadedModules.h - The payload of a record of modules -----*- C++ -*-===//
//
// Lists the executable mappings of files for the log, which LogWriter.cpp
// writes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_LOADEDMODULES_H
#define UDPC_RUNTIME_LOG_LOADEDMODULES_H

#include "runtime/system/MemoryImage.h"

namespace udpc {
namespace rt {

/// Stores a log::ModulesRec with its modules in \p Out, which is empty. Returns
/// 0 or an errno. Needs the StateLock.
int findLoadedModules(MemoryImage &Out);

/// Returns the checksum of \p Modules; never 0.
uint32_t checksumOf(const MemoryImage &Modules);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOADEDMODULES_H
