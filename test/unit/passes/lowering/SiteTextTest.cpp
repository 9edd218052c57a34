#include "passes/lowering/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "gtest/gtest.h"

using namespace udpc;

static SiteText someSite() {
  SiteText S;
  S.Target = findTarget("x86-64");
  S.Counter = 200;
  S.Command = udpc::abi::SiteCommand::Dec;
  S.Site = 70000;
  S.Unit = "the_unit";
  return S;
}

TEST(SiteText, IsTheInstructionAndItsRecord) {
  EXPECT_EQ(someSite().inFunction("f", /*KeepFlags=*/true),
            ".Ludpc_site${:uid}:\n"
            "\tnopw -587216895(%rax,%rax,1)\n"
            "\t.pushsection __udpc_sites,\"ao?\",@progbits,f\n"
            "\t.quad .Ludpc_site${:uid}-.\n"
            "\t.quad the_unit-.\n"
            "\t.long 70000\n"
            "\t.byte 200, 1\n"
            "\t.byte 1, 0\n"
            "\t.popsection");
}

TEST(SiteText, IsFinishedToWhatItWouldHaveBeen) {
  for (bool KeepFlags : {false, true}) {
    std::string Text = someSite().inIR();
    ASSERT_TRUE(finishSiteText(Text, "f", KeepFlags));
    EXPECT_EQ(Text, someSite().inFunction("f", KeepFlags));
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
  EXPECT_NE(someSite().inFunction("a$b", false).find("@progbits,a$$b\n"),
            std::string::npos);
}
