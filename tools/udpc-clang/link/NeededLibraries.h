//===- NeededLibraries.h - The libraries of a linked program ----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H

#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/Object/ObjectFile.h"
#include <vector>

namespace udpc {

/// The shared libraries that \p Program, the file \p Path, needs, and the
/// libraries that these need in turn. They are looked for among the files of
/// \p Inputs, from which the program was linked, and in the folders of \p
/// Inputs, of the run paths of each file, and of the system. Libraries that are
/// not found are skipped.
std::vector<llvm::object::OwningBinary<llvm::object::ObjectFile>>
findNeededLibraries(const llvm::object::ObjectFile &Program,
                    llvm::StringRef Path, const LinkInputs &Inputs);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H
