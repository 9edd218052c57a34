//===- SymbolNames.cpp - Function names in keys ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/SymbolNames.h"
#include "profdata/binary/operations/MemoryOperationKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

/// Returns the function of \p Symbol, which may name a part that was moved out
/// of it.
static StringRef wholeFunction(StringRef Symbol) {
  StringRef Name = Symbol;
  if (Name.consume_back(".cold"))
    return Name;
  auto [Whole, Number] = Symbol.rsplit(".__part.");
  return !Number.empty() && all_of(Number, isDigit) ? Whole : Symbol;
}

StringRef udpc::compilersName(StringRef Symbol) {
  return functionInKeys(wholeFunction(Symbol));
}

StringRef udpc::chooseSymbol(StringRef DebugName,
                             ArrayRef<FunctionSymbol> Symbols) {
  StringRef Wanted = compilersName(DebugName);
  if (Symbols.size() > 1 && !Wanted.empty())
    for (const FunctionSymbol &S : Symbols)
      if (compilersName(S.Name) == Wanted)
        return S.Name;
  return Symbols.empty() ? "" : Symbols.front().Name;
}
