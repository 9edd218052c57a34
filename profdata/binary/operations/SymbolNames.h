//===- SymbolNames.h - Function names in keys -------------------*- C++ -*-===//
//
// Converts symbols of binaries to the compiler's names. Used by readers of keys
// and Assembly.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H

#include "profdata/binary/CodeMap.h"

namespace udpc {

/// Returns the name by which hints for the code of \p Symbol are found: without
/// the suffixes of function parts and copies.
llvm::StringRef compilersName(llvm::StringRef Symbol);

/// Returns the symbol in \p Symbols that is the compiler's name of the function
/// with the DWARF name \p DebugName, or else the first. "" if there are none.
llvm::StringRef chooseSymbol(llvm::StringRef DebugName,
                             llvm::ArrayRef<FunctionSymbol> Symbols);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_SYMBOLNAMES_H
