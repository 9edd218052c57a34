//===- BinaryOperationsTest.cpp -------------------------------------------===//
//
// Files without debug information, made here; what has some is compiled in
// test/lit/hints/binary-*.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/binary/operations/BinaryOperations.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static void writeFile(StringRef Path, StringRef Bytes) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  ASSERT_FALSE(EC) << EC.message();
  OS << Bytes;
}

static std::string bytesOf(const std::string &Yaml) {
  SmallString<0> Storage;
  raw_svector_ostream OS(Storage);
  yaml::Input In(Yaml);
  bool IsMade = yaml::convertYAML(
      In, OS, [](const Twine &Message) { ADD_FAILURE() << Message.str(); });
  EXPECT_TRUE(IsMade);
  return Storage.str().str();
}

static Expected<std::unique_ptr<BinaryOperations>> openBytes(StringRef Bytes) {
  SmallString<128> Path;
  EXPECT_FALSE(sys::fs::createTemporaryFile("operations", "elf", Path));
  FileRemover Remover(Path);
  writeFile(Path, Bytes);
  return BinaryOperations::open(Path);
}

static std::string errorOf(StringRef Bytes) {
  auto Opened = openBytes(Bytes);
  if (Opened)
    return "";
  // Without the file's name.
  return StringRef(toString(Opened.takeError())).split(": ").second.str();
}

namespace {
struct Symbol {
  StringRef Name;
  unsigned Offset, Size;
  StringRef Type = "STT_FUNC";
};
} // namespace

/// A program with the code \p Hex at 0x401000.
static std::string program(StringRef Hex, ArrayRef<Symbol> Symbols,
                           StringRef Machine = "EM_X86_64") {
  std::string Yaml = R"(--- !ELF
FileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: )";
  Yaml += Machine;
  Yaml += R"( }
ProgramHeaders:
  - { Type: PT_LOAD, Flags: [ PF_R ], VAddr: 0x40e000 }
  - { Type: PT_LOAD, Flags: [ PF_X, PF_R ], VAddr: 0x401000, FirstSec: .text, LastSec: .text }
Sections:
  - { Name: .text, Type: SHT_PROGBITS, Flags: [ SHF_ALLOC, SHF_EXECINSTR ], Address: 0x401000, AddressAlign: 0x1000, Content: ")";
  Yaml += Hex;
  Yaml += "\" }\n";
  if (!Symbols.empty())
    Yaml += "Symbols:\n";
  for (const Symbol &S : Symbols)
    Yaml += ("  - { Name: " + S.Name + ", Type: " + S.Type +
             ", Section: .text, Value: 0x" + utohexstr(0x401000 + S.Offset) +
             ", Size: " + Twine(S.Size) + " }\n")
                .str();
  return bytesOf(Yaml);
}

static std::unique_ptr<BinaryOperations>
open(StringRef Hex, ArrayRef<Symbol> Symbols, StringRef Machine = "EM_X86_64") {
  auto Opened = openBytes(program(Hex, Symbols, Machine));
  if (Opened)
    return std::move(*Opened);
  ADD_FAILURE() << toString(Opened.takeError());
  return nullptr;
}

/// "0:f:movq (%rdi), %rax", offset, symbol and assembly.
static std::vector<std::string> listOf(BinaryOperations &Operations) {
  std::vector<std::string> Result;
  double Share = 0;
  Error E = Operations.forEach(
      [&](const BinaryOperation &Op) {
        Result.push_back(utohexstr(Op.Address - 0x401000, true) + ":" +
                         Op.Symbol + ":" + Op.Assembly);
        EXPECT_FALSE(Op.Key);
        EXPECT_EQ(Op.File, "");
        EXPECT_EQ(Op.Line, 0u);
      },
      [&](double Done) {
        EXPECT_GE(Done, Share);
        Share = Done;
      });
  EXPECT_FALSE(bool(E));
  EXPECT_EQ(Share, 1);
  return Result;
}

using Strings = std::vector<std::string>;

static constexpr StringLiteral Load = "488b07", // mov (%rdi), %rax
    Prefetch = "0f1807",                        // prefetchnta (%rdi)
    LongNop = "0f1f440000",                     // nopl
    Lea = "488d4708",                           // lea 8(%rdi), %rax
    Add = "480107",                             // add %rax, (%rdi)
    Push = "50", Return = "c3", Gather = "c4e26d92048f";

