//===- CachegrindTest.cpp - Cachegrind's format ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static CostGraph mustParse(StringRef Text) {
  Expected<CostGraph> F = CostGraph::parseCachegrind(Text, "f");
  if (F)
    return std::move(*F);
  ADD_FAILURE() << toString(F.takeError());
  return CostGraph();
}

static std::string errorOf(StringRef Text) {
  Expected<CostGraph> F = CostGraph::parseCachegrind(Text, "f");
  return F ? "" : toString(F.takeError());
}

static std::string printed(const CostGraph &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  F.printCachegrind(OS);
  return Text;
}

static const char Small[] = "desc: I1 cache: 1\n"
                            "desc: more\n"
                            "cmd: ./a b\n"
                            "events: Ir Dr\n"
                            "fl=/src/a.c\n"
                            "fn=f\n"
                            "1 10 2\n"
                            "3 5 0\n"
                            "fl=/src/a.c\n"
                            "fn=g\n"
                            "3 1 1\n"
                            "summary: 16 3\n";

TEST(Cachegrind, ReadsWhatCachegrindWrites) {
  CostGraph F = mustParse(Small);
  EXPECT_EQ(F.Descriptions, (std::vector<std::string>{"I1 cache: 1", "more"}));
  EXPECT_EQ(F.Command, "./a b");
  EXPECT_EQ(F.Events, (std::vector<std::string>{"Ir", "Dr"}));
  EXPECT_EQ(F.Total, (CostGraph::Counts{16, 3}));
  CostGraph::LinesByFile Lines = F.linesByFile();
  ASSERT_EQ(Lines.size(), 1u);
  const auto &Functions = Lines["/src/a.c"];
  ASSERT_EQ(Functions.size(), 2u);
  EXPECT_EQ(Functions.at("f").at(1), (CostGraph::Counts{10, 2}));
  EXPECT_EQ(Functions.at("f").at(3), (CostGraph::Counts{5, 0}));
  EXPECT_EQ(Functions.at("g").at(3), (CostGraph::Counts{1, 1}));
  EXPECT_EQ(printed(F), Small);
}

/// A file with the body \p Text: events A and B.
static std::string withBody(StringRef Text) {
  return ("cmd: c\nevents: A B\n" + Text).str();
}

