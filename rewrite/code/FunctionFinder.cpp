//===- FunctionFinder.cpp - Sections and functions of a file --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/LinkedFile.h"
#include "rewrite/code/FrameSection.h"
#include "rewrite/code/ModuleContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

using Contents = ModuleCode::Contents;
using Elf = ELFFile<ELF64LE>;

static Error damaged(Error E) {
  return createStringError("damaged: " + toString(std::move(E)));
}

namespace {

class FunctionFinder {
public:
  FunctionFinder(const Elf &File, Contents &C) : File(File), C(C) {}

  Error readSections();
  Error readSymbols(const Elf &From);
  void readFrames();
  void finish();

private:
  struct Start {
    uint64_t End = 0; ///< The end of the longest symbol or frame; 0 if unknown.
    SmallVector<StringRef, 1> Names;
    bool IsSymbol = false, IsResolver = false, IsExported = false;
    uint64_t ExceptionTable = 0;
  };

  bool isInCode(uint64_t Address) const {
    return C.sectionAt(Address) && !(C.flagsAt(Address) & StubByte);
  }
  void addFrame(const dwarf::FDE &Frame);
  void noteFixedCode(StringRef Symbol, uint64_t Address);
  uint16_t fixedFlags(const CodeRangeOfFunction &Range) const;

  const Elf &File;
  Contents &C;
  std::map<uint64_t, Start> Starts;
  StringRef FrameBytes;
  uint64_t FrameAddress = 0;
  AddressRange GoCode = {0, 0};
  uint64_t V8Code = 0; ///< The start of V8's built-in functions, or 0.
};

} // namespace

