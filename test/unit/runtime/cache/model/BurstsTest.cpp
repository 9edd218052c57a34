// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/Bursts.h"
#include "gtest/gtest.h"
#include <random>
#include <vector>

using namespace udpc::rt;

static constexpr int Reach = udpc::abi::LeaderReach;

static uint64_t bits(std::initializer_list<int> Distances) {
  uint64_t Bits = 0;
  for (int D : Distances)
    Bits |= uint64_t(1) << (D + Reach);
  return Bits;
}

TEST(Bursts, FirstLeads) {
  BurstLeaders Leaders = {};
  FollowedLeader F[4] = {};
  std::mt19937_64 Random(1);
  for (int I = 0; I != 1000; ++I) {
    uint64_t Line = 0x1000000 + Random() % 0x1000000;
    Leaders.miss(Line, 5, 0, F[0]);
    Leaders.miss(Line + 3, 5, 1, F[1]);
    Leaders.miss(Line + (I % 2 ? 4 : -2), 5, 2, F[2]);
    // Rarely another line; and a unit of its own.
    Leaders.miss(Line + (I % 50 ? 1 : 20), 5, 1, F[1]);
    Leaders.miss(Line + 7, 6, 3, F[3]);
  }
  EXPECT_LT(F[0].NumFollowed, 5u);
  EXPECT_EQ(F[1].LeaderPlus1, 1u);
  EXPECT_GE(F[1].NumFollowed, 1980u);
  EXPECT_EQ(F[1].frequentLines(), bits({3, 1}));
  EXPECT_EQ(F[2].LeaderPlus1, 1u);
  EXPECT_EQ(F[2].frequentLines(), bits({4, -2}));
  EXPECT_EQ(F[3].LeaderPlus1, 0u);
  EXPECT_EQ(F[3].frequentLines(), 0u);
}

TEST(Bursts, ReachEndsWhereBitsDo) {
  for (int Distance : {-33, -32, 31, 32}) {
    BurstLeaders Leaders = {};
    FollowedLeader A = {}, B = {};
    Leaders.miss(1000, 0, 0, A);
    Leaders.miss(static_cast<uint64_t>(1000 + Distance), 0, 1, B);
    bool IsNear = Distance >= -Reach && Distance < Reach;
    EXPECT_EQ(B.NumFollowed, IsNear ? 1u : 0u) << Distance;
    EXPECT_EQ(B.frequentLines(), IsNear ? bits({Distance}) : 0) << Distance;
  }
}

TEST(Bursts, OldPlacesAreForgotten) {
  BurstLeaders Leaders = {};
  FollowedLeader F = {}, G = {};
  for (uint64_t I = 0; I <= BurstLeaders::NumEntries; ++I)
    Leaders.miss(1000 + I * 1000, 0, 0, F);
  Leaders.miss(1001, 0, 1, G);
  EXPECT_EQ(G.NumFollowed, 0u);
  Leaders.miss(3001, 0, 1, G);
  EXPECT_EQ(G.NumFollowed, 1u);
}

TEST(Bursts, TheMajorityIsFound) {
  FollowedLeader F = {};
  std::mt19937_64 Random(2);
  for (int I = 0; I != 10000; ++I)
    if (Random() % 10 < 6)
      F.follow(7, 40);
    else
      F.follow(static_cast<uint32_t>(Random() % 3), 41);
  EXPECT_EQ(F.LeaderPlus1, 8u);
  EXPECT_GT(F.NumFollowed, 5000u);
  EXPECT_EQ(F.frequentLines(), uint64_t(1) << 40);
}

TEST(Bursts, Merges) {
  FollowedLeader A = {}, B = {}, C = {}, Sum = {};
  for (int I = 0; I != 10; ++I) {
    A.follow(1, 33);
    B.follow(1, 34);
  }
  C.follow(2, 5);
  for (const FollowedLeader *F : {&C, &A, &B, &C})
    Sum.merge(*F);
  EXPECT_EQ(Sum.LeaderPlus1, 2u);
  EXPECT_EQ(Sum.NumFollowed, 20u);
  EXPECT_EQ(Sum.frequentLines(), uint64_t(3) << 33);
}

TEST(Bursts, LooksAtSamples) {
  BurstLeaders Leaders = {};
  uint64_t N = BurstLeaders::NumAtFirst;
  FollowedLeader F = {};
  for (uint64_t I = 0; I != N; ++I)
    EXPECT_TRUE(!Leaders.isTooEarly() && Leaders.isDue());
  Leaders.miss(1000, 0, 0, F);
  // Earlier misses are forgotten.
  while (Leaders.isTooEarly() || !Leaders.isDue())
    ;
  Leaders.miss(1001, 0, 1, F);
  EXPECT_EQ(F.NumFollowed, 0u);
  EXPECT_EQ(F.NumSeen, 2u);
}

TEST(Samples, AreOneInManyWhateverThePeriod) {
  Samples<1000, 5> S = {};
  uint64_t Place, NumDue = 0;
  for (uint64_t I = 0; I != 1000; ++I) {
    EXPECT_TRUE(S.isDue(I, Place));
    EXPECT_EQ(Place, I);
  }
  std::vector<unsigned> AtPhase(256);
  uint64_t Expected = 0;
  for (uint64_t I = 1000; I != 4000000; ++I) {
    if (!S.isDue(I, Place))
      continue;
    // One after another, 32 of them.
    EXPECT_EQ(Place, Expected);
    Expected = (Place + 1) % 32;
    ++NumDue;
    ++AtPhase[I % 256];
  }
  EXPECT_NEAR(NumDue, 4e6 / 32, 4e6 / 640);
  for (unsigned N : AtPhase)
    EXPECT_NEAR(N, 4e6 / 32 / 256, 4e6 / 32 / 256 / 3);
}
