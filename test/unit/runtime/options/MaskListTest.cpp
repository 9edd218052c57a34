//===- MaskListTest.cpp - Lists of events and commands --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/MaskList.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

TEST(MaskList, NamesCommands) {
  EXPECT_EQ(namedCommands("live", "live"), AllCommands);
  EXPECT_EQ(namedCommands("live/inc", "live"), 1);
  EXPECT_EQ(namedCommands("live/dec", "live"), 2);
  EXPECT_EQ(namedCommands("live/dec", "lives"), NoCommand);
  EXPECT_EQ(namedCommands("x,l*/dec,y,live/inc", "live"), AllCommands);
  EXPECT_EQ(namedCommands("*/inc", ""), 1);
}

TEST(MaskList, TakesSuffixesLiterally) {
  // No glob matches a suffix that it does not have.
  EXPECT_EQ(namedCommands("*c", "live"), NoCommand);
  EXPECT_EQ(namedCommands("live?inc", "live"), NoCommand);
  EXPECT_EQ(namedCommands("live*", "live"), AllCommands);
  // A name that ends with a suffix's text is quoted.
  EXPECT_EQ(namedCommands("a/dec", "a/dec"), NoCommand);
  EXPECT_EQ(namedCommands("a/de[c]", "a/dec"), AllCommands);
  EXPECT_EQ(namedCommands("a/dec/dec", "a/dec"), 2);
  // Without a name in front it is a name.
  EXPECT_EQ(namedCommands("/inc", "/inc"), AllCommands);
}

TEST(MaskList, MatchesNoNameThatIsTooLong) {
  std::string Name(600, 'x');
  EXPECT_EQ(namedCommands("x*/inc", Name.c_str()), NoCommand);
  EXPECT_EQ(namedCommands("x*", Name.c_str()), AllCommands);
}
