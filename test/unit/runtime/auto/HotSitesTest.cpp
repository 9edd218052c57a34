//===- HotSitesTest.cpp - The controller of sites, with a simulated clock -===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/HotSites.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <vector>

using namespace udpc::rt;

namespace {

constexpr uint64_t Second = HotSites::Second, Period = Second / 100;

/// A program whose groups take parts of the time; samples come each Period.
class Program {
public:
  Program(uint64_t Budget, size_t NumGroups)
      : Budget(Budget), Controller(Budget), Groups(NumGroups), Parts(NumGroups),
        Costs(NumGroups) {}

  /// Group \p I takes \p Part percent of the time, in which its sites, while
  /// they are on, cost \p Cost percent of all of it.
  void set(size_t I, unsigned Part, unsigned Cost) {
    Parts[I] = Part;
    Costs[I] = Cost;
  }

  /// Runs for \p Time, updating when the controller wants to.
  void run(uint64_t Time) {
    for (uint64_t End = Now + Time; Now != End;) {
      Now += Period;
      sample();
      for (size_t I = 0; I != Groups.size(); ++I)
        if (Groups[I].IsOn) {
          Groups[I].Cost += Period * 1000 / 100 * Costs[I];
          OnTime[I] += Period;
          Spent += Period / 100 * Costs[I];
        }
      noteDebt();
      if (Now - Last < Controller.nextWindow())
        continue;
      std::vector<bool> Before;
      for (const HotGroup &G : Groups)
        Before.push_back(G.IsOn);
      Controller.update(Groups.data(), Groups.size(), Now - Last);
      Last = Now;
      for (size_t I = 0; I != Groups.size(); ++I)
        if (Groups[I].IsOn != Before[I]) {
          Controller.charge(PatchCost);
          Spent += PatchCost;
        }
      noteDebt();
    }
  }

  bool isOn(size_t I) const { return Groups[I].IsOn; }
  uint64_t onTime(size_t I) const { return OnTime.at(I); }
  uint64_t now() const { return Now; }
  /// In percent of the time.
  double overhead() const { return double(Spent) * 100 / double(Now); }
  HotSites &controller() { return Controller; }
  /// The most that has been spent beyond the budget of the time so far, in
  /// nanoseconds.
  int64_t mostDebt() const { return MostDebt; }

private:
  static constexpr uint64_t PatchCost = 200000;

  void noteDebt() {
    int64_t Debt = Spent - Now / 1000000 * Budget;
    MostDebt = std::max(MostDebt, Debt);
  }

  /// The groups take turns, in proportion to their parts.
  void sample() {
    Turn = (Turn + 37) % 100;
    unsigned At = Turn;
    for (size_t I = 0; I != Groups.size(); ++I) {
      if (At < Parts[I]) {
        ++Groups[I].Samples;
        return;
      }
      At -= Parts[I];
    }
  }

  uint64_t Budget;
  int64_t MostDebt = INT64_MIN;
  HotSites Controller;
  std::vector<HotGroup> Groups;
  std::vector<unsigned> Parts, Costs;
  std::vector<uint64_t> OnTime = std::vector<uint64_t>(64);
  uint64_t Now = 0, Last = 0, Spent = 0;
  unsigned Turn = 0;
};

} // namespace

TEST(HotSites, FollowsPhases) {
  Program P(20000, 4);
  for (int Phase : {0, 1, 2, 0}) {
    for (int I = 0; I != 4; ++I)
      P.set(I, I == Phase ? 100 : 0, 1);
    P.run(Second);
    for (int I = 0; I != 4; ++I)
      EXPECT_EQ(P.isOn(I), I == Phase) << Phase << " " << I;
  }
  EXPECT_EQ(P.onTime(3), 0u);
}

TEST(HotSites, LeavesOnWhatTheBudgetPays) {
  Program P(20000, 3);
  P.set(0, 60, 1);
  P.set(1, 39, 0);
  P.run(10 * Second);
  EXPECT_GT(P.onTime(0), 9 * Second);
  EXPECT_GT(P.onTime(1), 9 * Second);
  EXPECT_LE(P.overhead(), 2.0);
}

TEST(HotSites, ExpensiveSitesAreOnForAPart) {
  for (uint64_t Budget : {1000, 10000, 20000, 50000}) {
    Program P(Budget, 1);
    P.set(0, 100, 40);
    P.run(100 * Second);
    double Allowed = double(Budget) / 10000;
    EXPECT_LE(P.overhead(), Allowed) << Budget;
    EXPECT_GE(P.overhead(), Allowed * 0.7) << Budget;
    EXPECT_GT(P.onTime(0), 0u);
  }
}

