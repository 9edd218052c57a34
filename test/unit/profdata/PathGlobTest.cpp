//===- PathGlobTest.cpp ---------------------------------------------------===//

#include "profdata/PathGlob.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace llvm;
using namespace udpc;

static bool matches(StringRef Pattern, StringRef Path) {
  return cantFail(PathGlob::create(Pattern)).matches(Path);
}

TEST(PathGlob, StarsStayInAComponent) {
  EXPECT_TRUE(matches("t*.c", "/home/u/src/tool.c"));
  EXPECT_FALSE(matches("t*.c", "/home/u/tools/a.c"));
  EXPECT_TRUE(matches("src/*.c", "/home/u/src/a.c"));
  EXPECT_FALSE(matches("src/*.c", "/home/u/src/sub/a.c"));
  EXPECT_TRUE(matches("src/*/*.c", "/home/u/src/sub/a.c"));
  EXPECT_TRUE(matches("*", "/home/u/src/a.c"));
  EXPECT_FALSE(matches("/usr/*", "/usr/include/stdio.h"));
  EXPECT_FALSE(matches("s?c/a.c", "s/c/a.c"));
  EXPECT_FALSE(matches("s[!x]c", "s/c"));
  EXPECT_TRUE(matches("s[a-z]c/a.c", "src/a.c"));
}

TEST(PathGlob, DoubleStarsCrossComponents) {
  EXPECT_TRUE(matches("/usr/**", "/usr/include/stdio.h"));
  EXPECT_TRUE(matches("/usr/**", "/usr/a.h"));
  EXPECT_FALSE(matches("/usr/**", "/home/usr/a.h"));
  EXPECT_TRUE(matches("src/**/*.c", "/home/src/a.c"));
  EXPECT_TRUE(matches("src/**/*.c", "/home/src/x/y/a.c"));
  EXPECT_FALSE(matches("src/**/*.c", "/home/src/x/y/a.h"));
  EXPECT_TRUE(matches("**/a.c", "a.c"));
  EXPECT_TRUE(matches("/a/**/b/**/c", "/a/b/x/b/c"));
  EXPECT_TRUE(matches("/a/**/**/c", "/a/c"));
  EXPECT_FALSE(matches("/a/**/b/**/c", "/a/x/c"));
  // Not a component of its own: a star.
  EXPECT_TRUE(matches("src/a**z.c", "src/abcz.c"));
  EXPECT_FALSE(matches("src**.c", "src/a.c"));
}

TEST(PathGlob, RelativeOnesMeanTheLastComponents) {
  EXPECT_TRUE(matches("a.c", "a.c"));
  EXPECT_TRUE(matches("a.c", "/x/a.c"));
  EXPECT_FALSE(matches("a.c", "/x/ba.c"));
  EXPECT_FALSE(matches("a.c", "/a.c/x"));
  EXPECT_FALSE(matches("/a.c", "/x/a.c"));
  EXPECT_FALSE(matches("x/a.c", "a.c"));
  EXPECT_TRUE(matches("../x/a.c", "../x/a.c"));
}

TEST(PathGlob, OneSpellingOfAPath) {
  EXPECT_TRUE(matches("src/a.c", "/home/./src//lib/../a.c"));
  EXPECT_TRUE(matches("./src/lib/../a.c", "/home/src/a.c"));
  EXPECT_EQ(normalisedPath("a/../x.c"), "x.c");
  EXPECT_EQ(normalisedPath("/a//b/./c/"), "/a/b/c");
  EXPECT_EQ(normalisedPath("../a/../../x.c"), "../../x.c");
}

TEST(PathGlob, NamesWithBrackets) {
  EXPECT_TRUE(matches("src/a[1].c", "src/a[1].c"));
  EXPECT_TRUE(matches("src/a[1].c", "src/a1.c"));
  EXPECT_TRUE(matches("src/a\\[1\\].c", "src/a[1].c"));
}

TEST(PathGlob, RefusesWhatIsNoGlob) {
  for (StringRef Pattern : {"src/[a", "s[/]c", "src\\/a.c"})
    EXPECT_TRUE(errorToBool(PathGlob::create(Pattern).takeError()))
        << Pattern.str();
}

TEST(PathGlob, ManyStarsTakeTimeInProportion) {
  std::string Pattern = "/", Path = "/";
  for (unsigned I = 0; I != 1000; ++I) {
    Pattern += "**/a/";
    Path += "a/a/a/";
  }
  auto Begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(matches(Pattern + "b", Path + "c"));
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(20));
}
