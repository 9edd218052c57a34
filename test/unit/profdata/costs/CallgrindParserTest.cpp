//===- CallgrindParserTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

using Counts = CostGraph::Counts;

static CostGraph parsed(StringRef Text) {
  Expected<CostGraph> G = CostGraph::parseCallgrind(Text, "t");
  if (G)
    return std::move(*G);
  ADD_FAILURE() << toString(G.takeError());
  return CostGraph();
}

static std::string errorOf(StringRef Body) {
  Expected<CostGraph> G = CostGraph::parseCallgrind(Body, "t");
  return G ? "" : toString(G.takeError());
}

/// As Valgrind writes it: compressed names and positions, inlined code, jumps.
static const char Text[] = "# callgrind format\n"
                           "version: 1\n"
                           "creator: callgrind-3.19.0\n"
                           "pid: 1\n"
                           "cmd:  ./a\n"
                           "part: 1\n"
                           "\n"
                           "desc: D1 cache: none\n"
                           "positions: instr line\n"
                           "events: Ir Bc\n"
                           "summary: 45 3\n"
                           "\n"
                           "ob=(1) /bin/a\n"
                           "fl=(1) a.c\n"
                           "fn=(1) main\n"
                           "0x1000 10 5\n"
                           "+4 +2 6 1\n"
                           "fi=(2) a.h\n"
                           "+4 3 7\n"
                           "cob=(2) libc.so\n"
                           "cfi=(3) qsort.c\n"
                           "cfn=(2) qsort\n"
                           "calls=2 0x2000 +97\n"
                           "* * 20 2\n"
                           "fe=(1)\n"
                           "jcnd=3/9 +8 -1\n"
                           "* 12\n"
                           "jfi=(4) b.h\n"
                           "jump=3 +8 *\n"
                           "* -1\n"
                           "* +2 7\n"
                           "cfn=(1)\n"
                           "calls=1 0x1000 10\n"
                           "* * 5\n"
                           "\n"
                           "ob=(2)\n"
                           "fl=(3)\n"
                           "fn=(2)\n"
                           "0x2000 100 20 2\n"
                           "\n"
                           "totals: 45 3\n";

TEST(CallgrindParser, ReadsWhatValgrindWrites) {
  CostGraph G = parsed(Text);
  EXPECT_EQ(G.Command, "./a");
  EXPECT_EQ(G.Events, (std::vector<std::string>{"Ir", "Bc"}));
  EXPECT_EQ(G.Total, (Counts{45, 3}));
  ASSERT_EQ(G.Functions.size(), 2u);
  const CostGraph::Function &Main = G.Functions[0], &Sort = G.Functions[1];
  EXPECT_EQ(G.Files[Main.File], "a.c");
  EXPECT_EQ(G.Modules[Main.Module], "/bin/a");
  EXPECT_EQ(Main.Self, (Counts{25, 1}));
  EXPECT_EQ(Main.Inclusive, (Counts{45, 3}));
  EXPECT_EQ(Main.Line, 10u);
  EXPECT_EQ(Main.Calls, 1u);
  EXPECT_EQ(Sort.Name, "qsort");
  EXPECT_EQ(G.Modules[Sort.Module], "libc.so");
  EXPECT_EQ(Sort.Line, 100u);

  ASSERT_EQ(G.Jumps.size(), 2u);
  EXPECT_TRUE(G.Jumps[0].IsConditional);
  EXPECT_EQ(G.Jumps[0].Taken, 3u);
  EXPECT_EQ(G.Jumps[0].Executed, 9u);
  EXPECT_EQ(G.Jumps[0].Line, 12u);
  EXPECT_EQ(G.Jumps[0].TargetLine, 2u);
  EXPECT_FALSE(G.Jumps[1].IsConditional);
  EXPECT_EQ(G.Files[G.Jumps[1].TargetFile], "b.h");
  EXPECT_EQ(G.Files[G.Jumps[1].File], "a.c");

  ASSERT_EQ(G.Arcs.size(), 2u);
  EXPECT_EQ(G.Arcs[0].Callee, 1u);
  EXPECT_EQ(G.Files[G.Arcs[0].File], "a.h");
  EXPECT_EQ(G.Arcs[0].Line, 3u);
  EXPECT_EQ(G.Arcs[0].Calls, 2u);
  EXPECT_EQ(G.Arcs[0].Inclusive, (Counts{20, 2}));
  EXPECT_EQ(G.Arcs[1].Callee, 0u);
  EXPECT_EQ(G.Arcs[1].Line, 13u);

  CostGraph::LinesByFile Costs = G.linesByFile();
  EXPECT_EQ(Costs["a.h"]["main"][3], (Counts{7, 0}));
  EXPECT_EQ(Costs["a.c"]["main"][12], (Counts{6, 1}));
  EXPECT_EQ(Costs["a.c"]["main"][13], (Counts{7, 0}));
}

