//===- ElfBytes.h - Linked files for tests ---------------------*- C++ -*-===//
//
// Builds a small program with udpc instructions byte by byte, so that tests can
// damage each part of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TEST_UNIT_PROFDATA_ELFBYTES_H
#define UDPC_TEST_UNIT_PROFDATA_ELFBYTES_H

#include "test/unit/profdata/ProfileBytes.h"
#include "udpc/encoding.h"
#include "llvm/BinaryFormat/ELF.h"

namespace udpc {

/// A section of a TestElf. Its address is TestElf::Base plus its offset.
struct TestSection {
  std::string Name, Bytes;
  llvm::ELF::Elf64_Shdr Header = {};
};

struct TestElf {
  static constexpr uint64_t Base = 0x400000;
  enum : unsigned { Null, Text, Sites, Data, Relocations, Symbols, Strings };

  std::vector<TestSection> Sections;
  llvm::ELF::Elf64_Ehdr Header = {};

  void add(llvm::StringRef Name, uint32_t Type, uint64_t Flags,
           std::string Bytes) {
    TestSection S;
    S.Name = Name.str();
    S.Bytes = std::move(Bytes);
    S.Header.sh_type = Type;
    S.Header.sh_flags = Flags;
    Sections.push_back(std::move(S));
    layOut();
  }

  uint64_t address(unsigned Section) const {
    return Sections[Section].Header.sh_addr;
  }

  /// Gives offsets, addresses and sizes to the sections.
  void layOut() {
    uint64_t At = sizeof(Header);
    for (TestSection &S : Sections) {
      S.Header.sh_offset = At;
      S.Header.sh_addr = Base + At;
      S.Header.sh_size = S.Bytes.size();
      At += (S.Bytes.size() + 7) / 8 * 8;
    }
  }

  /// The file with the section headers as they are.
  std::string bytes() const {
    std::string Names(1, '\0');
    std::vector<llvm::ELF::Elf64_Shdr> Headers;
    std::string Out(sizeof(Header), '\0');
    for (const TestSection &S : Sections) {
      Headers.push_back(S.Header);
      Headers.back().sh_name = Names.size();
      Names += S.Name + '\0';
      Out += S.Bytes;
      Out.resize((Out.size() + 7) / 8 * 8);
    }
    llvm::ELF::Elf64_Shdr NamesHeader = {};
    NamesHeader.sh_type = llvm::ELF::SHT_STRTAB;
    NamesHeader.sh_offset = Out.size();
    NamesHeader.sh_size = Names.size();
    Headers.push_back(NamesHeader);
    Out += Names;
    Out.resize((Out.size() + 7) / 8 * 8);
    llvm::ELF::Elf64_Ehdr H = Header;
    H.e_shoff = Out.size();
    H.e_shnum = Headers.size();
    H.e_shstrndx = Headers.size() - 1;
    Out.append(reinterpret_cast<const char *>(Headers.data()),
               Headers.size() * sizeof(Headers[0]));
    std::memcpy(Out.data(), &H, sizeof(H));
    return Out;
  }
};

template <typename T> std::string bytesOf(const T &Record) {
  return std::string(reinterpret_cast<const char *>(&Record), sizeof(Record));
}

/// A function `work` of 32 bytes, 9 of them the instruction of site 0 of
/// fullTable: event calls, counter 7.
inline TestElf testElf() {
  using namespace llvm::ELF;
  TestElf E;
  std::memcpy(E.Header.e_ident, ElfMagic, 4);
  E.Header.e_ident[EI_CLASS] = ELFCLASS64;
  E.Header.e_ident[EI_DATA] = ELFDATA2LSB;
  E.Header.e_ident[EI_VERSION] = EV_CURRENT;
  E.Header.e_type = ET_DYN;
  E.Header.e_machine = EM_X86_64;
  E.Header.e_version = EV_CURRENT;
  E.Header.e_ehsize = sizeof(E.Header);
  E.Header.e_shentsize = sizeof(Elf64_Shdr);

  E.add("", SHT_NULL, 0, "");
  std::string Code(32, '\xcc');
  std::memcpy(Code.data() + 8, encoding::x86_64::Opcode, 5);
  Code[13] = 0; // inc
  Code[14] = 7;
  Code[15] = static_cast<char>(encoding::Tag & 0xff);
  Code[16] = static_cast<char>(encoding::Tag >> 8);
  E.add(".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, Code);
  E.add(UDPC_SITES_SECTION, SHT_PROGBITS, SHF_ALLOC,
        std::string(sizeof(abi::InstructionRec), '\0'));

  Bytes Table = fullTable();
  abi::Unit Unit = {};
  Unit.Version = abi::UnitVersion;
  Unit.NumSlots = 3;
  Unit.TableSize = Table.size();
  E.add(".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
        bytesOf(Unit) + asString(Table).str());

  Elf64_Rela R = {};
  R.r_offset = E.address(TestElf::Data) + offsetof(abi::Unit, Table);
  R.setType(R_X86_64_RELATIVE);
  R.r_addend = E.address(TestElf::Data) + sizeof(Unit);
  E.add(".rela.dyn", SHT_RELA, SHF_ALLOC, bytesOf(R));
  E.Sections.back().Header.sh_entsize = sizeof(R);

  Elf64_Sym Work = {};
  Work.st_name = 1;
  Work.setBindingAndType(STB_GLOBAL, STT_FUNC);
  Work.st_shndx = TestElf::Text;
  Work.st_value = E.address(TestElf::Text);
  Work.st_size = Code.size();
  E.add(".symtab", SHT_SYMTAB, 0, bytesOf(Elf64_Sym()) + bytesOf(Work));
  E.Sections.back().Header.sh_entsize = sizeof(Work);
  E.Sections.back().Header.sh_link = TestElf::Strings;
  E.add(".strtab", SHT_STRTAB, 0, std::string("\0_Z4workv\0", 10));

  abi::InstructionRec Rec = {};
  uint64_t At = E.address(TestElf::Sites);
  Rec.Address = E.address(TestElf::Text) + 8 - At;
  Rec.Unit =
      E.address(TestElf::Data) - (At + offsetof(abi::InstructionRec, Unit));
  Rec.Counter = 7;
  E.Sections[TestElf::Sites].Bytes = bytesOf(Rec);
  return E;
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_ELFBYTES_H