TEST(HotSites, CheapSitesDoNotPayForExpensiveOnes) {
  Program P(20000, 3);
  P.set(0, 50, 50);
  P.set(1, 30, 1);
  P.set(2, 20, 30);
  P.run(100 * Second);
  EXPECT_LE(P.overhead(), 2.0);
  // All have been seen; the cheap one longest.
  EXPECT_GT(P.onTime(0), 0u);
  EXPECT_GT(P.onTime(2), 0u);
  EXPECT_GT(P.onTime(1), P.onTime(0));
  EXPECT_GT(P.onTime(1), P.onTime(2));
}

TEST(HotSites, ManySwitchesStayWithinTheBudget) {
  // Each of 50 functions takes a turn of 50 ms: patching alone would cost more.
  Program P(2000, 50);
  for (int Turn = 0; Turn != 1000; ++Turn) {
    for (int I = 0; I != 50; ++I)
      P.set(I, I == Turn % 50 ? 100 : 0, 0);
    P.run(Second / 20);
  }
  EXPECT_LE(P.overhead(), 0.2);
}

TEST(HotSites, RunsOfAnyLengthStayWithinTheBudget) {
  // At each instant, so also where a run ends in the middle of a window.
  for (uint64_t Budget : {1000, 20000, 100000})
    for (int Cost : {1, 5, 30, 90}) {
      Program P(Budget, 4);
      for (int I = 0; I != 4; ++I)
        P.set(I, 25, I % 2 ? 0 : Cost / 2);
      P.run(100 * Second);
      EXPECT_LE(P.mostDebt(), 1000000) << Budget << " " << Cost;
      EXPECT_GT(P.onTime(0) + P.onTime(2), 0u) << Budget << " " << Cost;
    }
}

TEST(HotSites, ShortRunsFindWhatIsHot) {
  for (int Cost : {1, 30}) {
    Program P(20000, 2);
    P.set(0, 100, Cost);
    P.run(Second);
    EXPECT_GT(P.onTime(0), 0u);
    EXPECT_EQ(P.onTime(1), 0u);
    EXPECT_LE(P.overhead(), 2.0);
  }
}

TEST(HotSites, StaysWithinTheBudgetWhereSitesGetExpensive) {
  // A function that is on is executed far more often all at once, in each
  // second: one window is paid from the reserve.
  Program P(20000, 2);
  for (int Turn = 0; Turn != 60; ++Turn) {
    P.set(0, 50, Turn % 2 ? 60 : 1);
    P.set(1, 50, 1);
    P.run(Second);
  }
  EXPECT_LE(P.mostDebt(), 1000000);
}

TEST(HotSites, OtherCostsArePaidFirst) {
  HotSites Controller(20000);
  HotGroup G = {};
  Controller.charge(10 * Second);
  for (int I = 0; I != 100; ++I) {
    G.Samples = 10;
    Controller.update(&G, 1, HotSites::Window);
    EXPECT_FALSE(G.IsOn);
  }
  EXPECT_EQ(Controller.spent(), 10 * Second);
  EXPECT_EQ(Controller.earned(), 10 * Second / 50);
}

TEST(HotSites, SavesForFiveSecondsAtMost) {
  HotSites Controller(20000);
  HotGroup G = {};
  Controller.update(&G, 1, 1000000 * Second);
  // 100 ms have been saved: a group that costs all of the time is on for ten
  // short windows, not for a thousand seconds' worth.
  uint64_t On = 0;
  for (int I = 0; I != 1000; ++I) {
    G.Samples = 1;
    G.Cost = G.IsOn ? Period * 1000 : 0;
    On += G.IsOn;
    Controller.update(&G, 1, Period);
  }
  EXPECT_LE(On, 32u);
  EXPECT_GE(On, 10u);
}

TEST(HotSites, WithoutSitesNothingIsDecided) {
  HotSites Controller(20000);
  Controller.update(nullptr, 0, Second);
  EXPECT_EQ(Controller.nextWindow(), HotSites::Window);
}

TEST(HotSites, ReadsPercents) {
  uint64_t N = 0;
  EXPECT_TRUE(parsePercent("2%", N));
  EXPECT_EQ(N, 20000u);
  EXPECT_TRUE(parsePercent("0.5%", N));
  EXPECT_EQ(N, 5000u);
  EXPECT_TRUE(parsePercent("100%", N));
  EXPECT_EQ(N, 1000000u);
  EXPECT_TRUE(parsePercent("0.001%", N));
  EXPECT_EQ(N, 10u);
  for (const char *Bad :
       {"", "%", "2", "2 %", "2%%", "0%", "0.000%", "100.001%", "101%", "1.%",
        ".5%", "1.2.3%", "-1%", "0.0001%", "99999999999999999999%", "x%"})
    EXPECT_FALSE(parsePercent(Bad, N)) << Bad;
}
