//===- ElfImage.cpp - A linked file, checked for its conversion -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/elf/ElfImage.h"
#include "profdata/support/RecordBytes.h"
#include "udpc/converted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;
using support::endian::read32le;

static Error damaged(const Twine &What) {
  return createStringError("damaged: " + What);
}

/// Copies \p Count records at \p Offset of \p Bytes. Returns false if \p Bytes
/// ends before.
template <class Record>
static bool readRecords(StringRef Bytes, uint64_t Offset, uint64_t Count,
                        std::vector<Record> &Result) {
  return Offset <= Bytes.size() &&
         RecordCursor(Bytes.drop_front(Offset)).read(Count, Result);
}

Error ElfImage::readHeader() {
  if (!Bytes.starts_with(ELF::ElfMagic))
    return createStringError(
        Bytes.starts_with("#!")
            ? "a script; convert the program that its first line names"
            : "not an ELF file");
  if (Bytes.size() < sizeof(Header))
    return damaged("the file ends in its header");
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  if (Header.getFileClass() != ELF::ELFCLASS64 ||
      Header.getDataEncoding() != ELF::ELFDATA2LSB ||
      Header.e_machine != ELF::EM_X86_64) {
    uint16_t Machine = Header.getDataEncoding() == ELF::ELFDATA2MSB
                           ? byteswap(uint16_t(Header.e_machine))
                           : uint16_t(Header.e_machine);
    return createStringError(
        "for " + ELF::convertEMachineToArchName(Machine) + " of " +
        (Header.getFileClass() == ELF::ELFCLASS64 ? "64" : "32") +
        " bits: only files for x86-64 of 64 bits can be converted");
  }
  if (Header.e_type == ELF::ET_REL)
    return createStringError("not linked; convert the program or library that "
                             "it becomes a part of");
  if (Header.e_type != ELF::ET_EXEC && Header.e_type != ELF::ET_DYN)
    return createStringError("neither a program nor a shared library");
  return Error::success();
}

Error ElfImage::readSegments() {
  if (Header.e_phentsize != sizeof(Phdr) ||
      !readRecords(Bytes, Header.e_phoff, Header.e_phnum, Segments))
    return damaged("the program headers are not in the file");
  uint64_t End = 0;
  bool IsFirst = true;
  for (const Phdr &P : Segments) {
    if (P.p_offset > Bytes.size() || P.p_filesz > Bytes.size() - P.p_offset)
      if (P.p_type == ELF::PT_LOAD || P.p_filesz)
        return damaged("a segment is not in the file");
    if (P.p_type != ELF::PT_LOAD)
      continue;
    if (P.p_filesz > P.p_memsz || P.p_vaddr + P.p_memsz < P.p_vaddr ||
        P.p_vaddr + P.p_memsz > uint64_t(1) << 47)
      return damaged("a segment has an impossible size");
    if ((P.p_vaddr - P.p_offset) % PageSize)
      return damaged("a segment is not aligned to pages");
    if (P.p_vaddr < End)
      return damaged("its segments overlap or are not in order");
    if (IsFirst && P.p_offset >= PageSize)
      return damaged("the ELF header is in no segment");
    IsFirst = false;
    End = P.p_vaddr + P.p_memsz;
  }
  if (IsFirst)
    return damaged("no segment is loaded");
  return Error::success();
}

Error ElfImage::readSections() {
  if (!Header.e_shoff)
    return Error::success();
  // Files with more than 65,279 sections store the number elsewhere; no linked
  // file has that many.
  if (Header.e_shentsize != sizeof(Shdr) ||
      !readRecords(Bytes, Header.e_shoff, Header.e_shnum, Sections))
    return damaged("the section headers are not in the file");
  for (const Shdr &S : Sections)
    if (S.sh_type != ELF::SHT_NOBITS &&
        (S.sh_offset > Bytes.size() || S.sh_size > Bytes.size() - S.sh_offset))
      return damaged("a section is not in the file");
  if (!Sections.empty() && Header.e_shstrndx >= Sections.size())
    return damaged("the sections have no names");
  return Error::success();
}

Error ElfImage::readDynamic() {
  const Phdr *P = findSegment(ELF::PT_DYNAMIC);
  if (!P)
    return Error::success();
  std::vector<Dyn> All;
  DynamicRoom = P->p_filesz / sizeof(Dyn);
  if (!readRecords(Bytes, P->p_offset, DynamicRoom, All) ||
      offsetOf(P->p_vaddr, P->p_filesz) != P->p_offset)
    return damaged("the dynamic section is not loaded");
  for (const Dyn &D : All) {
    if (D.d_tag == ELF::DT_NULL)
      return Error::success();
    Dynamic.push_back(D);
  }
  return damaged("the dynamic section has no end");
}

bool ElfImage::isConverted() const {
  return any_of(Segments, [&](const Phdr &P) {
    StringRef Note = Bytes.substr(P.p_offset, P.p_filesz);
    constexpr StringRef Owner(abi::ConvertedNoteOwner,
                              sizeof(abi::ConvertedNoteOwner));
    return P.p_type == ELF::PT_NOTE && Note.size() > 12 &&
           read32le(Note.data()) == Owner.size() &&
           read32le(Note.data() + 8) == abi::ConvertedNoteType &&
           Note.drop_front(12).starts_with(Owner);
  });
}

