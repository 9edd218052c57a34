//===- CodeMap.cpp - Where a binary has its code --------------------------===//

#include "profdata/binary/CodeMap.h"
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
      return createStringError("damaged: a section lies beyond the last "
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

static void readFunctions(iterator_range<elf_symbol_iterator> Symbols,
                          std::vector<FunctionSymbol> &Functions) {
  for (const ELFSymbolRef S : Symbols) {
    // Parts of functions that LLVM has put elsewhere have no type.
    if (!is_contained({ELF::STT_FUNC, ELF::STT_GNU_IFUNC, ELF::STT_NOTYPE},
                      S.getELFType()))
      continue;
    Expected<uint64_t> Address = S.getAddress();
    Expected<StringRef> Name = S.getName();
    uint64_t Size = S.getSize();
    if (Address && Name && Size && *Address + Size > *Address)
      Functions.push_back({*Address, *Address + Size, *Name});
    if (!Address)
      consumeError(Address.takeError());
    if (!Name)
      consumeError(Name.takeError());
  }
}

static iterator_range<elf_symbol_iterator>
symbolTable(const ELFObjectFileBase &File) {
  return {elf_symbol_iterator(File.symbol_begin()),
          elf_symbol_iterator(File.symbol_end())};
}

/// The parts of \p Sections that are in a function. A range ends where another
/// function begins, so that code is decoded from each function's beginning.
static std::vector<CodeRange>
codeOfFunctions(ArrayRef<CodeRange> Sections,
                ArrayRef<FunctionSymbol> Functions,
                ArrayRef<uint64_t> FurthestEnd) {
  std::vector<CodeRange> Result;
  size_t Next = 0;
  for (const CodeRange &S : Sections) {
    while (Next != Functions.size() && Functions[Next].Begin < S.Begin)
      ++Next;
    for (; Next != Functions.size() && Functions[Next].Begin < S.end();
         ++Next) {
      uint64_t Begin = Functions[Next].Begin;
      uint64_t End = std::min(FurthestEnd[Next], S.end());
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
  // The table for the dynamic linker has only what others may call.
  readFunctions(symbolTable(Symbols), Result.Functions);
  if (Result.Functions.empty())
    readFunctions(symbolTable(File), Result.Functions);
  bool IsComplete = !Result.Functions.empty();
  if (!IsComplete)
    readFunctions(File.getDynamicSymbolIterators(), Result.Functions);
  llvm::sort(Result.Functions, [](const FunctionSymbol &A,
                                  const FunctionSymbol &B) {
    return std::tie(A.Begin, A.Name, A.End) < std::tie(B.Begin, B.Name, B.End);
  });
  uint64_t End = 0;
  for (const FunctionSymbol &F : Result.Functions)
    Result.FurthestEnd.push_back(End = std::max(End, F.End));
  Result.Ranges = IsComplete ? codeOfFunctions(*Sections, Result.Functions,
                                               Result.FurthestEnd)
                             : std::move(*Sections);
  return Result;
}

size_t CodeMap::rangeAt(uint64_t Address) const {
  auto It = partition_point(
      Ranges, [&](const CodeRange &R) { return R.Begin <= Address; });
  if (It == Ranges.begin() || Address >= std::prev(It)->end())
    return Ranges.size();
  return std::prev(It) - Ranges.begin();
}

ArrayRef<FunctionSymbol> CodeMap::symbolsAt(uint64_t Address) const {
  size_t I = partition_point(
                 Functions,
                 [&](const FunctionSymbol &F) { return F.Begin <= Address; }) -
             Functions.begin();
  while (I && FurthestEnd[I - 1] > Address) {
    size_t Last = I;
    uint64_t Begin = Functions[I - 1].Begin;
    bool Holds = false;
    for (; I && Functions[I - 1].Begin == Begin; --I)
      Holds |= Functions[I - 1].End > Address;
    if (Holds)
      return ArrayRef(Functions).slice(I, Last - I);
  }
  return {};
}
