//===- SymbolNames.h - What keys call a function -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H

#include "profdata/binary/CodeMap.h"

namespace udpc {

/// The name by which hints for the code at \p Symbol are found: without the
/// suffixes of function parts and copies.
llvm::StringRef compilersName(llvm::StringRef Symbol);

/// The one of \p Symbols that is the compiler's name of the function with the
/// DWARF name \p DebugName; if none matches, the first. "" if there are none.
llvm::StringRef chooseSymbol(llvm::StringRef DebugName,
                             llvm::ArrayRef<FunctionSymbol> Symbols);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H
