//===- NeededLibraries.h - The libraries of a linked program ----*- C++ -*-===//
//
// Finds the shared libraries of a program, whose records LinkCheck.cpp reads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H

#include "tools/udpc-clang/link/LinkInputs.h"
#include "llvm/Object/ObjectFile.h"
#include <vector>

namespace udpc {

/// Returns the shared libraries that \p Program, the file \p Path, needs
/// directly or indirectly. Searches the files of \p Inputs, from which the
/// program was linked, and the folders of \p Inputs, of the run paths of each
/// file, and of the system. Skips libraries that are not found.
std::vector<llvm::object::OwningBinary<llvm::object::ObjectFile>>
findNeededLibraries(const llvm::object::ObjectFile &Program,
                    llvm::StringRef Path, const LinkInputs &Inputs);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_NEEDEDLIBRARIES_H
