//===- DebugFile.h - Finds separate debug files -----------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_DEBUGFILE_H
#define UDPC_PROFDATA_BINARY_DEBUGFILE_H

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

struct DebugFile {
  /// Null if the program itself has debug information, or there is none.
  llvm::object::OwningBinary<llvm::object::ObjectFile> Binary;
  std::string Path;
  /// Why the debug file that the program names was not found; one line, or "".
  std::string WhyNot;

  const llvm::object::ELFObjectFileBase *get() const {
    return llvm::dyn_cast_or_null<llvm::object::ELFObjectFileBase>(
        Binary.getBinary());
  }
};

/// The system's folder for debug information.
constexpr llvm::StringLiteral GlobalDebugFolder = "/usr/lib/debug";

/// The file with the debug information of \p File, which is at \p Path: found
/// by its build ID in \p GlobalFolder, or by its .gnu_debuglink near \p Path
/// and below \p GlobalFolder, as debuggers do.
DebugFile findDebugFile(const llvm::object::ELFObjectFileBase &File,
                        llvm::StringRef Path,
                        llvm::StringRef GlobalFolder = GlobalDebugFolder);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_DEBUGFILE_H
