//===- EventTextTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventText.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static EventSpec specFor(std::vector<std::string> Options,
                         SpecUse Use = SpecUse::Compiler) {
  std::string Text = cantFail(specOfEvents(Options, Use));
  EXPECT_TRUE(isSpecText(Text));
  return cantFail(EventSpec::load(Text, Use));
}

static std::string mistakes(std::vector<std::string> Options,
                            SpecUse Use = SpecUse::Compiler) {
  Expected<std::string> Text = specOfEvents(Options, Use);
  return Text ? "" : toString(Text.takeError());
}

TEST(EventText, NamesEventsByTheirText) {
  EventSpec Spec = specFor({"entry:f", "line: a.c:12"});
  ASSERT_EQ(Spec.Events.size(), 2u);
  EXPECT_EQ(Spec.Events[0].Name, "entry:f");
  EXPECT_EQ(Spec.Entries[0].Literal, "f");
  EXPECT_EQ(Spec.Events[1].Name, "line: a.c:12");
  EXPECT_EQ(Spec.Entries[1].Literal, "a.c");
  EXPECT_EQ(Spec.Entries[1].Line, 12u);
}

TEST(EventText, TakesNamesAndKeys) {
  EventSpec Spec = specFor({"sums=loop:iterations, in: sum, at:a.c:7",
                            "live=entry:open", "live=return:open,command:dec"});
  ASSERT_EQ(Spec.Events.size(), 2u);
  EXPECT_EQ(Spec.Events[0].Name, "sums");
  EXPECT_EQ(Spec.Entries[0].Pattern, "iterations, in: sum, at: a.c:7");
  EXPECT_EQ(Spec.Entries[1].Event, Spec.Entries[2].Event);
  EXPECT_EQ(Spec.Entries[2].Command, udpc::abi::SiteCommand::Dec);
}

TEST(EventText, SignaturesHaveNoKeys) {
  for (const char *Signature :
       {"f(int, std::string)", "ns::operator==(A const&, ns::B)", "g(T, x::*)",
        "it's"})
    EXPECT_EQ(specFor({"entry:" + std::string(Signature)}).Entries[0].Literal,
              Signature);
}

TEST(EventText, MistakesNameTheOption) {
  EXPECT_EQ(mistakes({"malloc"}),
            "event 'malloc': expected a place, as in 'entry:main', "
            "'line:a.c:12' or 'mine=loop:iterations, in: f' (docs/spec.md)");
  EXPECT_EQ(mistakes({"function:f"}),
            "event 'function:f': unknown key 'function'; did you mean "
            "'entry'?");
  EXPECT_EQ(mistakes({"entry:f, inn:g"}),
            "event 'entry:f, inn:g': unknown key 'inn'; did you mean 'in'?");
  EXPECT_EQ(mistakes({"entry:f, in:g"}), "event 'entry:f, in:g': 'in' belongs "
                                         "to 'loop', 'spin' or 'mark'");
  // One line for each.
  EXPECT_EQ(StringRef(mistakes({"x", "", "entry:", "entry:f"})).count('\n'),
            2u);
  EXPECT_NE(mistakes({"entry:a\nb"}), "");
}

TEST(EventText, MistakesAreThoseOfTheUse) {
  EXPECT_EQ(mistakes({"offset:main+4"}, SpecUse::Binary), "");
  EXPECT_NE(mistakes({"offset:main+4"}, SpecUse::Compiler), "");
  EXPECT_EQ(mistakes({"line:a.c:1"}, SpecUse::Compiler), "");
  EXPECT_NE(mistakes({"line:a.c:1"}, SpecUse::Binary), "");
}

TEST(EventText, FilesAreNoText) {
  EXPECT_FALSE(isSpecText("spec.yaml"));
  EXPECT_FALSE(isSpecText("./{"));
}