/// Whether the properties in \p Note say that the code works with a shadow
/// stack (x86-64 psABI, "Program Property"), so that one may be in use.
static bool saysShadowStack(ArrayRef<uint8_t> Note) {
  DataExtractor Data(Note, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  DataExtractor::Cursor At(0);
  uint32_t NameSize = Data.getU32(At);
  uint32_t Size = Data.getU32(At);
  if (!At || Data.getU32(At) != ELF::NT_GNU_PROPERTY_TYPE_0 || NameSize != 4) {
    consumeError(At.takeError());
    return false;
  }
  Data.skip(At, 4);
  uint64_t End = At.tell() + Size;
  while (At && At.tell() < End) {
    uint32_t Type = Data.getU32(At);
    uint32_t PropertySize = Data.getU32(At);
    uint64_t Next = At.tell() + (uint64_t(PropertySize) + 7) / 8 * 8;
    if (At && Type == ELF::GNU_PROPERTY_X86_FEATURE_1_AND && PropertySize == 4)
      if (Data.getU32(At) & ELF::GNU_PROPERTY_X86_FEATURE_1_SHSTK && At)
        return true;
    At.seek(Next);
  }
  consumeError(At.takeError());
  return false;
}

Error FunctionFinder::readSections() {
  auto Headers = File.sections();
  if (!Headers)
    return damaged(Headers.takeError());
  uint64_t CodeSize = 0;
  for (const auto &S : *Headers) {
    if (!(S.sh_flags & ELF::SHF_ALLOC) || S.sh_type == ELF::SHT_NOBITS ||
        S.sh_size == 0 || (S.sh_flags & ELF::SHF_TLS))
      continue;
    auto Bytes = File.getSectionContents(S);
    Expected<StringRef> Name = File.getSectionName(S);
    if (!Bytes || !Name)
      return damaged(joinErrors(Bytes.takeError(), Name.takeError()));
    if (S.sh_addr + Bytes->size() < S.sh_addr)
      return createStringError("damaged: a section ends behind all addresses");
    if (!(S.sh_flags & ELF::SHF_EXECINSTR)) {
      C.Data.push_back({S.sh_addr, *Bytes});
      if (*Name == ".note.gnu.property")
        C.HasShadowStack |= saysShadowStack(*Bytes);
      if (*Name == ".eh_frame") {
        FrameBytes = toStringRef(*Bytes);
        FrameAddress = S.sh_addr;
      }
      continue;
    }
    // Overlapping sections would multiply time and memory.
    CodeSize += Bytes->size();
    if (CodeSize > File.getBufSize())
      return createStringError("damaged: the sections of code overlap");
    CodeSection Section;
    Section.Address = S.sh_addr;
    Section.Bytes = *Bytes;
    bool IsStub = Name->starts_with(".plt") || *Name == ".iplt";
    Section.Flags.assign(Bytes->size(), IsStub ? StubByte : 0);
    Section.Lengths.assign(Bytes->size(), 0);
    C.Sections.push_back(std::move(Section));
  }
  llvm::sort(C.Sections, [](const CodeSection &L, const CodeSection &R) {
    return L.Address < R.Address;
  });
  llvm::sort(C.Data, [](const DataSection &L, const DataSection &R) {
    return std::make_pair(L.Address, L.Bytes.size()) <
           std::make_pair(R.Address, R.Bytes.size());
  });
  for (size_t I = 1; I < C.Sections.size(); ++I)
    if (C.Sections[I].Address < C.Sections[I - 1].end())
      return createStringError("damaged: the sections of code overlap");
  if (C.Sections.empty())
    return createStringError("it has no section of code, so its instructions "
                             "cannot be told from data");
  return Error::success();
}

/// Notes \p Address if \p Symbol delimits code that must not change. The names
/// are those of Go's linker (cmd/link/internal/ld/symtab.go) and of V8's
/// mksnapshot (src/snapshot/embedded/embedded-file-writer.h).
void FunctionFinder::noteFixedCode(StringRef Symbol, uint64_t Address) {
  if (Symbol == "runtime.text")
    GoCode.Begin = Address;
  else if (Symbol == "runtime.etext")
    GoCode.End = Address;
  else if (Symbol.starts_with("v8_") &&
           (Symbol.ends_with("_embedded_blob_code_") ||
            Symbol.ends_with("_embedded_blob_")))
    V8Code = Address;
}

uint16_t FunctionFinder::fixedFlags(const CodeRangeOfFunction &Range) const {
  if (GoCode.contains(Range.Range.Begin))
    return GoByte;
  bool IsBuiltin = any_of(Range.Names, [](StringRef Name) {
    return Name.starts_with("Builtins_");
  });
  return V8Code && Range.Range.Begin >= V8Code && IsBuiltin ? CopiedByte : 0;
}

Error FunctionFinder::readSymbols(const Elf &From) {
  auto Headers = From.sections();
  if (!Headers)
    return damaged(Headers.takeError());
  for (const auto &S : *Headers) {
    if (S.sh_type != ELF::SHT_SYMTAB && S.sh_type != ELF::SHT_DYNSYM)
      continue;
    auto Symbols = From.symbols(&S);
    if (!Symbols)
      return damaged(Symbols.takeError());
    Expected<StringRef> Strings = From.getStringTableForSymtab(S);
    if (!Strings)
      return damaged(Strings.takeError());
    for (const auto &Symbol : *Symbols) {
      uint8_t Type = Symbol.getType();
      if (Symbol.st_shndx == ELF::SHN_UNDEF)
        continue;
      // Names end at the end of the table, whose last byte may not be 0.
      StringRef Name = Symbol.st_name < Strings->size()
                           ? Strings->substr(Symbol.st_name)
                           : StringRef();
      Name = Name.take_until([](char Letter) { return Letter == 0; });
      noteFixedCode(Name, Symbol.st_value);
      if (!isInCode(Symbol.st_value))
        continue;
      if (Type == ELF::STT_NOTYPE) {
        C.addFlags(Symbol.st_value, JumpTarget);
        continue;
      }
      if (Type != ELF::STT_FUNC && Type != ELF::STT_GNU_IFUNC)
        continue;
      Start &Function = Starts[Symbol.st_value];
      if (!Name.empty())
        Function.Names.push_back(Name);
      uint64_t End = Symbol.st_value + Symbol.st_size;
      if (Symbol.st_size && End > Symbol.st_value)
        Function.End = std::max(Function.End, End);
      Function.IsSymbol = true;
      Function.IsResolver |= Type == ELF::STT_GNU_IFUNC;
      Function.IsExported |= Symbol.getBinding() != ELF::STB_LOCAL;
    }
  }
  return Error::success();
}

void FunctionFinder::addFrame(const dwarf::FDE &Frame) {
  uint64_t Begin = Frame.getInitialLocation();
  uint64_t End = Begin + Frame.getAddressRange();
  if (!isInCode(Begin) || End <= Begin)
    return;
  // A signal trampoline. The frame of the C library's begins one byte early.
  if (Frame.getLinkedCIE()->getAugmentationString().contains('S')) {
    for (uint64_t At = Begin; At != End && C.sectionAt(At); ++At)
      C.addFlags(At, SignalReturnByte);
    return;
  }
  // The frame may be one of several of a function written in assembly.
  auto Next = Starts.upper_bound(Begin);
  if (Next != Starts.begin()) {
    const auto &[Address, Function] = *std::prev(Next);
    if (Function.IsSymbol && Address < Begin && Begin < Function.End) {
      C.addFlags(Begin, JumpTarget);
      return;
    }
  }
  Start &Function = Starts[Begin];
  Function.End = std::max(Function.End, End);
  if (std::optional<uint64_t> Table = Frame.getLSDAAddress())
    Function.ExceptionTable = *Table;
}

/// Reads frames up to a damaged entry: they only supplement the symbols.
void FunctionFinder::readFrames() {
  std::unique_ptr<DWARFDebugFrame> Frames =
      udpc::readFrames(FrameBytes, FrameAddress);
  for (const dwarf::FrameEntry &Entry : Frames->entries())
    if (const auto *Frame = dyn_cast<dwarf::FDE>(&Entry))
      addFrame(*Frame);
}

void FunctionFinder::finish() {
  if (isInCode(File.getHeader().e_entry))
    Starts[File.getHeader().e_entry].IsExported = true;
  for (auto I = Starts.begin(); I != Starts.end(); ++I) {
    auto &[Begin, Function] = *I;
    const CodeSection *S = C.sectionAt(Begin);
    uint64_t Limit = S->end();
    if (auto Next = std::next(I); Next != Starts.end())
      Limit = std::min(Limit, Next->first);
    CodeRangeOfFunction Range;
    Range.Range = {Begin, Function.End ? std::min(Function.End, Limit) : Limit};
    Range.Names = std::move(Function.Names);
    llvm::sort(Range.Names);
    Range.Names.erase(llvm::unique(Range.Names), Range.Names.end());
    Range.IsResolver = Function.IsResolver;
    Range.IsExported = Function.IsExported;
    Range.ExceptionTable = Function.ExceptionTable;
    if (uint16_t Flags = fixedFlags(Range))
      for (uint64_t At = Begin; At != Range.Range.End; ++At)
        C.addFlags(At, Flags);
    C.addFlags(Begin, FunctionStart | JumpTarget);
    C.Ranges.push_back(std::move(Range));
  }
}

Error udpc::findFunctions(const ELFObjectFileBase &File,
                          const ELFObjectFileBase *Debug, Contents &C) {
  const auto *Object = dyn_cast<ELF64LEObjectFile>(&File);
  if (!Object)
    return createStringError("not for x86-64");
  FunctionFinder Finder(Object->getELFFile(), C);
  if (Error E = Finder.readSections())
    return E;
  if (Error E = Finder.readSymbols(Object->getELFFile()))
    return E;
  if (const auto *D = dyn_cast_or_null<ELF64LEObjectFile>(Debug))
    if (Error E = Finder.readSymbols(D->getELFFile()))
      return E;
  Finder.readFrames();
  Finder.finish();
  return Error::success();
}
