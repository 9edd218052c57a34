//===- NeededLibraries.h - The libraries of a linked program ----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_NEEDEDLIBRARIES_H
#define UDPC_TOOLS_UDPC_CLANG_NEEDEDLIBRARIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Object/ObjectFile.h"
#include <string>
#include <vector>

namespace udpc {

/// The shared libraries that \p Program, the file \p Path, needs, and those
/// that they need in turn. \p Inputs: files of its link. \p Folders: where the
/// linker looks for others, besides the run paths of each file and the system's
/// folders. Libraries that are not found are passed over.
std::vector<llvm::object::OwningBinary<llvm::object::ObjectFile>>
findNeededLibraries(const llvm::object::ObjectFile &Program,
                    llvm::StringRef Path, llvm::ArrayRef<std::string> Inputs,
                    llvm::ArrayRef<std::string> Folders);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_NEEDEDLIBRARIES_H
