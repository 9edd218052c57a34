//===- FunctionSymbols.cpp - The functions of a binary --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/FunctionSymbols.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

/// The strings of a symbol table. Looks up the end of a string without a pass
/// over it: damaged tables have thousands of names that share one long end.
class SymbolStrings {
public:
  explicit SymbolStrings(StringRef Table) : Table(Table) {
    for (size_t At = Table.find('\0'); At != StringRef::npos;
         At = Table.find('\0', At + 1))
      Ends.push_back(At);
  }
  /// Returns the string at \p Offset; "" beyond the table.
  StringRef at(size_t Offset) const {
    auto End = partition_point(Ends, [&](size_t E) { return E < Offset; });
    return End == Ends.end() ? "" : Table.slice(Offset, *End);
  }

private:
  StringRef Table;
  std::vector<size_t> Ends;
};

} // namespace

/// Whether symbols of \p Type can be functions. Parts that LLVM has moved out
/// of a function have no type.
static bool isFunction(unsigned char Type) {
  return Type == ELF::STT_FUNC || Type == ELF::STT_GNU_IFUNC ||
         Type == ELF::STT_NOTYPE;
}

template <class ELFT>
Expected<FunctionSymbols> FunctionSymbols::read(const ELFFile<ELFT> &File,
                                                unsigned Table) {
  FunctionSymbols Result;
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  auto Header =
      find_if(*Sections, [&](const auto &S) { return S.sh_type == Table; });
  if (Header == Sections->end())
    return Result;
  auto Symbols = File.symbols(&*Header);
  if (!Symbols)
    return Symbols.takeError();
  Expected<StringRef> Strings = File.getStringTableForSymtab(*Header);
  if (!Strings)
    return Strings.takeError();
  SymbolStrings Names(*Strings);
  for (const auto &S : *Symbols) {
    uint64_t Begin = S.st_value, Size = S.st_size;
    if (isFunction(S.getType()) && Size && Begin + Size > Begin)
      Result.Symbols.push_back({Begin, Begin + Size, Names.at(S.st_name)});
  }
  Result.sort();
  return Result;
}

namespace udpc {
template Expected<FunctionSymbols>
FunctionSymbols::read(const ELFFile<ELF32LE> &, unsigned);
template Expected<FunctionSymbols>
FunctionSymbols::read(const ELFFile<ELF64LE> &, unsigned);
template Expected<FunctionSymbols>
FunctionSymbols::read(const ELFFile<ELF32BE> &, unsigned);
template Expected<FunctionSymbols>
FunctionSymbols::read(const ELFFile<ELF64BE> &, unsigned);
} // namespace udpc

void FunctionSymbols::sort() {
  // Names with an equal beginning are sorted by their position in the table.
  constexpr size_t Compared = 256;
  auto KeyOf = [](const FunctionSymbol &F) {
    return std::make_tuple(F.Begin, F.Name.take_front(Compared), F.Name.data(),
                           F.End);
  };
  llvm::sort(Symbols, [&](const FunctionSymbol &A, const FunctionSymbol &B) {
    return KeyOf(A) < KeyOf(B);
  });
  uint64_t End = 0;
  for (const FunctionSymbol &F : Symbols)
    FurthestEnd.push_back(End = std::max(End, F.End));
}

ArrayRef<FunctionSymbol> FunctionSymbols::at(uint64_t Address) const {
  size_t I = partition_point(
                 Symbols,
                 [&](const FunctionSymbol &F) { return F.Begin <= Address; }) -
             Symbols.begin();
  while (I && FurthestEnd[I - 1] > Address) {
    size_t Last = I;
    uint64_t Begin = Symbols[I - 1].Begin;
    bool Holds = false;
    for (; I && Symbols[I - 1].Begin == Begin; --I)
      Holds |= Symbols[I - 1].End > Address;
    if (Holds)
      return ArrayRef(Symbols).slice(I, Last - I);
  }
  return {};
}