static std::string join(std::initializer_list<StringRef> Codes) {
  return llvm::join(Codes, "");
}

TEST(BinaryOperations, AreInstructionsThatNameMemory) {
  auto Operations = open(
      join({Load, Prefetch, LongNop, Lea, Add, Push, Return}), {{"f", 0, 20}});
  EXPECT_EQ(listOf(*Operations),
            Strings({"0:f:movq (%rdi), %rax", "b:f:leaq 0x8(%rdi), %rax",
                     "f:f:addq %rax, (%rdi)"}));

  AddressLookup L = Operations->lookUp(0x401000);
  ASSERT_EQ(L.What, AddressLookup::Found);
  EXPECT_EQ(L.Operation.Size, 3u);
  EXPECT_TRUE(L.Operation.MayLoad && !L.Operation.MayStore);
  L = Operations->lookUp(0x40100b);
  EXPECT_TRUE(!L.Operation.MayLoad && !L.Operation.MayStore);
  L = Operations->lookUp(0x40100f);
  EXPECT_TRUE(L.Operation.MayLoad && L.Operation.MayStore);
  EXPECT_EQ(L.Operation.Assembly, "addq %rax, (%rdi)");
  EXPECT_EQ(L.Operation.NotPrefetchable, "");
}

TEST(BinaryOperations, SayWhatElseIsAtAnAddress) {
  auto Operations =
      open(join({Load, Prefetch, LongNop, Push, Return}), {{"f", 0, 13}});
  auto What = [&](uint64_t Address) { return Operations->lookUp(Address); };
  EXPECT_EQ(What(0x40100c).What, AddressLookup::NoMemoryOperand);
  EXPECT_EQ(What(0x40100c).Assembly, "retq");
  EXPECT_EQ(What(0x401006).What, AddressLookup::NoMemoryOperand);
  EXPECT_EQ(What(0x401003).What, AddressLookup::Prefetch);
  EXPECT_EQ(What(0x401003).Assembly, "prefetchnta (%rdi)");
  for (uint64_t Inside : {0x401001, 0x401002, 0x401005, 0x401007})
    EXPECT_EQ(What(Inside).What, AddressLookup::InsideInstruction);
  for (uint64_t Outside : {0x400fff, 0x40100d, 0x0, 0x40e000})
    EXPECT_EQ(What(Outside).What, AddressLookup::OutsideCode);
  EXPECT_EQ(What(UINT64_MAX).What, AddressLookup::OutsideCode);
  EXPECT_EQ(What(0x401000).What, AddressLookup::Found); // After others.
}

TEST(BinaryOperations, VectorsOfAddressesCannotBePrefetched) {
  auto Operations = open(join({Gather, Return}), {{"f", 0, 7}});
  AddressLookup L = Operations->lookUp(0x401000);
  ASSERT_EQ(L.What, AddressLookup::Found);
  EXPECT_EQ(L.Operation.NotPrefetchable, "the index is a vector");
}

TEST(BinaryOperations, PaddingBetweenFunctionsIsNoCode) {
  // The byte before g starts an instruction that would include its first byte.
  std::string Hex = join({Load, Return, Load, "48", Load, Return});
  auto Operations = open(Hex, {{"f", 0, 4}, {"g", 8, 4}});
  EXPECT_EQ(listOf(*Operations),
            Strings({"0:f:movq (%rdi), %rax", "8:g:movq (%rdi), %rax"}));
  EXPECT_EQ(Operations->lookUp(0x401004).What, AddressLookup::OutsideCode);
}

TEST(BinaryOperations, FunctionsNestAndHaveSeveralNames) {
  std::string Hex = join({Load, Load, Load, Load});
  auto Operations = open(Hex, {{"inner", 3, 3},
                               {"outer", 0, 12},
                               {"b", 6, 3},
                               {"a", 6, 3},
                               {"unsized", 9, 0},
                               {"object", 9, 3, "STT_OBJECT"}});
  EXPECT_EQ(listOf(*Operations),
            Strings({"0:outer:movq (%rdi), %rax", "3:inner:movq (%rdi), %rax",
                     "6:a:movq (%rdi), %rax", "9:outer:movq (%rdi), %rax"}));
}

TEST(BinaryOperations, SymbolsOutsideTheCodeAreNoHarm) {
  auto Operations = open(join({Load, Return}),
                         {{"f", 0, 4000000}, {"g", 100, 5}, {"h", 3, 1}});
  EXPECT_EQ(listOf(*Operations), Strings({"0:f:movq (%rdi), %rax"}));
}

