//===- BinarySitesTest.cpp - Damaged programs and libraries ---------------===//
//
// test/lit/udpc/sites.test checks the list of a valid file.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/binary/BinarySites.h"
#include "ElfBytes.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static Expected<BinarySites> decode(StringRef Bytes) {
  return BinarySites::decode(MemoryBufferRef(Bytes, "app"));
}

static std::string errorOf(const TestElf &E) {
  Expected<BinarySites> Sites = decode(E.bytes());
  return Sites ? "" : toString(Sites.takeError());
}

/// Whether the list is what a whole file gives.
static bool isWhole(const BinarySites &Sites) {
  return Sites.Sites.size() == 1 && Sites.Warnings.empty() &&
         Sites.Sites[0].Event == "calls" && Sites.Sites[0].Symbol == "work()";
}

TEST(BinarySites, ReadsWholeFiles) {
  Expected<BinarySites> Sites = decode(testElf().bytes());
  ASSERT_TRUE(static_cast<bool>(Sites)) << toString(Sites.takeError());
  EXPECT_TRUE(isWhole(*Sites));
  EXPECT_EQ(Sites->Sites[0].Address, testElf().address(TestElf::Text) + 8);
  EXPECT_EQ(Sites->Sites[0].File, "/src/a.c");
}

/// LLVM's iterator over relocations ends the process for such headers.
TEST(BinarySites, SurvivesWrongDynamicSections) {
  for (uint64_t ELF::Elf64_Shdr::*Field :
       {&ELF::Elf64_Shdr::sh_offset, &ELF::Elf64_Shdr::sh_size,
        &ELF::Elf64_Shdr::sh_entsize})
    for (uint64_t Value : {uint64_t(0), uint64_t(1), uint64_t(1) << 40,
                           UINT64_MAX, UINT64_MAX - 7}) {
      TestElf E = testElf();
      E.add(".dynamic", ELF::SHT_DYNAMIC, ELF::SHF_ALLOC,
            bytesOf(ELF::Elf64_Dyn{ELF::DT_RELA, {0xdeadbeef}}) +
                bytesOf(ELF::Elf64_Dyn{ELF::DT_NULL, {0}}));
      E.Sections.back().Header.sh_entsize = sizeof(ELF::Elf64_Dyn);
      E.Sections.back().Header.*Field = Value;
      Expected<BinarySites> Sites = decode(E.bytes());
      if (Sites)
        EXPECT_TRUE(isWhole(*Sites));
      else
        EXPECT_TRUE(StringRef(toString(Sites.takeError()))
                        .starts_with("app: damaged: "));
    }
}

TEST(BinarySites, RefusesWrongSymbolTables) {
  for (uint64_t Size : {uint64_t(1) << 30, uint64_t(1) << 62, UINT64_MAX}) {
    TestElf E = testElf();
    E.Sections[TestElf::Symbols].Header.sh_size = Size;
    EXPECT_TRUE(StringRef(errorOf(E)).starts_with("app: damaged: "));
  }
  for (uint32_t Link : {0u, 1u, 77u, 0xffffffffu}) {
    TestElf E = testElf();
    E.Sections[TestElf::Symbols].Header.sh_link = Link;
    EXPECT_TRUE(StringRef(errorOf(E)).starts_with("app: damaged: "));
  }
}

TEST(BinarySites, RefusesWhatIsNoLinkedFileOfItsProcessors) {
  TestElf E = testElf();
  E.Header.e_type = ELF::ET_REL;
  EXPECT_EQ(errorOf(E), "app: not linked; name the program or library that it "
                        "becomes a part of");
  E = testElf();
  E.Header.e_machine = ELF::EM_AARCH64;
  EXPECT_EQ(errorOf(E), "app: a file for AArch64, which has no udpc "
                        "instruction; there are those of x86-64 and riscv64");
  E = testElf();
  E.Header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS32;
  EXPECT_NE(errorOf(E).find("no udpc instruction"), std::string::npos);
}

