//===- HintSearchTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/HintSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

namespace {
/// A program whose time is known for each set of hints.
struct Model {
  std::function<double(const GroupSet &)> Time;
  std::vector<GroupVerdict> Verdicts = {};
  unsigned NumComparisons = 0;

  Expected<BuildComparison> compare(const GroupSet &Without,
                                    const GroupSet &With) {
    ++NumComparisons;
    double Ratio = Time(Without) / Time(With);
    BuildComparison C;
    C.Gain = {Ratio - 0.005, Ratio, Ratio + 0.005};
    C.Shown = MeasurePlan(32, 0.01).effect(C.Gain);
    C.NumPairs = 8;
    return C;
  }

  GroupSet kept(ArrayRef<std::string> Functions, unsigned Budget = 100) {
    GroupSet All;
    for (unsigned I = 0; I != Functions.size(); ++I)
      All.push_back(I);
    return kept(Functions, All, Budget);
  }

  GroupSet kept(ArrayRef<std::string> Functions, const GroupSet &First,
                unsigned Budget) {
    auto Found = HintSearch(Functions, [&] {
                   return NumComparisons < Budget;
                 }).run(First, [&](const GroupSet &A, const GroupSet &B) {
      return compare(A, B);
    });
    EXPECT_TRUE(bool(Found));
    Verdicts = *Found;
    GroupSet Result;
    for (unsigned I = 0; I != Verdicts.size(); ++I)
      if (Verdicts[I].Kept)
        Result.push_back(I);
    return Result;
  }
};

/// Each hint saves some of 100, or costs it.
Model additive(std::vector<double> Saved) {
  return {[Saved](const GroupSet &Set) {
    double T = 100;
    for (unsigned G : Set)
      T -= Saved[G];
    return T;
  }};
}
} // namespace

TEST(HintSearch, KeepsThoseThatPay) {
  Model M = additive({0, 20, 0, 0, -5, 10, 0, -3});
  EXPECT_EQ(M.kept(std::vector<std::string>(8, "f")), (GroupSet{1, 5}));
}

TEST(HintSearch, NothingToSeeIsOneComparison) {
  Model M = additive(std::vector<double>(50, 0));
  EXPECT_EQ(M.kept(std::vector<std::string>(50, "f")), GroupSet());
  EXPECT_EQ(M.NumComparisons, 1u);
  EXPECT_EQ(M.Verdicts[49].NumTogether, 50u);
}

TEST(HintSearch, FindsTheGainBehindALoss) {
  Model M = additive({-30, 20});
  EXPECT_EQ(M.kept({"streams", "list"}), GroupSet{1});
  // The same with a loss as large as the gain, if it is measurable.
  Model Both = additive({-21, 20});
  EXPECT_EQ(Both.kept({"streams", "list"}), GroupSet{1});
}

TEST(HintSearch, WhatHelpsTogetherStays) {
  // Three misses are outstanding at a time: all of them must be hidden.
  Model M{[](const GroupSet &Set) { return Set.size() == 3 ? 50.0 : 100.0; }};
  EXPECT_EQ(M.kept({"f", "f", "f"}), (GroupSet{0, 1, 2}));
}

TEST(HintSearch, OfTwoThatDoTheSameOneIsEnough) {
  Model M{[](const GroupSet &Set) { return Set.empty() ? 100.0 : 50.0; }};
  EXPECT_EQ(M.kept({"f", "f"}).size(), 1u);
}

TEST(HintSearch, SplitsBetweenFunctions) {
  // Halves would cut f in two: then five comparisons and more are needed.
  Model M = additive({10, 0, 0, 0, 0});
  EXPECT_EQ(M.kept({"e", "f", "f", "f", "f"}), GroupSet{0});
  EXPECT_EQ(M.NumComparisons, 3u);
}

