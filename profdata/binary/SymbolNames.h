//===- SymbolNames.h - What keys call a function -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_SYMBOLNAMES_H
#define UDPC_PROFDATA_BINARY_SYMBOLNAMES_H

#include "profdata/binary/CodeMap.h"

namespace udpc {

/// The name of the machine function that the code at \p Symbol is of, as hints
/// are looked for: without what the compiler has appended to tell parts and
/// copies from the whole.
llvm::StringRef compilersName(llvm::StringRef Symbol);

/// The one of \p Symbols by which the compiler knew the function that debug
/// information calls \p DebugName; if none is alike, the first. "" if there are
/// none.
llvm::StringRef chooseSymbol(llvm::StringRef DebugName,
                             llvm::ArrayRef<FunctionSymbol> Symbols);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_SYMBOLNAMES_H
