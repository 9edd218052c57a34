// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/placement/TotalPlacement.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace udpc;

namespace {

using Amounts = TotalPlacement::Amounts;

TEST(TotalPlacement, AddsOnceOnAStraightLine) {
  TotalPlacement P;
  unsigned First = P.add({3, 1, 0}, 1), Second = P.add({4, 0, 2}, 1);
  P.enter(First);
  P.connect(First, Second);
  P.leave(Second);
  std::vector<Amounts> Added = P.place().Added;
  EXPECT_EQ(count(Added, Amounts{}), 1);
  EXPECT_EQ(Added[0][0] + Added[1][0], 7);
  EXPECT_EQ(Added[0][1] + Added[1][1], 1);
  EXPECT_EQ(Added[0][2] + Added[1][2], 2);
}

TEST(TotalPlacement, IsExactAtACallInBetween) {
  TotalPlacement P;
  unsigned Before = P.add({3, 0, 0}, 1), After = P.add({4, 0, 0}, 1);
  P.enter(Before);
  P.leave(Before);
  P.enter(After);
  P.leave(After);
  EXPECT_EQ(P.place().Added, (std::vector<Amounts>{{3, 0, 0}, {4, 0, 0}}));
}

TEST(TotalPlacement, TellsWhatIsPendingAtACall) {
  // Adding is cheapest after the call.
  TotalPlacement P;
  unsigned Before = P.add({3, 0, 0}, 9), After = P.add({4, 0, 0}, 1);
  P.enter(Before);
  P.connect(Before, After);
  P.leave(After);
  TotalPlacement::Result Placed = P.place();
  EXPECT_EQ(Placed.Added, (std::vector<Amounts>{{0, 0, 0}, {7, 0, 0}}));
  EXPECT_EQ(Placed.Pending, (std::vector<Amounts>{{3, 0, 0}, {0, 0, 0}}));
}

TEST(TotalPlacement, DoesNotAddWhereItIsExpensive) {
  // A loop of two pieces in one of which an addition costs more.
  TotalPlacement P;
  unsigned Entry = P.add({1, 0, 0}, 1), Cheap = P.add({2, 0, 0}, 100),
           Dear = P.add({3, 0, 0}, 1600), Exit = P.add({4, 0, 0}, 1);
  P.enter(Entry);
  P.connect(Entry, Cheap);
  P.connect(Cheap, Dear);
  P.connect(Dear, Cheap);
  P.connect(Dear, Exit);
  P.leave(Exit);
  std::vector<Amounts> Added = P.place().Added;
  EXPECT_EQ(Added[Cheap], (Amounts{5, 0, 0}));
  EXPECT_EQ(Added[Dear], (Amounts{0, 0, 0}));
}

TEST(TotalPlacement, IsExactOnRandomWalks) {
  std::mt19937 Random(18);
  for (int Round = 0; Round != 200; ++Round) {
    unsigned N = 2 + Random() % 12;
    std::vector<std::vector<unsigned>> Next(N);
    std::vector<Amounts> Costs;
    // Control may come from calls or go to them.
    std::vector<bool> IsStart(N), IsEnd(N);
    TotalPlacement P;
    for (unsigned I = 0; I != N; ++I) {
      Costs.push_back({int64_t(Random() % 20), int64_t(Random() % 5),
                       int64_t(Random() % 3)});
      P.add(Costs[I], Random() % 100);
      IsStart[I] = I == 0 || Random() % 4 == 0;
      IsEnd[I] = I + 1 == N || Random() % 4 == 0;
      if (I + 1 != N)
        Next[I].push_back(I + 1);
      if (Random() % 2)
        Next[I].push_back(Random() % N);
    }
    for (unsigned I = 0; I != N; ++I) {
      if (IsStart[I])
        P.enter(I);
      if (IsEnd[I])
        P.leave(I);
      for (unsigned To : Next[I])
        P.connect(I, To);
    }
    // What is connected to a start or an end is one.
    auto [Added, Pending] = P.place();
    for (int Walk = 0; Walk != 20; ++Walk) {
      unsigned At = 0;
      Amounts True = {}, Total = {};
      for (int Step = 0; Step != 60; ++Step) {
        for (size_t E = 0; E != True.size(); ++E) {
          True[E] += Costs[At][E];
          Total[E] += Added[At][E];
        }
        for (size_t E = 0; E != True.size(); ++E)
          ASSERT_EQ(Total[E] + Pending[At][E], True[E]);
        if (IsEnd[At]) {
          ASSERT_EQ(Total, True);
        }
        if (Next[At].empty())
          break;
        At = Next[At][Random() % Next[At].size()];
        if (IsStart[At]) {
          ASSERT_EQ(Total, True);
        }
      }
    }
  }
}

} // namespace
