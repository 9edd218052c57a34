// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/costs/SlotWeights.h"
#include "profdata/cache/CostTable.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc;

namespace {

/// The sums by weights are those of the lines, wherever no value is negative.
TEST(SlotWeights, SumsAreThoseOfTheLines) {
  std::mt19937 Random(5);
  for (int Round = 0; Round != 50; ++Round) {
    CostTableBuilder B;
    B.NumSlots = 1 + Random() % 6;
    uint32_t N = B.NumSlots;
    std::vector<uint64_t> Counts;
    for (uint32_t I = 0; I != N; ++I)
      Counts.push_back(Random() % 1000);
    // Differences only where they are not negative.
    for (unsigned I = Random() % 8; I != 0; --I, ++N) {
      uint32_t L = Random() % N, R = Random() % N;
      if (Random() % 5 == 0)
        R = udpc::abi::ZeroValue;
      uint64_t Right = R == udpc::abi::ZeroValue ? 0 : Counts[R];
      uint32_t Subtract = Counts[L] >= Right && Random() % 2;
      B.Derived.push_back({L, R, Subtract});
      Counts.push_back(Subtract ? Counts[L] - Right : Counts[L] + Right);
    }
    uint32_t Name = B.addString("f");
    B.Functions = {{Name, Name, 0, 0, 0, N}};
    B.Lines = {{0, Name, 1}};
    for (uint32_t V = 0; V != N; ++V) {
      udpc::abi::BlockRec Block = {};
      Block.Value = V;
      Block.Loop = udpc::abi::NoIndex;
      Block.FirstCost = B.Costs.size();
      Block.NumCosts = 1;
      B.Blocks.push_back(Block);
      udpc::abi::CostRec Cost = {};
      Cost.Frame = udpc::abi::NoIndex;
      Cost.Ir = Random() % 20, Cost.Dr = Random() % 5, Cost.Dw = Random() % 5;
      B.Costs.push_back(Cost);
    }
    std::vector<uint8_t> Bytes = B.finish();
    rt::CostView View;
    ASSERT_TRUE(rt::viewCosts(Bytes.data(), Bytes.size(), View));
    std::vector<uint64_t> Values(Counts.begin(), Counts.begin() + B.NumSlots);
    Values.resize(N);
    rt::computeValues(View, Values.data());
    ASSERT_EQ(Values, Counts);
    rt::LineCosts Line = {};
    rt::addBlocks(View, Values.data(), &Line);
    std::vector<rt::SlotWeights> Weights(N, rt::SlotWeights{});
    rt::computeWeights(View, Weights.data());
    uint64_t Ir = 0, Dr = 0, Dw = 0;
    for (uint32_t S = 0; S != B.NumSlots; ++S) {
      Ir += Counts[S] * Weights[S].Ir;
      Dr += Counts[S] * Weights[S].Dr;
      Dw += Counts[S] * Weights[S].Dw;
    }
    EXPECT_EQ(Ir, Line.Counts[udpc::abi::EventIr]);
    EXPECT_EQ(Dr, Line.Counts[udpc::abi::EventDr]);
    EXPECT_EQ(Dw, Line.Counts[udpc::abi::EventDw]);
  }
}

} // namespace
