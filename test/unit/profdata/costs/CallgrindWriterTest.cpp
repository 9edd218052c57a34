//===- CallgrindWriterTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../cache/CacheProfileBytes.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/costs/CostGraph.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

static std::string printed(const CostGraph &G, uint64_t Pid = 0) {
  std::string Text;
  raw_string_ostream OS(Text);
  G.printCallgrind(OS, Pid);
  return Text;
}

static std::string printedProfile(CostOptions O) {
  Expected<CacheProfile> P = CacheProfile::decode(testProfile(), "p");
  EXPECT_TRUE(bool(P));
  return printed(CostGraph::of(*P, O), P->Pid);
}

static const char Header[] =
    "# callgrind format\n"
    "version: 1\n"
    "creator: udpc\n"
    "pid: 4711\n"
    "cmd: ./app 1\n"
    "desc: I1 cache:         32768 B, 64 B, 8-way associative\n"
    "desc: D1 cache:         49152 B, 64 B, 12-way associative\n"
    "desc: LL cache:         33554432 B, 64 B, 16-way associative\n"
    "desc: Jumps: 1 of 3 that were reached are left out, since it is not known "
    "how often they were taken\n"
    "positions: line\n"
    "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n"
    "summary: 114 1 1 12 4 2 20 10 7\n"
    "\n";

TEST(CallgrindWriter, KeepsInlinedCodeInItsFunction) {
  EXPECT_EQ(printedProfile({}), std::string(Header) +
                                    "ob=(1) /bin/app\n"
                                    "fl=(1) /src/a.c\n"
                                    "fn=(1) main()\n"
                                    "10 56 0 0 0 0 0 14 7 5\n"
                                    "11 6 1 1 0 0 0 0 0 0\n"
                                    "12 40 0 0 0 0 0 0 0 0\n"
                                    "jfi=(2) /src/list.h\n"
                                    "jcnd=6/6 3\n"
                                    "11\n"
                                    "jump=8 10\n"
                                    "12\n"
                                    "fi=(2)\n"
                                    "3 12 0 0 6 2 1 0 0 0\n"
                                    "fe=(1)\n"
                                    "\n"
                                    "fl=(3) ???\n"
                                    "fn=(2) memcpy\n"
                                    "0 0 0 0 6 2 1 6 3 2\n"
                                    "\n"
                                    "totals: 114 1 1 12 4 2 20 10 7\n");
}

TEST(CallgrindWriter, MakesInlinedFunctionsFunctions) {
  CostOptions O;
  O.Inlined = true;
  std::string Text = printedProfile(O);
  EXPECT_NE(Text.find("fl=(2) /src/list.h\nfn=(2) next()\n3 12 0"),
            std::string::npos)
      << Text;
  EXPECT_EQ(Text.find("fi="), std::string::npos) << Text;
  // They lead from one such function to another.
  EXPECT_EQ(Text.find("jcnd="), std::string::npos) << Text;
}

TEST(CallgrindWriter, TakesFilesOfCachegrind) {
  Expected<CostGraph> F = CostGraph::parseCachegrind(
      "cmd: c\nevents: A\nfl=a\nfn=f\n1 1\nfn=g\n2 2\nfl=b\nfn=f\n3 "
      "3\nsummary: 6\n",
      "f");
  ASSERT_TRUE(bool(F));
  EXPECT_EQ(printed(*F), "# callgrind format\n"
                         "version: 1\n"
                         "creator: udpc\n"
                         "cmd: c\n"
                         "positions: line\n"
                         "events: A\n"
                         "summary: 6\n"
                         "\n"
                         "fl=(1) a\n"
                         "fn=(1) f\n"
                         "1 1\n"
                         "\n"
                         "fl=(1)\n"
                         "fn=(2) g\n"
                         "2 2\n"
                         "\n"
                         "fl=(2) b\n"
                         "fn=(1)\n"
                         "3 3\n"
                         "\n"
                         "totals: 6\n");
}

TEST(CallgrindWriter, WritesTheJumpsThatItReads) {
  const std::string Text = "# callgrind format\n"
                           "version: 1\n"
                           "creator: udpc\n"
                           "cmd: c\n"
                           "positions: line\n"
                           "events: A\n"
                           "summary: 3\n"
                           "\n"
                           "fl=(1) a\n"
                           "fn=(1) f\n"
                           "1 1\n"
                           "jump=4 7\n"
                           "1\n"
                           "jfi=(2) b\n"
                           "jcnd=2/9 5\n"
                           "1\n"
                           "fi=(2)\n"
                           "5 2\n"
                           "jfi=(1)\n"
                           "jcnd=1/2 1\n"
                           "5\n"
                           "fe=(1)\n"
                           "\n"
                           "totals: 3\n";
  Expected<CostGraph> G = CostGraph::parseCallgrind(Text, "f");
  ASSERT_TRUE(bool(G)) << toString(G.takeError());
  EXPECT_EQ(printed(*G), Text);
  CostGraph Twice = *G;
  ASSERT_FALSE(Twice.add(*G));
  ASSERT_EQ(Twice.Jumps.size(), 3u);
  EXPECT_EQ(Twice.Jumps[1].Taken, 4u);
  EXPECT_EQ(Twice.Jumps[1].Executed, 18u);
}

} // namespace udpc
