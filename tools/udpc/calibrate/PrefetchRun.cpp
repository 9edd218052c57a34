//===- PrefetchRun.cpp - Measures prefetch types --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/calibrate/PrefetchRun.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

/// 17 lines: no known prefetcher follows it, and it visits all sets of a cache.
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
  // Repeat the beginning for prefetches beyond the end.
  for (size_t I = 0; I != MostAhead; ++I)
    Order.push_back(Order[I]);
}

template <typename Function>
double PrefetchRun::strided(uint64_t Bytes, size_t Accesses, size_t &Next,
                            Function Run) {
  double Sum = 0;
  size_t Left = Accesses;
  while (Left) {
    if (Next + 8 > Bytes)
      Next = (Next % Stride + 64) % Stride;
    size_t Count = std::min(Left, (Bytes - Next - 8) / Stride + 1);
    Sum += Run(Contents.begin() + Next, Count) * Count;
    Left -= Count;
    Next += Count * Stride;
  }
  return Sum / Accesses;
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
  auto Walk = [&](auto Run) {
    return strided(Bytes, StridedAccesses, NextStart, Run);
  };
  Strided.Plain.add(0, Walk([](const char *At, size_t Count) {
                      return branchingStrideNs(At, Stride, Count);
                    }));
  Random.Plain.add(0, gatherNs(Zeros.begin(), nextLines(Accesses)));
  for (uint64_t Ahead : Distances)
    for (HintType Type : Types) {
      size_t I = static_cast<size_t>(Type);
      Strided.ByType[I].add(Ahead, Walk([&](const char *At, size_t Count) {
                              return prefetchedBranchingNs(
                                  Type, At, Stride, Ahead * Stride, Count);
                            }));
      Random.ByType[I].add(
          Ahead, prefetchedGatherNs(Type, Zeros.begin(),
                                    nextLines(Accesses + Ahead), Ahead));
    }
}

/// Each walk is long enough to evict what the other type has left in the
/// caches.
static constexpr uint64_t BytesPerBusyAccess = 256;
static constexpr uint64_t BusyDistances[] = {32, 64, 128};

void PrefetchRun::busyRound(uint64_t Most) {
  uint64_t Length = std::min(Bytes, Most);
  for (uint64_t Ahead : BusyDistances)
    for (HintType Type : {HintType::T0, HintType::NTA})
      Busy[static_cast<size_t>(Type)].add(
          Ahead, strided(Length, Length / BytesPerBusyAccess, NextBusy,
                         [&](const char *At, size_t Count) {
                           return prefetchedBusyNs(Type, At, Stride,
                                                   Ahead * Stride, Count);
                         }));
}

/// Returns the time at the fastest distance, by medians, since the available
/// share of LL matters.
static double fastestNs(const Series &Of) {
  double Least = INFINITY;
  for (const CurvePoint &P : Of.median())
    Least = std::min(Least, P.Ns);
  return Least;
}

double PrefetchRun::busyWorth(HintType Type) const {
  double OfT0 = fastestNs(Busy[static_cast<size_t>(HintType::T0)]),
         Own = fastestNs(Busy[static_cast<size_t>(Type)]);
  return std::isinf(Own) ? 0 : OfT0 / Own;
}

double PrefetchRun::busyLines(HintType Type) const {
  constexpr double Nearly = 1.1;
  const Series &Of = Busy[static_cast<size_t>(Type)];
  double Most = 0;
  for (const CurvePoint &P : Of.median())
    if (P.Ns <= Nearly * fastestNs(Of))
      Most = P.X;
  return Most;
}

FittedPrefetch PrefetchRun::Walk::fit(HintType Type) const {
  return fitPrefetch(ByType[static_cast<size_t>(Type)].least(),
                     Plain.leastAt(0));
}

double PrefetchRun::worth(HintType Type, double Default) const {
  double Product = 1;
  for (const Walk *W : {&Strided, &Random}) {
    double Plain = W->Plain.leastAt(0), OfT0 = W->fit(HintType::T0).Saved;
    // A gain below a twentieth of the time is noise.
    if (OfT0 < Plain / 20)
      return Default;
    Product *= (Plain - OfT0) / (Plain - W->fit(Type).Saved);
  }
  return std::sqrt(Product);
}

double PrefetchRun::mostLines(HintType Type) const {
  return std::min(Strided.fit(Type).MostLines, Random.fit(Type).MostLines);
}
