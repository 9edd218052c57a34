//===- SourceScan.h - Searches a source for uses of udpc --------*- C++ -*-===//
//
// Lets the driver load the clang plugin only for sources that use its
// attributes and pragmas.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
#define UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Returns whether \p Text has one of the clang plugin's attributes or pragmas.
bool hasFrontEndWords(llvm::StringRef Text);

/// Returns whether \p Source has one, or a file that it includes by `#include
/// "..."` from the includer's folder or \p Folders. Searches at most 256 files
/// and 8 MiB, which takes a few milliseconds.
bool usesFrontEndWords(llvm::StringRef Source,
                       llvm::ArrayRef<std::string> Folders);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
