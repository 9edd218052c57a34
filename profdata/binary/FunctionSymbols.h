//===- FunctionSymbols.h - The functions of a binary -----------*- C++ -*-===//
//
// Reads the function symbols of a file that may be damaged or hostile. LLVM's
// iterators over symbols end the process or take minutes on wrong headers, so
// only functions of ELFFile are used, which check their results. Used by
// readers of binaries and CodeMap.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_FUNCTIONSYMBOLS_H
#define UDPC_PROFDATA_BINARY_FUNCTIONSYMBOLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace udpc {

struct FunctionSymbol {
  uint64_t Begin = 0, End = 0;
  llvm::StringRef Name; ///< Mangled.
};

/// The functions in a symbol table. References the file.
class FunctionSymbols {
public:
  /// Reads the first section of the type \p Table, SHT_SYMTAB or SHT_DYNSYM.
  /// Empty if there is none. Fails if it is damaged.
  template <class ELFT>
  static llvm::Expected<FunctionSymbols>
  read(const llvm::object::ELFFile<ELFT> &File, unsigned Table);

  /// Returns the symbols of the function that contains \p Address; of several
  /// functions, the one that begins last. It may have several names, which are
  /// sorted.
  llvm::ArrayRef<FunctionSymbol> at(uint64_t Address) const;

  /// All symbols, sorted by start address and name.
  llvm::ArrayRef<FunctionSymbol> all() const { return Symbols; }
  bool empty() const { return Symbols.empty(); }

  /// Returns the furthest end of the first \p N + 1 symbols.
  uint64_t furthestEnd(size_t N) const { return FurthestEnd[N]; }

private:
  void sort();

  std::vector<FunctionSymbol> Symbols;
  std::vector<uint64_t> FurthestEnd;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_FUNCTIONSYMBOLS_H
