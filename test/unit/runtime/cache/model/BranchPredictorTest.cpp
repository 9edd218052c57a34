// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/BranchPredictor.h"
#include "gtest/gtest.h"
#include <map>
#include <memory>
#include <random>
#include <vector>

using namespace udpc::rt;

namespace {

/// How often \p Outcomes at one address are not predicted.
template <typename Model>
unsigned misses(const std::vector<bool> &Outcomes, uint64_t Address = 64) {
  auto P = std::make_unique<Model>(Model{});
  unsigned Misses = 0;
  for (bool Taken : Outcomes)
    Misses += !P->use(Address, Taken);
  return Misses;
}

/// One counter for all addresses.
class OneCounter {
public:
  bool use(uint64_t, bool Taken) { return useTwoBits(Counter, Taken); }

private:
  uint8_t Counter;
};

TEST(BranchPredictor, CountersBeginAtNotTakenAndSaturate) {
  using Model = OneCounter;
  EXPECT_EQ(misses<Model>({false, false, false}), 0u);
  EXPECT_EQ(misses<Model>({true, true, true, true}), 2u);
  // From 3 to 1, which predicts that it is not taken.
  EXPECT_EQ(misses<Model>({true, true, true, true, true, false, false, false}),
            4u);
  EXPECT_EQ(misses<Model>({true, true, true, false, true}), 3u);
}

TEST(BranchPredictor, HistoryFindsPatterns) {
  std::vector<bool> Alternating;
  for (int I = 0; I != 1000; ++I)
    Alternating.push_back(I % 2);
  EXPECT_LT(misses<GlobalHistoryPredictor>(Alternating), 20u);
  EXPECT_EQ(misses<OneCounter>(Alternating), 500u);
}

TEST(BranchPredictor, AddressesAreSevenBits) {
  auto P = std::make_unique<GlobalHistoryPredictor>(GlobalHistoryPredictor{});
  // Two times taken is learned where no history differs: 14 outcomes later.
  for (int I = 0; I != 10; ++I)
    P->use(3, true);
  EXPECT_TRUE(P->use(3 + 128, true));
  EXPECT_FALSE(P->use(4, true));
}

/// The definition, with a map.
class Naive {
public:
  bool use(uint64_t Address, bool Taken) {
    unsigned H = 0;
    for (size_t I = 0; I != 7; ++I)
      H = H * 2 +
          (Outcomes.size() >= 7 - I && Outcomes[Outcomes.size() - 7 + I]);
    int &C = Counters[{H, Address % 128}];
    bool Predicted = C > 1;
    C = std::min(3, std::max(0, C + (Taken ? 1 : -1)));
    Outcomes.push_back(Taken);
    return Predicted == Taken;
  }

private:
  std::vector<bool> Outcomes;
  std::map<std::pair<unsigned, uint64_t>, int> Counters;
};

TEST(BranchPredictor, GlobalHistoryIsItsDefinition) {
  std::mt19937_64 Random(3);
  auto P = std::make_unique<GlobalHistoryPredictor>(GlobalHistoryPredictor{});
  Naive N;
  for (int I = 0; I != 200000; ++I) {
    uint64_t Address = 0x401000 + Random() % 40 * 7;
    bool Taken = Random() % (1 + Address % 5) == 0;
    ASSERT_EQ(P->use(Address, Taken), N.use(Address, Taken)) << I;
  }
}

TEST(BranchPredictor, PredictsTheLastTarget) {
  auto P = std::make_unique<LastTargetPredictor>(LastTargetPredictor{});
  EXPECT_FALSE(P->use(5, 100));
  EXPECT_TRUE(P->use(5, 100));
  EXPECT_FALSE(P->use(5, 200));
  EXPECT_FALSE(P->use(5, 100));
  // Nine bits of the address.
  EXPECT_TRUE(P->use(5 + 512, 100));
  EXPECT_FALSE(P->use(6, 100));
}

} // namespace
