//===- ConfigFiles.h - Configuration files of clang ----------- -*- C++ -*-===//
//
// Reads clang's configuration files, whose flags the driver must know as if
// they were on its command line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_CONFIGFILES_H
#define UDPC_TOOLS_UDPC_CLANG_CONFIGFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// Returns the arguments that \p Clang, a path, takes from configuration files
/// for the command line \p Args (`--config=`, or a default file beside clang).
/// Runs clang to find the files if there may be any. The error names a file
/// that cannot be read, or one with a flag of udpc, which clang does not know.
llvm::Expected<std::vector<std::string>>
readConfigFiles(llvm::StringRef Clang, llvm::ArrayRef<std::string> Args);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_CONFIGFILES_H
