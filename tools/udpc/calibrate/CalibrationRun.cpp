//===- CalibrationRun.cpp - Measures this processor -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/calibrate/CalibrationRun.h"
#include "profdata/measure/Noise.h"
#include "tools/udpc/calibrate/MemoryProbes.h"
#include "tools/udpc/calibrate/PrefetchRun.h"
#include "tools/udpc/calibrate/Series.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <sched.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static constexpr uint64_t KB = 1024, MB = 1024 * KB;

/// Lines in a block of the access order with small pages: 4 MB, which the
/// second-level TLB covers.
static constexpr uint32_t BlockLines = 4 * MB / 64;

/// Samples are short enough to fit between two interruptions, after which the
/// caches have to be refilled.
static constexpr size_t ChaseSamples = 8, ChaseSteps = 5000,
                        ParallelSteps = 2000, PairSteps = 3000;

static constexpr uint64_t Strides[] = {64,  128,  192,  256,  320,  384,  512,
                                       768, 1024, 1280, 1536, 2048, 3072, 4160};

/// Working sets above this size take most of the time. So there are fewer of
/// them, and they are not traversed once before measuring: linking them has
/// accessed all lines in the same order.
static constexpr uint64_t ManyLines = 64 * MB;

/// Returns four working sets an octave, and two an octave of large ones.
static std::vector<uint64_t> workingSets(uint64_t Most) {
  std::vector<uint64_t> Result;
  for (double Bytes = 8 * KB; Bytes < Most * 0.99;
       Bytes *= std::pow(2, Bytes < ManyLines ? 0.25 : 0.5))
    Result.push_back(uint64_t(Bytes) / 64 * 64);
  Result.push_back(Most);
  return Result;
}

namespace {

class CalibrationRun {
public:
  CalibrationRun(Calibration Defaults, TestMemory Ring, TestMemory Zeros,
                 TestMemory Plain)
      : C(std::move(Defaults)), Ring(std::move(Ring)), Zeros(std::move(Zeros)),
        Plain(std::move(Plain)), Sets(workingSets(this->Ring.size())) {}

  /// Runs one round. \p Progress gets the completed share of the round.
  void round(function_ref<void(double)> Progress);
  CalibrationReport report() const;

private:
  void measureSets(function_ref<void(double)> Progress);
  void measureChains();
  const char *nextZeros(size_t Length);
  void measureStrides();
  void measurePages();
  void measurePrefetches();

  bool reachesMemory() const { return Ring.size() >= 2 * C.lastLevel().Bytes; }
  std::vector<uint64_t> sizes() const;
  void fitLatencies(CalibrationReport &R) const;
  void fitWorth(Calibration &Result) const;

  Calibration C; ///< Starts with the defaults.
  TestMemory Ring, Zeros, Plain;
  RandomNumbers Random;
  std::vector<uint64_t> Sets;
  Series Latency, Parallel, Pairs, InPages, AcrossPages, Additions;
  Series SmallPages;
  std::map<uint64_t, std::vector<double>> StrideGains;
  size_t NextZero = 0, NextLine = 0;
  std::optional<PrefetchRun> BeyondL2, BeyondLL;
};

} // namespace

std::vector<uint64_t> CalibrationRun::sizes() const {
  std::vector<uint64_t> Sizes;
  for (const CalibratedLevel &L : C.Levels)
    Sizes.push_back(L.Bytes);
  return Sizes;
}

void CalibrationRun::measureSets(function_ref<void(double)> Progress) {
  uint64_t Done = 0, All = 0;
  for (uint64_t Bytes : Sets)
    All += Bytes;
  for (uint64_t Bytes : Sets) {
    uint32_t Count = Bytes / 64;
    uint32_t Block = Ring.hasHugePages() ? Count : BlockLines;
    std::vector<uint32_t> Order = shuffledBlocks(Count, Block, Random);
    linkLines(Ring.lines(), Order);
    const ChainLine *At = &Ring.lines()[Order[0]];
    if (Bytes <= ManyLines)
      chaseNs(At, Count);
    for (size_t I = 0; I != ChaseSamples; ++I)
      Latency.add(Bytes, chaseNs(At, ChaseSteps));
    Done += Bytes;
    Progress(double(Done) / All);
  }
}

/// Requires that the largest working set is linked.
void CalibrationRun::measureChains() {
  uint32_t Count = Ring.size() / 64;
  for (unsigned Number : ParallelChains) {
    std::vector<const ChainLine *> Starts;
    for (unsigned I = 0; I != Number; ++I)
      Starts.push_back(&Ring.lines()[Random.below(Count)]);
    Parallel.add(Number, chaseTogetherNs(Starts, ParallelSteps));
  }
  const ChainLine *First = &Ring.lines()[Random.below(Count)],
                  *Second = &Ring.lines()[Random.below(Count)];
  for (unsigned Between : InstructionsBetween)
    Pairs.add(Between, pairsNs(First, Second, Between, PairSteps));
}

