#include "runtime/logic/Bursts.h"
#include "runtime/logic/MissStatistics.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc::rt;
namespace abi = udpc::abi;

static abi::OperationCountRec written(const Following &F) {
  abi::OperationCountRec Out = {};
  F.write(Out);
  return Out;
}

static uint64_t lines(std::initializer_list<int> Lines) {
  uint64_t Mask = 0;
  for (int Line : Lines)
    Mask |= uint64_t(1) << (Line + abi::LeaderReach);
  return Mask;
}

TEST(Bursts, TheFirstOfThoseNearEachOtherLeads) {
  RecentLeaders R = {};
  EXPECT_EQ(R.miss(0, 1, 1000).Line, 0u);
  EXPECT_EQ(R.miss(0, 2, 1031).Line, 1000u);
  EXPECT_EQ(R.miss(0, 2, 968).Line, 1000u);
  EXPECT_EQ(R.miss(0, 2, 1031).Operation, 1u);
  // Too far in both directions: these lead themselves.
  EXPECT_EQ(R.miss(0, 3, 1032).Line, 0u);
  EXPECT_EQ(R.miss(0, 4, 967).Line, 0u);
  EXPECT_EQ(R.miss(5, 5, 1033).Operation, 3u);
  // The newest of several that are near.
  EXPECT_EQ(R.miss(5, 5, 980).Operation, 4u);
}

TEST(Bursts, SomeLeadersAreKeptWhateverElseIsGoingOn) {
  RecentLeaders R = {};
  R.miss(0, 1, 5000);
  for (unsigned I = 1; I != RecentLeaders::NumEntries; ++I)
    R.miss(0, 2, 10000 * (I + 1));
  EXPECT_EQ(R.miss(0, 3, 5001).Line, 5000u);
  R.miss(0, 2, 1000000);
  EXPECT_EQ(R.miss(0, 3, 5001).Line, 0u);
}

TEST(Bursts, LinesThatFollowOftenAreKnown) {
  Following F = {};
  EXPECT_EQ(written(F).Leader, abi::NoIndex);
  std::mt19937 Random(1);
  for (int I = 0; I != 1000; ++I) {
    Leader L = {1000 + Random() % 100000, 0, 7};
    for (int Line : {-2, 1, 5})
      F.add(L, L.Line + Line);
    if (I % 4 == 0)
      F.add(L, L.Line + 31);
    // Now and then something else is first.
    if (I % 3 == 0)
      F.add({1000, 0, 9}, 1009);
  }
  abi::OperationCountRec R = written(F);
  EXPECT_EQ(R.Leader, 7u);
  EXPECT_EQ(R.NumFollowed, 3250u);
  EXPECT_EQ(R.LeaderLines, lines({-2, 1, 5}));
}

TEST(Bursts, TheOneThatLeadsMostOftenWins) {
  Following F = {};
  F.add({1000, 0, 3}, 1002);
  for (int I = 0; I != 10; ++I)
    F.add({1000, 0, 7}, 1001);
  EXPECT_EQ(written(F).Leader, 7u);
  EXPECT_EQ(written(F).LeaderLines, lines({1}));

  Following Same = F, Other = {};
  Same.merge(F);
  EXPECT_EQ(written(Same).NumFollowed, 2 * written(F).NumFollowed);
  for (int I = 0; I != 5; ++I)
    Other.add({1000, 0, 8}, 1004);
  Same.merge(Other);
  EXPECT_EQ(written(Same).Leader, 7u);
  Other.merge(F);
  EXPECT_EQ(written(Other).Leader, 7u);
  EXPECT_EQ(written(Other).LeaderLines, lines({1}));
  Following None = {};
  Other.merge(None);
  EXPECT_EQ(written(Other).Leader, 7u);
  None.merge(F);
  EXPECT_EQ(written(None).Leader, 7u);
}

TEST(Bursts, GapsAreNoBreaksJumpsAre) {
  EXPECT_FALSE(isBreak(192, 192));
  EXPECT_FALSE(isBreak(16 * 192, 192));
  EXPECT_TRUE(isBreak(17 * 192, 192));
  EXPECT_TRUE(isBreak(-192, 192));
  EXPECT_FALSE(isBreak(-384, -192));
  EXPECT_TRUE(isBreak(-17 * 192, -192));
  EXPECT_TRUE(isBreak(INT64_MIN, 64));
  EXPECT_TRUE(isBreak(INT64_MIN, -64));
  // Nothing leads yet; the same line again.
  EXPECT_FALSE(isBreak(64, 0));
  EXPECT_FALSE(isBreak(0, 64));

  MissStatistics S = {};
  for (int Row = 0; Row != 10; ++Row)
    for (int I = 0; I != 8; ++I)
      S.add(0x100000 + Row * 65536 + I * 64);
  abi::OperationCountRec R = {};
  S.write(R);
  EXPECT_EQ(R.NumBreaks, 9u);
}
