// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/every/StackTable.h"
#include "gtest/gtest.h"
#include <map>
#include <memory>
#include <thread>
#include <vector>

using namespace udpc::rt;

namespace {

using Stacks = std::map<std::pair<uint32_t, std::vector<uint64_t>>, uint64_t>;

Stacks contentsOf(StackTable &Table) {
  Stacks Result;
  Table.forEach([&](const StackTable::Entry &E, const StackTable::Stack &S) {
    Result[{S.Event, {S.frames(), S.frames() + S.NumFrames}}] += E.Count;
  });
  return Result;
}

} // namespace

TEST(StackTable, AddsUpEqualStacksOfAnEvent) {
  auto Table = std::make_unique<StackTable>();
  const uint64_t Frames[] = {1, 2, 3};
  EXPECT_TRUE(Table->add(0, Frames, 3, 1));
  EXPECT_TRUE(Table->add(0, Frames, 3, 5));
  EXPECT_TRUE(Table->add(0, Frames, 2, 1));
  EXPECT_TRUE(Table->add(1, Frames, 3, 1));
  EXPECT_TRUE(Table->add(1, Frames, 0, 7));
  Stacks Expected = {
      {{0, {1, 2, 3}}, 6}, {{0, {1, 2}}, 1}, {{1, {1, 2, 3}}, 1}, {{1, {}}, 7}};
  EXPECT_EQ(contentsOf(*Table), Expected);
}

TEST(StackTable, SaysWhenItIsFull) {
  auto Table = std::make_unique<StackTable>();
  uint64_t Added = 0;
  for (uint64_t I = 0; I != 20000; ++I)
    Added += Table->add(0, &I, 1, 1);
  EXPECT_EQ(Added, StackTable::MaxStacks);
  uint64_t Known = 5;
  EXPECT_TRUE(Table->add(0, &Known, 1, 1));

  auto Deep = std::make_unique<StackTable>();
  std::vector<uint64_t> Frames(StackTable::NumWords / 8);
  Added = 0;
  for (uint64_t I = 0; I != 20; ++I) {
    Frames[0] = I;
    Added += Deep->add(0, Frames.data(), Frames.size(), 1);
  }
  EXPECT_EQ(Added, 7u); // Word 0 is not used.
}

TEST(StackTable, ThreadsAddTogether) {
  auto Table = std::make_unique<StackTable>();
  auto Count = [&Table] {
    for (uint64_t I = 0; I != 20000; ++I) {
      const uint64_t Frames[] = {I % 97, I % 11};
      Table->add(0, Frames, 2, 1);
    }
  };
  std::thread One(Count), Two(Count);
  One.join();
  Two.join();
  uint64_t Sum = 0;
  for (const auto &[Stack, N] : contentsOf(*Table))
    Sum += N;
  EXPECT_EQ(Sum, 40000u);
  EXPECT_EQ(contentsOf(*Table).size(), 97u * 11);
}
