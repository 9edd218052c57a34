//===- MissCost.cpp - What misses cost on a processor ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/recommend/MissCost.h"
#include "profdata/recommend/Strides.h"
#include <algorithm>
#include <cmath>

using namespace udpc;

/// Returns the fraction of an operation's misses that are in another page than
/// the previous miss.
static double shareOfNewPages(const StridePattern &P) {
  return P.Shape == StridePattern::None
             ? 1
             : std::min(1.0, std::abs(P.Mean) / PageSize);
}

MissCost udpc::missCostOf(const Candidate &C, const abi::CacheRec &Caches,
                          const RecommendOptions &Options) {
  const Calibration &Processor = Options.Processor;
  MissCost Cost;
  Cost.InLLNs = Processor.missLatency("L2");
  Cost.WalkNs = Processor.PageWalk *
                shareOfNewPages(findPattern(C, Options.MinConfidence));
  Cost.InMemoryNs = Processor.missLatency("LL") + Cost.WalkNs;
  Cost.InMemory = C.LLMisses;
  if (C.L2Misses > C.LLMisses)
    Cost.InLL = C.L2Misses - C.LLMisses;
  uint64_t Share = Processor.lastLevel().Share;
  if (Caches.LL.Size > Share && C.L2Lines * LineSize > Share) {
    Cost.InMemory += Cost.InLL;
    Cost.InLL = 0;
  }
  return Cost;
}

double udpc::totalNanoseconds(llvm::ArrayRef<Candidate> All,
                              const abi::CacheRec &Caches,
                              const RecommendOptions &Options) {
  double Sum = 0;
  for (const Candidate &C : All)
    Sum += missCostOf(C, Caches, Options).nanoseconds();
  return Sum;
}

/// The fraction of the window for instructions that wait for a chain. They stay
/// in the scheduler, which is smaller than the reorder buffer: 97 of 224
/// entries in Skylake, 160 of 512 in Golden Cove, 96 of 320 in Zen 4 for
/// integers.
static constexpr double SchedulerShare = 0.25;

/// The fraction of the window that is usually in use: mispredicted branches
/// empty it, and loads wait for addresses. With 22 and 23 misses in the window,
/// prefetches of random updates gained 1.4 and 1.27 times on a processor with
/// 13 lines. With 24, 25 and 34 misses, those of random updates, rows of a
/// matrix and sums gained on a processor with about 24 lines. With 42 and 46
/// misses (bucket counts) they gained on neither.
static constexpr double UsualShareOfWindow = 0.5;

/// The cycles of a load from D1.
static constexpr double CyclesOfD1 = 4.5;

/// The cycles from the execution of a mispredicted branch to the next
/// instructions after it: 20 in Golden Cove, 15 in Zen.
static constexpr double CyclesOfMisprediction = 18;

double udpc::ownNanoseconds(const Candidate &C, double Work,
                            const Calibration &Processor) {
  double Misses = std::max<uint64_t>(C.D1Misses, 1);
  double CycleNs = Processor.Levels.front().Latency / CyclesOfD1;
  double InChain = C.ChainCycles * C.Executions / Misses * CycleNs;
  return std::max(Work / Processor.InstructionsPerNs, InChain) +
         C.NumSurprises / Misses * CyclesOfMisprediction * CycleNs;
}

Overlap udpc::overlapOf(double Work, double Nanoseconds, double ChainCycles,
                        const Calibration &Processor) {
  Overlap O;
  O.Work = std::max(Work, 1.0);
  bool HasChain = ChainCycles > 0;
  O.InWindow = Processor.Window * (HasChain ? SchedulerShare : 1.0) / O.Work;
  double Lines = std::max(Processor.LinesInFlight, 1.0);
  double Executing = O.Work / Processor.InstructionsPerNs;
  if (HasChain)
    Executing = std::max(
        Executing, ChainCycles * Processor.Levels.front().Latency / CyclesOfD1);
  double Overlapping = std::clamp(O.InWindow * UsualShareOfWindow, 1.0, Lines);
  // While one miss fills the window, the processor executes nothing else.
  double Now = O.InWindow < 1 ? Executing + Nanoseconds
                              : std::max(Executing, Nanoseconds / Overlapping);
  O.Gain = Now / std::max(Executing, Nanoseconds / Lines);
  return O;
}