TEST(Cachegrind, ReadsAllVariants) {
  // Both of a pair are the same.
  const std::pair<const char *, const char *> Cases[] = {
      // A missing count is a dot; at the end of a line it stays one. Blanks and
      // tabs.
      {"fl=a\nfn=f\n1 5\n2\nsummary: 5 0\n",
       "fl=a\nfn=f\n1 5\n2 0\nsummary: 5 0\n"},
      {"fl=a\nfn=f\n1 . 7\nsummary: 0 7\n",
       "fl=a\nfn=f\n1 0 7\nsummary: 0 7\n"},
      {"fl=a\nfn=f\n1\t5  6 \nsummary:\t5 6  \n",
       "fl=a\nfn=f\n1 5 6\nsummary: 5 6\n"},
      // Comments and blank lines; no end of the last line.
      {"# one\n\nfl=a\n \t\nfn=f\n# two\n1 5 6\n\nsummary: 5 6\n\n# three",
       "fl=a\nfn=f\n1 5 6\nsummary: 5 6\n"},
      // Code of another file in the same function.
      {"fl=a\nfn=f\n1 1 0\nfi=b\n2 1 0\nfe=a\n3 1 0\nfl=b\nfn=g\n1 1 "
       "0\nsummary: 4 0\n",
       "fl=a\nfn=f\n1 1 0\n3 1 0\nfl=b\nfn=f\n2 1 0\nfl=b\nfn=g\n1 1 "
       "0\nsummary: 4 "
       "0\n"},
      // Short names; files and functions have their own.
      {"fl=(1) a\nfn=(1) f\n1 1 0\nfi=(2) b\n2 1 0\nfe=(1)\n3 1 0\nfn=(2)  "
       "g h\n4 1 0\nfl=(2)\nfn=(1)\n5 1 0\nsummary: 5 0\n",
       "fl=a\nfn=f\n1 1 0\n3 1 0\nfl=a\nfn=g h\n4 1 0\nfl=b\nfn=f\n2 1 0\n5 1 "
       "0\nsummary: 5 0\n"},
      // Names that only resemble short names.
      {"fl=a\nfn=(below main)\n1 1 0\nfn=(1)x\n1 1 0\nfn=()\n1 1 "
       "0\nsummary: 3 0\n",
       "fl=a\nfn=()\n1 1 0\nfl=a\nfn=(1)x\n1 1 0\nfl=a\nfn=(below main)\n1 1 "
       "0\nsummary: "
       "3 0\n"},
      // Names with spaces and special characters.
      {"fl=/a b/#c:=\xff.c\nfn=operator fn=(char const*)\n0 1 0\nsummary: 1 "
       "0\n",
       "fl=/a b/#c:=\xff.c\nfn=operator fn=(char const*)\n0 1 0\nsummary: 1 "
       "0\n"},
      // Several entries for one place.
      {"fl=a\nfn=f\n1 1 0\n1 2 0\nfl=a\nfn=f\n1 4 1\nsummary: 7 1\n",
       "fl=a\nfn=f\n1 7 1\nsummary: 7 1\n"},
      // No costs at all; a function without any.
      {"summary: 0 0\n", "summary: 0 0\n"},
      {"fl=a\nfn=f\nfn=g\nfl=b\nfn=f\n1 1 1\nsummary: 1 1\n",
       "fl=b\nfn=f\n1 1 1\nsummary: 1 1\n"},
      // The largest count.
      {"fl=a\nfn=f\n4294967295 18446744073709551615 "
       "0018446744073709551615\nsummary: 18446744073709551615 "
       "18446744073709551615\n",
       "fl=a\nfn=f\n4294967295 18446744073709551615 "
       "18446744073709551615\nsummary: 18446744073709551615 "
       "18446744073709551615\n"},
  };
  for (const auto &[Text, Same] : Cases)
    EXPECT_EQ(printed(mustParse(withBody(Text))), withBody(Same)) << Text;
  EXPECT_EQ(printed(mustParse("#!x\n\ndesc:a\ncmd:b\nevents:A\nsummary: 0")),
            "desc: a\ncmd: b\nevents: A\nsummary: 0\n");
}

