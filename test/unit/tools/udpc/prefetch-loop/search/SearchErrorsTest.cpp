//===- SearchErrorsTest.cpp - How often simulated loops are wrong ---------===//
//
// What docs/prefetch-loop.md says of it: the search of variants, the
// comparisons of groups and the final runs on a machine with noise, for several
// groups.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "tools/udpc/prefetch-loop/search/HintSearch.h"
#include "tools/udpc/prefetch-loop/search/VariantSearch.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

namespace {
/// Loops over groups with four variants each. Factors[G][V - 1] is what variant
/// V makes of the time.
class SimulatedLoop : public VariantOracle {
public:
  SimulatedLoop(std::vector<std::vector<double>> Factors, double Noise,
                unsigned Seed)
      : Factors(std::move(Factors)), Disturbed(0, Noise), Random(Seed) {}

  double factor(const Assignment &A) const {
    double T = 1;
    for (size_t G = 0; G != A.size(); ++G)
      T *= A[G] ? Factors[G][A[G] - 1] : 1;
    return T;
  }
  Expected<double> run(const Assignment &A) override {
    Seconds -= 0.25;
    return factor(A) * std::exp(Disturbed(Random));
  }
  double secondsLeft() const override { return Seconds; }
  double secondsOfRun() const override { return 0.25; }
  double secondsOfBuild() const override { return 0.1; }

  /// The variants that are kept; all 0 if the final runs show no gain.
  Assignment kept() {
    VariantSearch Variants(std::vector<unsigned>(Factors.size(), 4), *this);
    Assignment Best = *Variants.run();
    std::vector<std::string> Functions(Factors.size(), "f");
    HintSearch Groups(Functions, [] { return true; });
    GroupSet All;
    for (unsigned G = 0; G != Factors.size(); ++G)
      All.push_back(G);
    auto Verdicts =
        *Groups.run(All, [&](const GroupSet &Without, const GroupSet &With) {
          return compare(only(Best, Without), only(Best, With));
        });
    GroupSet Chosen;
    for (unsigned G : All)
      if (Verdicts[G].Kept)
        Chosen.push_back(G);
    Assignment Kept = only(Best, Chosen);
    Assignment None(Best.size(), 0);
    return compare(None, Kept)->Shown == Effect::Faster ? Kept : None;
  }

private:
  static Assignment only(const Assignment &Best, const GroupSet &Groups) {
    Assignment A(Best.size(), 0);
    for (unsigned G : Groups)
      A[G] = Best[G];
    return A;
  }
  Expected<BuildComparison> compare(const Assignment &Before,
                                    const Assignment &After) {
    MeasurePlan Plan(32, 0.01);
    PairedRatios Pairs;
    BuildComparison C;
    while (true) {
      double First = *run(Before);
      Pairs.add(First, *run(After));
      C.NumPairs = Pairs.size();
      if (!Plan.isLook(Pairs.size()))
        continue;
      C.Gain = Pairs.speedUp(Plan.confidence());
      C.Shown = Plan.effect(C.Gain);
      if (Plan.isEnough(C.Gain) || Plan.isLast(Pairs.size()))
        return C;
    }
  }

  std::vector<std::vector<double>> Factors;
  std::normal_distribution<double> Disturbed;
  std::mt19937 Random;
  double Seconds = 30;
};
} // namespace

TEST(SearchErrors, KeepsNoneOfThoseWithoutEffect) {
  static constexpr int Trials = 100;
  int Loops = 0;
  for (unsigned Seed = 0; Seed != Trials; ++Seed) {
    SimulatedLoop Loop({{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}, 0.03, Seed);
    Loops += Loop.kept() != Assignment{0, 0, 0};
  }
  EXPECT_LE(Loops, Trials / 20);
}

TEST(SearchErrors, KeepsWhatGainsBesideWhatLoses) {
  // One gains 5 % by one of its variants, one 30 %, one loses, one gains
  // nothing.
  std::vector<std::vector<double>> Factors = {{1.0, 1 / 1.05, 1.0, 1.02},
                                              {0.9, 0.8, 1 / 1.3, 1.0},
                                              {1.1, 1.04, 1.6, 1.2},
                                              {1, 1, 1, 1}};
  static constexpr int Trials = 60;
  int Five = 0, Thirty = 0, Losing = 0, Idle = 0;
  for (unsigned Seed = 0; Seed != Trials; ++Seed) {
    SimulatedLoop Loop(Factors, 0.02, Seed);
    Assignment Kept = Loop.kept();
    // Never below plain.
    EXPECT_LT(Loop.factor(Kept), 1 / 1.1) << Seed;
    Five += Kept[0] == 2;
    Thirty += Kept[1] && Factors[1][Kept[1] - 1] <= 0.8;
    Losing += Kept[2] != 0;
    Idle += Kept[3] != 0;
  }
  EXPECT_GE(Five, Trials * 8 / 10);
  EXPECT_EQ(Thirty, Trials);
  EXPECT_EQ(Losing, 0);
  EXPECT_LE(Idle, Trials / 20);
}

TEST(SearchErrors, NeverLoses) {
  for (unsigned Seed = 0; Seed != 60; ++Seed) {
    SimulatedLoop Loop({{1.02, 1.03, 1.01, 1.02}, {1.01, 1, 1.1, 1.5}}, 0.03,
                       Seed);
    EXPECT_LT(Loop.factor(Loop.kept()), 1 / 0.98) << Seed;
  }
}
