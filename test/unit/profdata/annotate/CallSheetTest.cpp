//===- CallSheetTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/CallSheet.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

using Counts = CostGraph::Counts;

/// main calls f of a module in \p Folder.
static CostGraph graphIn(StringRef Folder, uint64_t CostOfF) {
  CostGraph G;
  G.Events = {"Ir", "Dr"};
  uint32_t Module = G.module((Folder + "/app").str());
  uint32_t File = G.file((Folder + "/a.c").str());
  uint32_t Main = G.function(Module, File, "main");
  uint32_t F = G.function(Module, File, "_Z1fv");
  G.addSelf(Main, File, 1, {1, 0});
  G.addSelf(F, File, 2, {CostOfF, 5});
  G.addArc(Main, F, File, 1, 3, {CostOfF, 5});
  G.finish();
  G.Contexts.push_back(
      {CostGraph::None, F, File, 1, 3, {CostOfF, 5}, {CostOfF, 5}});
  return G;
}

static CostSheet sheet() {
  CostSheet S;
  S.Events = {"Ir", "Dr"};
  S.Total = S.Base = {0, 0};
  S.addDerived("twice", {"2*Dr", {{2, 1}}});
  return S;
}

static NameChange change(StringRef Text) {
  return cantFail(NameChange::parse(Text));
}

TEST(CallSheet, RenamesAndMerges) {
  CostGraph G = graphIn("/old", 10);
  uint32_t File = G.file("/other/a.c");
  G.addSelf(G.function(G.module("/old/app"), File, "f()"), File, 2, {7, 0});
  for (CostGraph::Function &F : G.Functions)
    F.Inclusive.clear();
  G.finish();
  SheetNames Names;
  Names.Files.push_back(change("s,^/[a-z]+/,,"));
  CostGraph R = renamed(std::move(G), Names);
  EXPECT_EQ(R.Files, std::vector<std::string>{"a.c"});
  ASSERT_EQ(R.Functions.size(), 2u);
  EXPECT_EQ(R.Functions[1].Name, "f()");
  EXPECT_EQ(R.Functions[1].Self, (Counts{17, 5}));
  ASSERT_EQ(R.Lines.size(), 2u);
  EXPECT_EQ(R.Lines[1].Self, (Counts{17, 5}));
}

TEST(CallSheet, HasColumnsOfEventsAndCalls) {
  CallSheet S = CallSheet::of(graphIn("/a", 10), sheet(), {2, 0});
  EXPECT_EQ(S.NumEvents, 2u);
  EXPECT_EQ(S.Graph.Functions[1].Self, (Counts{10, 10, 0}));
  EXPECT_EQ(S.Graph.Functions[1].Inclusive, (Counts{10, 10, 3}));
  EXPECT_EQ(S.Graph.Arcs[0].Inclusive, (Counts{10, 10, 3}));
  EXPECT_EQ(S.Graph.Contexts[0].Inclusive, (Counts{10, 10, 3}));
}

TEST(CallSheet, HasNewAndOldColumnsOfDifferences) {
  CallSheet S = CallSheet::difference(graphIn("/old", 10), graphIn("/new", 40),
                                      sheet(), {0});
  // Modules are compared by their names, files as they are.
  EXPECT_EQ(S.Graph.Modules, std::vector<std::string>{"app"});
  ASSERT_EQ(S.Graph.Functions.size(), 4u);
  EXPECT_EQ(S.Graph.Functions[1].Inclusive, (Counts{40, 3, 0, 0}));
  EXPECT_EQ(S.Graph.Functions[3].Inclusive, (Counts{0, 0, 10, 3}));

  S = CallSheet::difference(graphIn("/a", 10), graphIn("/a", 40), sheet(), {0});
  ASSERT_EQ(S.Graph.Functions.size(), 2u);
  EXPECT_EQ(S.Graph.Functions[1].Inclusive, (Counts{40, 3, 10, 3}));
  EXPECT_EQ(S.Graph.Arcs[0].Inclusive, (Counts{40, 3, 10, 3}));
  EXPECT_EQ(S.weight({40, 3, 70, 3}, 0), 70u);
}

} // namespace udpc
