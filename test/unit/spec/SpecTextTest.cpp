//===- SpecTextTest.cpp - What a spec's text may hold ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/EventSpec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <chrono>

using namespace llvm;
using namespace udpc;

static std::string errorsOf(StringRef Text) {
  Expected<EventSpec> Spec = EventSpec::parse(MemoryBufferRef(Text, "s.yaml"));
  return Spec ? "" : toString(Spec.takeError());
}

/// A spec whose only entry, in lines 3 and 4, is \p Item.
static std::string withItem(StringRef Item) {
  return ("version: 1\nevents:\n  - event: a\n    " + Item + "\n").str();
}

namespace {

struct BadText {
  std::string Text;
  const char *Message;
};

class SpecTextTest : public testing::TestWithParam<BadText> {};

} // namespace

TEST_P(SpecTextTest, HasOneMessage) {
  EXPECT_EQ(errorsOf(GetParam().Text), GetParam().Message);
}

using namespace std::string_literals;

INSTANTIATE_TEST_SUITE_P(
    Characters, SpecTextTest,
    testing::Values(
        BadText{"events: {\xc3", "s.yaml:1:10: byte 0xc3 is not valid UTF-8; "
                                 "save the file as UTF-8"},
        BadText{withItem("entry: { lowering:\xff\xff in\x01 }"),
                "s.yaml:4:23: byte 0xff is not valid UTF-8; save the file as "
                "UTF-8"},
        // Overlong, a surrogate, beyond Unicode, a lone continuation.
        BadText{withItem("entry: \xc0\xaf"),
                "s.yaml:4:12: byte 0xc0 is not valid UTF-8; save the file as "
                "UTF-8"},
        BadText{withItem("entry: \xed\xa0\x80"),
                "s.yaml:4:12: byte 0xed is not valid UTF-8; save the file as "
                "UTF-8"},
        BadText{withItem("entry: \xf4\x90\x80\x80"),
                "s.yaml:4:12: byte 0xf4 is not valid UTF-8; save the file as "
                "UTF-8"},
        BadText{withItem("entry: f\x80"),
                "s.yaml:4:13: byte 0x80 is not valid UTF-8; save the file as "
                "UTF-8"},
        BadText{"\xff\xfev\0"s, "s.yaml:1:1: byte 0xff is not valid UTF-8; "
                                "save the file as UTF-8"},
        BadText{withItem("entry: f\0g"s),
                "s.yaml:4:13: a NUL character is not allowed here; remove it, "
                "or save the file as UTF-8"},
        BadText{withItem("entry: f\x1b[31m"),
                "s.yaml:4:13: the control character U+001B is not allowed "
                "here; remove it"},
        BadText{withItem("entry: \"f\\0g\""),
                "s.yaml:4:12: the text has a NUL character; remove it"},
        BadText{withItem("entry: \"f\\ng\""),
                "s.yaml:4:12: the text has a line break; write the text in one "
                "line"},
        BadText{withItem("entry: |\n      f\n      g"),
                "s.yaml:5:1: the text has a line break; write the text in one "
                "line"},
        BadText{withItem("entry: \"f\\e\""),
                "s.yaml:4:12: the text has the control character U+001B; "
                "remove it"},
        BadText{withItem("entry: \"\\uD800\""),
                "s.yaml:4:12: the text has an escape that makes no character; "
                "write the character itself"},
        BadText{withItem("entry: \"\\q\""),
                "s.yaml:4:14: Unrecognized escape code"}));

