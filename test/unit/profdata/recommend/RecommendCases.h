//===- RecommendCases.h - Profiles for tests of recommendations -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_PROFDATA_RECOMMEND_RECOMMENDCASES_H
#define UDPC_TEST_UNIT_PROFDATA_RECOMMEND_RECOMMENDCASES_H

#include "profdata/recommend/Recommendation.h"
#include "udpc/chains.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <optional>

namespace udpc {

/// A memory operation and how it misses. What is not set is that of a walk
/// through large records with an unpredictable branch.
struct TestOperation {
  std::string Function = "f";
  uint32_t LineOffset = 1, Discriminator = 0;
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint8_t Flags = abi::HasKey;
  int64_t KnownStep = 0;
  uint64_t Executions = 100000;
  /// In the loop around it; 0: there is none.
  uint16_t WorkInLoop = 20;
  uint32_t Calls = 0;
  /// Of a loop around that one; 0: there is none.
  uint64_t OuterIterations = 0;
  /// How often the branch is taken; nothing: there is none.
  std::optional<uint64_t> Taken = 50000;
  uint64_t Misses = 100000;
  std::vector<abi::StrideRec> Strides = {{1088, 99990}};
  std::vector<abi::StrideRec> Double = {};
  uint64_t Breaks = 0;
  uint64_t NumLines = 100000;
  uint64_t Prefetched = 0;
  /// Of L2, in profiles with a middle level; nothing: as many as of LL.
  std::optional<uint64_t> L2Misses = std::nullopt;
  std::optional<uint64_t> LLMisses = std::nullopt;
  uint64_t L2Lines = 0;
  std::optional<uint32_t> Leader;
  uint64_t Followed = 0, LeaderLines = 0;
};

/// One unit with \p Operations, each of which misses as it says in as many
/// threads as \p NumThreads.
inline CacheProfile profileOf(const std::vector<TestOperation> &Operations,
                              unsigned NumThreads = 1) {
  CostTableBuilder T;
  CacheProfileThread Thread;
  uint32_t File = T.addString("/src/a.c");
  T.Flags = abi::SimulatesCaches;
  for (const TestOperation &O : Operations) {
    uint32_t Name = T.addString(O.Function);
    uint32_t Function = T.Functions.size(), Frame = T.Frames.size(),
             Line = T.Lines.size(), Loop = T.Loops.size(),
             Block = T.Blocks.size(), Index = T.Operations.size();
    bool HasOuter = O.OuterIterations;
    T.Functions.push_back({Name, Name, File, 10, Block, HasOuter ? 2u : 1u});
    T.Frames.push_back({abi::NoIndex, Name, Name, File, 10 + O.LineOffset,
                        O.LineOffset, O.Discriminator});
    T.Lines.push_back({Function, File, 10 + O.LineOffset});
    bool IsInLoop = O.WorkInLoop;
    if (HasOuter)
      T.Loops.push_back({Function, abi::NoIndex, Block + 1, Frame});
    if (IsInLoop)
      T.Loops.push_back(
          {Function, HasOuter ? Loop++ : abi::NoIndex, Block, Frame});
    uint32_t Value = T.NumSlots++;
    Thread.Slots.push_back({0, Value, O.Executions});
    T.Blocks.push_back({Function, Value, IsInLoop ? Loop : abi::NoIndex,
                        uint32_t(T.Costs.size()), 1, O.Calls});
    T.Costs.push_back({Frame, Line, O.WorkInLoop, 1, 0, 0, 0});
    if (HasOuter) {
      uint32_t Outer = T.NumSlots++;
      Thread.Slots.push_back({0, Outer, O.OuterIterations});
      T.Blocks.push_back(
          {Function, Outer, Loop - 1, uint32_t(T.Costs.size()), 0, 0});
    }
    uint32_t FirstBranch = T.Branches.size();
    if (O.Taken) {
      uint32_t Taken = T.NumSlots++;
      Thread.Slots.push_back({0, Taken, *O.Taken});
      T.Branches.push_back({Block, Taken});
    }
    T.Operations.push_back({Frame, Line, Block, 8, static_cast<uint8_t>(O.Kind),
                            O.Flags, FirstBranch, O.Taken ? 1u : 0u,
                            O.KnownStep});
    abi::OperationCountRec R = {};
    R.Operation = Index;
    R.D1Misses = O.Misses;
    R.LLMisses = O.LLMisses.value_or(O.Misses);
    R.L2Misses = O.L2Misses.value_or(0);
    R.L2Lines = O.L2Lines;
    R.Prefetched = O.Prefetched;
    R.NumStrides = O.Misses - 1;
    R.NumBreaks = O.Breaks;
    R.NumLines = O.NumLines;
    R.FirstLine = 1000;
    R.LastLine = 1000 + O.NumLines;
    llvm::copy(O.Strides, R.Strides);
    llvm::copy(O.Double, R.Double);
    R.Leader = O.Leader.value_or(abi::NoIndex);
    R.NumFollowed = O.Followed;
    R.LeaderLines = O.LeaderLines;
    Thread.Operations.push_back(R);
  }
  T.sortLines();
  std::vector<uint8_t> Bytes = T.finish();
  CacheProfile P;
  P.Caches.I1 = P.Caches.D1 = {48 << 10, 12, 64};
  P.Caches.LL = {1 << 20, 16, 64};
  P.Caches.Flags = abi::CachesSimulated;
  P.NumRuns = 1;
  llvm::Expected<CostTable> Table = CostTable::decode(llvm::StringRef(
      reinterpret_cast<const char *>(Bytes.data()), Bytes.size()));
  if (!Table) {
    ADD_FAILURE() << toString(Table.takeError());
    return P;
  }
  P.Units.push_back(std::move(*Table));
  for (unsigned I = 0; I != NumThreads; ++I) {
    Thread.Index = I;
    P.Threads.push_back(Thread);
  }
  return P;
}

/// A processor that executes 2000 instructions while it waits for memory.
inline RecommendOptions testOptions() {
  RecommendOptions Options;
  Calibration &P = Options.Processor;
  P.Levels = {{"D1", 48 << 10, 48 << 10, 1.5},
              {"L2", 1 << 18, 1 << 18, 4},
              {"LL", 1 << 20, 1 << 20, 25}};
  P.MemoryLatency = 100;
  P.PageWalk = 0;
  P.InstructionsPerNs = 20;
  P.Window = 512;
  P.LinesInFlight = 12;
  P.Worth = {};
  return Options;
}

inline Recommendation
recommendOne(const TestOperation &O,
             const RecommendOptions &Options = testOptions()) {
  std::vector<Recommendation> All = recommend(profileOf({O}), Options);
  if (All.size() == 1)
    return All[0];
  ADD_FAILURE() << All.size() << " operations";
  return Recommendation();
}

inline RecommendVerdict verdictOf(const TestOperation &O) {
  Recommendation R = recommendOne(O);
  EXPECT_FALSE(R.Reason.empty());
  bool HasHints = R.Verdict == RecommendVerdict::Chase ||
                  R.Verdict == RecommendVerdict::Branch ||
                  R.Verdict == RecommendVerdict::Apart ||
                  R.Verdict == RecommendVerdict::Chain ||
                  R.Verdict == RecommendVerdict::Burst ||
                  R.Verdict == RecommendVerdict::Indirect ||
                  R.Verdict == RecommendVerdict::Called;
  EXPECT_EQ(R.Hints.empty(), !HasHints);
  EXPECT_EQ(R.Gain > 0, HasHints);
  return R.Verdict;
}

inline TestOperation chase() {
  TestOperation O;
  O.Flags |= abi::FeedsOwnAddress;
  O.Taken = 99999;
  O.Strides = {{192, 99990}};
  O.WorkInLoop = 4;
  return O;
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_RECOMMEND_RECOMMENDCASES_H
