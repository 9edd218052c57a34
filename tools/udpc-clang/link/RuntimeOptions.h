//===- RuntimeOptions.h - Options linked into programs -------- -*- C++ -*-===//
//
// -fudpc-options: options of the runtime that are linked into a program or
// library, for runs where UDPC_OPTIONS does not set them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Returns an error for the first mistake in the options \p Text. Mistakes that
/// depend on the program or the machine that runs it are not detected.
llvm::Error checkRuntimeOptions(llvm::StringRef Text);

/// Returns the bytes of an object that contains only a note with the options \p
/// Text. It has the machine and the ABI flags of \p Runtime, the archive or
/// library with the runtime.
llvm::Expected<std::string> makeOptionsObject(llvm::StringRef Text,
                                              llvm::StringRef Runtime);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H
