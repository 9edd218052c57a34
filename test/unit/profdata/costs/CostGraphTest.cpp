//===- CostGraphTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/costs/CostGraph.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

using Counts = CostGraph::Counts;

/// A graph of functions f0, f1, ... with self costs 1, 10, 100, ...
static CostGraph graphOf(unsigned NumFunctions) {
  CostGraph G;
  G.Events = {"Ir"};
  uint64_t Self = 1;
  for (unsigned I = 0; I != NumFunctions; ++I, Self *= 10) {
    uint32_t F =
        G.function(G.module("app"), G.file("a.c"), ("f" + Twine(I)).str());
    G.addSelf(F, G.Functions[F].File, I + 1, {Self});
  }
  return G;
}

TEST(CostGraph, ComputesInclusiveCostsFromArcs) {
  CostGraph G = graphOf(3);
  G.addArc(0, 1, 0, 5, 2, {110});
  G.addArc(1, 2, 0, 6, 4, {100});
  G.finish();
  EXPECT_EQ(G.Functions[0].Inclusive, Counts{111});
  EXPECT_EQ(G.Functions[1].Inclusive, Counts{110});
  EXPECT_EQ(G.Functions[2].Inclusive, Counts{100});
  EXPECT_EQ(G.Functions[2].Calls, 4u);
  EXPECT_EQ(G.Total, Counts{111});
  EXPECT_TRUE(G.Cycles.empty());
}

// The costs of nested calls are part of those of the outer ones.
TEST(CostGraph, CountsRecursiveFunctionsOnce) {
  CostGraph G = graphOf(3);
  G.addArc(0, 1, 0, 5, 1, {110});
  G.addArc(1, 1, 0, 6, 9, {900});
  G.addArc(1, 2, 0, 7, 1, {100});
  G.finish();
  EXPECT_EQ(G.Functions[1].Inclusive, Counts{110});
  EXPECT_FALSE(G.Functions[1].IsBound);
  ASSERT_EQ(G.Cycles.size(), 1u);
  EXPECT_EQ(G.Cycles[0].Functions, std::vector<uint32_t>{1});
  EXPECT_EQ(G.Cycles[0].Inclusive, Counts{110});
}

TEST(CostGraph, BoundsFunctionsOfACycleByTheCycle) {
  CostGraph G = graphOf(4);
  G.addArc(0, 1, 0, 5, 1, {1110});
  G.addArc(1, 2, 0, 6, 9, {5000});
  G.addArc(2, 1, 0, 7, 8, {4000});
  G.addArc(2, 3, 0, 8, 1, {1000});
  G.finish();
  ASSERT_EQ(G.Cycles.size(), 1u);
  EXPECT_EQ(G.Cycles[0].Functions, (std::vector<uint32_t>{1, 2}));
  EXPECT_EQ(G.Cycles[0].Inclusive, Counts{1110});
  EXPECT_EQ(G.Functions[1].Inclusive, Counts{1110});
  EXPECT_TRUE(G.Functions[1].IsBound);
  EXPECT_FALSE(G.Functions[3].IsBound);
  EXPECT_EQ(G.Functions[0].Inclusive, Counts{1111});
}

TEST(CostGraph, KeepsInclusiveCostsThatAreKnown) {
  CostGraph G = graphOf(2);
  G.Functions[0].Inclusive = {42};
  G.addArc(0, 1, 0, 5, 1, {10});
  G.finish();
  EXPECT_EQ(G.Functions[0].Inclusive, Counts{42});
}

TEST(CostGraph, FindsCyclesInLongChains) {
  CostGraph G;
  G.Events = {"Ir"};
  constexpr unsigned Length = 200000;
  for (unsigned I = 0; I != Length; ++I)
    G.function(G.module(""), G.file(""), std::to_string(I));
  for (unsigned I = 0; I != Length; ++I)
    G.addArc(I, (I + 1) % Length, 0, 0, 1, {1});
  G.finish();
  ASSERT_EQ(G.Cycles.size(), 1u);
  EXPECT_EQ(G.Cycles[0].Functions.size(), Length);
}

TEST(CostGraph, AddsRuns) {
  CostGraph A = graphOf(2), B = graphOf(3);
  A.addArc(0, 1, 0, 5, 1, {10});
  B.addArc(0, 1, 0, 5, 2, {10});
  B.addArc(0, 2, CostGraph::None, 0, 2, {100});
  for (CostGraph *G : {&A, &B}) {
    G->finish();
    G->Contexts.push_back(
        {CostGraph::None, 0, CostGraph::None, 0, 1, {1}, {11}});
    G->Contexts.push_back({0, 1, 0, 5, 1, {10}, {10}});
  }
  B.Contexts.push_back({0, CostGraph::None, CostGraph::None, 0, 1, {3}, {3}});
  ASSERT_FALSE(A.add(B));
  EXPECT_EQ(A.Total, Counts{122});
  ASSERT_EQ(A.Arcs.size(), 2u);
  EXPECT_EQ(A.Arcs[0].Calls, 3u);
  EXPECT_EQ(A.Functions[0].Inclusive, Counts{122});
  EXPECT_EQ(A.Functions[1].Calls, 3u);
  ASSERT_EQ(A.Contexts.size(), 3u);
  EXPECT_EQ(A.Contexts[1].Inclusive, Counts{20});
  EXPECT_EQ(A.Contexts[2].Self, Counts{3});
  B.Events = {"Dr"};
  EXPECT_EQ(toString(A.add(B)),
            "it has other events than the profiles before it");
}

TEST(CostGraph, HasLinesByFile) {
  CostGraph G = graphOf(2);
  G.addSelf(1, G.file(""), 7, {5});
  G.finish();
  CostGraph::LinesByFile Lines = G.linesByFile();
  EXPECT_EQ(G.Total, Counts{16});
  EXPECT_EQ(Lines["a.c"]["f1"][2], Counts{10});
  EXPECT_EQ(Lines["???"]["f1"][7], Counts{5});
}

} // namespace udpc
