// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/calibration/CalibrationFit.h"
#include "gtest/gtest.h"
#include <cmath>

namespace udpc {

constexpr uint64_t KB = 1024, MB = 1024 * KB;

/// Random accesses to working sets up to \p Most bytes, four an octave, where
/// caches have \p Shares and \p Ns, memory \p MemoryNs. A working set somewhat
/// larger than a cache hits it in part, as caches do that do not replace the
/// least recently used line exactly: \p Softness is how much larger, 0: a
/// cliff.
static std::vector<CurvePoint>
syntheticCurve(std::vector<uint64_t> Shares, std::vector<double> Ns,
               double MemoryNs, double Softness = 0, uint64_t Most = 128 * MB) {
  Ns.push_back(MemoryNs);
  std::vector<CurvePoint> Curve;
  for (double Bytes = 8 * KB; Bytes <= Most; Bytes *= std::pow(2, 0.25)) {
    double Here = Ns[0];
    for (size_t I = 0; I != Shares.size(); ++I) {
      double Over = Bytes / Shares[I] - 1;
      double Part = Over <= 0 ? 0 : Over >= Softness ? 1 : Over / Softness;
      Here += Part * (Ns[I + 1] - Ns[I]);
    }
    Curve.push_back({uint64_t(Bytes), Here});
  }
  return Curve;
}

TEST(FitLevels, FindsCliffs) {
  auto Fit =
      fitLevels(syntheticCurve({48 * KB, 1 * MB, 32 * MB}, {1, 4, 13}, 110),
                {48 * KB, 1 * MB, 32 * MB});
  EXPECT_NEAR(Fit.Latencies[0], 1, 0.01);
  EXPECT_NEAR(Fit.Latencies[1], 4, 0.01);
  EXPECT_NEAR(Fit.Latencies[2], 13, 0.01);
  EXPECT_NEAR(Fit.MemoryLatency, 110, 0.01);
  // To the next of four points an octave.
  EXPECT_NEAR(std::log2(double(Fit.Shares[0]) / (48 * KB)), 0, 0.25);
  EXPECT_NEAR(std::log2(double(Fit.Shares[1]) / MB), 0, 0.25);
  EXPECT_NEAR(std::log2(double(Fit.Shares[2]) / (32 * MB)), 0, 0.25);
}

TEST(FitLevels, AShareIsNeverMoreThanTheSize) {
  auto Fit =
      fitLevels(syntheticCurve({96 * KB, 2 * MB, 64 * MB}, {1, 4, 13}, 110),
                {48 * KB, 1 * MB, 32 * MB});
  EXPECT_EQ(Fit.Shares[0], 48 * KB);
  EXPECT_EQ(Fit.Shares[2], 32 * MB);
}

TEST(FitLevels, MemoryMayBeBeyondTheCurve) {
  auto Curve =
      syntheticCurve({48 * KB, 1 * MB, 32 * MB}, {1, 4, 13}, 110, 0, 4 * MB);
  Curve.back().Ns *= 1.2; // Noise.
  auto Fit = fitLevels(Curve, {48 * KB, 1 * MB, 32 * MB}, 100);
  EXPECT_EQ(Fit.MemoryLatency, 100);
  EXPECT_NEAR(Fit.Latencies[2], 13, 0.01);
  EXPECT_EQ(Fit.Shares[2], Curve.back().X);
}

TEST(FitLevels, NeighboursTakeMostOfTheLastLevel) {
  auto Fit =
      fitLevels(syntheticCurve({48 * KB, 1 * MB, 6 * MB}, {1, 4, 20}, 120, 0.5),
                {48 * KB, 1 * MB, 32 * MB});
  EXPECT_NEAR(Fit.Latencies[2], 20, 2);
  EXPECT_NEAR(std::log2(double(Fit.Shares[2]) / (6 * MB)), 0.15, 0.3);
}

TEST(FitLevels, APlateauOfMemoryIsNotTakenForTheLastLevel) {
  // Hardly more than L2: most working sets up to the reported size are in
  // memory.
  auto Fit =
      fitLevels(syntheticCurve({48 * KB, 1 * MB, 2 * MB}, {1, 4, 14}, 150, 0.3),
                {48 * KB, 1 * MB, 32 * MB});
  EXPECT_LT(Fit.Latencies[2], 60);
  EXPECT_LT(Fit.Shares[2], 3 * MB);
  EXPECT_NEAR(Fit.MemoryLatency, 150, 0.01);
}

TEST(FitLevels, NeedsNoShareOfTheLastLevel) {
  auto Fit = fitLevels(syntheticCurve({48 * KB, 1 * MB}, {1, 4}, 150),
                       {48 * KB, 1 * MB, 32 * MB});
  EXPECT_LE(Fit.Shares[2], 2 * MB);
  EXPECT_GE(Fit.Latencies[2], Fit.Latencies[1]);
}

TEST(FitLevels, FitsTwoLevels) {
  auto Fit = fitLevels(syntheticCurve({32 * KB, 1 * MB}, {1.5, 9}, 130),
                       {32 * KB, 1 * MB});
  ASSERT_EQ(Fit.Shares.size(), 2u);
  EXPECT_NEAR(Fit.Latencies[1], 9, 0.1);
}

TEST(FitLevels, NoiseOfTenPercentMovesKneesLittle) {
  auto Curve = syntheticCurve({48 * KB, 1 * MB, 16 * MB}, {1, 4, 13}, 110, 0.5);
  for (size_t I = 0; I != Curve.size(); ++I)
    Curve[I].Ns *= 1 + 0.1 * ((I * 7 % 11) / 10.0);
  auto Fit = fitLevels(Curve, {48 * KB, 1 * MB, 32 * MB});
  EXPECT_NEAR(Fit.Latencies[0], 1, 0.11);
  EXPECT_NEAR(Fit.Latencies[2], 13, 2);
  EXPECT_NEAR(std::log2(double(Fit.Shares[0]) / (48 * KB)), 0, 0.3);
  EXPECT_NEAR(std::log2(double(Fit.Shares[2]) / (16 * MB)), 0.15, 0.3);
}

TEST(FitLevels, PageTablesDoNotCountAsMemory) {
  // As measured on a Granite Rapids in a virtual machine: 480 MB are reported,
  // a process has 16, and above 200 MB page tables leave the caches.
  auto Curve = syntheticCurve({48 * KB, 2 * MB, 16 * MB}, {1.25, 3.95, 38}, 155,
                              1, 1536 * MB);
  for (CurvePoint &P : Curve)
    if (P.X > 200 * MB)
      P.Ns *= std::pow(P.X / 200.0 / MB, 0.16);
  EXPECT_GT(Curve.back().Ns, 200);
  auto Fit = fitLevels(Curve, {48 * KB, 2 * MB, 480 * MB});
  EXPECT_NEAR(Fit.MemoryLatency, 155, 3);
  EXPECT_LT(Fit.Latencies[2], 45);
  EXPECT_NEAR(std::log2(double(Fit.Shares[2]) / (16 * MB)), 0.3, 0.3);
}

TEST(FitLevels, MemoryIsWhereTheCurveRisesLeast) {
  // By 8 % from each working set to that of twice its size, once by 6 %.
  auto Curve = syntheticCurve({48 * KB, 2 * MB, 16 * MB}, {1.25, 3.95, 38}, 155,
                              0.5, 1024 * MB);
  for (CurvePoint &P : Curve)
    if (P.X > 24 * MB)
      P.Ns *= std::pow(P.X / 24.0 / MB, 0.11) * (P.X > 96 * MB ? 0.98 : 1);
  auto Fit = fitLevels(Curve, {48 * KB, 2 * MB, 480 * MB});
  EXPECT_NEAR(Fit.MemoryLatency, 175, 10);
  EXPECT_GT(Curve.back().Ns, 220);
}

TEST(FitLevels, MemoryIsNoFasterThanTheLastLevel) {
  // 4 MB are too little to reach memory; the last points are a little faster.
  std::vector<CurvePoint> Curve = {{16 * KB, 1.4}, {32 * KB, 1.4},
                                   {1 * MB, 4.5},  {2 * MB, 4.6},
                                   {3 * MB, 30.9}, {4 * MB, 29.4}};
  auto Fit = fitLevels(Curve, {48 * KB, 2 * MB, 480 * MB});
  EXPECT_GE(Fit.MemoryLatency, Fit.Latencies[2]);
}

TEST(FitLongestStride, EndsWherePrefetchesGain) {
  EXPECT_EQ(fitLongestStride({{64, 0.9}, {128, 1}, {256, 1.1}, {512, 1.6}}),
            256);
  // Not 1024, which cannot be relied on if 512 is not followed.
  EXPECT_EQ(fitLongestStride({{64, 1}, {512, 1.5}, {1024, 1}}), 64);
  EXPECT_EQ(fitLongestStride({{64, 2}}), 0);
}

TEST(FitLinesInFlight, IsTheGainOfTheBestNumberOfChains) {
  EXPECT_EQ(fitLinesInFlight({{1, 120}, {2, 60}, {16, 8}, {32, 6}, {48, 6.1}}),
            20);
  EXPECT_EQ(fitLinesInFlight({}), 1);
}

TEST(FitWindow, IsWherePairsStopOverlapping) {
  EXPECT_NEAR(fitWindow({{192, 100}, {224, 104}, {256, 190}, {320, 200}}, 100),
              241, 2);
  EXPECT_EQ(fitWindow({{192, 100}, {768, 120}}, 100), 0);
}

TEST(FitPrefetch, SavesMostAtTheBestDistance) {
  auto Fit =
      fitPrefetch({{4, 60}, {16, 22}, {32, 20}, {48, 24}, {128, 70}}, 100);
  EXPECT_EQ(Fit.Saved, 80);
  EXPECT_EQ(Fit.MostLines, 48u);
}

TEST(FitPrefetch, SavesNothingWhereItHarms) {
  auto Fit = fitPrefetch({{4, 120}, {16, 101}}, 100);
  EXPECT_EQ(Fit.Saved, 0);
  EXPECT_EQ(Fit.MostLines, 0u);
}

TEST(Least, IsTheLeastOfNumbers) { EXPECT_EQ(leastOf({4, 1, 2}), 1); }

} // namespace udpc
