//===- CallingLoopsTest.cpp - Loops that call a function ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/CallingLoops.h"
#include "test/unit/profdata/recommend/RecommendCases.h"

using namespace llvm;

namespace udpc {

namespace {

/// main: a loop of \p Calls iterations of 10 instructions that calls "outer" in
/// line 3, and 100 other calls of it in line 5. "outer": 4 instructions and a
/// call of "visit" each time. "visit": 6 instructions, and one more in a
/// fraction of the calls.
class Program {
public:
  explicit Program(uint64_t Calls, uint64_t OnPath, bool HasOperation = false,
                   bool CallsMemcpy = false) {
    File = T.addString("/src/a.c");
    T.Flags = abi::SimulatesCaches;
    // main
    uint32_t Main = function("main", 2);
    T.Loops.push_back({Main, abi::NoIndex, 0, 0});
    block(Main, Calls, 10, 0);
    block(Main, 100, 1, abi::NoIndex);
    if (HasOperation) {
      uint32_t Frame = frame("main", 3, 7);
      T.Operations.push_back({Frame, 0, 0, 8, 0, abi::HasKey, 0, 0, 0});
    }
    call(0, "outer", frame("main", 3, 2));
    call(1, "outer", frame("main", 5, 0));
    // outer
    uint32_t Outer = function("outer", 1);
    block(Outer, Calls + 100, 4, abi::NoIndex);
    call(2, "visit", frame("outer", 1, 0));
    if (CallsMemcpy) {
      call(0, "memcpy", frame("main", 4, 0));
      call(1, "memcpy", frame("main", 6, 0));
      call(1, "memset", frame("main", 7, 0));
    }
    // visit
    uint32_t Visit = function("visit", 2);
    block(Visit, Calls + 100, 6, abi::NoIndex);
    block(Visit, OnPath, 1, abi::NoIndex);
    T.sortLines();
    std::vector<uint8_t> Bytes = T.finish();
    Expected<CostTable> Table = CostTable::decode(
        StringRef(reinterpret_cast<const char *>(Bytes.data()), Bytes.size()));
    if (!Table) {
      ADD_FAILURE() << toString(Table.takeError());
      return;
    }
    Profile.Units.push_back(std::move(*Table));
    Profile.Threads.push_back(std::move(Thread));
  }

  CallingLoops::LibraryCalls ofLibrary(StringRef Name) {
    std::vector<std::vector<uint64_t>> Values = {Profile.values(0)};
    return CallingLoops(Profile, Values).ofLibrary(0, Name);
  }

  std::optional<CallingLoop> of(uint32_t Function) {
    std::vector<std::vector<uint64_t>> Values = {Profile.values(0)};
    return CallingLoops(Profile, Values).of(0, Function);
  }

private:
  uint32_t function(StringRef Name, uint32_t NumBlocks) {
    uint32_t S = T.addString(Name);
    T.Functions.push_back(
        {S, S, File, 10, uint32_t(T.Blocks.size()), NumBlocks});
    T.Lines.push_back({uint32_t(T.Functions.size() - 1), File, 10});
    return T.Functions.size() - 1;
  }
  uint32_t frame(StringRef Function, uint32_t Line, uint32_t Discriminator) {
    uint32_t S = T.addString(Function);
    T.Frames.push_back(
        {abi::NoIndex, S, S, File, 10 + Line, Line, Discriminator});
    return T.Frames.size() - 1;
  }
  void block(uint32_t Function, uint64_t Times, uint16_t Work, uint32_t Loop) {
    uint32_t Value = T.NumSlots++;
    Thread.Slots.push_back({0, Value, Times});
    T.Blocks.push_back({Function, Value, Loop, uint32_t(T.Costs.size()), 1, 0});
    T.Costs.push_back({abi::NoIndex, Function, Work, 0, 0, 0, 0});
  }
  void call(uint32_t Block, StringRef Callee, uint32_t Frame) {
    T.Callees.push_back(
        {Block, T.addString(Callee), Frame, 1, abi::CalleeIsInUnit});
  }

  CostTableBuilder T;
  CacheProfileThread Thread;
  CacheProfile Profile;
  uint32_t File;
};

enum : uint32_t { Main, Outer, Visit };

} // namespace

TEST(CallingLoops, FindsTheLoopThroughFunctionsBetween) {
  Program P(10000, 0);
  for (uint32_t Function : {Outer, Visit}) {
    std::optional<CallingLoop> L = P.of(Function);
    ASSERT_TRUE(L);
    EXPECT_EQ(L->Key.text(), "main:3");
    EXPECT_EQ(L->File, "/src/a.c");
    EXPECT_EQ(L->Line, 13u);
    EXPECT_EQ(L->Calls, 10000.0);
    // 10 of the loop, 4 of outer and 6 of visit.
    EXPECT_DOUBLE_EQ(L->Work, 20.0);
    EXPECT_NEAR(L->Share, 0.99, 0.001);
  }
  EXPECT_FALSE(P.of(Main));
}

TEST(CallingLoops, MostCallsHaveToComeFromThere) {
  EXPECT_TRUE(Program(101, 0).of(Visit));
  // The other line makes most calls, and is in no loop.
  EXPECT_FALSE(Program(99, 0).of(Visit));
}

TEST(CallingLoops, AnOperationInTheLineStandsForTheCall) {
  EXPECT_EQ(Program(10000, 0, true).of(Visit)->Key.text(), "main:3.7");
}

TEST(CallingLoops, LibraryFunctionsHaveTheLineWithMostCalls) {
  Program P(10000, 0, false, true);
  CallingLoops::LibraryCalls Copies = P.ofLibrary("memcpy");
  EXPECT_EQ(Copies.Calls, 10100.0);
  EXPECT_TRUE(Copies.IsInLoop);
  ASSERT_TRUE(Copies.Main);
  EXPECT_EQ(Copies.Main->Key.text(), "main:4");
  EXPECT_EQ(Copies.Main->Line, 14u);
  EXPECT_EQ(Copies.Main->Calls, 10000.0);
  EXPECT_TRUE(Copies.Main->HasPaths);
  // In no loop, but at one line.
  CallingLoops::LibraryCalls Sets = P.ofLibrary("memset");
  EXPECT_EQ(Sets.Calls, 100.0);
  EXPECT_FALSE(Sets.IsInLoop);
  ASSERT_TRUE(Sets.Main);
  EXPECT_EQ(Sets.Main->Key.text(), "main:7");
  // Half of the calls are at no line.
  EXPECT_FALSE(Program(99, 0, false, true).ofLibrary("memcpy").IsInLoop);
  EXPECT_FALSE(P.ofLibrary("strlen").Main);
  // Other functions are found as before.
  EXPECT_TRUE(P.of(Visit));
}

TEST(CallingLoops, TellsWhetherTheFunctionTakesPaths) {
  EXPECT_FALSE(Program(10000, 0).of(Visit)->HasPaths);
  EXPECT_FALSE(Program(10000, 100).of(Visit)->HasPaths);
  EXPECT_TRUE(Program(10000, 5000).of(Visit)->HasPaths);
  EXPECT_FALSE(Program(10000, 10000).of(Visit)->HasPaths);
}

} // namespace udpc