TEST(BinaryOperations, WithoutSymbolsAllCodeIsRead) {
  auto Operations = open(join({Load, Return, "06", Add}), {});
  EXPECT_EQ(listOf(*Operations),
            Strings({"0::movq (%rdi), %rax", "5::addq %rax, (%rdi)"}));
  // 06 is no instruction of 64-bit code.
  EXPECT_EQ(Operations->lookUp(0x401004).What, AddressLookup::OutsideCode);
  EXPECT_EQ(Operations->lookUp(0x401005).What, AddressLookup::Found);
}

TEST(BinaryOperations, AreFoundForOtherProcessors) {
  // ldr x0, [x0]; prfm pldl1keep, [x0]; fcvtzs w0, d0; dmb ish
  auto AArch64 =
      open("000040f9000080f90000781ebf3b03d5", {{"f", 0, 16}}, "EM_AARCH64");
  EXPECT_EQ(listOf(*AArch64), Strings({"0:f:ldr x0, [x0]"}));
  EXPECT_EQ(AArch64->lookUp(0x401004).What, AddressLookup::Prefetch);
  EXPECT_EQ(AArch64->lookUp(0x401002).What, AddressLookup::InsideInstruction);
  // ld a0, 0(a0); prefetch.r 0(a0); fence; amoadd.d; vluxei8.v
  auto RISCV =
      open("0861136015000f00f00f2f35b60007044506", {{"f", 0, 18}}, "EM_RISCV");
  EXPECT_EQ(listOf(*RISCV),
            Strings({"0:f:ld a0, 0x0(a0)", "a:f:amoadd.d a0, a1, (a2)",
                     "e:f:vluxei8.v v8, (a0), v4"}));
  EXPECT_EQ(RISCV->lookUp(0x401002).What, AddressLookup::Prefetch);
  EXPECT_EQ(RISCV->lookUp(0x40100a).Operation.NotPrefetchable, "");
  EXPECT_EQ(RISCV->lookUp(0x40100e).Operation.NotPrefetchable,
            "the index is a vector");
}

TEST(BinaryOperations, LoadAddressIsTheLowestPage) {
  EXPECT_EQ(open(Load, {})->loadAddress(), 0x401000u);
}

TEST(BinaryOperations, NoDebugInformationMeansNoKeys) {
  EXPECT_EQ(open(Load, {})->whyNoKeys(),
            "built without debug information, or stripped: compile with "
            "-fudpc-discriminate-memops");
}

TEST(BinaryOperations, OtherFilesAreErrors) {
  EXPECT_NE(errorOf(""), "");
  EXPECT_NE(errorOf("#!/bin/sh\n"), "");
  EXPECT_EQ(errorOf(program(Load, {}, "EM_PPC64")),
            "a file for powerpc64le, of which no memory operations are known; "
            "there are those of x86-64, riscv64 and AArch64");
  EXPECT_EQ(errorOf(bytesOf("--- !ELF\nFileHeader: { Class: ELFCLASS64, Data: "
                            "ELFDATA2LSB, Type: ET_REL, Machine: EM_X86_64 "
                            "}\n")),
            "not linked; name the program or library that it becomes a part "
            "of");
  // A Mach-O header.
  EXPECT_EQ(errorOf(StringRef("\xcf\xfa\xed\xfe\x07\0\0\x01\x03\0\0\0\x02\0\0\0"
                              "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                              32)),
            "no ELF file");
}

TEST(BinaryOperations, DamagedFilesAreErrors) {
  std::string Whole = program(join({Load, Return}), {{"f", 0, 4}});
  for (size_t Size = 0; Size < Whole.size(); Size += 13)
    EXPECT_NE(errorOf(StringRef(Whole).take_front(Size)), "") << Size;
}

TEST(BinaryOperations, CompressedSectionsMustBePlausible) {
  // A header with a size of 2^56 bytes.
  std::string Bytes = bytesOf(R"(--- !ELF
FileHeader: { Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: EM_X86_64 }
ProgramHeaders:
  - { Type: PT_LOAD, VAddr: 0x401000 }
Sections:
  - { Name: .debug_info, Type: SHT_PROGBITS, Flags: [ SHF_COMPRESSED ], Content: "010000000000000000000000000000010100000000000000789c" }
)");
  EXPECT_EQ(errorOf(Bytes), "damaged: a compressed section has a wrong header");
}
