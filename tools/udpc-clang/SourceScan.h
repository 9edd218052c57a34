//===- SourceScan.h - Searches a source for uses of udpc --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
#define UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Whether \p Text has one of the clang plugin's attributes or pragmas.
bool hasFrontEndWords(llvm::StringRef Text);

/// The same for \p Source and files that it includes by `#include "..."` from
/// the includer's folder or \p Folders. Limited to 256 files and 8 MiB, a few
/// milliseconds.
bool usesFrontEndWords(llvm::StringRef Source,
                       llvm::ArrayRef<std::string> Folders);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