TEST(Cachegrind, SaysWhatIsWrong) {
  const std::pair<StringRef, const char *> Cases[] = {
      {"", "f:1: a 'desc:' or 'cmd:' line is expected; files in Cachegrind's "
           "format begin with them"},
      {"# only\n\n", "f:2: a 'desc:' or 'cmd:' line is expected; files in "
                     "Cachegrind's format begin with them"},
      {"hello\n", "f:1: a 'desc:' or 'cmd:' line is expected; files in "
                  "Cachegrind's format begin with them"},
      {"# callgrind format\nversion: 1\n",
       "f:2: this is in Callgrind's format, not in Cachegrind's"},
      {"desc: a\nevents: A\n", "f:2: a 'desc:' or 'cmd:' line is expected; "
                               "files in Cachegrind's format begin with them"},
      {"cmd: c\n", "f:1: the 'events:' line is expected after 'cmd:'"},
      {"cmd: c\ndesc: d\n", "f:2: the 'events:' line is expected after 'cmd:'"},
      {"cmd: c\nfl=a\n", "f:2: the 'events:' line is expected after 'cmd:'"},
      {"cmd: c\nevents: \n", "f:2: the 'events:' line names no event"},
      {"cmd: c\nevents: A B A\n", "f:2: the event 'A' is named twice"},
      {"cmd: c\r\n", "f:1: the line ends with CR LF; Cachegrind's files have "
                     "LF"},
      {StringRef("cmd: c\0d\n", 9), "f:1: a NUL byte: this is not a text file"},
      {"cmd: c\nevents: A\n",
       "f:2: the 'summary:' line is missing: the file is cut off"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 1\n",
       "f:5: the 'summary:' line is missing: the file is cut off"},
      {"cmd: c\nevents: A\n1 1\n", "f:3: costs before the first 'fl=' line"},
      {"cmd: c\nevents: A\nfn=f\n",
       "f:3: a 'fn=' line before the first 'fl=' line"},
      {"cmd: c\nevents: A\nfl=a\n1 1\n",
       "f:4: costs without a 'fn=' line after 'fl='"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\nfl=b\n1 1\n",
       "f:6: costs without a 'fn=' line after 'fl='"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 1 2\n",
       "f:5: more counts than the 1 events of the 'events:' line"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 x\n", "f:5: 'x' is not a count"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 0x10\n", "f:5: '0x10' is not a count"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 1.5\n", "f:5: '1.5' is not a count"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 -\n", "f:5: '-' is not a count"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 -3\n",
       "f:5: the count '-3' is negative: a difference that cg_diff made; give "
       "the two files instead"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 18446744073709551616\n",
       "f:5: the count '18446744073709551616' is too large"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n4294967296 1\n",
       "f:5: the line number '4294967296' is too large"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1a 1\n",
       "f:5: '1a 1' does not begin with a line number"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n-1 1\n",
       "f:5: '-1 1' is not a line of Cachegrind's format (fl=, fn=, counts, "
       "summary:)"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n+1 1\n",
       "f:5: '+1 1' is not a line of Cachegrind's format (fl=, fn=, counts, "
       "summary:)"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\ncalls=1 2\n",
       "f:5: 'calls=1 2' is not a line of Cachegrind's format (fl=, fn=, "
       "counts, summary:)"},
      {"cmd: c\nevents: A\n\x1b[1m\n", "f:3: '\\x1b[1m' is not a line of "
                                       "Cachegrind's format (fl=, fn=, counts, "
                                       "summary:)"},
      {"cmd: c\nevents: A\nfl=(1)\n", "f:3: '(1)' is not named before"},
      {"cmd: c\nevents: A\nfl=(1) a\nfn=(1)\n",
       "f:4: '(1)' is not named before"},
      {"cmd: c\nevents: A\nfl=(18446744073709551615) a\n",
       "f:3: the number in '(18446744073709551615) a' is too large"},
      {"cmd: c\nevents: A\nfl=(1) (2) a\n", "f:3: '(1) (2) a' has two numbers"},
      {"cmd: c\nevents: A\nfl=a\nfn=f\n1 18446744073709551615\n2 1\n",
       "f:6: the counts of A add up to 2^64 or more"},
      {"cmd: c\nevents: A B\nfl=a\nfn=f\n1 2 3\nsummary: 2 4\n",
       "f:6: the summary has 4 B, but the lines before it add up to 3"},
      {"cmd: c\nevents: A B\nsummary: 0\n",
       "f:3: the summary has 1 counts for 2 events"},
      {"cmd: c\nevents: A\nsummary:\n",
       "f:3: the summary has 0 counts for 1 events"},
      {"cmd: c\nevents: A\nsummary: 0 0\n",
       "f:3: more counts than the 1 events of the 'events:' line"},
      {"cmd: c\nevents: A\nsummary: 0\nfl=a\n",
       "f:4: nothing is expected after the summary"},
  };
  for (const auto &[Text, Message] : Cases)
    EXPECT_EQ(errorOf(Text), Message) << Text.str();
}

