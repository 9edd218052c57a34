//===- CodeMap.cpp - Code ranges and functions of a binary ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/CodeMap.h"
#include "profdata/binary/LinkedFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

static Expected<std::vector<CodeRange>>
executableSections(const ELFObjectFileBase &File) {
  std::vector<CodeRange> Result;
  for (const ELFSectionRef S : File.sections()) {
    constexpr uint64_t Flags = ELF::SHF_ALLOC | ELF::SHF_EXECINSTR;
    if ((S.getFlags() & Flags) != Flags || S.getType() == ELF::SHT_NOBITS)
      continue;
    Expected<StringRef> Contents = S.getContents();
    if (!Contents)
      return Contents.takeError();
    if (Contents->empty())
      continue;
    if (S.getAddress() + Contents->size() < S.getAddress())
      return createStringError("damaged: a section is beyond the last "
                               "address");
    Result.push_back({S.getAddress(), arrayRefFromStringRef(*Contents)});
  }
  llvm::sort(Result, [](const CodeRange &A, const CodeRange &B) {
    return A.Begin < B.Begin;
  });
  for (size_t I = 1; I < Result.size(); ++I)
    if (Result[I - 1].end() > Result[I].Begin)
      return createStringError("damaged: sections with code overlap");
  return Result;
}

static Expected<FunctionSymbols> readFunctions(const ELFObjectFileBase &File,
                                               unsigned Table) {
  Expected<FunctionSymbols> Result = withELFFile(
      File, [&](const auto &F) { return FunctionSymbols::read(F, Table); });
  if (!Result)
    return createStringError("damaged: " + toString(Result.takeError()));
  return Result;
}

/// Returns the parts of \p Sections that are in a function. A range ends where
/// the next function begins, so that decoding restarts at each function.
static std::vector<CodeRange> codeOfFunctions(ArrayRef<CodeRange> Sections,
                                              const FunctionSymbols &Symbols) {
  ArrayRef<FunctionSymbol> Functions = Symbols.all();
  std::vector<CodeRange> Result;
  size_t Next = 0;
  for (const CodeRange &S : Sections) {
    while (Next != Functions.size() && Functions[Next].Begin < S.Begin)
      ++Next;
    for (; Next != Functions.size() && Functions[Next].Begin < S.end();
         ++Next) {
      uint64_t Begin = Functions[Next].Begin;
      uint64_t End = std::min(Symbols.furthestEnd(Next), S.end());
      if (Next + 1 != Functions.size())
        End = std::min(End, Functions[Next + 1].Begin);
      if (Begin < End)
        Result.push_back({Begin, S.Bytes.slice(Begin - S.Begin, End - Begin)});
    }
  }
  return Result;
}

Expected<CodeMap> CodeMap::create(const ELFObjectFileBase &File,
                                  const ELFObjectFileBase &Symbols) {
  CodeMap Result;
  Expected<std::vector<CodeRange>> Sections = executableSections(File);
  if (!Sections)
    return Sections.takeError();
  // The dynamic symbol table is the last choice: it has only exported
  // functions.
  for (auto [In, Table] : {std::make_pair(&Symbols, ELF::SHT_SYMTAB),
                           std::make_pair(&File, ELF::SHT_SYMTAB),
                           std::make_pair(&File, ELF::SHT_DYNSYM)}) {
    Expected<FunctionSymbols> Functions = readFunctions(*In, Table);
    if (!Functions)
      return Functions.takeError();
    Result.Functions = std::move(*Functions);
    if (Result.Functions.empty())
      continue;
    if (Table == ELF::SHT_SYMTAB)
      *Sections = codeOfFunctions(*Sections, Result.Functions);
    break;
  }
  Result.Ranges = std::move(*Sections);
  return Result;
}

size_t CodeMap::rangeAt(uint64_t Address) const {
  auto It = partition_point(
      Ranges, [&](const CodeRange &R) { return R.Begin <= Address; });
  if (It == Ranges.begin() || Address >= std::prev(It)->end())
    return Ranges.size();
  return std::prev(It) - Ranges.begin();
}
