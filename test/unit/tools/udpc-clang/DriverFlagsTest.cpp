//===- DriverFlagsTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc-clang/DriverFlags.h"
#include "spec/EventSpec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static std::string help() {
  std::string Text;
  raw_string_ostream OS(Text);
  printDriverHelp(OS);
  return Text;
}

TEST(DriverFlags, DocumentsEachFlagAndVariable) {
  auto Buffer = MemoryBuffer::getFile(UDPC_DRIVER_DOC);
  ASSERT_TRUE(bool(Buffer));
  StringRef Doc = (*Buffer)->getBuffer();
  for (const DriverFlag &F : driverFlags()) {
    std::string Row = ("| `" + F.Spelling + F.Value + "` | ").str();
    EXPECT_TRUE(Doc.contains(Row)) << Row;
  }
#define UDPC_VARIABLE(Name, Help) EXPECT_TRUE(Doc.contains("| `" Name "` | "));
#include "tools/udpc-clang/Options.inc"
}

TEST(DriverFlags, HelpFitsEightyColumns) {
  std::string Text = help();
  for (StringRef Line : split(Text, '\n'))
    EXPECT_LE(Line.size(), 80u) << Line.str();
  for (const DriverFlag &F : driverFlags())
    EXPECT_NE(Text.find(("  " + F.Spelling + F.Value).str()),
              std::string::npos);
}

TEST(DriverFlags, TakesTheWordsThatTheSpecTakes) {
  const DriverFlag &Lowering = flagOf(&Request::Lowering);
  for (StringRef Word : {"auto", "inline", "call", "instruction"}) {
    EXPECT_TRUE(Lowering.takes(Word));
    EXPECT_TRUE(loweringOf(Word).has_value());
  }
  const DriverFlag &Fidelity = flagOf(&Request::Fidelity);
  for (StringRef Word : {"exact", "transparent"}) {
    EXPECT_TRUE(Fidelity.takes(Word));
    EXPECT_TRUE(fidelityOf(Word).has_value());
  }
  for (StringRef Word : {"", "or", "cal", "call or"})
    EXPECT_FALSE(Lowering.takes(Word)) << Word.str();
}

TEST(DriverFlags, MessagesNameThePartsOfAProfile) {
  const DriverFlag &Profile = flagOf(&Request::Profile);
  auto [First, More] = Profile.Words.split(" and, after commas, ");
  SmallVector<StringRef> Modes, Parts;
  SplitString(First, Modes, " ,");
  SplitString(More, Parts, " ,");
  ASSERT_FALSE(Parts.empty());
  for (StringRef Mode : Modes)
    EXPECT_EQ(Profile.takes(Mode), Mode != "or") << Mode.str();
  for (StringRef Part : Parts) {
    EXPECT_EQ(Profile.takes(("cache," + Part).str()), Part != "or");
    EXPECT_FALSE(Profile.takes(Part)) << Part.str();
    // There may be several regions.
    EXPECT_EQ(Profile.takes(("cache," + Part + "," + Part).str()),
              Part.starts_with("region="));
  }
  for (StringRef Word : {"", "counts,", ",counts", "counts,cache", "counts,x"})
    EXPECT_FALSE(Profile.takes(Word)) << Word.str();
}

TEST(DriverFlags, FindsFlagsWithAndWithoutValues) {
  EXPECT_EQ(findDriverFlag("-fudpc-spec=a")->Field, &Request::Spec);
  EXPECT_EQ(findDriverFlag("-fno-udpc")->Switch, DriverSwitch::NoUdpc);
  EXPECT_EQ(findDriverFlag("-fno-udpc-x"), nullptr);
  EXPECT_EQ(findDriverFlag("-fudpc-spec"), nullptr);
  EXPECT_EQ(nearestDriverFlag("-fudpc-spek=x"), "-fudpc-spec=");
  EXPECT_EQ(nearestDriverFlag("-fudpc-profil"), "-fudpc-profile=");
}