/// Each line has a count for each event, however short the line is.
TEST(Cachegrind, RefusesThousandsOfEvents) {
  std::string Events;
  for (int I = 0; I != 64; ++I)
    Events += " e" + std::to_string(I);
  EXPECT_EQ(errorOf("cmd: c\nevents:" + Events + "\nsummary: 0\n").find("f:3:"),
            0u);
  EXPECT_EQ(errorOf("cmd: c\nevents:" + Events + " more\n"),
            "f:2: the 'events:' line names 65 events; more than 64 are not "
            "read");
}

TEST(Cachegrind, TakesLongLines) {
  std::string Long(5000000, 'x');
  std::string Text = withBody("fl=" + Long + "\nfn=f\n1 1 0\nsummary: 1 0\n");
  EXPECT_EQ(printed(mustParse(Text)), Text);
  EXPECT_LT(errorOf(withBody(Long)).size(), 200u);
  EXPECT_LT(errorOf(withBody("fl=(1) (2) " + Long)).size(), 200u);
  EXPECT_LT(errorOf(withBody("summary: " + Long)).size(), 200u);
  // Many numbers as well as long ones.
  EXPECT_LT(errorOf(withBody("summary: " + std::string(5000000, '9'))).size(),
            200u);
}

TEST(Cachegrind, PrintsALineInALine) {
  CostGraph F;
  F.Events = {"A"};
  F.Command = "sh -c a\nb";
  F.Descriptions = {"x\r\ny"};
  uint32_t File = F.file("a\nfn=b");
  F.addSelf(F.function(F.module(""), File, StringRef("g\0h", 3)), File, 7, {3});
  EXPECT_EQ(printed(F), "desc: x  y\ncmd: sh -c a b\nevents: A\nfl=a "
                        "fn=b\nfn=g h\n7 3\nsummary: 3\n");
}

TEST(Cachegrind, AddsRunsUp) {
  CostGraph Sum;
  ASSERT_FALSE(errorToBool(Sum.addExactly(mustParse(Small))));
  EXPECT_EQ(printed(Sum), Small);
  ASSERT_FALSE(errorToBool(Sum.addExactly(mustParse(
      "desc: more\ncmd: ./z\nevents: Ir Dr\nfl=b\nfn=f\n1 1 1\nfl=/src/a.c\n"
      "fn=g\n3 2 2\n4 1 0\nsummary: 4 3\n"))));
  EXPECT_EQ(printed(Sum),
            "desc: I1 cache: 1\ndesc: more\ncmd: (several "
            "commands)\nevents: Ir Dr\nfl=/src/a.c\nfn=f\n1 10 "
            "2\n3 5 0\nfl=/src/a.c\nfn=g\n3 3 3\n4 1 0\nfl=b\nfn=f\n1 1 "
            "1\nsummary: 20 6\n");
  EXPECT_EQ(
      toString(Sum.addExactly(mustParse("cmd: c\nevents: Ir\nsummary: 0\n"))),
      "the events are not the same: Ir Dr and Ir");
  EXPECT_EQ(toString(Sum.addExactly(mustParse(
                "cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 0 "
                "18446744073709551615\nsummary: 0 18446744073709551615\n"))),
            "the counts of Dr add up to 2^64 or more");
}

TEST(Cachegrind, KnowsItsFiles) {
  EXPECT_TRUE(CostGraph::isCachegrindFile(Small));
  EXPECT_TRUE(CostGraph::isCachegrindFile("\n# x\ncmd: a\n"));
  EXPECT_FALSE(CostGraph::isCachegrindFile(""));
  EXPECT_FALSE(CostGraph::isCachegrindFile("#"));
  EXPECT_FALSE(CostGraph::isCachegrindFile(testProfile()));
}

static CacheProfile profileOf(StringRef Bytes) {
  Expected<CacheProfile> P = CacheProfile::decode(Bytes, "p");
  if (P)
    return std::move(*P);
  ADD_FAILURE() << toString(P.takeError());
  return CacheProfile();
}

static CostGraph costsIn(const CacheProfile &P, CostOptions O = {}) {
  O.Calls = false;
  return CostGraph::of(P, O);
}

