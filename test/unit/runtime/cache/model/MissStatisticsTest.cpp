// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cache/model/MissStatistics.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <vector>

using namespace udpc::rt;

static udpc::abi::OperationCountRec written(const MissStatistics &S) {
  udpc::abi::OperationCountRec Out = {};
  S.write(Out);
  return Out;
}

TEST(MissStatistics, OneStrideIsOneRun) {
  MissStatistics S = {};
  for (int I = 0; I != 1000; ++I)
    S.add(0x100000 + I * 1088 / 64 * 64);
  udpc::abi::OperationCountRec R = written(S);
  EXPECT_EQ(R.D1Misses, 1000u);
  EXPECT_EQ(R.NumStrides, 999u);
  EXPECT_EQ(R.NumRuns, 1u);
  EXPECT_EQ(R.NumBreaks, 0u);
  EXPECT_EQ(R.Leader, udpc::abi::NoIndex);
  EXPECT_EQ(R.FirstLine, 0x100000u / 64);
  EXPECT_EQ(R.LastLine, 0x100000u / 64 + 999 * 17);
  EXPECT_EQ(R.Strides[0].Bytes, 1088);
  EXPECT_EQ(R.Strides[0].Count, 999u);
  EXPECT_EQ(R.Strides[1].Count, 0u);
  EXPECT_EQ(R.Double[0].Bytes, 2176);
  EXPECT_EQ(R.Double[0].Count, 998u);
}

TEST(MissStatistics, AlternatingStridesAreOneDouble) {
  MissStatistics S = {};
  uint64_t Address = 0x100000;
  for (int I = 0; I != 1001; ++I, Address += I % 2 ? -256 : 4352)
    S.add(Address);
  udpc::abi::OperationCountRec R = written(S);
  EXPECT_EQ(R.NumRuns, 1000u);
  EXPECT_EQ(R.Strides[0].Bytes, -256);
  EXPECT_EQ(R.Strides[0].Count, 500u);
  EXPECT_EQ(R.Strides[1].Bytes, 4352);
  EXPECT_EQ(R.Strides[1].Count, 500u);
  EXPECT_EQ(R.Double[0].Bytes, 4096);
  EXPECT_EQ(R.Double[0].Count, 999u);
}

TEST(MissStatistics, NestedStridesMakeRuns) {
  MissStatistics S = {};
  for (int Row = 0; Row != 10; ++Row)
    for (int I = 0; I != 8; ++I)
      S.add(0x100000 + Row * 65536 + I * 64);
  udpc::abi::OperationCountRec R = written(S);
  EXPECT_EQ(R.NumStrides, 79u);
  // Ten rows and the nine steps between them.
  EXPECT_EQ(R.NumRuns, 19u);
  // The steps are longer than gaps.
  EXPECT_EQ(R.NumBreaks, 9u);
  EXPECT_EQ(R.Strides[0].Bytes, 64);
  EXPECT_EQ(R.Strides[0].Count, 70u);
  EXPECT_EQ(R.Strides[1].Bytes, 65536 - 7 * 64);
  EXPECT_EQ(R.Strides[1].Count, 9u);
}

TEST(MissStatistics, GapsAreNoBreaks) {
  MissStatistics S = {};
  uint64_t Address = 0x100000;
  for (int I = 0; I != 1000; ++I, Address += I % 10 ? 128 : 16 * 128)
    S.add(Address);
  EXPECT_EQ(written(S).NumBreaks, 0u);
  S.add(Address - 128); // The stride before it is taken back.
  S.add(Address - 256);
  EXPECT_EQ(written(S).NumBreaks, 1u);
  S.add(Address - 256 + 17 * 128);
  EXPECT_EQ(written(S).NumBreaks, 2u);
}

TEST(MissStatistics, FrequentStridesKeepTheirBound) {
  std::mt19937_64 Random(7);
  for (unsigned Share : {25, 30, 60, 90}) {
    FrequentStrides<4> Counts = {}, Half[2] = {};
    std::map<int64_t, uint64_t> True;
    constexpr unsigned N = 20000;
    for (unsigned I = 0; I != N; ++I) {
      int64_t Stride = Random() % 100 < Share ? 192 : int64_t(Random() >> 8);
      ++True[Stride];
      Counts.add(Stride);
      Half[I % 2].add(Stride);
    }
    Half[0].merge(Half[1]);
    for (const FrequentStrides<4> *C : {&Counts, &Half[0]}) {
      udpc::abi::StrideRec Sorted[4];
      C->sorted(Sorted);
      EXPECT_EQ(Sorted[0].Bytes, 192) << Share;
      for (const udpc::abi::StrideRec &S : Sorted) {
        EXPECT_LE(S.Count, True[S.Bytes]);
        EXPECT_GE(S.Count + N / 5, True[S.Bytes]);
      }
    }
  }
}

/// \p Error: three standard errors.
template <unsigned IndexBits> static void checkDistinctLines(double Error) {
  for (unsigned N : {1, 10, 100, 500, 1000, 10000, 1000000}) {
    DistinctLines<IndexBits> D = {}, Halves[2] = {};
    for (int Round = 0; Round != 2; ++Round)
      for (unsigned I = 0; I != N; ++I) {
        D.add(0x1fc0000000 + I);
        Halves[I % 2].add(0x1fc0000000 + I);
      }
    EXPECT_NEAR(static_cast<double>(D.estimate()), N, Error * N) << N;
    Halves[0].merge(Halves[1]);
    EXPECT_EQ(Halves[0].estimate(), D.estimate());
  }
  EXPECT_EQ(DistinctLines<IndexBits>().estimate(), 0u);
}