/// Returns the next \p Length bytes of zeros, which have not been accessed for
/// long.
const char *CalibrationRun::nextZeros(size_t Length) {
  if (NextZero + Length > Zeros.size())
    NextZero = 0;
  const char *Begin = Zeros.begin() + NextZero;
  NextZero += (Length + 4 * KB - 1) / (4 * KB) * (4 * KB);
  return Begin;
}

/// Walks through lines whose contents decide branches, without and with
/// prefetches. The gain shows what the hardware prefetchers leave.
void CalibrationRun::measureStrides() {
  constexpr size_t Most = 6000, Ahead = 32;
  for (uint64_t Stride : Strides) {
    size_t Count = std::min(Plain.size() / 4 / Stride, Most);
    auto Walk = [&](size_t Delta) {
      size_t Length = Count * Stride;
      if (NextLine + Length > Plain.size())
        NextLine = 0;
      const char *Begin = Plain.begin() + NextLine;
      NextLine += (Length + 4 * KB - 1) / (4 * KB) * (4 * KB);
      return Delta ? prefetchedBranchingNs(HintType::T0, Begin, Stride, Delta,
                                           Count)
                   : branchingStrideNs(Begin, Stride, Count);
    };
    double Without = Walk(0);
    StrideGains[Stride].push_back(Without / Walk(Ahead * Stride));
  }
}

/// Walks through pages with a stride that prefetchers follow: through
/// consecutive pages, and in random order of pages, where the next page is
/// unpredictable.
void CalibrationRun::measurePages() {
  constexpr size_t Page = 4 * KB, Stride = 128, Pages = 512;
  size_t Length = Page * Pages;
  AcrossPages.add(0, strideNs(nextZeros(Length), Stride, Length / Stride));
  const char *Begin = nextZeros(Length);
  double Sum = 0;
  for (uint32_t Number : shuffledBlocks(Pages, Pages, Random))
    Sum += strideNs(Begin + Number * Page, Stride, Page / Stride);
  InPages.add(0, Sum / Pages);
}

void CalibrationRun::measurePrefetches() {
  if (!BeyondLL) {
    BeyondLL.emplace(Zeros, Plain, Zeros.size(), Random);
    // A working set that often misses L2 and hits LL.
    const CalibratedLevel *L2 = C.level("L2");
    double Share = fitLevels(Latency.median(), sizes()).Shares.back();
    if (L2 && Share >= 1.5 * L2->Bytes)
      BeyondL2.emplace(
          Zeros, Plain,
          std::clamp(Share * 2 / 3, 1.4 * L2->Bytes, 3.0 * L2->Bytes), Random);
  }
  if (reachesMemory()) {
    BeyondLL->round();
    BeyondLL->busyRound(256 * MB);
  }
  if (BeyondL2)
    BeyondL2->round();
}

void CalibrationRun::round(function_ref<void(double)> Progress) {
  Additions.add(0, additionNs());
  measureSets([&](double Part) { Progress(0.6 * Part); });
  measureChains();
  // Random accesses with the page size that programs get.
  uint32_t Count = Plain.size() / 64;
  std::vector<uint32_t> Order = shuffledBlocks(Count, Count, Random);
  linkLines(Plain.lines(), Order);
  const ChainLine *At = &Plain.lines()[Order[0]];
  for (size_t I = 0; I != ChaseSamples; ++I)
    SmallPages.add(0, chaseNs(At, ChaseSteps));
  Progress(0.8);
  measureStrides();
  measurePages();
  measurePrefetches();
  Progress(1);
}

void CalibrationRun::fitLatencies(CalibrationReport &R) const {
  double LeastMemoryNs = R.ReachesMemory ? 0 : C.MemoryLatency;
  FittedLevels Alone = fitLevels(R.Least, sizes(), LeastMemoryNs);
  FittedLevels Among = fitLevels(R.Median, sizes(), LeastMemoryNs);
  R.ShareAlone = Alone.Shares.back();
  Calibration &Result = R.Result;
  for (size_t I = 0; I != Result.Levels.size(); ++I) {
    Result.Levels[I].Latency = Alone.Latencies[I];
    // Levels other than the last are not shared between cores.
    bool IsShared = I + 1 == Result.Levels.size();
    Result.Levels[I].Share = IsShared ? Among.Shares[I] : Alone.Shares[I];
  }
  Result.MemoryLatency = Alone.MemoryLatency;
  // The last level may be larger than the measured working sets.
  CalibratedLevel &LL = Result.Levels.back();
  if (!R.ReachesMemory && LL.Share >= Ring.size())
    LL.Share = std::max(LL.Share, C.lastLevel().Share);
  // Compare the same working set in both page sizes.
  Result.PageWalk = std::max(0.0, SmallPages.leastAt(0) - R.Least.back().Ns);
}

