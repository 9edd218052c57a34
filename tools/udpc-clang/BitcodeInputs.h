//===- BitcodeInputs.h - What a link under LTO has to do -------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_BITCODEINPUTS_H
#define UDPC_TOOLS_UDPC_CLANG_BITCODEINPUTS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

/// Whether \p File is bitcode, or an archive with some, that was compiled with
/// prefetch hints or to be given keys. Only the link can do that, and build
/// systems do not give it all the flags of compilations.
bool hasBitcodeToPrefetch(llvm::StringRef File);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_BITCODEINPUTS_H