TEST(MissStatistics, EstimatesDistinctLines) {
  checkDistinctLines<8>(0.2);
  checkDistinctLines<6>(0.4);
}

// 1000 lines in turn, three times: all miss D1, half of them L2 each time and a
// tenth LL, once.
TEST(MissStatistics, CountsEachLevel) {
  MissStatistics S = {};
  for (int Round = 0; Round != 3; ++Round)
    for (uint64_t Line = 1; Line <= 1000; ++Line) {
      S.add(Line * 64);
      S.countBelow(Line, /*InL2=*/Line % 2, /*InLL=*/Round || Line % 10);
      S.LLMisses += !Round && Line % 10 == 0;
    }
  udpc::abi::OperationCountRec R = written(S);
  EXPECT_EQ(R.D1Misses, 3000u);
  EXPECT_EQ(R.L2Misses, 1500u);
  EXPECT_EQ(R.LLMisses, 100u);
  EXPECT_NEAR(static_cast<double>(R.L2Lines), 500, 200);
  EXPECT_NEAR(static_cast<double>(R.LLLines), 100, 40);
  MissStatistics Sum = {};
  Sum.merge(S);
  Sum.merge(S);
  EXPECT_EQ(written(Sum).L2Misses, 3000u);
  EXPECT_EQ(written(Sum).L2Lines, R.L2Lines);
  EXPECT_EQ(written(Sum).LLLines, R.LLLines);
}

TEST(MissStatistics, CountsNothingBelowWithoutAMiddleLevel) {
  MissStatistics S = {};
  S.add(64);
  udpc::abi::OperationCountRec R = written(S);
  EXPECT_EQ(R.L2Misses | R.L2Lines | R.LLLines, 0u);
}

TEST(MissStatistics, CountsNoMoreLinesThanMisses) {
  for (uint64_t Start = 0; Start != 200; ++Start) {
    MissStatistics S = {};
    for (uint64_t I = 1; I != 40; ++I)
      S.add((Start * 1000 + I) * 64);
    EXPECT_LE(written(S).NumLines, 39u);
  }
}

TEST(MissStatistics, MergesThreads) {
  MissStatistics A = {}, B = {}, Sum = {};
  for (int I = 0; I != 100; ++I) {
    A.add(0x100000 + I * 64);
    B.add(0x900000 - I * 128);
  }
  A.LLMisses = 7;
  B.LLMisses = 5;
  B.Prefetched = 2;
  Sum.merge(A);
  Sum.merge(B);
  Sum.merge(MissStatistics());
  udpc::abi::OperationCountRec R = written(Sum);
  EXPECT_EQ(R.D1Misses, 200u);
  EXPECT_EQ(R.LLMisses, 12u);
  EXPECT_EQ(R.Prefetched, 2u);
  EXPECT_EQ(R.NumStrides, 198u);
  EXPECT_EQ(R.NumRuns, 2u);
  EXPECT_EQ(R.FirstLine, 0x100000u / 64);
  EXPECT_EQ(R.LastLine, 0x900000u / 64);
  // Between equal counts the smaller stride is first.
  EXPECT_EQ(R.Strides[0].Bytes, -128);
  EXPECT_EQ(R.Strides[0].Count, 99u);
  EXPECT_EQ(R.Strides[1].Bytes, 64);
  EXPECT_EQ(R.Strides[1].Count, 99u);
}

// All misses count, of many the strides are measured in samples; their shares
// are those of all. A period of the sampling's own does no harm.
TEST(MissStatistics, SamplesManyMisses) {
  constexpr uint64_t N = 1 << 20;
  for (uint64_t Row : {1024, 1000, 64}) {
    MissStatistics S = {}, All = {};
    uint64_t Address = 0x100000;
    for (uint64_t I = 0; I != N; ++I) {
      S.add(Address);
      All.add(Address, /*All=*/true);
      Address += I % Row == Row - 1 ? 1 << 20 : 128;
    }
    udpc::abi::OperationCountRec R = written(S), Exact = written(All);
    EXPECT_EQ(R.D1Misses, N);
    EXPECT_EQ(Exact.NumStrides, N - 1);
    EXPECT_NEAR(R.NumStrides, N / 32.0, N / 160.0);
    double Scale = double(Exact.NumStrides) / R.NumStrides;
    EXPECT_NEAR(R.NumBreaks * Scale, Exact.NumBreaks, 0.35 * Exact.NumBreaks);
    EXPECT_EQ(R.Strides[0].Bytes, 128);
    EXPECT_GT(R.Strides[0].Count * 20, R.NumStrides * 19);
    EXPECT_EQ(R.FirstLine, Exact.FirstLine);
    EXPECT_EQ(R.LastLine, Exact.LastLine);
    EXPECT_EQ(R.NumLines, Exact.NumLines);
  }
}

TEST(MissStatistics, SaysHowMuchFollowsOfAll) {
  MissStatistics S = {};
  for (int I = 0; I != 1000; ++I) {
    S.add(0x100000 + I * 64);
    if (I < 100) {
      ++S.Followed.NumSeen;
      if (I % 2)
        S.Followed.follow(3, 40);
    }
  }
  EXPECT_EQ(written(S).NumFollowed, 500u);
}
