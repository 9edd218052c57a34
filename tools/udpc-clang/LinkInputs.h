//===- LinkInputs.h - The files of a link -----------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINKINPUTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINKINPUTS_H

#include "tools/udpc-clang/CommandLine.h"

namespace udpc {

/// Adds the archives and shared libraries that the linker will find in folders
/// of -L, and the files that linker scripts name, to the inputs. Those
/// elsewhere belong to the system.
void findLinkInputs(Request &R);

/// Whether the file \p Path, or a member of the thin archive \p Path, contains
/// \p Text.
bool inputContains(llvm::StringRef Path, llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINKINPUTS_H
