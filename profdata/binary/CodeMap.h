//===- CodeMap.h - Code ranges and functions of a binary --------*- C++ -*-===//
//
// Tells which bytes of a binary are code and which functions they belong to.
// Used by BinaryOperations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_CODEMAP_H
#define UDPC_PROFDATA_BINARY_CODEMAP_H

#include "profdata/binary/FunctionSymbols.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

/// A contiguous range of code that begins with an instruction.
struct CodeRange {
  uint64_t Begin = 0;
  llvm::ArrayRef<uint8_t> Bytes;
  uint64_t end() const { return Begin + Bytes.size(); }
};

/// The code and the functions of a file. References the file.
class CodeMap {
public:
  /// Takes symbols from \p Symbols, which is \p File itself or its debug file;
  /// from \p File if \p Symbols has none.
  static llvm::Expected<CodeMap>
  create(const llvm::object::ELFObjectFileBase &File,
         const llvm::object::ELFObjectFileBase &Symbols);

  /// The code, by address and without overlaps: the functions if there is a
  /// symbol table, else the executable sections.
  const std::vector<CodeRange> &ranges() const { return Ranges; }
  /// Returns the index of the range that contains \p Address, or the number of
  /// ranges.
  size_t rangeAt(uint64_t Address) const;

  /// See FunctionSymbols::at.
  llvm::ArrayRef<FunctionSymbol> symbolsAt(uint64_t Address) const {
    return Functions.at(Address);
  }

  /// All symbols, sorted by start address and name.
  llvm::ArrayRef<FunctionSymbol> functions() const { return Functions.all(); }

private:
  std::vector<CodeRange> Ranges;
  FunctionSymbols Functions;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_CODEMAP_H
