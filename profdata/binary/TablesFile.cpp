//===- TablesFile.cpp - Files with the tables of a program ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/TablesFile.h"
#include "profdata/binary/LinkedFile.h"
#include "udpc/costs.h"
#include "udpc/references.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

std::optional<uint64_t> udpc::headerAddress(const ELF64LEObjectFile &File) {
  auto Segments = File.getELFFile().program_headers();
  if (!Segments) {
    consumeError(Segments.takeError());
    return std::nullopt;
  }
  for (const auto &S : *Segments)
    if (S.p_type == ELF::PT_LOAD && !S.p_offset)
      return uint64_t(S.p_vaddr);
  return std::nullopt;
}

namespace {

/// Writes an ELF file with a note and sections that keep their addresses.
class SectionWriter {
public:
  explicit SectionWriter(uint16_t Machine) : Machine(Machine) {
    Sections.emplace_back();
    Out.resize(sizeof(ELF::Elf64_Ehdr) + 2 * sizeof(ELF::Elf64_Phdr));
  }
  void add(StringRef Name, uint32_t Type, uint64_t Address, StringRef Bytes);
  std::string finish();

private:
  uint16_t Machine;
  std::vector<ELF::Elf64_Shdr> Sections;
  std::string Names = std::string(1, '\0');
  std::string Out;
};

} // namespace

void SectionWriter::add(StringRef Name, uint32_t Type, uint64_t Address,
                        StringRef Bytes) {
  ELF::Elf64_Shdr S = {};
  S.sh_name = Names.size();
  S.sh_type = Type;
  S.sh_flags = Address ? ELF::SHF_ALLOC : 0;
  S.sh_addr = Address;
  S.sh_offset = Out.size();
  S.sh_size = Bytes.size();
  S.sh_addralign = 8;
  Names += Name;
  Names += '\0';
  Out += Bytes;
  Out.resize(alignTo(Out.size(), 8));
  Sections.push_back(S);
}

std::string SectionWriter::finish() {
  StringRef Own = ".shstrtab";
  std::string All = Names + Own.str() + '\0';
  add(Own, ELF::SHT_STRTAB, 0, All);
  ELF::Elf64_Ehdr H = {};
  std::memcpy(H.e_ident, ELF::ElfMagic, 4);
  H.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  H.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  H.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  H.e_type = ELF::ET_DYN;
  H.e_machine = Machine;
  H.e_version = ELF::EV_CURRENT;
  H.e_phoff = sizeof(H);
  H.e_shoff = Out.size();
  H.e_ehsize = sizeof(H);
  H.e_phentsize = sizeof(ELF::Elf64_Phdr);
  H.e_phnum = 2;
  H.e_shentsize = sizeof(ELF::Elf64_Shdr);
  H.e_shnum = Sections.size();
  H.e_shstrndx = Sections.size() - 1;
  ELF::Elf64_Phdr Segments[2] = {};
  // This segment gives the address of the ELF header, 0. Nothing is loaded.
  Segments[0].p_type = ELF::PT_LOAD;
  // The first section is the note. Readers find it by its segment.
  Segments[1].p_type = ELF::PT_NOTE;
  Segments[1].p_offset = Sections[1].sh_offset;
  Segments[1].p_filesz = Sections[1].sh_size;
  Segments[1].p_align = 4;
  std::memcpy(Out.data(), &H, sizeof(H));
  std::memcpy(Out.data() + sizeof(H), Segments, sizeof(Segments));
  Out.append(reinterpret_cast<const char *>(Sections.data()),
             Sections.size() * sizeof(Sections[0]));
  return std::move(Out);
}

/// Returns the note with the build ID \p Id.
static std::string buildIdNote(BuildIDRef Id) {
  const ELF::Elf64_Nhdr Header = {4, static_cast<ELF::Elf64_Word>(Id.size()),
                                  ELF::NT_GNU_BUILD_ID};
  std::string Note(reinterpret_cast<const char *>(&Header), sizeof(Header));
  Note += StringRef("GNU\0", 4);
  Note += toStringRef(Id);
  Note.resize(alignTo(Note.size(), 4));
  return Note;
}

Expected<TablesFile> TablesFile::extract(StringRef Path) {
  auto Refuse = [&](const Twine &Why) {
    return createStringError(Path + ": " + Why);
  };
  if (!sys::fs::exists(Path))
    return Refuse("No such file or directory");
  if (!sys::fs::is_regular_file(Path))
    return Refuse("no regular file");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Refuse(Buffer.getError().message());
  Expected<std::unique_ptr<ObjectFile>> Object =
      ObjectFile::createObjectFile(**Buffer);
  if (!Object) {
    consumeError(Object.takeError());
    return Refuse("no ELF file");
  }
  auto *File = dyn_cast<ELF64LEObjectFile>(Object->get());
  std::optional<uint64_t> Header = File ? headerAddress(*File) : std::nullopt;
  if (!Header)
    return Refuse("no linked ELF file for 64 bits");
  if (Error E = checkSections(*File))
    return Refuse(toString(std::move(E)));
  BuildIDRef Id = getBuildID(File);
  if (Id.empty() || Id.size() > abi::MaxBuildIdSize)
    return Refuse("no build ID; link with -Wl,--build-id");

  SectionWriter Writer(File->getELFFile().getHeader().e_machine);
  std::string Note = buildIdNote(Id);
  // The address does not matter, but sections with address 0 are not loaded.
  Writer.add(".note.gnu.build-id", ELF::SHT_NOTE, 8, Note);
  bool HasTables = false;
  for (ELFSectionRef S : File->sections()) {
    StringRef Name = cantFail(S.getName());
    if (Name != UDPC_TABLES_SECTION && Name != UDPC_COSTS_SECTION)
      continue;
    if (S.getType() == ELF::SHT_NOBITS || S.getAddress() < *Header ||
        !S.getSize())
      continue;
    Writer.add(Name, ELF::SHT_PROGBITS, S.getAddress() - *Header,
               cantFail(S.getContents()));
    HasTables = true;
  }
  if (!HasTables)
    return Refuse("no tables: nothing in it was compiled with udpc, or it is a "
                  "debug file, which has none");
  return TablesFile{toHex(Id, /*LowerCase=*/true), Writer.finish()};
}

std::string TablesFile::place() const {
  return ".build-id/" + BuildId.substr(0, 2) + "/" + BuildId.substr(2);
}
