//===- SourcePath.h - Normalised names of source files ----------*- C++ -*-===//
//
// Normalises the names of source files in debug info, for matching and for
// tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SOURCEPATH_H
#define UDPC_PASSES_SITES_SOURCEPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The path of \p File of debug info, relative to \p Directory, without `.` and
/// `..`. A `..` after a symbolic link stays, as it leads elsewhere. A path
/// stays relative if -ffile-prefix-map has mapped it.
std::string absolutePath(llvm::StringRef File, llvm::StringRef Directory);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEPATH_H
