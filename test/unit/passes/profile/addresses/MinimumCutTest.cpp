// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/addresses/MinimumCut.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc;

namespace {

struct Edge {
  unsigned From, To;
  uint64_t Capacity;
};

uint64_t capacityOf(const std::vector<Edge> &Edges,
                    const std::vector<bool> &ReachesSink) {
  uint64_t Sum = 0;
  for (const Edge &E : Edges)
    if (!ReachesSink[E.From] && ReachesSink[E.To])
      Sum += E.Capacity;
  return Sum;
}

std::vector<bool> cut(unsigned NumNodes, const std::vector<Edge> &Edges) {
  MinimumCut Cut;
  for (unsigned I = 2; I < NumNodes; ++I)
    EXPECT_EQ(Cut.addNode(), I);
  for (const Edge &E : Edges)
    Cut.addEdge(E.From, E.To, E.Capacity);
  return Cut.run();
}

TEST(MinimumCut, IsTheOneNearestToTheSink) {
  EXPECT_EQ(cut(4, {{0, 2, 5}, {2, 3, 5}, {3, 1, MinimumCut::Unlimited}}),
            std::vector<bool>({false, true, false, true}));
  EXPECT_EQ(cut(4, {{0, 2, 4}, {2, 3, 5}, {3, 1, MinimumCut::Unlimited}}),
            std::vector<bool>({false, true, true, true}));
}

TEST(MinimumCut, CutsNothingWithoutAPath) {
  EXPECT_EQ(cut(3, {{0, 2, 1}}), std::vector<bool>({false, true, false}));
}

// No cut of a random network is cheaper than the one found.
TEST(MinimumCut, IsMinimal) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 300; ++Round) {
    unsigned NumNodes = 3 + Random() % 6;
    std::vector<Edge> Edges;
    for (unsigned I = 0, N = Random() % 24; I != N; ++I)
      Edges.push_back({unsigned(Random() % NumNodes),
                       unsigned(Random() % NumNodes), Random() % 9});
    std::vector<bool> Found = cut(NumNodes, Edges);
    ASSERT_FALSE(Found[MinimumCut::Source]);
    ASSERT_TRUE(Found[MinimumCut::Sink]);
    uint64_t Least = MinimumCut::Unlimited;
    for (unsigned Set = 0; Set != 1u << (NumNodes - 2); ++Set) {
      std::vector<bool> ReachesSink = {false, true};
      for (unsigned I = 0; I != NumNodes - 2; ++I)
        ReachesSink.push_back(Set >> I & 1);
      Least = std::min(Least, capacityOf(Edges, ReachesSink));
    }
    EXPECT_EQ(capacityOf(Edges, Found), Least);
  }
}

} // namespace
