//===- HelpTextTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/HelpText.h"
#include <gtest/gtest.h>

namespace udpc {
namespace {

TEST(HelpText, BreaksBetweenWords) {
  EXPECT_EQ(wrapText("", 10), "");
  EXPECT_EQ(wrapText("one two", 7), "one two");
  EXPECT_EQ(wrapText("one two", 6), "one\ntwo");
  EXPECT_EQ(wrapText("one two three four", 9), "one two\nthree\nfour");
}

TEST(HelpText, LeavesLongWordsWhole) {
  EXPECT_EQ(wrapText("a incomprehensible b", 5), "a\nincomprehensible\nb");
}

} // namespace
} // namespace udpc
