//===- ModuleTablesTest.cpp - Tests of finding tables by build ID ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/ModuleTables.h"
#include "profdata/binary/TablesFile.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLTraits.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// Relative to the ELF header, which is at 0x400000.
constexpr uint64_t TableAt = 0x2000;
const std::string Id = "\xab\xcd\xef";

/// A program at a fixed address, with a table.
std::string program(StringRef IdHex, StringRef Table) {
  std::string Yaml = R"(--- !ELF
FileHeader: {Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: EM_X86_64}
ProgramHeaders:
  - {Type: PT_LOAD, VAddr: 0x400000, Offset: 0, FirstSec: .note.gnu.build-id, LastSec: .note.gnu.build-id}
  - {Type: PT_NOTE, VAddr: 0x400200, FirstSec: .note.gnu.build-id, LastSec: .note.gnu.build-id}
Sections:
  - {Name: .note.gnu.build-id, Type: SHT_NOTE, Flags: [SHF_ALLOC], Address: 0x400200, AddressAlign: 4, Offset: 0x200,
     Notes: [{Name: GNU, Desc: )" +
                     IdHex.str() + R"(, Type: NT_GNU_BUILD_ID}]}
  - {Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], Address: 0x401000, Content: c3}
  - {Name: __udpc_tables, Type: SHT_PROGBITS, Flags: [SHF_ALLOC], Address: 0x402000, AddressAlign: 8, Content: ')" +
                     toHex(Table) + "'}\n";
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  yaml::Input In(Yaml);
  EXPECT_TRUE(yaml::convertYAML(
      In, OS, [](const Twine &Why) { ADD_FAILURE() << Why.str(); }));
  return Bytes;
}

/// The reference to \p Table at \p Address.
TableReference referenceTo(StringRef Table, uint64_t Address = TableAt) {
  TableReference R;
  R.Header = Table.take_front(sizeof(abi::TableHeader)).str();
  R.TableSize = Table.size();
  R.Address = Address;
  R.BuildId = Id;
  return R;
}

struct ModuleTablesTest : testing::Test {
  SmallString<128> Folder;
  Bytes Full = fullTable();
  std::string Table = asString(Full).str();

  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("udpc-tables", Folder));
  }
  void TearDown() override { sys::fs::remove_directories(Folder); }

  std::string at(const Twine &Name) { return (Folder + "/" + Name).str(); }
  std::string write(const Twine &Name, StringRef Bytes) {
    std::string Path = at(Name);
    EXPECT_FALSE(sys::fs::create_directories(sys::path::parent_path(Path)));
    std::error_code EC;
    raw_fd_ostream(Path, EC) << Bytes;
    EXPECT_FALSE(EC);
    return Path;
  }
  /// Looks in the folders "own", "debug" and "debuginfod".
  ModuleTables tables() {
    return ModuleTables({at("own")}, at("debug"), at("debuginfod"));
  }
};

TEST_F(ModuleTablesTest, EachPlaceIsSearched) {
  std::string Program = program("abcdef", Table);
  for (const char *Place :
       {"bin/app", "own/.build-id/ab/cdef", "own/.build-id/ab/cdef.debug",
        "own/app", "debug/.build-id/ab/cdef.debug",
        "debuginfod/abcdef/executable", "debuginfod/abcdef/debuginfo"}) {
    EXPECT_EQ(tables().find(referenceTo(Table), at("bin/app")), "");
    std::string Path = write(Place, Program);
    ModuleTables Found = tables();
    EXPECT_EQ(Found.find(referenceTo(Table), at("bin/app")), Table) << Place;
    EXPECT_TRUE(Found.missing().empty());
    sys::fs::remove(Path);
  }
}

TEST_F(ModuleTablesTest, ExtractedTablesAreThere) {
  Expected<TablesFile> Extracted =
      TablesFile::extract(write("app", program("abcdef", Table)));
  ASSERT_TRUE(bool(Extracted)) << toString(Extracted.takeError());
  EXPECT_EQ(Extracted->place(), ".build-id/ab/cdef");
  EXPECT_LT(Extracted->Bytes.size(), Table.size() + 1024);
  write("own/" + Extracted->place(), Extracted->Bytes);
  EXPECT_EQ(tables().find(referenceTo(Table), "/gone"), Table);
}

TEST_F(ModuleTablesTest, OtherBuildsAreNamedAndNotUsed) {
  std::string App = write("app", program("abcdee", Table));
  ModuleTables Tables = tables();
  EXPECT_EQ(Tables.find(referenceTo(Table), App), "");
  ASSERT_EQ(Tables.missing().size(), 1u);
  EXPECT_TRUE(StringRef(Tables.missing()[0])
                  .ends_with("; " + App + " has the build ID abcdee"))
      << Tables.missing()[0];
}

TEST_F(ModuleTablesTest, ReferencesOutsideOfSectionsFindNothing) {
  std::string App = write("app", program("abcdef", Table));
  for (uint64_t Address : {uint64_t(0), TableAt - 1, TableAt + 8,
                           TableAt + Table.size(), UINT64_MAX - 7})
    EXPECT_EQ(tables().find(referenceTo(Table, Address), App), "") << Address;
  TableReference Longer = referenceTo(Table);
  Longer.TableSize = UINT64_MAX;
  EXPECT_EQ(tables().find(Longer, App), "");
}

TEST_F(ModuleTablesTest, CutOffProgramsAreRefused) {
  std::string Program = program("abcdef", Table);
  for (size_t Size = 0; Size < Program.size(); Size += 61) {
    std::string App = write("app", StringRef(Program).take_front(Size));
    EXPECT_EQ(tables().find(referenceTo(Table), App), "") << Size;
    Expected<TablesFile> Extracted = TablesFile::extract(App);
    EXPECT_FALSE(Extracted) << Size;
    consumeError(Extracted.takeError());
  }
}

} // namespace
} // namespace udpc
