//===- ModuleBuildId.h - The build ID of a profiled module ------*- C++ -*-===//
//
// Connects a profile with the module that it was recorded with. Used by
// exports.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_MODULEBUILDID_H
#define UDPC_PROFDATA_BINARY_MODULEBUILDID_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Returns the build ID of the executable or library \p Path in hexadecimal. ""
/// if it has none, cannot be read, or was rebuilt since it was profiled: its
/// section \p Section must contain all of \p Tables, the profile's tables.
std::string moduleBuildId(llvm::StringRef Path, llvm::StringRef Section,
                          llvm::ArrayRef<llvm::StringRef> Tables);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MODULEBUILDID_H
