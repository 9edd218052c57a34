#include "runtime/logic/Glob.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

TEST(Glob, Elements) {
  EXPECT_TRUE(matchesGlob("work", "work"));
  EXPECT_FALSE(matchesGlob("work", "works"));
  EXPECT_FALSE(matchesGlob("works", "work"));
  EXPECT_TRUE(matchesGlob("w?rk", "work"));
  EXPECT_FALSE(matchesGlob("work?", "work"));
  EXPECT_TRUE(matchesGlob("\\*\\?\\[", "*?["));
  EXPECT_FALSE(matchesGlob("\\*", "x"));
}

TEST(Glob, Stars) {
  EXPECT_TRUE(matchesGlob("*", ""));
  EXPECT_TRUE(matchesGlob("**", "x"));
  EXPECT_TRUE(matchesGlob("a*", "a"));
  EXPECT_TRUE(matchesGlob("*ab*ab", "xabyabab"));
  EXPECT_FALSE(matchesGlob("*ab*ab", "xab"));
  EXPECT_FALSE(matchesGlob("a*b", "abc"));
}

TEST(Glob, Sets) {
  EXPECT_TRUE(matchesGlob("[a-cx]1", "b1"));
  EXPECT_TRUE(matchesGlob("[a-cx]1", "x1"));
  EXPECT_FALSE(matchesGlob("[a-cx]1", "d1"));
  EXPECT_FALSE(matchesGlob("[!a-c]", "b"));
  EXPECT_TRUE(matchesGlob("[^a-c]", "d"));
  EXPECT_TRUE(matchesGlob("[]-]", "]"));
  EXPECT_TRUE(matchesGlob("[]-]", "-"));
  EXPECT_TRUE(matchesGlob("[\\]]", "]"));
  EXPECT_TRUE(matchesGlob("*[0-9]", "n12"));
  EXPECT_TRUE(matchesGlob("[\xc0-\xff]", "\xe4"));
}

TEST(Glob, Lists) {
  EXPECT_TRUE(matchesGlobList("a,b*", "bc"));
  EXPECT_TRUE(matchesGlobList("a,b*", "a"));
  EXPECT_FALSE(matchesGlobList("a,b*", "ab"));
  EXPECT_FALSE(matchesGlobList("a,b", "a,b"));
  EXPECT_TRUE(matchesGlobList("x,a\\,b", "a,b"));
  EXPECT_TRUE(matchesGlobList("a[,]b", "a,b"));
  EXPECT_STREQ(endOfGlob("a[,]\\,b,c"), ",c");
}

TEST(Glob, Valid) {
  for (const char *Good : {"a", "*", "a,b", "[a]", "[]]", "\\,", "a[,]b"})
    EXPECT_TRUE(isGlobList(Good)) << Good;
  for (const char *Bad :
       {"", ",", "a,", ",a", "a,,b", "[", "[a", "[]", "a\\", "[a-", "[\\"})
    EXPECT_FALSE(isGlobList(Bad)) << Bad;
}

// A matcher that tried all ways would not come back.
TEST(Glob, TakesNoExponentialTime) {
  std::string Glob;
  for (int I = 0; I != 50; ++I)
    Glob += "*a";
  EXPECT_FALSE(
      matchesGlob((Glob + "b").c_str(), std::string(2000, 'a').c_str()));
}
