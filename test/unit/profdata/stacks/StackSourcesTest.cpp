//===- StackSourcesTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/StackSources.h"
#include "../ProfileBytes.h"
#include "../cache/CacheProfileBytes.h"
#include "profdata/stacks/FrameNames.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

/// The samples as "outer>inner:line=values ...", one a line.
static std::string text(const StackProfile &P) {
  std::string Out;
  raw_string_ostream OS(Out);
  for (const auto &[Stack, Values] : P.samples()) {
    ListSeparator Arrow(">");
    for (const FrameName &F : frameNames(P, Stack, {}))
      OS << Arrow << F.Name;
    OS << ':' << P.places()[Stack.Places[0]].Lines[0].Line << '=';
    ListSeparator Comma(",");
    for (int64_t V : Values)
      OS << Comma << V;
    for (const StackLabel &L : Stack.Labels)
      OS << ' ' << L.Key << '=' << L.Text;
    OS << '\n';
  }
  return Out;
}

TEST(EventStacks, SubtractsDecrements) {
  EventProfile Events;
  std::string Bytes = makeProfile(
      {fullTable()}, {{0, {{0, 0, 50}, {0, 1, 20}}}, {3, {{0, 0, 7}}}});
  ASSERT_FALSE(bool(Events.add(MemoryBufferRef(Bytes, "p"))));
  EventReport Report = EventReport::compute(Events);
  StackProfile P = stacksOf(Events, Report);
  ASSERT_EQ(P.Types.size(), Report.Events.size());
  for (size_t Type = 0; Type != P.Types.size(); ++Type) {
    int64_t Sum = 0;
    for (const auto &[Stack, Values] : P.samples())
      Sum += Values[Type];
    EXPECT_EQ(Sum, Report.Events[Type].Total) << P.Types[Type].Name;
  }
  ASSERT_EQ(P.modules().size(), 1u);
  EXPECT_EQ(P.modules()[0].Path, "/bin/app");
  EXPECT_EQ(P.modules()[0].BuildId, "") << "there is no such file";
  EXPECT_NE(text(P).find("=57,0 kind=entry"), std::string::npos) << text(P);
  EXPECT_NE(text(P).find("=-20,0 kind=return"), std::string::npos) << text(P);
}

TEST(CostStacks, HaveInlinedFunctions) {
  Expected<CacheProfile> Costs = CacheProfile::decode(testProfile(), "p");
  ASSERT_TRUE(bool(Costs));
  StackProfile P = stacksOf(*Costs, {});
  P.keepTypes([](StringRef Name) { return Name == "Ir" || Name == "Dw"; });
  EXPECT_EQ(text(P), "main():10=56,14\n"
                     "main():11=6,0\n"
                     "main():12=40,0\n"
                     "main()>next():3=12,0\n"
                     "memcpy:0=0,6\n");
  EXPECT_EQ(P.functions()[0].LinkageName, "_Z4mainv");
  CostOptions O;
  O.Demangle = false;
  EXPECT_EQ(stacksOf(*Costs, O).functions()[0].Name, "_Z4mainv");
}

TEST(CostStacks, AreRecordedContexts) {
  using abi::BeyondContexts;
  using abi::NoIndex;
  // main calls memcpy, which calls main, which has the first one's context; and
  // calls without one.
  std::string Bytes = makeCacheProfile(
      {testBuilder().finish()}, testThreads(), abi::CachesSimulated, "./app",
      {{0, 0, NoIndex, NoIndex, NoIndex, NoIndex, 1, {100}},
       {0, 1, 0, 0, 0, 0, 2, {60}},
       {0, 0, 0, 1, NoIndex, 1, 1, {25}},
       {NoIndex, NoIndex, NoIndex, NoIndex, NoIndex, 1, 3, {5}},
       {0, 1, 0, 1, NoIndex, BeyondContexts, 3, {5}}},
      abi::CallsRecorded | abi::ContextsRecorded);
  Expected<CacheProfile> Costs = CacheProfile::decode(Bytes, "p");
  ASSERT_TRUE(bool(Costs)) << toString(Costs.takeError());
  CostGraph Graph = CostGraph::of(*Costs, {});
  ASSERT_EQ(Graph.Contexts.size(), 3u);
  EXPECT_EQ(Graph.Contexts[0].Calls, 2u);
  EXPECT_EQ(Graph.Contexts[0].Inclusive[0], 100u);
  EXPECT_EQ(Graph.Contexts[1].Inclusive[0], 35u) << "without main's second run";
  EXPECT_TRUE(Graph.Functions[0].IsBound) << "others may be of main's, too";
  EXPECT_EQ(Graph.Arcs.size(), 4u) << "and calls of the library's memcpy";
  EXPECT_EQ(text(stacksOf(*Costs, {})), "main():0=65\n"
                                        "main()>memcpy:0=30\n"
                                        "main()>memcpy>(others):0=5\n");
  // A single thread has no calls.
  CostOptions O;
  O.Thread = &Costs->Threads[1];
  EXPECT_EQ(stacksOf(*Costs, O).Types.size(), 9u);
}

TEST(CostStacks, ContextsTellInclusiveCostsOfCycles) {
  using abi::NoIndex;
  // main calls memcpy, and that main again: 8 of the 100 are main's own then.
  std::vector<abi::CallRec> Calls = {
      {0, 0, NoIndex, NoIndex, NoIndex, NoIndex, 1, {100}},
      {0, 1, 0, 0, NoIndex, 0, 1, {60}},
      {0, 0, 0, 1, NoIndex, 1, 1, {25}},
      {0, 1, 0, 0, NoIndex, 0, 1, {17}}};
  auto GraphOf = [&](uint32_t Flags) {
    return CostGraph::of(
        cantFail(CacheProfile::decode(
            makeCacheProfile({testBuilder().finish()}, testThreads(),
                             abi::CachesSimulated, "./app", Calls, Flags),
            "p")),
        {});
  };
  auto FunctionOf = [](const CostGraph &G, StringRef Name) {
    return *find_if(G.Functions, [&](const auto &F) { return F.Name == Name; });
  };
  CostGraph Graph = GraphOf(abi::CallsRecorded | abi::ContextsRecorded);
  EXPECT_FALSE(FunctionOf(Graph, "main()").IsBound);
  EXPECT_EQ(FunctionOf(Graph, "main()").Inclusive[0], 100u);
  EXPECT_TRUE(Graph.Functions[Graph.Arcs[0].Callee].IsBound)
      << "its context was left for main's while it was active";
  for (abi::CallRec &C : Calls)
    C.Parent = NoIndex;
  EXPECT_TRUE(FunctionOf(GraphOf(abi::CallsRecorded), "main()").IsBound);
}

TEST(CostStacks, HaveOneFrameFromCachegrind) {
  Expected<CostGraph> File = CostGraph::parseCachegrind(
      "cmd: c\nevents: A B\nfl=/a.c\nfn=f\n1 1\n2 2 3\nsummary: 3 3\n", "f");
  ASSERT_TRUE(bool(File));
  EXPECT_EQ(text(stacksOf(*File)), "f:1=1,0\nf:2=2,3\n");
}

} // namespace udpc
