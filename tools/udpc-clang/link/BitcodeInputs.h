//===- BitcodeInputs.h - Inspects bitcode for LTO links ---------*- C++ -*-===//
//
// Lets LinkFlags.cpp load the plugin into the linker if bitcode requires it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

/// Returns whether \p File is bitcode, or an archive with bitcode, that was
/// compiled with prefetch hints or for keys. Only the link can apply them, and
/// build systems do not pass it all flags of compilations.
bool hasBitcodeToPrefetch(llvm::StringRef File);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H