TEST(CallgrindParser, AddsParts) {
  CostGraph G = parsed("version: 1\npart: 1\nevents: Ir\nfl=(1) a\nfn=(1) f\n"
                       "3 1\ntotals: 1\npart: 2\nevents: Ir\nfl=(1) b\n"
                       "fn=(1) g\n+4 2\ntotals: 2\n");
  EXPECT_EQ(G.Total, Counts{3});
  ASSERT_EQ(G.Functions.size(), 2u);
  EXPECT_EQ(G.Functions[1].Name, "g");
  EXPECT_EQ(G.Lines[1].Line, 4u);
}

TEST(CallgrindParser, ReadsFilesOfOtherWriters) {
  CostGraph G = parsed("events: Time\n\nfl=a.php\nfn=main\n3 5\n"
                       "cfl=b.php\ncfn=run\ncalls=1 0\n4 7\n");
  EXPECT_EQ(G.Functions[0].Inclusive, Counts{12});
  EXPECT_EQ(G.Files[G.Functions[1].File], "b.php");
  EXPECT_TRUE(CostGraph::isCallgrindFile("# callgrind format\n"));
  EXPECT_TRUE(CostGraph::isCallgrindFile("\n# x\nversion: 1\n"));
  EXPECT_FALSE(CostGraph::isCallgrindFile("desc: x\ncmd: a\nevents: Ir\n"));
  EXPECT_FALSE(CostGraph::isCallgrindFile(""));
}

TEST(CallgrindParser, SaysWhatIsWrong) {
  const std::string Head = "events: Ir\nfl=a\nfn=f\n";
  const std::pair<std::string, std::string> Cases[] = {
      {"", "t:1: the 'events:' line is missing: the file is cut off"},
      {"version: 2", "t:1: version 2 of Callgrind's format; version 1 is read"},
      {"events:", "t:1: the 'events:' line names no event"},
      {"creator: callgrind-3.19.0\n" + Head + "1 1\n",
       "t:5: the 'totals:' line is missing: the file is cut off"},
      {"events: a a", "t:1: the event 'a' is named twice"},
      {"fl=a", "t:1: the 'events:' line must come before functions and costs"},
      {"1 2", "t:1: costs before the 'events:' line"},
      {"events: Ir\n1 2", "t:2: costs before the first 'fn=' line"},
      {"events: Ir\nfn=f", "t:2: 'fn=' before the first 'fl=' line"},
      {"events: Ir\nfl=a\nfi=b",
       "t:3: 'fi=' continues a function; there is none"},
      {"events: Ir\nfl=(1)", "t:2: '(1)' is not named before"},
      {Head + "1 2 3",
       "t:4: more counts than the 1 events of the 'events:' line"},
      {Head + "1 x", "t:4: 'x' is not a number"},
      {Head + "1 99999999999999999999",
       "t:4: the number '99999999999999999999' is too large"},
      {Head + "5000000000 1", "t:4: the line number 5000000000 is too large"},
      {Head + "-1 1", "t:4: '-1' leads out of the range of positions"},
      {Head + "calls=1 2", "t:4: 'calls=' without a 'cfn=' line before it"},
      {Head + "cfn=g\ncalls=1 2\n",
       "t:5: the file is cut off after 'calls=', 'jump=' or 'jcnd='"},
      {Head + "cfn=g\ncalls=1 2\nfn=h",
       "t:6: a line with a position must follow 'calls=', 'jump=' and 'jcnd='"},
      {Head + "jcnd=3 1", "t:4: '' is not a number"},
      {Head + "1 1\ntotals: 2",
       "t:5: the totals have 2 Ir, but the lines before them add up to 1"},
      {Head + "1 18446744073709551615\n1 1",
       "t:5: the counts of Ir add up to 2^64 or more"},
      {Head + "part: 2\nevents: Dr",
       "t:5: this part has other events than the parts before it"},
      {Head + "hello", "t:4: 'hello' is not a line of Callgrind's format"},
      {Head + "1 1\r\n",
       "t:4: the line ends with CR LF; Callgrind's files have LF"},
      {"positions: instr\nevents: Ir\nfl=a\nfn=f\n* ", ""},
      {"positions: column", "t:1: 'positions:' is followed by 'instr', 'bb' or "
                            "'line'"},
      {"positions: instr line\nevents: Ir\nfl=a\nfn=f\n1",
       "t:5: a position has 2 numbers here, as the 'positions:' line says"},
  };
  for (const auto &[Text, Message] : Cases)
    EXPECT_EQ(errorOf(Text), Message) << Text;
}

} // namespace udpc