INSTANTIATE_TEST_SUITE_P(
    Structure, SpecTextTest,
    testing::Values(
        BadText{withItem("entry: &x f"),
                "s.yaml:4:12: '&x' is a YAML anchor, which is not supported; "
                "write items out, and put text that begins with & between "
                "quotes"},
        BadText{withItem("entry: *main"),
                "s.yaml:4:12: '*main' is a YAML alias, which is not supported; "
                "put a glob that begins with * between quotes"},
        BadText{withItem("entry: *::f"),
                "s.yaml:4:12: text that begins with * must be between "
                "quotes, as in \"*::f\""},
        BadText{withItem("entry: *"),
                "s.yaml:4:12: text that begins with * must be between "
                "quotes, as in \"*\""},
        BadText{withItem("entry: @f"),
                "s.yaml:4:12: text that begins with @ must be between "
                "quotes, as in \"@f\""},
        BadText{withItem("entry: !f g"),
                "s.yaml:4:12: '!f' is a YAML tag, which is not supported; put "
                "text that begins with ! between quotes"},
        BadText{withItem("<<: { entry: f }"),
                "s.yaml:4:5: '<<' is a YAML merge key, which is not supported; "
                "write the keys out in each item"},
        BadText{withItem("entry: f") + "---\nversion: 1\n",
                "s.yaml:6:1: a second document begins here; put everything "
                "into one document, without '---' between its parts"},
        BadText{
            withItem("entry: [a-z]*"),
            "s.yaml:4:17: Got empty alias or anchor; text with one of []{},:*& "
            "in it may need quotes"},
        BadText{withItem("entry: [a-z]"),
                "s.yaml:4:13: expected a glob over function signatures, as in "
                "\"ns::f(*\"; put a glob that begins with [ or { between "
                "quotes"},
        BadText{
            "version: 1\nevents: []\n",
            "s.yaml:2:10: no events: nothing would be counted; name one, as "
            "in \"- event: name\", or compile without a spec"},
        BadText{"version: 1\nevents:\n",
                "s.yaml:3:1: expected a list of events, each as \"- event: "
                "name\""},
        BadText{withItem("entry: f\n    entry: g"),
                "s.yaml:5:5: key 'entry' is given twice"},
        BadText{withItem("? [x]\n    : y\n    entry: f"),
                "s.yaml:4:8: expected a key"},
        BadText{withItem("line: a.c:3:*"),
                "s.yaml:4:11: 'a.c:3:*' is no place in a file; expected "
                "file:line, file:line:column or file:*"},
        BadText{withItem("line: a.c:0:3"),
                "s.yaml:4:11: 'a.c:0:3' is no place in a file; expected "
                "file:line, file:line:column or file:*"}));

TEST(SpecText, TakesOneDocumentWithMarkers) {
  EXPECT_EQ(errorsOf("%YAML 1.2\n---\n" + withItem("entry: f") + "...\n"), "");
  EXPECT_EQ(errorsOf("\xef\xbb\xbf" + withItem("entry: \"f\xc3\xbc\"")), "");
  EXPECT_EQ(errorsOf(StringRef("version: 1\r\nevents:\r\n- event: a\r\n"
                               "  entry: f\r\n")),
            "");
}

TEST(SpecText, LimitsTheLengthOfNames) {
  std::string Long(3000, 'x');
  EXPECT_EQ(errorsOf("version: 1\nevents:\n- {event: " + Long + ", entry: f}"),
            "s.yaml:3:11: the event's name '" + std::string(80, 'x') +
                "...' has 3000 characters; at most 255 are allowed");
  // Linkage names of templates are long.
  EXPECT_EQ(errorsOf(withItem("entry: " + Long)), "");
  EXPECT_EQ(errorsOf(withItem("entry: " + std::string(20000, 'x'))),
            "s.yaml:4:12: '" + std::string(80, 'x') +
                "...' has 20000 characters; at most 16384 are allowed");
  // Not cut within a character.
  std::string Umlauts = "x";
  for (unsigned I = 0; I != 200; ++I)
    Umlauts += "\xc3\xbc";
  std::string Errors = errorsOf(withItem("command: " + Umlauts));
  EXPECT_NE(Errors.find("\xc3\xbc...'"), std::string::npos) << Errors;
}

