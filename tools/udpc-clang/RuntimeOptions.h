//===- RuntimeOptions.h - Options that are linked -----------------*- C++
//-*-===//
//
// -fudpc-options: what the runtime does where UDPC_OPTIONS is not set.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_RUNTIMEOPTIONS_H
#define UDPC_TOOLS_UDPC_CLANG_RUNTIMEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Fails, with the first mistake of \p Text that does not depend on the program
/// or the machine that it runs on.
llvm::Error checkRuntimeOptions(llvm::StringRef Text);

/// The bytes of an object with nothing but \p Text, in a note, for the linker.
/// It is of the kind of the runtime \p Runtime, an archive or a library.
llvm::Expected<std::string> makeOptionsObject(llvm::StringRef Text,
                                              llvm::StringRef Runtime);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_RUNTIMEOPTIONS_H
