//===- MainEffectsTest.cpp - Effects of factors that vary together --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/measure/MainEffects.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace udpc;

TEST(FactorialDesign, HasEachLevelEquallyOften) {
  std::mt19937 Random(1);
  std::vector<std::vector<unsigned>> Levels = {{0, 1, 2, 5}, {0, 3}, {0, 7}};
  std::vector<Assignment> Design = factorialDesign(Levels, 12, Random);
  ASSERT_EQ(Design.size(), 12u);
  for (size_t F = 0; F != Levels.size(); ++F) {
    std::map<unsigned, int> Counts;
    for (const Assignment &A : Design)
      ++Counts[A[F]];
    EXPECT_EQ(Counts.size(), Levels[F].size());
    for (unsigned L : Levels[F])
      EXPECT_NEAR(Counts[L], 12.0 / Levels[F].size(), 2) << F << ' ' << L;
  }
  EXPECT_EQ(std::set<Assignment>(Design.begin(), Design.end()).size(), 12u);
}

TEST(FactorialDesign, EndsWhenThereAreNoOthers) {
  std::mt19937 Random(1);
  EXPECT_EQ(factorialDesign({{0, 1}, {0, 1}}, 100, Random).size(), 4u);
  EXPECT_EQ(factorialDesign({{0, 1, 2}}, 3, Random).size(), 3u);
}

/// Runs a design in blocks; each run takes 100 times what its levels save.
static MainEffects runs(const std::vector<std::vector<double>> &Saved,
                        size_t NumAssignments, size_t NumBlocks, double Noise) {
  std::mt19937 Random(1);
  std::normal_distribution<double> Disturbed(0, 1);
  std::vector<std::vector<unsigned>> Levels;
  std::vector<unsigned> NumLevels;
  for (const std::vector<double> &S : Saved) {
    Levels.emplace_back();
    for (unsigned L = 0; L != S.size(); ++L)
      Levels.back().push_back(L);
    NumLevels.push_back(S.size());
  }
  MainEffects Effects(NumLevels);
  std::vector<Assignment> Design =
      factorialDesign(Levels, NumAssignments, Random);
  for (size_t Block = 0; Block != NumBlocks; ++Block)
    for (const Assignment &A : Design) {
      // Each block is of another speed.
      double Log = std::log(100) + 0.3 * Block + Noise * Disturbed(Random);
      for (size_t F = 0; F != A.size(); ++F)
        Log -= Saved[F][A[F]];
      Effects.add(A, Block, std::exp(Log));
    }
  Effects.fit();
  return Effects;
}

TEST(MainEffects, SeparatesFactors) {
  MainEffects E = runs({{0, 0.5, -0.2}, {0, 0.05}, {0, 0, 0.1, 0}}, 12, 2, 0);
  EXPECT_NEAR(E.gain(0, 1), 0.5, 0.01);
  EXPECT_NEAR(E.gain(0, 2), -0.2, 0.01);
  EXPECT_NEAR(E.gain(1, 1), 0.05, 0.01);
  EXPECT_NEAR(E.gain(2, 2), 0.1, 0.01);
  EXPECT_NEAR(E.gain(2, 3, 2), -0.1, 0.01);
}

TEST(MainEffects, StatesItsError) {
  MainEffects E = runs({{0, 0.05, 0.02}, {0, 0.1}}, 6, 8, 0.03);
  double Error = E.error(0, 1);
  // 16 runs of each level.
  EXPECT_NEAR(Error, 0.03 * std::sqrt(2.0 / 16), 0.004);
  EXPECT_NEAR(E.repeatError(0, 1, 0), Error, 0.004);
  EXPECT_NEAR(E.gain(0, 1), 0.05, 3 * Error);
  EXPECT_NEAR(E.gain(1, 1), 0.1, 3 * Error);
  EXPECT_EQ(E.numRuns(0, 1), 16u);
}

TEST(MainEffects, TellsMisfitFromNoise) {
  // Both together save what one does: no sum of effects.
  MainEffects E({2, 2});
  for (size_t Block = 0; Block != 2; ++Block)
    for (const Assignment &A : {Assignment{0, 0}, {0, 1}, {1, 0}, {1, 1}})
      E.add(A, Block, A == Assignment{0, 0} ? 100 : 50);
  E.fit();
  EXPECT_GT(E.error(0, 1), 0.05);
  EXPECT_NEAR(E.repeatError(0, 1, 0), 0, 1e-6);
}

TEST(MainEffects, OneDisturbedRunMovesLittle) {
  MainEffects E({4});
  for (size_t Block = 0; Block != 6; ++Block)
    for (unsigned Level : {0u, 1u, 2u, 3u})
      E.add({Level}, Block,
            (Level == 1 ? 0.9 : 1) * (1 + 0.002 * ((Block + Level) % 3)) *
                (Block == 3 && Level == 1 ? 4 : 1));
  E.fit();
  // Without weights that run makes it 0.88.
  EXPECT_NEAR(std::exp(E.gain(0, 1)), 1 / 0.9, 0.03);
}

TEST(MainEffects, KnowsNothingOfLevelsNotRun) {
  MainEffects E({3});
  E.add({0}, 0, 1);
  E.add({1}, 0, 1);
  E.fit();
  EXPECT_TRUE(std::isinf(E.error(0, 2)));
  EXPECT_FALSE(std::isinf(E.error(0, 1)));
}