static const char Header[] =
    "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
    "desc: D1 cache:         49152 B, 64 B, 12-way associative\n"
    "desc: LL cache:         33554432 B, 64 B, 16-way associative\n"
    "cmd: ./app 1\n"
    "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n";

TEST(Cachegrind, SaysWhatACacheProfileSays) {
  CacheProfile P = profileOf(testProfile());
  std::string Expected = std::string(Header) + "fl=/src/a.c\n"
                                               "fn=main()\n"
                                               "10 56 0 0 0 0 0 14 7 5\n"
                                               "11 6 1 1 0 0 0 0 0 0\n"
                                               "12 40 0 0 0 0 0 0 0 0\n"
                                               "fl=/src/list.h\n"
                                               "fn=main()\n"
                                               "3 12 0 0 6 2 1 0 0 0\n"
                                               "fl=???\n"
                                               "fn=memcpy\n"
                                               "0 0 0 0 6 2 1 6 3 2\n"
                                               "summary: 114 1 1 12 4 2 20 10 "
                                               "7\n";
  EXPECT_EQ(printed(costsIn(P)), Expected);
  // The printed file can be read again.
  EXPECT_EQ(printed(mustParse(Expected)), Expected);
}

TEST(Cachegrind, NamesInlinedFunctionsAndSymbols) {
  CacheProfile P = profileOf(testProfile());
  CostOptions O;
  O.Inlined = true;
  CostGraph F = costsIn(P, O);
  EXPECT_EQ(F.linesByFile()["/src/list.h"].count("next()"), 1u);
  EXPECT_EQ(F.linesByFile()["/src/list.h"].count("main()"), 0u);
  EXPECT_EQ(F.linesByFile()["/src/a.c"].count("main()"), 1u);
  EXPECT_EQ(F.Total, costsIn(P).Total);
  O.Demangle = false;
  F = costsIn(P, O);
  EXPECT_EQ(F.linesByFile()["/src/list.h"].count("_Z4nextv"), 1u);
  EXPECT_EQ(F.linesByFile()["/src/a.c"].count("_Z4mainv"), 1u);
  O.Inlined = false;
  F = costsIn(P, O);
  EXPECT_EQ(F.linesByFile()["/src/list.h"].count("_Z4mainv"), 1u);
}

TEST(Cachegrind, KeepsThreadsApart) {
  CacheProfile P = profileOf(testProfile());
  CostOptions O;
  O.Thread = &P.Threads[1];
  EXPECT_EQ(printed(costsIn(P, O)), std::string(Header) +
                                        "fl=/src/a.c\n"
                                        "fn=main()\n"
                                        "10 16 0 0 0 0 0 4 0 0\n"
                                        "11 3 0 0 0 0 0 0 0 0\n"
                                        "12 5 0 0 0 0 0 0 0 0\n"
                                        "fl=/src/list.h\n"
                                        "fn=main()\n"
                                        "3 6 0 0 3 0 0 0 0 0\n"
                                        "summary: 30 0 0 3 0 0 4 0 0\n");
}

TEST(Cachegrind, HasNoMissesOfCountsAlone) {
  std::vector<CacheProfileThread> Threads = testThreads();
  Threads.erase(Threads.begin());
  CacheProfile P =
      profileOf(makeCacheProfile({testBuilder().finish()}, Threads, 0));
  EXPECT_EQ(printed(costsIn(P)), "desc: Caches:           not simulated\n"
                                 "cmd: ./app 1\n"
                                 "events: Ir Dr Dw\n"
                                 "fl=/src/a.c\n"
                                 "fn=main()\n"
                                 "10 16 0 4\n"
                                 "11 3 0 0\n"
                                 "12 5 0 0\n"
                                 "fl=/src/list.h\n"
                                 "fn=main()\n"
                                 "3 6 3 0\n"
                                 "summary: 30 3 4\n");
}

} // namespace udpc