/// Rejects files that no spec can convert.
Error ElfImage::checkKind() const {
  if (isConverted())
    return createStringError("already converted; convert the original, with a "
                             "spec of all that is to be counted");
  bool NeedsOthers =
      any_of(Dynamic, [](const Dyn &D) { return D.d_tag == ELF::DT_NEEDED; });
  StringRef Soname = dynamicString(dynamicValue(ELF::DT_SONAME).value_or(0));
  if (Soname.starts_with("ld-linux") || Soname.starts_with("ld-musl"))
    return createStringError("the dynamic linker, which runs before the "
                             "runtime can be loaded");
  if (Soname == "libc.so.6" || Soname == "libpthread.so.0" ||
      Soname.starts_with("libc.musl"))
    return createStringError("the C library, which the runtime itself calls; "
                             "count in it with udpc run --spec");
  if (Soname.starts_with("libudpc_rt."))
    return createStringError("the runtime of udpc itself");
  if (!isExecutable() && !NeedsOthers &&
      (!isPositionIndependent() || Dynamic.empty() ||
       dynamicValue(ELF::DT_FLAGS_1).value_or(0) & ELF::DF_1_PIE))
    return createStringError(
        "statically linked: no dynamic linker can load the runtime into it; "
        "link it dynamically, compile it with udpc-clang, or count in QEMU "
        "(docs/instruction.md)");
  if (!dynamicValue(ELF::DT_SYMTAB) || !dynamicValue(ELF::DT_STRTAB))
    return damaged("the dynamic section names no symbols");
  return Error::success();
}

Expected<ElfImage> ElfImage::create(StringRef Bytes) {
  ElfImage Image;
  Image.Bytes = Bytes;
  for (auto Read : {&ElfImage::readHeader, &ElfImage::readSegments,
                    &ElfImage::readSections, &ElfImage::readDynamic})
    if (Error E = (Image.*Read)())
      return std::move(E);
  if (Error E = Image.checkKind())
    return std::move(E);
  return std::move(Image);
}

uint64_t ElfImage::base() const {
  const Phdr *First = findSegment(ELF::PT_LOAD);
  return First->p_vaddr - First->p_offset;
}

uint64_t ElfImage::end() const {
  uint64_t End = 0;
  for (const Phdr &P : Segments)
    if (P.p_type == ELF::PT_LOAD)
      End = P.p_vaddr + P.p_memsz;
  return End;
}

const ElfImage::Phdr *ElfImage::findSegment(unsigned Type) const {
  auto It = find_if(Segments, [&](const Phdr &P) { return P.p_type == Type; });
  return It == Segments.end() ? nullptr : &*It;
}

std::optional<uint64_t> ElfImage::dynamicValue(int64_t Tag) const {
  for (const Dyn &D : Dynamic)
    if (D.d_tag == Tag)
      return D.d_un.d_val;
  return std::nullopt;
}

const ElfImage::Shdr *ElfImage::sectionAt(uint64_t Address,
                                          unsigned Type) const {
  auto It = find_if(Sections, [&](const Shdr &S) {
    return S.sh_addr == Address && S.sh_type == Type &&
           S.sh_flags & ELF::SHF_ALLOC;
  });
  return It == Sections.end() ? nullptr : &*It;
}

StringRef ElfImage::contents(const Shdr &S) const {
  return S.sh_type == ELF::SHT_NOBITS ? ""
                                      : Bytes.substr(S.sh_offset, S.sh_size);
}

StringRef ElfImage::sectionName(const Shdr &S) const {
  return contents(Sections[Header.e_shstrndx])
      .substr(S.sh_name)
      .split('\0')
      .first;
}

std::optional<uint64_t> ElfImage::offsetOf(uint64_t Address,
                                           uint64_t Size) const {
  for (const Phdr &P : Segments)
    if (P.p_type == ELF::PT_LOAD && Address >= P.p_vaddr &&
        Address - P.p_vaddr <= P.p_filesz &&
        Size <= P.p_filesz - (Address - P.p_vaddr))
      return P.p_offset + (Address - P.p_vaddr);
  return std::nullopt;
}

Expected<StringRef> ElfImage::loaded(uint64_t Address, uint64_t Size,
                                     const Twine &What) const {
  if (std::optional<uint64_t> Offset = offsetOf(Address, Size))
    return Bytes.substr(*Offset, Size);
  return damaged(What + " is not loaded from the file");
}

StringRef ElfImage::dynamicString(uint64_t Offset) const {
  uint64_t Address = dynamicValue(ELF::DT_STRTAB).value_or(0),
           Size = dynamicValue(ELF::DT_STRSZ).value_or(0);
  std::optional<uint64_t> At = offsetOf(Address, Size);
  return At && Offset ? Bytes.substr(*At, Size).substr(Offset).split('\0').first
                      : "";
}

Expected<uint64_t> ElfImage::numDynamicSymbols() const {
  // The section gives the number: hash tables need not list all symbols.
  if (const Shdr *S = sectionAt(*dynamicValue(ELF::DT_SYMTAB), ELF::SHT_DYNSYM))
    return S->sh_size / sizeof(Sym);
  return createStringError("it has no section of dynamic symbols; convert it "
                           "before its section headers are removed");
}
