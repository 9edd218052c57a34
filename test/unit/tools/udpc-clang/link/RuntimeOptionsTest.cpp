//===- RuntimeOptionsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/link/RuntimeOptions.h"
#include "test/unit/tools/udpc-clang/PlanTest.h"
#include "udpc/abi.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace udpc;

static std::string wrong(StringRef Text) {
  return toString(checkRuntimeOptions(Text));
}

TEST(RuntimeOptions, TakesRightValues) {
  for (StringRef Text :
       {"output=a.%p.prof", "output='a:b':summary=0", "log_size=500K",
        "D1=32768,8,64:L2=auto", "auto=2%", "interval=5m",
        "enable=a*,b:mask=c/dec:write=x=1,y=-2",
        "cache_output=:log=", "perf=page-faults,cycles", ":::"})
    EXPECT_EQ(wrong(Text), "") << Text.str();
}

TEST(RuntimeOptions, NamesTheFirstMistake) {
  EXPECT_TRUE(StringRef(wrong("nothing=1:output="))
                  .starts_with("-fudpc-options: unknown option 'nothing'"));
  EXPECT_EQ(wrong("summary=2"),
            "-fudpc-options: summary needs 0 or 1, not '2'");
  for (StringRef Text :
       {"output=", "output='a", "max_threads=-1", "log_size=1K", "D1=1,2,3",
        "I1=x", "LL=1", "L2=off", "auto=200", "interval=1us", "enable=[",
        "mask=a,", "write=x", "perf=nothing"})
    EXPECT_TRUE(StringRef(wrong(Text)).starts_with("-fudpc-options: "))
        << Text.str();
}

namespace {
class OptionsObjectTest : public PlanTest {
protected:
  /// A runtime for \p Machine.
  std::string runtime(uint16_t Machine, uint32_t Flags) {
    ELF::Elf64_Ehdr Header = {};
    memcpy(Header.e_ident, ELF::ElfMagic, 4);
    Header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
    Header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
    Header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
    Header.e_version = ELF::EV_CURRENT;
    Header.e_machine = Machine;
    Header.e_flags = Flags;
    return write("runtime",
                 "!<arch>\n" + std::string(reinterpret_cast<char *>(&Header),
                                           sizeof(Header)),
                 "a");
  }
};
} // namespace

TEST_F(OptionsObjectTest, HasOneNote) {
  for (StringRef Text : {"a=1", "a=12", "a=123", "a=1234"}) {
    Expected<std::string> Bytes =
        makeOptionsObject(Text, runtime(ELF::EM_RISCV, 5));
    ASSERT_TRUE(bool(Bytes));
    auto File =
        object::ELF64LEObjectFile::create(MemoryBufferRef(*Bytes, "options.o"));
    ASSERT_TRUE(bool(File));
    EXPECT_EQ(File->getELFFile().getHeader().e_machine, ELF::EM_RISCV);
    EXPECT_EQ(File->getELFFile().getHeader().e_flags, 5u);
    EXPECT_TRUE(File->isRelocatableObject());
    unsigned NumNotes = 0;
    for (const auto &S : cantFail(File->getELFFile().sections())) {
      if (S.sh_type != ELF::SHT_NOTE)
        continue;
      EXPECT_EQ(cantFail(File->getELFFile().getSectionName(S)),
                UDPC_OPTIONS_SECTION);
      Error E = Error::success();
      for (const auto &Note : File->getELFFile().notes(S, E)) {
        ++NumNotes;
        EXPECT_EQ(Note.getName(), udpc::abi::NoteName);
        EXPECT_EQ(Note.getType(), udpc::abi::OptionsNote);
        EXPECT_EQ(Note.getDescAsStringRef(4).str(), Text.str() + '\0');
      }
      EXPECT_FALSE(bool(E));
    }
    EXPECT_EQ(NumNotes, 1u);
  }
}

TEST_F(OptionsObjectTest, NeedsARuntime) {
  EXPECT_NE(toString(makeOptionsObject("", "/nothing").takeError()), "");
  EXPECT_NE(
      toString(makeOptionsObject("", write("x", "text", "a")).takeError()), "");
}

TEST_F(OptionsObjectTest, IsLinkedWithTheRuntime) {
  auto Links = [&](const Twine &Line) {
    return has(plan(Line), CommandPlan::OptionsObjectName);
  };
  // Nothing is read with -###.
  EXPECT_TRUE(Links("-### -ludpc_rt -fudpc-options=tables=0 a.o"));
  EXPECT_TRUE(Links("-### -shared -ludpc_rt -fudpc-options=tables=0 a.o"));
  EXPECT_FALSE(Links("-### -ludpc_rt a.o"));
  EXPECT_FALSE(Links("-### -fudpc-options=tables=0 a.o"));
  EXPECT_FALSE(Links("-### -c -fudpc-options=tables=0 a.c"));
  EXPECT_FALSE(Links(
      "-### -fno-udpc-runtime -fudpc-options=tables=0 -fudpc-spec=" + Entries +
      " a.c"));
  EXPECT_FALSE(Links("-### -fudpc-options=tables=0 -fno-udpc -ludpc_rt a.o"));
}
