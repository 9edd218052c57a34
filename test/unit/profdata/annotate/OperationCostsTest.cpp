// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/OperationCosts.h"
#include "test/unit/profdata/cache/CacheProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static CacheProfile example() {
  Expected<CacheProfile> P = CacheProfile::decode(testProfile(), "p");
  if (P)
    return std::move(*P);
  ADD_FAILURE() << toString(P.takeError());
  return CacheProfile();
}

static const abi::OperationRec &operation(const CacheProfile &P, bool IsStore) {
  for (const abi::OperationRec &Op : P.Units[0].Operations)
    if ((Op.Kind == uint8_t(abi::AccessKind::Store)) == IsStore)
      return Op;
  llvm_unreachable("the example has both");
}

TEST(OperationCosts, CountsLoadsAndStoresByKey) {
  CacheProfile P = example();
  std::vector<uint64_t> Values = P.values(0);
  const abi::OperationRec &Load = operation(P, false);
  MemoryOperationKey Key = P.Units[0].key(Load.Frame);
  ASSERT_EQ(Key.Frames.size(), 2u);
  OperationCosts Costs;
  Costs.add(P);
  ASSERT_EQ(Costs.find(Key, false).size(), 1u);
  uint64_t Loads = Values[P.Units[0].Blocks[Load.Block].Value];
  EXPECT_EQ(Costs.find(Key, false)[0],
            (CostCounts{Loads, 0, 0, Loads, 2, 1, 0, 0, 0}));
  EXPECT_TRUE(Costs.find(Key, true).empty());

  const abi::OperationRec &Store = operation(P, true);
  Key = P.Units[0].key(Store.Frame);
  ASSERT_EQ(Costs.find(Key, true).size(), 1u);
  uint64_t Stores = Values[P.Units[0].Blocks[Store.Block].Value];
  EXPECT_EQ(Costs.find(Key, true)[0],
            (CostCounts{Stores, 0, 0, 0, 0, 0, Stores, 7, 5}));
}

TEST(OperationCosts, AddsRunsUp) {
  CacheProfile P = example();
  MemoryOperationKey Key = P.Units[0].key(operation(P, true).Frame);
  OperationCosts Costs;
  Costs.add(P);
  Costs.add(P);
  ASSERT_EQ(Costs.find(Key, true).size(), 1u);
  EXPECT_EQ(Costs.find(Key, true)[0][abi::EventD1mw], 14u);
}

TEST(OperationCosts, IsOneNumberWhereCodeDiffers) {
  // The same inline function in two units, one of which has its store twice.
  CostTableBuilder Twice = testBuilder();
  Twice.Operations.push_back(Twice.Operations[Fill]);
  CacheProfileThread Thread;
  Thread.Slots = {{0, 0, 10}, {1, 0, 100}};
  Thread.Operations = {operationCounts(0, Fill, 1, 0),
                       operationCounts(1, Fill, 10, 0),
                       operationCounts(1, Fill + 1, 100, 0)};
  Expected<CacheProfile> P = CacheProfile::decode(
      makeCacheProfile({testBuilder().finish(), Twice.finish()}, {Thread}),
      "p");
  ASSERT_TRUE(bool(P)) << toString(P.takeError());
  MemoryOperationKey Key = P->Units[0].key(operation(*P, true).Frame);
  OperationCosts Costs;
  Costs.add(*P);
  ASSERT_EQ(Costs.find(Key, true).size(), 1u);
  EXPECT_EQ(Costs.find(Key, true)[0][abi::EventDw], 210u);
  EXPECT_EQ(Costs.find(Key, true)[0][abi::EventD1mw], 111u);
}

} // namespace udpc
