// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/placement/CounterPlacement.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace llvm;
using namespace udpc;

namespace {

using Successors = std::vector<std::vector<unsigned>>;

/// Control flow by numbers of segments; control enters at 0 and leaves where
/// there is no successor.
CounterPlacement placementOf(const Successors &Flow,
                             const std::vector<uint64_t> &Costs) {
  CounterPlacement P;
  for (uint64_t Cost : Costs)
    P.add(Cost);
  P.enter(0);
  for (unsigned From = 0; From != Flow.size(); ++From) {
    for (unsigned To : Flow[From])
      P.connect(From, To);
    if (Flow[From].empty())
      P.leave(From);
  }
  return P;
}

/// All counts, given those of the segments that are counted.
std::map<unsigned, int64_t> derive(const CounterPlacement::Result &R,
                                   const std::vector<int64_t> &True) {
  std::map<unsigned, int64_t> Counts;
  for (unsigned S : R.Counted)
    Counts[S] = True[S];
  for (const CounterPlacement::Derivation &D : R.Derived) {
    int64_t Sum = 0;
    auto Known = [&](unsigned S) {
      EXPECT_TRUE(Counts.count(S)) << S << " is used before it is known";
      return Counts[S];
    };
    for (unsigned S : D.Plus)
      Sum += Known(S);
    for (unsigned S : D.Minus)
      Sum -= Known(S);
    EXPECT_TRUE(Counts.emplace(D.Segment, Sum).second) << "known before";
  }
  return Counts;
}

TEST(CounterPlacement, AStraightLineHasOneCounter) {
  auto R = placementOf({{1}, {2}, {}}, {1, 1, 1}).place();
  EXPECT_EQ(R.Counted.size(), 1u);
  // Equal by flow: no sum at all.
  for (const CounterPlacement::Derivation &D : R.Derived) {
    EXPECT_EQ(D.Plus.size(), 1u);
    EXPECT_TRUE(D.Minus.empty());
  }
}

TEST(CounterPlacement, ADiamondCountsItsArms) {
  // The arms cost least; one of them and the whole decide the other.
  auto R = placementOf({{1, 2}, {3}, {3}, {}}, {100, 10, 20, 100}).place();
  EXPECT_EQ(R.Counted, (std::vector<unsigned>{1, 2}));
}

TEST(CounterPlacement, LoopOfOneSegmentIsCountedItself) {
  auto R = placementOf({{1}, {1, 2}, {}}, {1, 1000, 1}).place();
  EXPECT_TRUE(is_contained(R.Counted, 1u));
  EXPECT_EQ(R.Counted.size(), 2u);
}

TEST(CounterPlacement, CheapestSegmentsAreCounted) {
  // The head of a loop with two ways through it.
  auto R = placementOf({{1}, {2, 3, 5}, {4}, {4}, {1}, {}},
                       {1, 1000, 900, 100, 1000, 1})
               .place();
  EXPECT_FALSE(is_contained(R.Counted, 1u));
  EXPECT_FALSE(is_contained(R.Counted, 4u));
}

TEST(CounterPlacement, NothingComesToWhatIsNotReached) {
  auto R = placementOf({{}, {2}, {1}}, {1, 1, 1}).place();
  auto Counts = derive(R, {7, 0, 0});
  EXPECT_EQ(Counts.size(), 3u);
  EXPECT_EQ(Counts[0], 7);
  EXPECT_EQ(Counts[1], 0);
}

TEST(CounterPlacement, NoSegmentsNeedNoCounter) {
  auto R = CounterPlacement().place();
  EXPECT_TRUE(R.Counted.empty());
  EXPECT_TRUE(R.Derived.empty());
}

/// Walks through random graphs and compares the derived counts with the real
/// ones.
TEST(CounterPlacement, DerivesTheCountsOfRandomWalks) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 500; ++Round) {
    unsigned Size = 1 + Random() % 40;
    Successors Flow(Size);
    std::vector<uint64_t> Costs;
    for (unsigned S = 0; S != Size; ++S) {
      Costs.push_back(Random() % 1000);
      for (unsigned N = Random() % 4; N && S + 1 != Size; --N)
        Flow[S].push_back(Random() % Size);
    }
    std::vector<int64_t> True(Size);
    for (unsigned Walk = 0; Walk != 20; ++Walk) {
      unsigned At = 0;
      std::vector<unsigned> Path;
      while (Path.size() < 1000) {
        Path.push_back(At);
        if (Flow[At].empty())
          break;
        At = Flow[At][Random() % Flow[At].size()];
      }
      if (!Flow[Path.back()].empty())
        continue; // It has none.
      for (unsigned S : Path)
        ++True[S];
    }
    auto R = placementOf(Flow, Costs).place();
    EXPECT_TRUE(is_sorted(R.Counted));
    auto Counts = derive(R, True);
    ASSERT_EQ(Counts.size(), Size);
    for (unsigned S = 0; S != Size; ++S)
      ASSERT_EQ(Counts[S], True[S]) << "segment " << S << ", round " << Round;
  }
}

/// No smaller and no cheaper set of segments suffices.
TEST(CounterPlacement, IsTheBest) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 200; ++Round) {
    unsigned Size = 2 + Random() % 7;
    Successors Flow(Size);
    std::vector<uint64_t> Costs;
    for (unsigned S = 0; S != Size; ++S) {
      Costs.push_back(1 + Random() % 100);
      if (S + 1 != Size)
        for (unsigned N = 1 + Random() % 2; N; --N)
          Flow[S].push_back(Random() % Size);
    }
    auto R = placementOf(Flow, Costs).place();
    uint64_t Cost = 0;
    for (unsigned S : R.Counted)
      Cost += Costs[S];
    // An expensive segment is not counted if that is possible.
    for (unsigned S = 0; S != Size; ++S) {
      std::vector<uint64_t> Dear = Costs;
      Dear[S] = 1000000;
      auto Other = placementOf(Flow, Dear).place();
      EXPECT_EQ(Other.Counted.size(), R.Counted.size());
      uint64_t OtherCost = 0;
      for (unsigned C : Other.Counted)
        OtherCost += Costs[C];
      EXPECT_GE(OtherCost, Cost);
    }
  }
}

} // namespace
