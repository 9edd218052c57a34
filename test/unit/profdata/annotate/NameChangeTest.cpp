// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/NameChange.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static std::string changed(StringRef Change, StringRef Name) {
  Expected<NameChange> Parsed = NameChange::parse(Change);
  if (!Parsed)
    return "error: " + toString(Parsed.takeError());
  return Parsed->apply(Name);
}

TEST(NameChange, ReplacesTheFirstMatchOrAll) {
  EXPECT_EQ(changed("s/a/b/", "banana"), "bbnana");
  EXPECT_EQ(changed("s/a/b/g", "banana"), "bbnbnb");
  EXPECT_EQ(changed("s/A/b/gi", "banana"), "bbnbnb");
  EXPECT_EQ(changed("s/x/b/g", "banana"), "banana");
  EXPECT_EQ(changed("s/a$//", "banana"), "banan");
}

TEST(NameChange, OnlyTheBeginningIsTheBeginning) {
  EXPECT_EQ(changed("s/^a//g", "aaab"), "aab");
}

TEST(NameChange, EmptyMatchesEnd) {
  EXPECT_EQ(changed("s/x*/-/g", "abc"), "-a-b-c");
  EXPECT_EQ(changed("s/x*/-/g", ""), "-");
}

TEST(NameChange, FillsGroupsIn) {
  EXPECT_EQ(changed("s/(a)(n)/\\2\\1/g", "banana"), "bnanaa");
  EXPECT_EQ(changed("s/an/<\\0>/", "banana"), "b<an>ana");
  // A group that matched nothing.
  EXPECT_EQ(changed("s/(x)|(a)/[\\1\\2]/", "banana"), "b[a]nana");
}

TEST(NameChange, TakesAnyDelimiter) {
  EXPECT_EQ(changed("s|/src/|/lib/|", "/src/a"), "/lib/a");
  EXPECT_EQ(changed("s/\\/src\\//_/", "x/src/a"), "x_a");
  EXPECT_EQ(changed("s,a\\.c,b,", "a.c a-c"), "b a-c");
}

TEST(NameChange, ChangesPrefixes) {
  EXPECT_EQ(changed("/build1/=/src/", "/build1/a/build1/"), "/src/a/build1/");
  EXPECT_EQ(changed("/build1/=", "/build1/a"), "a");
  EXPECT_EQ(changed("/build1/=x", "/build2/a"), "/build2/a");
  EXPECT_EQ(changed("src/=", "src/a"), "a");
}

TEST(NameChange, SaysWhatIsWrong) {
  for (auto [Change, Why] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"", "no change of names"},
           {"abc", "no change of names"},
           {"=a", "no change of names"},
           {"s/a/b", "a '/' is missing"},
           {"s/a", "a '/' is missing"},
           {"s//b/", "nothing to look for"},
           {"s/a/b/q", "unknown flag 'q'"},
           {"s/a/\\1/", "there is no group \\1"},
           {"s/[/b/", "no regular expression"}}) {
    std::string Result = changed(Change, "x");
    EXPECT_TRUE(
        StringRef(Result).starts_with("error: '" + std::string(Change) + "': "))
        << Result;
    EXPECT_NE(Result.find(Why), std::string::npos) << Result;
  }
}

TEST(NameChange, AppliesOneAfterTheOther) {
  std::vector<NameChange> Changes;
  for (StringRef Text : {"s/a/b/", "s/b/c/g"}) {
    Expected<NameChange> Change = NameChange::parse(Text);
    ASSERT_TRUE(bool(Change)) << toString(Change.takeError());
    Changes.push_back(*Change);
  }
  EXPECT_EQ(changedName("ab", Changes), "cc");
}
