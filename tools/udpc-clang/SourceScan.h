//===- SourceScan.h - Does a source speak of udpc? -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
#define UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Whether \p Text has one of the clang plugin's attributes or pragmas.
bool hasFrontEndWords(llvm::StringRef Text);

/// Whether \p Source has, or a file that it includes by `#include "..."` and
/// that lies beside the includer or in \p Folders. A search of a few
/// milliseconds at most: 256 files, 8 MiB; what lies beyond is not seen.
bool usesFrontEndWords(llvm::StringRef Source,
                       llvm::ArrayRef<std::string> Folders);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_SOURCESCAN_H