/// Each byte of the file would be searched as often as there are sections.
TEST(BinarySites, RefusesSectionsThatOverlap) {
  TestElf E = testElf();
  for (int I = 0; I != 20; ++I) {
    E.Sections.push_back(E.Sections[TestElf::Text]);
    E.Sections.back().Header.sh_offset = 0;
    E.Sections.back().Header.sh_size = 900;
  }
  EXPECT_EQ(errorOf(E), "app: damaged: its sections overlap");
}

/// Each site would decode a table of its own out of the same bytes.
TEST(BinarySites, RefusesSiteTablesThatOverlap) {
  TestElf E = testElf();
  TestSection &Sites = E.Sections[TestElf::Sites];
  TestSection &Data = E.Sections[TestElf::Data];
  constexpr unsigned Count = 100;
  abi::InstructionRec Rec;
  std::memcpy(&Rec, Sites.Bytes.data(), sizeof(Rec));
  std::string Unit = Data.Bytes.substr(0, sizeof(abi::Unit));
  std::string Table = Data.Bytes.substr(sizeof(abi::Unit));
  Sites.Bytes.clear();
  Data.Bytes.clear();
  for (unsigned I = 0; I != Count; ++I) {
    Sites.Bytes += std::string(sizeof(Rec), '\0');
    Data.Bytes += Unit;
  }
  Data.Bytes += Table;
  E.Sections[TestElf::Relocations].Bytes.clear();
  E.layOut();
  for (unsigned I = 0; I != Count; ++I) {
    uint64_t At = E.address(TestElf::Sites) + I * sizeof(Rec);
    uint64_t UnitAt = E.address(TestElf::Data) + I * sizeof(abi::Unit);
    abi::InstructionRec R = Rec;
    R.Address = E.address(TestElf::Text) + 8 - At;
    R.Unit = UnitAt - (At + offsetof(abi::InstructionRec, Unit));
    Sites.Bytes.replace(I * sizeof(R), sizeof(R), bytesOf(R));
    uint64_t TableAt = E.address(TestElf::Data) + Count * sizeof(abi::Unit);
    Data.Bytes.replace(I * sizeof(abi::Unit) + offsetof(abi::Unit, Table), 8,
                       bytesOf(TableAt));
  }
  EXPECT_EQ(errorOf(E), "app: its site tables overlap");
}

/// 32,000 names that end in the same megabyte: 32 GB, were each one measured.
TEST(BinarySites, TakesLittleTimeForManyLongNames) {
  TestElf E = testElf();
  constexpr unsigned Count = 32000, Length = 1 << 20;
  std::string Work = E.Sections[TestElf::Symbols].Bytes.substr(24);
  std::string &Names = E.Sections[TestElf::Strings].Bytes;
  uint32_t First = Names.size();
  Names += std::string(Length, 'a') + '\0';
  for (unsigned I = 0; I != Count; ++I) {
    ELF::Elf64_Sym S;
    std::memcpy(&S, Work.data(), sizeof(S));
    S.st_name = First + I;
    E.Sections[TestElf::Symbols].Bytes += bytesOf(S);
  }
  uint64_t TextAt = E.address(TestElf::Text);
  E.layOut();
  ASSERT_EQ(E.address(TestElf::Text), TextAt);
  auto Start = std::chrono::steady_clock::now();
  Expected<BinarySites> Sites = decode(E.bytes());
  ASSERT_TRUE(static_cast<bool>(Sites)) << toString(Sites.takeError());
  EXPECT_EQ(Sites->Sites.size(), 1u);
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(5));
}

/// Every beginning, and every byte replaced: an answer or an error.
TEST(BinarySites, SurvivesDamage) {
  std::string Whole = testElf().bytes();
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    consumeError(decode(StringRef(Whole).take_front(Size)).takeError());
  for (size_t At = 0; At != Whole.size(); ++At)
    for (char Byte : {'\0', '\1', '\x7f', '\x80', '\xff'}) {
      std::string Bytes = Whole;
      Bytes[At] = Byte;
      if (Expected<BinarySites> Sites = decode(Bytes); !Sites)
        EXPECT_TRUE(
            StringRef(toString(Sites.takeError())).starts_with("app: "));
    }
}

} // namespace udpc
