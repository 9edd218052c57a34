// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/flow/FlowForest.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace llvm;

namespace udpc {
namespace {

/// A graph of \p NumNodes nodes, whose edges a walk follows at random.
struct RandomGraph {
  std::mt19937 Random;
  std::vector<FlowEdge> Edges;
  std::vector<std::vector<unsigned>> From; ///< By node.
  FlowForest Forest;

  RandomGraph(unsigned Seed, FlowForest::Kind Kind) : Random(Seed) {
    unsigned NumNodes = 2 + pick(9);
    From.resize(NumNodes);
    for (unsigned Node = 1; Node != NumNodes; ++Node)
      Forest.newNode();
    // A way around all, so that each walk ends.
    for (unsigned Node = 0; Node != NumNodes; ++Node)
      add(Node, (Node + 1) % NumNodes);
    for (unsigned More = pick(2 * NumNodes); More; --More)
      add(pick(NumNodes), pick(NumNodes));
    Forest.grow(Kind);
  }

  unsigned pick(unsigned Limit) { return Random() % Limit; }

  void add(unsigned A, unsigned B) {
    From[A].push_back(Edges.size());
    Edges.push_back({A, B, double(pick(8)), pick(4) != 0, pick(3) != 0,
                     /*LeavesCycle=*/false});
    Forest.addEdge(Edges.back());
  }

  /// The flow of each edge, from that of others().
  std::vector<int> derived(const std::vector<int> &Flow) const {
    std::vector<int> Sums(Edges.size());
    for (unsigned I : Forest.others())
      Forest.visitCycle(I, [&](unsigned Edge, bool IsAlong) {
        Sums[Edge] += IsAlong ? Flow[I] : -Flow[I];
      });
    return Sums;
  }

  bool leadsTo(unsigned Node, unsigned End) const {
    std::vector<unsigned> Work = {Node};
    std::vector<bool> Seen(From.size());
    while (!Work.empty()) {
      unsigned Now = Work.back();
      Work.pop_back();
      if (Now == End)
        return true;
      if (!Seen[Now])
        for (unsigned I : From[Now])
          Work.push_back(Edges[I].To);
      Seen[Now] = true;
    }
    return false;
  }
};

TEST(FlowForest, AllThatIsDeterminedFollows) {
  unsigned NumSaved = 0;
  for (FlowForest::Kind Kind : {FlowForest::AnyEdges, FlowForest::ForwardPaths})
    for (unsigned Seed = 0; Seed != 400; ++Seed) {
      RandomGraph G(Seed, Kind);
      std::vector<int> Flow(G.Edges.size());
      unsigned At = 0;
      for (unsigned Step = 0; Step != 200; ++Step) {
        unsigned I = G.From[At][G.pick(G.From[At].size())];
        ++Flow[I];
        At = G.Edges[I].To;
        std::vector<int> Sums = G.derived(Flow);
        for (auto [E, Sum] : enumerate(Sums)) {
          if (!G.Edges[E].IsCounted)
            continue;
          int Error = Sum - Flow[E];
          if (At == FlowForest::Outside)
            EXPECT_EQ(Error, 0) << Seed;
          else if (Kind == FlowForest::AnyEdges)
            EXPECT_LE(std::abs(Error), 1) << Seed;
          else if (Error == 1)
            EXPECT_TRUE(G.leadsTo(At, G.Edges[E].From)) << Seed;
          else if (Error)
            // Only the block that is running may not have been counted.
            EXPECT_TRUE(Error == -1 && E == I && G.Edges[I].IsBlock) << Seed;
        }
      }
      NumSaved += count_if(G.Edges, [](const FlowEdge &E) {
                    return E.IsCounted;
                  }) > int(G.Forest.others().size());
    }
  EXPECT_GT(NumSaved, 600u);
}

TEST(FlowForest, IsVisitedFromItsRoots) {
  for (unsigned Seed = 0; Seed != 100; ++Seed) {
    RandomGraph G(Seed, FlowForest::AnyEdges);
    std::vector<bool> IsOther(G.Edges.size());
    for (unsigned I : G.Forest.others())
      IsOther[I] = true;
    std::set<unsigned> Children, Parents;
    G.Forest.visitForest([&](unsigned Edge, unsigned From, unsigned To) {
      const FlowEdge &E = G.Forest.edge(Edge);
      EXPECT_FALSE(IsOther[Edge]);
      EXPECT_EQ(std::minmax(From, To), std::minmax(E.From, E.To));
      EXPECT_NE(To, FlowForest::Outside);
      EXPECT_FALSE(Parents.count(To)) << "a child comes before its parent";
      EXPECT_TRUE(Children.insert(To).second);
      Parents.insert(From);
    });
  }
}

TEST(FlowForest, ABranchIsTheSumOfItsWays) {
  for (FlowForest::Kind Kind :
       {FlowForest::AnyEdges, FlowForest::ForwardPaths}) {
    FlowForest F;
    unsigned Behind = F.newNode(), End = F.newNode();
    F.addEdge({FlowForest::Outside, Behind, 10, true, true, false});
    F.addEdge({Behind, End, 9, true, true, false});
    F.addEdge({Behind, End, 1, false, false, false});
    F.addEdge({End, FlowForest::Outside, 10, true, true, false});
    F.grow(Kind);
    EXPECT_EQ(F.others().vec(), std::vector<unsigned>({1, 2}));
  }
}

// What is behind a loop is counted behind it.
TEST(FlowForest, PathsDoNotLeaveLoops) {
  FlowForest F;
  unsigned Header = F.newNode(), Branch = F.newNode();
  F.addEdge({FlowForest::Outside, Header, 1, true, true, false});
  F.addEdge({Header, Branch, 100, true, true, false});
  F.addEdge({Branch, Header, 99, true, true, false});
  F.addEdge({Branch, FlowForest::Outside, 1, true, true, true});
  F.grow(FlowForest::ForwardPaths);
  EXPECT_EQ(F.others().vec(), std::vector<unsigned>({0, 2, 3}));
}

} // namespace
} // namespace udpc