TEST(HintSearch, StaysInItsBudget) {
  Model M = additive({10, 0, 0, 20});
  // All, the first half (pays), the second (pays); then no more.
  EXPECT_EQ(M.kept({"a", "b", "c", "d"}, 3), (GroupSet{0, 1, 2, 3}));
  EXPECT_EQ(M.NumComparisons, 3u);
  EXPECT_TRUE(M.Verdicts[1].OutOfBudget);
  EXPECT_EQ(M.Verdicts[1].NumTogether, 2u);
  // What has not been shown to pay is not kept.
  Model Loss = additive({-10, -10, 5, 0});
  EXPECT_EQ(Loss.kept({"a", "b", "c", "d"}, 1), GroupSet());
}

TEST(HintSearch, WithoutTimeTheCallerDecidesOfAll) {
  Model M = additive({10, 0, -5});
  EXPECT_EQ(M.kept({"a", "b", "c"}, 0), (GroupSet{0, 1, 2}));
  EXPECT_EQ(M.NumComparisons, 0u);
  for (const GroupVerdict &V : M.Verdicts) {
    EXPECT_TRUE(V.OutOfBudget);
    EXPECT_EQ(V.NumTogether, 0u);
  }
}

TEST(HintSearch, OfWhatIsUnclearWhenTimeEndsTheCallerDecides) {
  std::vector<std::string> Functions(2, "f");
  unsigned NumComparisons = 0;
  auto Found = HintSearch(Functions, [&] {
                 return NumComparisons == 0;
               }).run({0, 1}, [&](const GroupSet &, const GroupSet &) {
    ++NumComparisons;
    BuildComparison C;
    C.NumPairs = 8;
    C.Gain = {0.95, 1.03, 1.1};
    C.Shown = Effect::Unclear;
    return Expected<BuildComparison>(C);
  });
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ(NumComparisons, 1u);
  EXPECT_TRUE(all_of(*Found, [](const GroupVerdict &V) { return V.Kept; }));
}

TEST(HintSearch, ASetThatGainsStaysIfItsPartsAreUnclear) {
  GroupSet All = {0, 1, 2, 3};
  std::vector<std::string> Functions(4, "f");
  auto Run = [&](Effect OfLast) {
    auto Found =
        HintSearch(Functions, [] {
          return true;
        }).run(All, [&](const GroupSet &Without, const GroupSet &With) {
          BuildComparison C;
          C.NumPairs = 8;
          C.Gain = {0.95, 1.03, 1.1};
          C.Shown = Effect::Unclear;
          if (Without.empty() && With == All)
            C.Shown = Effect::Faster;
          else if (!is_contained(Without, 3u) &&
                   With.size() - Without.size() == 1)
            C.Shown = OfLast;
          return Expected<BuildComparison>(C);
        });
    EXPECT_TRUE(bool(Found));
    return *Found;
  };
  std::vector<GroupVerdict> Verdicts = Run(Effect::Unclear);
  for (const GroupVerdict &V : Verdicts) {
    EXPECT_TRUE(V.Kept);
    EXPECT_EQ(V.NumTogether, 4u);
    EXPECT_EQ(V.Tried.Shown, Effect::Faster);
  }
  // Not what is known to lose.
  Verdicts = Run(Effect::Slower);
  EXPECT_TRUE(any_of(Verdicts, [](const GroupVerdict &V) { return V.Kept; }));
  EXPECT_FALSE(all_of(Verdicts, [](const GroupVerdict &V) { return V.Kept; }));
}

TEST(HintSearch, TriesThoseGivenOnly) {
  Model M = additive({20, 20, 20, 0});
  EXPECT_EQ(M.kept({"a", "b", "c", "d"}, {1, 3}, 100), GroupSet{1});
  EXPECT_EQ(M.Verdicts[0].NumTogether, 0u);
}

TEST(HintSearch, ErrorsEndIt) {
  std::vector<std::string> Functions = {"f"};
  HintSearch Search(Functions, [] { return true; });
  auto Found = Search.run(
      {0}, [](const GroupSet &, const GroupSet &) -> Expected<BuildComparison> {
        return createStringError("no build");
      });
  ASSERT_FALSE(bool(Found));
  EXPECT_EQ(toString(Found.takeError()), "no build");
}

TEST(HintSearch, NoGroupsNeedNothing) {
  Model M = additive({});
  EXPECT_EQ(M.kept({}), GroupSet());
  EXPECT_EQ(M.NumComparisons, 0u);
}
