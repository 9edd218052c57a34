//===- ModelTest.cpp - The predictor and the caches -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/CacheModel.h"
#include "tools/machine/model/Predictor.h"
#include "gtest/gtest.h"

using namespace udpc::machine;

TEST(Predictor, LearnsAnAlternatingBranch) {
  Predictor P;
  unsigned Wrong = 0;
  for (unsigned I = 0; I != 1000; ++I)
    Wrong += !P.branch(0x1000, I % 2);
  EXPECT_LT(Wrong, 40u);
  EXPECT_GT(Wrong, 0u);
}

TEST(Predictor, ReturnsComeFromTheStack) {
  Predictor P;
  P.call(0x10);
  P.call(0x20);
  EXPECT_TRUE(P.ret(0x20));
  EXPECT_TRUE(P.ret(0x10));
  EXPECT_FALSE(P.ret(0x10));
}

TEST(Predictor, IndirectJumpsGoWhereTheyWentLast) {
  Predictor P;
  EXPECT_FALSE(P.indirect(0x1000, 0x50));
  EXPECT_TRUE(P.indirect(0x1000, 0x50));
  EXPECT_FALSE(P.indirect(0x1000, 0x60));
}

TEST(CacheModel, AnAccessOfTwoLinesMissesOnce) {
  CacheModel Model(defaultCaches());
  EventCounts C;
  Model.access(0x1003e, 4, C);
  EXPECT_EQ(C[Event::DataAccess], 1u);
  EXPECT_EQ(C[Event::DataMiss], 1u);
  EXPECT_EQ(C[Event::LastLevelMiss], 1u);
  EXPECT_EQ(C[Event::DataTlbMiss], 1u);
  Model.access(0x10040, 8, C);
  EXPECT_EQ(C[Event::DataMiss], 1u);
}

TEST(CacheModel, DataIsEvictedByItsWays) {
  CacheModel Model(defaultCaches());
  EventCounts C;
  // 9 lines of one set of 8 ways.
  for (unsigned Round = 0; Round != 2; ++Round)
    for (uint64_t I = 1; I != 10; ++I)
      Model.access(I * 4096, 1, C);
  EXPECT_EQ(C[Event::DataMiss], 18u);
  // The last level has 1024 sets, so these are in different ones.
  EXPECT_EQ(C[Event::LastLevelMiss], 9u);
  EXPECT_EQ(C[Event::DataTlbMiss], 9u);
}

TEST(CacheModel, FetchesOfOneLineAreOneAccess) {
  CacheModel Model(defaultCaches());
  EventCounts C;
  for (uint64_t Pc = 0x10000; Pc != 0x10040; Pc += 2)
    Model.fetch(Pc, 2, C);
  EXPECT_EQ(C[Event::CodeLine], 1u);
  EXPECT_EQ(C[Event::CodeMiss], 1u);
  Model.fetch(0x1003e, 4, C);
  EXPECT_EQ(C[Event::CodeLine], 2u);
  EXPECT_EQ(C[Event::CodeMiss], 2u);
}
