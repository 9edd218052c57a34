// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lowering/code/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace udpc;

static SiteText someSite() {
  SiteText S;
  S.Target = findTarget(llvm::Triple("x86_64-pc-linux-gnu"));
  S.Code.Counter = 200;
  S.Code.Command = 1;
  S.Slot = 70000;
  S.Code.Times = 3;
  return S;
}

TEST(SiteText, IsTheInstructionAndItsRecord) {
  EXPECT_EQ(someSite().inFunction("f"),
            ".Ludpc_site${:uid}:\n"
            "\tnopw -587216879(%rax,%rax,1)\n"
            "\t.reloc .Ludpc_site${:uid}, BFD_RELOC_NONE, "
            ".Ludpc_record${:uid}\n"
            "\t.pushsection __udpc_sites,\"ao?\",@progbits,f\n"
            ".Ludpc_record${:uid}:\n"
            "\t.quad .Ludpc_site${:uid}-.\n"
            "\t.quad ${0:c}-.\n"
            "\t.long 70000\n"
            "\t.byte 200, 1\n"
            "\t.byte 1, 2\n"
            "\t.popsection");
}

TEST(SiteText, IsFinishedToWhatItWouldHaveBeen) {
  for (bool KeepFlags : {false, true}) {
    std::string Text = someSite().inIR();
    ASSERT_TRUE(finishSiteText(Text, "f", KeepFlags));
    SiteText Site = someSite();
    Site.KeepFlags = KeepFlags;
    EXPECT_EQ(Text, Site.inFunction("f"));
    // Once.
    EXPECT_FALSE(finishSiteText(Text, "g", KeepFlags));
  }
}

TEST(SiteText, LeavesOtherAssemblyAlone) {
  for (const char *Other :
       {"", "nop", ".Ludpc_site${:uid}:\n\tnop", "# comment\n\t.popsection"}) {
    std::string Text = Other;
    EXPECT_FALSE(finishSiteText(Text, "f", false));
    EXPECT_EQ(Text, Other);
  }
}

TEST(SiteText, EscapesDollarsInSymbols) {
  EXPECT_NE(someSite().inFunction("a$b").find("@progbits,a$$b\n"),
            std::string::npos);
}

TEST(SiteText, IsReadAsItWasWritten) {
  for (bool KeepFlags : {false, true}) {
    SiteText Site = someSite();
    Site.KeepFlags = KeepFlags;
    std::optional<SiteText> Read = readSiteText(Site.inFunction("f"));
    ASSERT_TRUE(Read);
    EXPECT_EQ(Read->Code.Counter, 200);
    EXPECT_EQ(Read->Code.Command, 1);
    EXPECT_EQ(Read->Slot, 70000u);
    EXPECT_EQ(Read->Code.Times, 3);
    EXPECT_EQ(Read->KeepFlags, KeepFlags);
  }
}

TEST(SiteText, ReadsTwoCountersAsTheyWereWritten) {
  SiteText Site = someSite();
  Site.Code.Counter = 9;
  Site.Code.NextTimes = 32;
  std::string Text = Site.inIR();
  ASSERT_TRUE(finishSiteText(Text, "f", false));
  EXPECT_NE(Text.find("\t.byte 9, 1\n\t.byte 250, 2\n"), std::string::npos);
  std::optional<SiteText> Read = readSiteText(Text);
  ASSERT_TRUE(Read);
  EXPECT_EQ(Read->Code.Times, 3);
  EXPECT_EQ(Read->Code.NextTimes, 32);
  EXPECT_FALSE(Read->KeepFlags);
}

TEST(SiteText, ReadsSetsAsTheyWereWritten) {
  for (uint32_t Set : {1u, 0x112233u, 0x2fffffu, 0x3abcdeu}) {
    SiteText Site = someSite();
    Site.Code = {7, 0, 1, 0, Set};
    std::string Text = Site.inIR();
    ASSERT_TRUE(finishSiteText(Text, "f", false));
    std::optional<SiteText> Read = readSiteText(Text);
    ASSERT_TRUE(Read);
    EXPECT_TRUE(Read->Code == Site.Code);
    EXPECT_FALSE(Read->KeepFlags);
  }
}

TEST(SiteText, IsReadOnlyIfComplete) {
  std::string Text = someSite().inFunction("f");
  EXPECT_FALSE(readSiteText(""));
  EXPECT_FALSE(readSiteText("nop"));
  EXPECT_FALSE(readSiteText(Text + "\n\tnop"));
  EXPECT_FALSE(readSiteText("\tnop\n" + Text));
  for (size_t Size = 0; Size != Text.size(); ++Size)
    EXPECT_FALSE(readSiteText(Text.substr(0, Size))) << Size;
}