void CalibrationRun::fitWorth(Calibration &Result) const {
  for (size_t I = 0; I != Result.Worth.size(); ++I) {
    auto Type = static_cast<HintType>(I);
    PrefetchWorth &W = Result.Worth[I];
    if (BeyondL2)
      W.BeyondL2 = BeyondL2->worth(Type, W.BeyondL2);
    if (!reachesMemory())
      continue;
    W.BeyondLL = BeyondLL->worth(Type, W.BeyondLL);
    W.MostLines = BeyondLL->mostLines(Type);
    W.Busy = BeyondLL->busyWorth(Type);
    W.BusyLines = BeyondLL->busyLines(Type);
  }
}

CalibrationReport CalibrationRun::report() const {
  CalibrationReport R;
  R.Result = C;
  R.Result.Source = CalibrationSource::Measured;
  R.Least = Latency.least();
  R.Median = Latency.median();
  for (const auto &[Stride, Gains] : StrideGains)
    R.Strides.push_back({int64_t(Stride), medianOf(Gains)});
  R.HasHugePages = Ring.hasHugePages();
  R.ReachesMemory = reachesMemory();
  std::vector<double> Excess;
  for (size_t I = 0; I != R.Least.size(); ++I)
    Excess.push_back(R.Median[I].Ns / R.Least[I].Ns - 1);
  R.Noise = medianOf(Excess);
  R.Result.InstructionsPerNs = 1 / Additions.leastAt(0);
  fitLatencies(R);
  if (R.ReachesMemory) {
    R.Result.LinesInFlight = fitLinesInFlight(Parallel.least());
    if (double Window = fitWindow(Pairs.least(), R.Least.back().Ns))
      R.Result.Window = Window;
    R.Result.Prefetcher.LongestStride = fitLongestStride(R.Strides);
    R.Result.Prefetcher.EndsAtPage =
        AcrossPages.leastAt(0) > 0.8 * InPages.leastAt(0);
  }
  fitWorth(R.Result);
  R.MeasuredBeyondL2 = BeyondL2.has_value();
  return R;
}

/// Returns the size of the largest working set: as in \p Plan, or enough to
/// exceed LL, but at most a sixteenth of the machine's memory, since there are
/// three.
static uint64_t mostBytes(const CalibrationPlan &Plan, const Calibration &C) {
  if (Plan.MostBytes)
    return Plan.MostBytes;
  uint64_t Wanted = std::max(4 * C.lastLevel().Bytes, 64 * MB);
  uint64_t Machine = uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
  return std::min(Wanted, std::max(Machine / 16, 16 * MB));
}

/// Binds this thread to its current core. Returns the core.
static unsigned stayOnCore() {
  int Core = std::max(sched_getcpu(), 0);
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Core, &Set);
  sched_setaffinity(0, sizeof(Set), &Set);
  return Core;
}

Expected<CalibrationReport>
udpc::calibrate(const CalibrationPlan &Plan,
                function_ref<void(double)> Progress) {
  using Clock = std::chrono::steady_clock;
  auto Begin = Clock::now();
  auto Seconds = [&] {
    return std::chrono::duration<double>(Clock::now() - Begin).count();
  };
  unsigned Core = stayOnCore();
  Calibration Defaults = hostDefaults();
  uint64_t Bytes = mostBytes(Plan, Defaults);
  auto Ring = TestMemory::map(Bytes, TestMemory::Huge);
  auto Zeros = TestMemory::map(Bytes, TestMemory::Default);
  auto Plain = TestMemory::map(Bytes, TestMemory::Default);
  Error E = joinErrors(joinErrors(Ring ? Error::success() : Ring.takeError(),
                                  Zeros ? Error::success() : Zeros.takeError()),
                       Plain ? Error::success() : Plain.takeError());
  if (E)
    return std::move(E);
  CalibrationRun Run(std::move(Defaults), std::move(*Ring), std::move(*Zeros),
                     std::move(*Plain));
  unsigned Rounds = 0;
  do {
    Run.round([&](double Part) {
      double ByRounds = (Rounds + Part) / Plan.LeastRounds;
      double ByTime = Plan.Seconds > 0 ? Seconds() / Plan.Seconds : 1;
      Progress(std::min({ByRounds, ByTime, 1.0}));
    });
    ++Rounds;
  } while (Rounds < Plan.LeastRounds ||
           Seconds() * (Rounds + 1) / Rounds < Plan.Seconds);
  CalibrationReport R = Run.report();
  R.Rounds = Rounds;
  R.Cpu = Core;
  return R;
}
