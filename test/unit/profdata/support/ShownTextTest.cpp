//===- ShownTextTest.cpp - Text from files, for people to read ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(ShownText, LeavesTextAlone) {
  for (StringRef Text :
       {"", "ns::f(int const&)", "C:\\x", "gr\xc3\xb6\xc3\x9f e",
        "\xe2\x82\xac", "\xf0\x9f\x98\x80"})
    EXPECT_EQ(shownText(Text), Text);
}

TEST(ShownText, EscapesWhatTerminalsObey) {
  EXPECT_EQ(shownText("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(shownText(StringRef("a\0\a\t\r\n\x7f", 7)),
            "a\\x00\\x07\\x09\\x0d\\x0a\\x7f");
  // CSI as one character of C1, in UTF-8 and as a byte.
  EXPECT_EQ(shownText("\xc2\x9b"
                      "2J\x9b"),
            "\\u009b2J\\x9b");
  // Right-to-left override, isolates, line separator.
  EXPECT_EQ(shownText("\xe2\x80\xae\xe2\x81\xa6\xe2\x80\xa8"),
            "\\u202e\\u2066\\u2028");
  // Invalid UTF-8: overlong, truncated, a surrogate.
  EXPECT_EQ(shownText("\xc0\x9b"), "\\xc0\\x9b");
  EXPECT_EQ(shownText("a\xe2\x82"), "a\\xe2\\x82");
  EXPECT_EQ(shownText("\xed\xa0\x80"), "\\xed\\xa0\\x80");
}

TEST(ShownText, KeepsLinesOfMessages) {
  EXPECT_EQ(shownMessage("a:1: x\nb:2:\ty\x1b"), "a:1: x\nb:2:\ty\\x1b");
}

TEST(ShownText, ShortensLines) {
  EXPECT_EQ(shownLine("a\tb"), "a\\09b");
  EXPECT_EQ(shownLine(std::string(121, 'x')), std::string(120, 'x') + "...");
}

TEST(ShownText, JoinsLines) {
  EXPECT_EQ(oneLine(StringRef("a\r\nb\0c", 6)), "a  b c");
}
