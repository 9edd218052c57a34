//===- LinkerArguments.h - Parses arguments of the linker -------*- C++ -*-===//
//
// Collects the inputs of a link from clang's flags, for CommandLine.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_LINKERARGUMENTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_LINKERARGUMENTS_H

#include "tools/udpc-clang/link/LinkInputs.h"

namespace udpc {

/// Records in \p Inputs the effect of clang's flag \p Arg if it names libraries
/// or their folders, or passes arguments to the linker. \p Value is the
/// argument after it. Other flags have no effect.
void readLinkFlag(llvm::StringRef Arg, llvm::StringRef Value,
                  LinkInputs &Inputs);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_LINKERARGUMENTS_H
