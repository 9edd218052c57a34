//===- PathGlobTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/PathGlob.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace llvm;
using namespace udpc;

static bool matches(StringRef Pattern, StringRef Path) {
  return cantFail(PathGlob::create(Pattern)).matches(Path);
}

namespace {

struct PathCase {
  const char *Pattern, *Path;
  bool Matches;
};

} // namespace

TEST(PathGlob, Matches) {
  static constexpr PathCase Cases[] = {
      // Stars stay in a component.
      {"t*.c", "/home/u/src/tool.c", true},
      {"t*.c", "/home/u/tools/a.c", false},
      {"src/*.c", "/home/u/src/a.c", true},
      {"src/*.c", "/home/u/src/sub/a.c", false},
      {"src/*/*.c", "/home/u/src/sub/a.c", true},
      {"*", "/home/u/src/a.c", true},
      {"/usr/*", "/usr/include/stdio.h", false},
      {"s?c/a.c", "s/c/a.c", false},
      {"s[!x]c", "s/c", false},
      {"s[a-z]c/a.c", "src/a.c", true},
      // Double stars match any number of components.
      {"/usr/**", "/usr/include/stdio.h", true},
      {"/usr/**", "/usr/a.h", true},
      {"/usr/**", "/home/usr/a.h", false},
      {"src/**/*.c", "/home/src/a.c", true},
      {"src/**/*.c", "/home/src/x/y/a.c", true},
      {"src/**/*.c", "/home/src/x/y/a.h", false},
      {"**/a.c", "a.c", true},
      {"/a/**/b/**/c", "/a/b/x/b/c", true},
      {"/a/**/**/c", "/a/c", true},
      {"/a/**/b/**/c", "/a/x/c", false},
      // A double star that is not a whole component is a single star.
      {"src/a**z.c", "src/abcz.c", true},
      {"src**.c", "src/a.c", false},
      // Relative patterns match the last components.
      {"a.c", "a.c", true},
      {"a.c", "/x/a.c", true},
      {"a.c", "/x/ba.c", false},
      {"a.c", "/a.c/x", false},
      {"/a.c", "/x/a.c", false},
      {"x/a.c", "a.c", false},
      {"../x/a.c", "../x/a.c", true},
      // Patterns and paths are normalised.
      {"src/a.c", "/home/./src//lib/../a.c", true},
      {"./src/lib/../a.c", "/home/src/a.c", true},
      // Names with brackets need no escapes.
      {"src/a[1].c", "src/a[1].c", true},
      {"src/a[1].c", "src/a1.c", true},
      {"src/a\\[1\\].c", "src/a[1].c", true},
  };
  for (const PathCase &C : Cases)
    EXPECT_EQ(matches(C.Pattern, C.Path), C.Matches)
        << C.Pattern << " " << C.Path;
}

TEST(PathGlob, NormalisesPaths) {
  EXPECT_EQ(normalisedPath("a/../x.c"), "x.c");
  EXPECT_EQ(normalisedPath("/a//b/./c/"), "/a/b/c");
  EXPECT_EQ(normalisedPath("../a/../../x.c"), "../../x.c");
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
