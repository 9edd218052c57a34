// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/Glob.h"
#include "llvm/Support/GlobPattern.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;
using llvm::GlobPattern;

namespace {

struct GlobCase {
  const char *Glob;
  const char *Matching;
  const char *Other; ///< Null: all names match.
};

} // namespace

// The spec and the tools use LLVM's globs, the runtime its own.
TEST(Glob, MatchesWhatLLVMsMatch) {
  static constexpr GlobCase Cases[] = {
      {"work", "work", "works"},
      {"works", "works", "work"},
      {"w?rk", "work", "wrk"},
      {"work?", "works", "work"},
      {"\\*\\?\\[", "*?[", "xy["},
      {"\\*", "*", "x"},
      {"\\a", "a", "\\a"},
      {"*", "", nullptr},
      {"**", "x", nullptr},
      {"a*", "a", "ba"},
      {"*ab*ab", "xabyabab", "xab"},
      {"a*b", "acb", "abc"},
      {"[a-cx]1", "b1", "d1"},
      {"[a-cx]1", "x1", "-1"},
      {"[!a-c]", "d", "b"},
      {"[^a-c]", "d", "c"},
      {"[]-]", "]", "["},
      {"[]-]", "-", "[]"},
      {"[a-]", "-", "b"},
      {"[\\]]", "\\]", "]"},
      {"[!]]", "!]", "]"},
      {"*[0-9]", "n12", "1n"},
      {"[\xc0-\xff]", "\xe4", "a"},
      {"a[,]b", "a,b", "a[,]b"},
      {"a\\,b", "a,b", "a\\,b"},
  };
  for (const GlobCase &C : Cases) {
    auto Theirs = llvm::cantFail(GlobPattern::create(C.Glob));
    EXPECT_TRUE(isGlobList(C.Glob)) << C.Glob;
    EXPECT_TRUE(matchesGlob(C.Glob, C.Matching)) << C.Glob;
    EXPECT_TRUE(Theirs.match(C.Matching)) << C.Glob;
    if (!C.Other)
      continue;
    EXPECT_FALSE(matchesGlob(C.Glob, C.Other)) << C.Glob;
    EXPECT_FALSE(Theirs.match(C.Other)) << C.Glob;
  }
}

TEST(Glob, RefusesWhatLLVMsRefuse) {
  for (const char *Bad : {"[", "[a", "[]", "a\\", "[a-", "[\\", "[b-a]"}) {
    EXPECT_FALSE(isGlobList(Bad)) << Bad;
    EXPECT_TRUE(llvm::errorToBool(GlobPattern::create(Bad).takeError())) << Bad;
  }
}

TEST(Glob, MatchesLists) {
  for (const char *Good : {"a", "*", "a,b", "[a]", "[]]", "\\,", "a[,]b"})
    EXPECT_TRUE(isGlobList(Good)) << Good;
  for (const char *Bad : {"", ",", "a,", ",a", "a,,b", "a,["})
    EXPECT_FALSE(isGlobList(Bad)) << Bad;
  static constexpr GlobCase Cases[] = {
      {"a,b*", "bc", "ab"},
      {"a,b*", "a", "a,b"},
      {"x,a\\,b", "a,b", "a"},
      {"x,a[,]b", "a,b", "b"},
  };
  for (const GlobCase &C : Cases) {
    EXPECT_TRUE(matchesGlobList(C.Glob, C.Matching)) << C.Glob;
    EXPECT_FALSE(matchesGlobList(C.Glob, C.Other)) << C.Glob;
  }
  EXPECT_STREQ(endOfGlob("a[,]\\,b,c"), ",c");
}

// Backtracking to every star would take exponential time.
TEST(Glob, TakesNoExponentialTime) {
  std::string Glob;
  for (int I = 0; I != 50; ++I)
    Glob += "*a";
  EXPECT_FALSE(
      matchesGlob((Glob + "b").c_str(), std::string(2000, 'a').c_str()));
}
