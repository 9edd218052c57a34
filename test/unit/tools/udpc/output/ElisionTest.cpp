// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/udpc/output/Elision.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

TEST(Elision, KeepsWhatFits) {
  EXPECT_EQ(elide("std::map<int, int>::find", 24), "std::map<int, int>::find");
  EXPECT_EQ(elide("/usr/include/a.h", 16), "/usr/include/a.h");
  EXPECT_EQ(elide("", 0), "");
}

TEST(Elision, OmitsTemplateArgumentsLongestFirst) {
  EXPECT_EQ(elide("std::map<int, int>::find", 23), "std::map<…>::find");
  StringRef Two = "f<int, char>(std::vector<long long int>)";
  EXPECT_EQ(elide(Two, 39), "f<int, char>(std::vector<…>)");
  EXPECT_EQ(elide(Two, 27), "f<…>(std::vector<…>)");
  EXPECT_EQ(elide("a<b<c>, d<e>>::f", 10), "a<…>::f");
}

TEST(Elision, DoesNotTakeOperatorsForBrackets) {
  EXPECT_EQ(elide("operator<< <std::char_traits<char>>(int)", 20),
            "operator<< <…>(int)");
  EXPECT_EQ(elide("a<int>::operator->", 17), "a<…>::operator->");
  EXPECT_EQ(elide("operator<(std::pair<int, int>)", 25),
            "operator<(std::pair<…>)");
}

TEST(Elision, OmitsFoldersButTheFirst) {
  StringRef Path = "/usr/include/c++/12/bits/stl_map.h:512";
  EXPECT_EQ(elide(Path, 37), "/usr/…/c++/12/bits/stl_map.h:512");
  EXPECT_EQ(elide(Path, 25), "/usr/…/bits/stl_map.h:512");
  EXPECT_EQ(elide(Path, 20), "/usr/…/stl_map.h:512");
  EXPECT_EQ(elide(Path, 19), "…/stl_map.h:512");
  EXPECT_EQ(elide("lib/json/parser/value.c", 15), "lib/…/value.c");
  EXPECT_EQ(elide(Path, 10), "…map.h:512");
}

TEST(Elision, OmitsParametersAfterFolders) {
  EXPECT_EQ(elide("parse(char const*, int) (/src/lib/json/a.c:12)", 44),
            "parse(char const*, int) (/src/…/json/a.c:12)");
  EXPECT_EQ(elide("parse(char const*, int) (/src/lib/json/a.c:12)", 30),
            "parse(…) (…/a.c:12)");
}

TEST(Elision, OmitsParametersOfOperators) {
  EXPECT_EQ(elide("A::operator!=(A const&) const", 24),
            "A::operator!=(…) const");
  EXPECT_EQ(elide("A::operator()(int, char) const", 24),
            "A::operator()(…) const");
  EXPECT_EQ(elide("A::size() const", 14), "A::size()");
  EXPECT_EQ(elide("f((anonymous namespace)::A)", 5), "f(…)");
}

TEST(Elision, OmitsScopesBeforeTheMiddle) {
  StringRef Name = "void app::(anonymous namespace)::Parser::read_all(int)";
  EXPECT_EQ(elide(Name, 52),
            "void app::(anonymous namespace)::Parser::read_all(…)");
  EXPECT_EQ(elide(Name, 34), "void app::(…)::Parser::read_all(…)");
  EXPECT_EQ(elide(Name, 28), "…::(…)::Parser::read_all(…)");
  EXPECT_EQ(elide(Name, 22), "…::Parser::read_all(…)");
  EXPECT_EQ(elide(Name, 14), "…::read_all(…)");
  EXPECT_EQ(elide(Name, 9), "…::r…l(…)");
}

TEST(Elision, OmitsTheMiddleOfOtherText) {
  EXPECT_EQ(elide("abcdefghij", 5), "ab…ij");
  EXPECT_EQ(elide("abcdefghij", 1), "…");
  EXPECT_EQ(elide("abcdefghij", 0), "");
}

TEST(Elision, CutsTheEndOfLines) {
  EXPECT_EQ(cutEnd("for (int i = 0;", 15), "for (int i = 0;");
  EXPECT_EQ(cutEnd("for (int i = 0;", 9), "for (int…");
  EXPECT_EQ(cutEnd("x", 0), "");
}

TEST(Elision, CountsColumnsOfCharacters) {
  EXPECT_EQ(columnsOf("äö…"), 3u);
  EXPECT_EQ(columnsOf("漢字"), 4u);
  EXPECT_EQ(cutEnd("漢字漢字", 4), "漢…");
  EXPECT_EQ(elide("äöüäöü", 4), "ä…öü");
  EXPECT_EQ(padded("ä", 3), "ä  ");
  EXPECT_EQ(padded("abcd", 3), "abcd");
}

TEST(Elision, BreaksLinesBetweenWords) {
  EXPECT_EQ(wrapText("", 10), "");
  EXPECT_EQ(wrapText("one two", 7), "one two");
  EXPECT_EQ(wrapText("one two", 6), "one\ntwo");
  EXPECT_EQ(wrapText("one two three four", 9), "one two\nthree\nfour");
  EXPECT_EQ(wrapText("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrapText("one  two", SIZE_MAX, 2), "one  two");
}

TEST(Elision, LeavesLongWordsWholeWhenItBreaksLines) {
  EXPECT_EQ(wrapText("a incomprehensible b", 5), "a\nincomprehensible\nb");
}

} // namespace
