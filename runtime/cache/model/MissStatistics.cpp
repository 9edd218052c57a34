//===- MissStatistics.cpp - Miss statistics of a memory operation ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cache/model/MissStatistics.h"

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

template <unsigned N>
void FrequentStrides<N>::merge(const FrequentStrides &Other) {
  abi::StrideRec All[2 * N];
  unsigned NumAll = N;
  for (unsigned I = 0; I != N; ++I)
    All[I] = Entries[I];
  for (unsigned I = 0; I != N; ++I) {
    const abi::StrideRec &Added = Other.Entries[I];
    unsigned J = 0;
    while (J != N && !(All[J].Count && All[J].Bytes == Added.Bytes))
      ++J;
    if (J != N)
      All[J].Count += Added.Count;
    else
      All[NumAll++] = Added;
  }
  abi::sortStrides(All, NumAll);
  // A new stride without a free entry decrements all entries, as in
  // Misra-Gries.
  uint64_t Excess = NumAll > N ? All[N].Count : 0;
  for (unsigned I = 0; I != N; ++I)
    Entries[I] = {All[I].Bytes, All[I].Count - Excess};
}

template <unsigned N>
void FrequentStrides<N>::sorted(abi::StrideRec *Out) const {
  for (unsigned I = 0; I != N; ++I)
    Out[I] = {Entries[I].Count ? Entries[I].Bytes : 0, Entries[I].Count};
  abi::sortStrides(Out, N);
}

template struct rt::FrequentStrides<4>;
template struct rt::FrequentStrides<2>;

//===----------------------------------------------------------------------===//
// Distinct lines
//===----------------------------------------------------------------------===//

template <unsigned IndexBits>
void DistinctLines<IndexBits>::merge(const DistinctLines &Other) {
  for (unsigned I = 0; I != sizeof(Ranks); ++I)
    if (Other.Ranks[I] > Ranks[I])
      Ranks[I] = Other.Ranks[I];
}

/// Returns ln \p X, for \p X of at least 1. The runtime has no mathematical
/// library.
static double naturalLog(double X) {
  double Result = 0;
  for (; X >= 2; X /= 2)
    Result += 0.6931471805599453;
  // ln x = 2 artanh((x - 1) / (x + 1))
  double Z = (X - 1) / (X + 1), Power = Z;
  for (int I = 1; I < 30; I += 2, Power *= Z * Z)
    Result += 2 * Power / I;
  return Result;
}

/// Returns the factor that corrects the bias of \p N registers.
static constexpr double biasOf(unsigned N) {
  return N <= 64 ? 0.709 : 0.7213 / (1 + 1.079 / N);
}

template <unsigned IndexBits>
uint64_t DistinctLines<IndexBits>::estimate() const {
  constexpr unsigned N = sizeof(Ranks);
  double Sum = 0;
  unsigned NumEmpty = 0;
  for (uint8_t Rank : Ranks) {
    NumEmpty += !Rank;
    // A rank is 57 at most.
    Sum += 1.0 / static_cast<double>(uint64_t(1) << Rank);
  }
  double Estimate = biasOf(N) * N * N / Sum;
  // While registers are empty, linear counting is more precise.
  if (Estimate <= 2.5 * N && NumEmpty)
    Estimate = N * naturalLog(static_cast<double>(N) / NumEmpty);
  return static_cast<uint64_t>(Estimate + 0.5);
}

template struct rt::DistinctLines<8>;
template struct rt::DistinctLines<6>;

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

void MissStatistics::merge(const MissStatistics &Other) {
  if (!Other.D1Misses)
    return;
  if (!D1Misses || Other.FirstLine < FirstLine)
    FirstLine = Other.FirstLine;
  if (Other.LastLine > LastLine)
    LastLine = Other.LastLine;
  D1Misses += Other.D1Misses;
  LLMisses += Other.LLMisses;
  Prefetched += Other.Prefetched;
  NumStrides += Other.NumStrides;
  NumRuns += Other.NumRuns;
  NumBreaks += Other.NumBreaks;
  Strides.merge(Other.Strides);
  Double.merge(Other.Double);
  Lines.merge(Other.Lines);
  Floor = Lines.floor();
  Followed.merge(Other.Followed);
  L2Misses += Other.L2Misses;
  L2Lines.merge(Other.L2Lines);
  LLLines.merge(Other.LLLines);
}

static uint64_t smaller(uint64_t L, uint64_t R) { return L < R ? L : R; }

void MissStatistics::write(abi::OperationCountRec &Out) const {
  Out.D1Misses = D1Misses;
  Out.LLMisses = LLMisses;
  Out.Prefetched = Prefetched;
  Out.NumStrides = NumStrides;
  Out.NumRuns = NumRuns;
  Out.FirstLine = FirstLine;
  Out.LastLine = LastLine;
  Out.NumLines = smaller(Lines.estimate(), D1Misses);
  Strides.sorted(Out.Strides);
  Double.sorted(Out.Double);
  Out.NumBreaks = NumBreaks;
  // Wraps to NoIndex if there is no leader.
  Out.Leader = Followed.LeaderPlus1 - 1;
  Out.Reserved = 0;
  Out.NumFollowed = Followed.NumFollowed;
  if (Followed.NumSeen && Followed.NumSeen < D1Misses)
    Out.NumFollowed =
        static_cast<uint64_t>(static_cast<double>(Followed.NumFollowed) *
                              (static_cast<double>(D1Misses) /
                               static_cast<double>(Followed.NumSeen)));
  Out.LeaderLines = Followed.frequentLines();
  Out.L2Misses = L2Misses;
  // Lines that missed a lower level also missed the first.
  Out.L2Lines = smaller(smaller(L2Lines.estimate(), L2Misses), Out.NumLines);
  Out.LLLines = smaller(smaller(LLLines.estimate(), LLMisses), Out.NumLines);
}
