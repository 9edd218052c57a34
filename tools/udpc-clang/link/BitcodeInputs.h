//===- BitcodeInputs.h - Inspects bitcode for LTO links ---------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H

#include "llvm/ADT/StringRef.h"

namespace udpc {

/// Whether \p File is bitcode, or an archive with bitcode, that was compiled
/// with prefetch hints or for keys. Only the link can apply them, and build
/// systems do not pass all flags of compilations to it.
bool hasBitcodeToPrefetch(llvm::StringRef File);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_BITCODEINPUTS_H
