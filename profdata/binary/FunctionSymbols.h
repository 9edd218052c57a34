//===- FunctionSymbols.h - The functions of a binary -----------*- C++ -*-===//
//
// The file may be damaged or hostile: LLVM's iterators over symbols end the
// process or take minutes on wrong headers, so only the functions of ELFFile
// are used, which check what they return.
//
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

/// The functions that a symbol table names. References the file.
class FunctionSymbols {
public:
  /// Reads the first section of the type \p Table, SHT_SYMTAB or SHT_DYNSYM.
  /// The error says that it is damaged.
  template <class ELFT>
  static llvm::Expected<FunctionSymbols>
  read(const llvm::object::ELFFile<ELFT> &File, unsigned Table);

  /// The symbols that begin last among those whose functions \p Address is in:
  /// more than one if a function has several names. Sorted by name.
  llvm::ArrayRef<FunctionSymbol> at(uint64_t Address) const;

  /// All of them, by where they begin and by name.
  llvm::ArrayRef<FunctionSymbol> all() const { return Symbols; }
  bool empty() const { return Symbols.empty(); }

  /// The furthest end of the first \p N + 1 symbols.
  uint64_t furthestEnd(size_t N) const { return FurthestEnd[N]; }

private:
  void sort();

  std::vector<FunctionSymbol> Symbols;
  std::vector<uint64_t> FurthestEnd;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_FUNCTIONSYMBOLS_H
