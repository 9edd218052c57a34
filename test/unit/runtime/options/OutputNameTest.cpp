// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/options/OutputName.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

static std::string expand(const char *Pattern, bool Forked = false,
                          unsigned Attempt = 0, const char *Folder = "/d") {
  char Path[64];
  TextBuffer Out(Path, sizeof(Path));
  bool Fits = expandOutputName(
      Pattern, {42, 0xabc, "host", "prog", Folder, Forked, Attempt}, Out);
  return Fits ? Path : "too long";
}

TEST(OutputName, ExpandsPatterns) {
  EXPECT_EQ(expand("udpc.%p.prof"), "/d/udpc.42.prof");
  EXPECT_EQ(expand("%n-%h-%p%p"), "/d/prog-host-4242");
  EXPECT_EQ(expand("%m"), "/d/0000000000000abc");
  EXPECT_EQ(expand("100%%"), "/d/100%");
  EXPECT_EQ(expand("%x%"), "/d/%x%");
  EXPECT_EQ(expand("%%p", true), "/d/%p.42");
}

TEST(OutputName, IsBelowTheFolderUnlessAbsolute) {
  EXPECT_EQ(expand("/tmp/a"), "/tmp/a");
  EXPECT_EQ(expand("a", false, 0, ""), "a");
  EXPECT_EQ(expand("a", false, 0, "/"), "/a");
}

TEST(OutputName, ChildrenAndNewProgramsHaveNamesOfTheirOwn) {
  EXPECT_EQ(expand("/a", true), "/a.42");
  EXPECT_EQ(expand("/a.%p", true), "/a.42");
  EXPECT_EQ(expand("/a.%p", false, 2), "/a.42.2");
  EXPECT_EQ(expand("/a", true, 1), "/a.42.1");
}

TEST(OutputName, MayBeTooLong) {
  EXPECT_EQ(expand(("/" + std::string(62, 'x')).c_str()),
            "/" + std::string(62, 'x'));
  EXPECT_EQ(expand(("/" + std::string(63, 'x')).c_str()), "too long");
}

TEST(OutputName, TellsWhetherItHasTheProcess) {
  OutputNameParts Parts = {1, 0, "", "", "", false, 0};
  EXPECT_TRUE(hasProcess("a.%p", Parts));
  EXPECT_TRUE(hasProcess("%%%p", Parts));
  EXPECT_FALSE(hasProcess("a.%%p", Parts));
  EXPECT_FALSE(hasProcess("p%n%", Parts));
  Parts.Forked = true;
  EXPECT_TRUE(hasProcess("a", Parts));
}

TEST(OutputName, TellsWhetherTheUserWroteItOut) {
  EXPECT_TRUE(isLiteralName("/tmp/a"));
  EXPECT_TRUE(isLiteralName("100%%p%x%"));
  EXPECT_FALSE(isLiteralName("a.%p"));
  EXPECT_FALSE(isLiteralName("%%%n"));
  EXPECT_FALSE(isLiteralName("%m"));
  EXPECT_TRUE(isSharedName("%p-%m"));
  EXPECT_FALSE(isSharedName("%%m%p"));
}

TEST(OutputName, KnowsNamesOfDescriptors) {
  EXPECT_EQ(descriptorOf("/dev/stdout"), 1);
  EXPECT_EQ(descriptorOf("/dev/stderr"), 2);
  EXPECT_EQ(descriptorOf("/dev/fd/0"), 0);
  EXPECT_EQ(descriptorOf("/proc/self/fd/17"), 17);
  for (const char *Other : {"/dev/fd/", "/dev/fd/1x", "/dev/fd", "/dev/null",
                            "/dev/fd/99999999999", "stdout", ""})
    EXPECT_EQ(descriptorOf(Other), -1) << Other;
}
