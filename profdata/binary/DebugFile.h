//===- DebugFile.h - Finds separate debug files -----------------*- C++ -*-===//
//
// Finds the file that has the debug information of a stripped program, as
// debuggers do. Used by readers of binaries.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_DEBUGFILE_H
#define UDPC_PROFDATA_BINARY_DEBUGFILE_H

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

/// A debug file, or the reason why there is none.
struct DebugFile {
  /// Null if the program itself has debug information, or no debug file was
  /// found.
  llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
  std::string Path;
  /// The reason why the debug file that the program names was not found, in one
  /// line; or "".
  std::string WhyNot;

  const llvm::object::ELFObjectFileBase *get() const {
    return llvm::dyn_cast_or_null<llvm::object::ELFObjectFileBase>(
        Binary.getBinary());
  }
};

/// The system's folder for debug information.
constexpr llvm::StringLiteral GlobalDebugFolder = "/usr/lib/debug";

/// Finds the file with the debug information of \p File, whose path is \p Path:
/// by its build ID in \p GlobalFolder, or by its .gnu_debuglink near \p Path
/// and below \p GlobalFolder.
DebugFile findDebugFile(const llvm::object::ELFObjectFileBase &File,
                        llvm::StringRef Path,
                        llvm::StringRef GlobalFolder = GlobalDebugFolder);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_DEBUGFILE_H