TEST(SpecText, GivesManyMistakesAsANumber) {
  std::string Text = "version: 1\nevents:\n";
  for (unsigned I = 0; I != 1000; ++I)
    Text += "- {event: a, entri: f}\n";
  std::string Errors = errorsOf(Text);
  EXPECT_EQ(StringRef(Errors).count('\n'), 20u);
  EXPECT_TRUE(StringRef(Errors).ends_with("s.yaml: and 980 more mistakes"))
      << Errors;
}

/// Megabytes of input that would take deep recursion or long searches: one
/// message, quickly.
TEST(SpecText, HostileTextIsRefusedInTimeAndStack) {
  auto Repeat = [](StringRef Part, unsigned Times) {
    std::string Text;
    for (unsigned I = 0; I != Times; ++I)
      Text += Part;
    return Text;
  };
  std::string Steps;
  for (unsigned I = 0; I != 2000; ++I)
    Steps += std::string(I, ' ') + "a:\n";
  std::string Texts[] = {
      Repeat("[", 100000),
      Repeat("{", 100000),
      Repeat("{a: ", 100000),
      Repeat("- ", 100000),
      Repeat("? ", 100000),
      "version: 1\nevents: " + Repeat("[", 100000) + Repeat("]", 100000),
      Steps,
      "a: &" + Repeat("x", 1000000) + " b",
      "a: *" + Repeat("x", 1000000),
      "a: !" + Repeat("x", 1000000) + " b",
      "\"" + Repeat("\\x41", 250000) + "\": 1",
      Repeat("---\n", 100000),
      Repeat("x\n", 500000),
      "version: 1\nevents:\n" + Repeat("- {event: a, entry: 3}\n", 20000),
  };
  auto Begin = std::chrono::steady_clock::now();
  for (const std::string &Text : Texts) {
    std::string Errors = errorsOf(Text);
    if (&Text == std::end(Texts) - 1)
      EXPECT_EQ(Errors, "");
    else
      EXPECT_TRUE(StringRef(Errors).starts_with("s.yaml:"))
          << Text.substr(0, 9);
    EXPECT_LT(Errors.size(), 4000u);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(60));
}

/// For any bytes each message names a place.
TEST(SpecText, DamagedSpecsAreMistakes) {
  const std::string Whole =
      "version: 1\nevents:\n  - event: a\n    entry: \"f\\u00fc(*\"\n"
      "  - { event: b, line: 'a.c:1:2', counter: 3 }\n  - event: c\n"
      "    loop: executions\n    at: >\n      a.c:3\ndefaults: { lowering: "
      "call }\n...\n";
  ASSERT_EQ(errorsOf(Whole), "");
  const std::string Bytes =
      "\x00\x01\t\n\r !\"#%&'*,-.:<>?@[]\\`{|}\x80\xc3\xff"s;
  uint32_t State = 1;
  auto Random = [&](size_t Limit) {
    State = State * 1664525 + 1013904223;
    return (State >> 8) % Limit;
  };
  for (unsigned I = 0; I != 5000; ++I) {
    std::string Text = Whole.substr(0, Whole.size() - Random(2) * Random(60));
    for (size_t N = Random(4); N; --N) {
      size_t At = Random(Text.size());
      if (Random(2))
        Text[At] = Bytes[Random(Bytes.size())];
      else if (Random(2))
        Text.insert(At, 1, Bytes[Random(Bytes.size())]);
      else
        Text.erase(At, Random(9));
    }
    std::string Errors = errorsOf(Text);
    SmallVector<StringRef> Lines;
    StringRef(Errors).split(Lines, '\n');
    for (StringRef Line : Lines)
      ASSERT_TRUE(Errors.empty() || Line.starts_with("s.yaml:")) << Text;
  }
}

TEST(SpecText, NamesWhatIsNoFile) {
  for (const char *File : {"/dev/zero", "/"}) {
    Expected<EventSpec> Spec = EventSpec::load(File);
    ASSERT_FALSE(bool(Spec));
    EXPECT_EQ(toString(Spec.takeError()),
              std::string(File) + ": the spec is not a regular file; it is "
                                  "read more than once, so it must be one");
  }
}
