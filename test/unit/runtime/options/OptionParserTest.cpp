// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/options/OptionParser.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>
#include <vector>

using namespace udpc::rt;

namespace {

struct Parsed {
  Options O;
  std::vector<std::string> Warnings;
};

} // namespace

static std::unique_ptr<Parsed> parse(const std::string &Text) {
  auto P = std::make_unique<Parsed>();
  setDefaults(P->O);
  parseOptions(
      P->O, Text.c_str(),
      [](void *W, const char *Message) {
        static_cast<std::vector<std::string> *>(W)->push_back(Message);
      },
      &P->Warnings);
  return P;
}

TEST(OptionParser, KnowsDefaults) {
  auto P = parse("");
  EXPECT_STREQ(P->O.output.Text, "udpc.%p.prof");
  EXPECT_EQ(P->O.max_threads, 1024);
  EXPECT_TRUE(P->O.handle_signals);
  EXPECT_FALSE(P->O.help);
  EXPECT_TRUE(P->Warnings.empty());
}

TEST(OptionParser, ReadsValues) {
  auto P = parse("output=/x/%p:max_threads=7:help=yes:handle_signals=0");
  EXPECT_STREQ(P->O.output.Text, "/x/%p");
  EXPECT_EQ(P->O.max_threads, 7);
  EXPECT_TRUE(P->O.help);
  EXPECT_FALSE(P->O.handle_signals);
  EXPECT_TRUE(P->Warnings.empty());
}

TEST(OptionParser, FilesMayBeNone) {
  auto P = parse("cache_output=:cachegrind_output=x");
  EXPECT_STREQ(P->O.cache_output.Text, "");
  EXPECT_STREQ(P->O.cachegrind_output.Text, "x");
  EXPECT_TRUE(P->Warnings.empty());
}

TEST(OptionParser, TakesQuotesAndEmptyParts) {
  EXPECT_STREQ(parse("::output='a:b'::")->O.output.Text, "a:b");
  EXPECT_STREQ(parse("output=\"a'b\"")->O.output.Text, "a'b");
}

TEST(OptionParser, AnOpenQuoteIsReported) {
  auto P = parse("verbosity=1:output='a:max_threads=7");
  EXPECT_STREQ(P->O.output.Text, "udpc.%p.prof");
  EXPECT_EQ(P->O.verbosity, 1);
  EXPECT_EQ(P->O.max_threads, 1024);
  ASSERT_EQ(P->Warnings.size(), 1u);
  EXPECT_EQ(P->Warnings[0],
            "UDPC_OPTIONS: the value of 'output' has no closing quote; what "
            "follows it is left out, too");
}

TEST(OptionParser, MistakesAreReportedAndLeftOut) {
  auto P = parse("outptu=x:verbosity=1");
  EXPECT_EQ(P->O.verbosity, 1);
  ASSERT_EQ(P->Warnings.size(), 1u);
  std::string Expected = "UDPC_OPTIONS: unknown option 'outptu'; there are ";
  const char *Separator = "";
#define UDPC_NAMED_OPTION(Type, Field, Name, Default, Help)                    \
  Expected += Separator;                                                       \
  Expected += Name;                                                            \
  Separator = ", ";
#include "runtime/options/options.inc"
  EXPECT_EQ(P->Warnings[0], Expected.substr(0, 511));
  for (const char *Text :
       {"max_threads=-1", "max_threads=", "max_threads", "max_threads=12x",
        "max_threads=99999999999999999999", "help=maybe", "output=", "=",
        "x"}) {
    P = parse(Text);
    EXPECT_EQ(P->Warnings.size(), 1u) << Text;
    EXPECT_EQ(P->O.max_threads, 1024) << Text;
    EXPECT_STREQ(P->O.output.Text, "udpc.%p.prof") << Text;
  }
}

TEST(OptionParser, RefusesLongTexts) {
  auto P = parse("output=" + std::string(5000, 'x') + ":verbosity=1");
  EXPECT_STREQ(P->O.output.Text, "udpc.%p.prof");
  EXPECT_EQ(P->O.verbosity, 1);
  EXPECT_EQ(P->Warnings.size(), 1u);
  EXPECT_EQ(parse(std::string(5000, 'x') + "=1")->Warnings.size(), 1u);
}

TEST(OptionParser, MessagesNameTheSource) {
  Options O;
  std::string Message;
  parseOptions(
      O, "help=2",
      [](void *Text, const char *M) { *static_cast<std::string *>(Text) = M; },
      &Message, "-fudpc-options");
  EXPECT_EQ(Message, "-fudpc-options: help needs 0 or 1, not '2'");
}
