//===- AddedSections.cpp - Section headers of a converted file ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/AddedSections.h"
#include "profdata/support/RecordBytes.h"
#include "udpc/abi.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;
using Phdr = ElfImage::Phdr;
using Shdr = ElfImage::Shdr;
using Sym = ElfImage::Sym;

namespace {
/// Collects section headers and their names while sections are added.
class SectionList {
public:
  explicit SectionList(const ElfImage &Image)
      : Image(Image), List(Image.Sections),
        Names(Image.contents(Image.Sections[Image.Header.e_shstrndx])) {}

  /// Returns the header of the original section at \p Address, for changes;
  /// null if there is none.
  Shdr *at(uint64_t Address, unsigned Type) {
    const Shdr *S = Image.sectionAt(Address, Type);
    return S ? &List[S - Image.Sections.data()] : nullptr;
  }
  Shdr *named(StringRef Name) {
    for (size_t I = 1; I < Image.Sections.size(); ++I)
      if (Image.sectionName(Image.Sections[I]) == Name)
        return &List[I];
    return nullptr;
  }
  uint32_t add(StringRef Name, unsigned Type, uint64_t Flags,
               const AddedPiece &P, uint64_t Align) {
    Shdr S = {};
    S.sh_name = Names.size();
    Names += Name.str() + '\0';
    S.sh_type = Type;
    S.sh_flags = Flags;
    S.sh_addralign = Align;
    move(S, P);
    List.push_back(S);
    return List.size() - 1;
  }
  void move(Shdr &S, const AddedPiece &P) const {
    S.sh_addr = P.Address;
    S.sh_offset = P.Address - Image.base();
    S.sh_size = P.size();
  }

  const ElfImage &Image;
  std::vector<Shdr> List;
  std::string Names;
};

class TailWriter {
public:
  TailWriter(const ElfImage &Image, const AddedPieces &Pieces, uint64_t Offset)
      : Image(Image), Pieces(Pieces), Offset(Offset), Sections(Image) {}
  SectionTail run();

private:
  void moveReplaced();
  void addLoaded();
  void putDebugFrame();
  void putSymbol();
  void align() { Tail.resize(alignTo(Offset + Tail.size(), 8) - Offset, '\0'); }
  void put(Shdr &S, StringRef Bytes) {
    align();
    S.sh_offset = Offset + Tail.size();
    S.sh_size = Bytes.size();
    Tail += Bytes;
  }

  const ElfImage &Image;
  const AddedPieces &Pieces;
  uint64_t Offset;
  SectionList Sections;
  uint32_t CodeSection = 0;
  std::string Tail;
};
} // namespace

/// Changes the headers of replaced sections to describe the pieces.
void TailWriter::moveReplaced() {
  auto Move = [&](std::optional<uint64_t> Address, unsigned Type,
                  AddedPieces::Number To) {
    Shdr *S = Address ? Sections.at(*Address, Type) : nullptr;
    if (S && Pieces[To].size())
      Sections.move(*S, Pieces[To]);
  };
  Move(Image.dynamicValue(ELF::DT_SYMTAB), ELF::SHT_DYNSYM,
       AddedPieces::Symbols);
  Move(Image.dynamicValue(ELF::DT_STRTAB), ELF::SHT_STRTAB,
       AddedPieces::Strings);
  Move(Image.dynamicValue(ELF::DT_VERSYM), ELF::SHT_GNU_versym,
       AddedPieces::Versions);
  Move(Image.dynamicValue(ELF::DT_RELA), ELF::SHT_RELA,
       AddedPieces::Relocations);
  Move(Image.findSegment(ELF::PT_DYNAMIC)->p_vaddr, ELF::SHT_DYNAMIC,
       AddedPieces::DynamicSection);
  if (const Phdr *P = Image.findSegment(ELF::PT_GNU_EH_FRAME))
    Move(P->p_vaddr, ELF::SHT_PROGBITS, AddedPieces::FrameTable);
}

void TailWriter::addLoaded() {
  auto Add = [&](StringRef Name, AddedPieces::Number Number, uint64_t Flags,
                 uint64_t Align, unsigned Type = ELF::SHT_PROGBITS) {
    return Sections.add(Name, Type, Flags | ELF::SHF_ALLOC, Pieces[Number],
                        Align);
  };
  Add(".note.udpc", AddedPieces::Note, 0, 4, ELF::SHT_NOTE);
  if (Pieces[AddedPieces::Frames].size())
    Add(".eh_frame.udpc", AddedPieces::Frames, 0, 8);
  Add(UDPC_TABLES_SECTION, AddedPieces::SiteTable, 0, 8);
  CodeSection = Add(".text.udpc", AddedPieces::Code, ELF::SHF_EXECINSTR,
                    RewritePlan::CodeAlign);
  Add(".data.udpc", AddedPieces::Data, ELF::SHF_WRITE, alignof(abi::Unit));
}

/// Adds the frames to .debug_frame: besides it, debuggers read only the
/// original .eh_frame.
void TailWriter::putDebugFrame() {
  Shdr *Debug = Sections.named(".debug_frame");
  bool IsNew = !Debug;
  if (IsNew) {
    if (!Pieces[AddedPieces::Frames].size())
      return;
    Sections.add(".debug_frame", ELF::SHT_PROGBITS, 0, AddedPiece(), 8);
    Debug = &Sections.List.back();
    Debug->sh_addr = 0;
  }
  if (Debug->sh_flags & ELF::SHF_COMPRESSED)
    return;
  std::string Bytes;
  if (!IsNew && Debug->sh_offset)
    Bytes = Image.contents(*Debug).str();
  Bytes += encodeDebugFrame(Pieces.AddedFrames, Bytes.size(),
                            Pieces[AddedPieces::Code].Address);
  put(*Debug, Bytes);
}

/// Adds a symbol for the added code to files with a symbol table.
void TailWriter::putSymbol() {
  Shdr *Table = Sections.named(".symtab");
  if (!Table || Table->sh_type != ELF::SHT_SYMTAB ||
      Table->sh_link >= Image.Sections.size() ||
      Table->sh_link == Image.Header.e_shstrndx)
    return;
  Shdr &Names = Sections.List[Table->sh_link];
  std::string Text = Image.contents(Names).str();
  Sym S = {};
  S.st_name = Text.size();
  S.setBindingAndType(ELF::STB_GLOBAL, ELF::STT_FUNC);
  S.st_other = ELF::STV_HIDDEN;
  S.st_shndx = CodeSection;
  S.st_value = Pieces[AddedPieces::Code].Address;
  S.st_size = Pieces[AddedPieces::Code].size();
  put(Names, Text + "__udpc_added_code" + '\0');
  std::string Bytes = Image.contents(*Table).str();
  appendRecord(Bytes, S);
  put(*Table, Bytes);
}

SectionTail TailWriter::run() {
  moveReplaced();
  addLoaded();
  putDebugFrame();
  putSymbol();
  put(Sections.List[Image.Header.e_shstrndx], Sections.Names);
  align();
  SectionTail Result = {std::move(Tail), 0, Sections.List.size()};
  Result.HeadersOffset = Offset + Result.Bytes.size();
  Result.Bytes.append(reinterpret_cast<const char *>(Sections.List.data()),
                      Sections.List.size() * sizeof(Shdr));
  return Result;
}

SectionTail udpc::makeSections(const ElfImage &Image, const AddedPieces &Pieces,
                               uint64_t Offset) {
  if (Image.Sections.empty())
    return {};
  return TailWriter(Image, Pieces, Offset).run();
}
