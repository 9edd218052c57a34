//===- RuntimeOptions.h - Options that are linked ---------------*- C++ -*-===//
//
// -fudpc-options: options of the runtime that are linked into a program or
// library, for runs where UDPC_OPTIONS does not set them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Fails with the first mistake in the options \p Text. Mistakes that depend on
/// the program, or on the machine that runs it, are not detected.
llvm::Error checkRuntimeOptions(llvm::StringRef Text);

/// The bytes of an object for the linker that contains only a note with the
/// options \p Text. The object has the machine and the ABI flags of \p Runtime,
/// the archive or the library with the runtime.
llvm::Expected<std::string> makeOptionsObject(llvm::StringRef Text,
                                              llvm::StringRef Runtime);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_RUNTIMEOPTIONS_H
