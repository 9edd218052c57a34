//===- PrefetchRun.cpp - Measures prefetch types --------------------------===//

#include "tools/udpc/calibrate/PrefetchRun.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

/// 17 lines: no prefetcher that we know follows it, and it visits all sets of a
/// cache.
static constexpr size_t Stride = 1088;
static constexpr size_t Accesses = 6000, StridedAccesses = 60000;
static constexpr uint64_t Distances[] = {4, 8, 16, 32, 48, 64, 128};
static constexpr size_t MostAhead = 128;
static constexpr HintType Types[] = {HintType::NTA, HintType::T0, HintType::T1,
                                     HintType::T2, HintType::W};

PrefetchRun::PrefetchRun(const TestMemory &Zeros, const TestMemory &Contents,
                         uint64_t Bytes, RandomNumbers &Random)
    : Zeros(Zeros), Contents(Contents), Bytes(Bytes) {
  uint32_t Count = Bytes / 64;
  Order = shuffledBlocks(Count, Count, Random);
  // So that those ahead at the end are there.
  for (size_t I = 0; I != MostAhead; ++I)
    Order.push_back(Order[I]);
}

/// \p Run measures so many accesses from an address; this begins where the
/// last one ended, one line further in each pass over the working set.
template <typename Function> double PrefetchRun::strided(Function Run) {
  double Sum = 0;
  size_t Left = StridedAccesses;
  while (Left) {
    size_t Count = std::min(Left, (Bytes - NextStart - 8) / Stride + 1);
    Sum += Run(Contents.begin() + NextStart, Count) * Count;
    Left -= Count;
    NextStart += Count * Stride;
    if (NextStart + 8 > Bytes)
      NextStart = (NextStart % Stride + 64) % Stride;
  }
  return Sum / StridedAccesses;
}

ArrayRef<uint32_t> PrefetchRun::nextLines(size_t Count) {
  Count = std::min(Count, Order.size());
  if (NextLine + Count > Order.size())
    NextLine = 0;
  ArrayRef<uint32_t> Lines(&Order[NextLine], Count);
  NextLine += Count;
  return Lines;
}

void PrefetchRun::round() {
  Strided.Plain.add(0, strided([](const char *At, size_t Count) {
                      return branchingStrideNs(At, Stride, Count);
                    }));
  Random.Plain.add(0, gatherNs(Zeros.begin(), nextLines(Accesses)));
  for (uint64_t Ahead : Distances)
    for (HintType Type : Types) {
      size_t I = static_cast<size_t>(Type);
      Strided.ByType[I].add(Ahead, strided([&](const char *At, size_t Count) {
                              return prefetchedBranchingNs(
                                  Type, At, Stride, Ahead * Stride, Count);
                            }));
      Random.ByType[I].add(
          Ahead, prefetchedGatherNs(Type, Zeros.begin(),
                                    nextLines(Accesses + Ahead), Ahead));
    }
}

FittedPrefetch PrefetchRun::Walk::fit(HintType Type) const {
  return fitPrefetch(ByType[static_cast<size_t>(Type)].least(),
                     Plain.leastAt(0));
}

double PrefetchRun::worth(HintType Type, double Default) const {
  double Product = 1;
  for (const Walk *W : {&Strided, &Random}) {
    double Plain = W->Plain.leastAt(0), OfT0 = W->fit(HintType::T0).Saved;
    // A twentieth of the time would be noise.
    if (OfT0 < Plain / 20)
      return Default;
    Product *= (Plain - OfT0) / (Plain - W->fit(Type).Saved);
  }
  return std::sqrt(Product);
}

double PrefetchRun::mostLines(HintType Type) const {
  return std::min(Strided.fit(Type).MostLines, Random.fit(Type).MostLines);
}
