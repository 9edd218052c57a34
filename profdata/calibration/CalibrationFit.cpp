//===- CalibrationFit.cpp - From measurements to a calibration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/calibration/CalibrationFit.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Above which multiple of a level's size the next level begins. Working sets a
/// little larger than a level still hit it in part: caches do not replace
/// exactly the least recently used line.
static constexpr double BeyondKnee = 1.4;
/// The part of the way to the next level's latency up to which an access still
/// counts as a hit of the level.
static constexpr double KneeRise = 0.25;
/// Flat parts above this fraction of memory's latency belong to memory.
static constexpr double MostOfMemory = 0.7;

/// Returns the latency of the flattest part of \p Part, which is not empty.
static double flattest(ArrayRef<CurvePoint> Part) {
  double Best = Part[0].Ns, LeastRise = INFINITY;
  for (size_t I = 1; I < Part.size(); ++I) {
    double Rise = std::abs(std::log(Part[I].Ns / Part[I - 1].Ns));
    if (Rise < LeastRise) {
      LeastRise = Rise;
      Best = (Part[I].Ns + Part[I - 1].Ns) / 2;
    }
  }
  return Best;
}

/// The maximum rise at twice the working set. Memory's latency is that of the
/// working sets with the smallest such rise. Larger ones are slower if page
/// tables leave the caches, above all in a virtual machine.
static constexpr double SteadyRise = 1.15;

static double memoryLatency(ArrayRef<CurvePoint> Curve) {
  double Last = Curve.back().Ns, Result = Last, LeastRise = SteadyRise;
  for (const CurvePoint &P : Curve) {
    if (P.Ns < MostOfMemory * Last)
      continue;
    const CurvePoint *Twice =
        find_if(Curve, [&](const CurvePoint &C) { return C.X >= 1.9 * P.X; });
    if (Twice == Curve.end() || Twice->Ns >= LeastRise * P.Ns)
      continue;
    LeastRise = Twice->Ns / P.Ns;
    Result = std::min((P.Ns + Twice->Ns) / 2, Last);
  }
  return Result;
}

/// Below this gain the hardware prefetchers leave nothing to prefetch.
static constexpr double FollowedGain = 1.2;

/// A flat part that is slower than the fastest point of a level by this factor
/// belongs to another level, or is noise.
static constexpr double MostOfLeast = 2;

/// Returns the points with Low < X <= High that are fast enough for such a
/// level; the first point if none is.
static ArrayRef<CurvePoint> partOf(ArrayRef<CurvePoint> Curve, double Low,
                                   double High, double MostNs) {
  ArrayRef<CurvePoint> Part =
      Curve.drop_while([&](const CurvePoint &P) { return P.X <= Low; })
          .take_while([&](const CurvePoint &P) { return P.X <= High; });
  for (const CurvePoint &P : Part)
    MostNs = std::min(MostNs, MostOfLeast * P.Ns);
  ArrayRef<CurvePoint> Fast =
      Part.take_while([&](const CurvePoint &P) { return P.Ns < MostNs; });
  return Fast.empty() ? Part.take_front(1) : Fast;
}

/// Returns the working set, interpolated between two points, at which \p Curve
/// rises above \p Ns.
static double risesAbove(ArrayRef<CurvePoint> Curve, double Ns) {
  for (size_t I = 0; I != Curve.size(); ++I) {
    if (Curve[I].Ns <= Ns)
      continue;
    if (I == 0)
      return Curve[0].X;
    const CurvePoint &From = Curve[I - 1], &To = Curve[I];
    double Part = (Ns - From.Ns) / (To.Ns - From.Ns);
    return From.X * std::pow(double(To.X) / From.X, Part);
  }
  return Curve.back().X;
}

FittedLevels udpc::fitLevels(ArrayRef<CurvePoint> Curve,
                             ArrayRef<uint64_t> Sizes, double LeastMemoryNs) {
  FittedLevels Result;
  Result.MemoryLatency = std::max(memoryLatency(Curve), LeastMemoryNs);
  double Low = 0;
  for (uint64_t Size : Sizes) {
    ArrayRef<CurvePoint> Part =
        partOf(Curve, Low, Size, MostOfMemory * Result.MemoryLatency);
    double Before = Result.Latencies.empty() ? 0 : Result.Latencies.back();
    Result.Latencies.push_back(
        std::max(Part.empty() ? Before : flattest(Part), Before));
    Low = BeyondKnee * Size;
  }
  // All measurements for memory may have hit the last level.
  if (!Sizes.empty())
    Result.MemoryLatency =
        std::max(Result.MemoryLatency, Result.Latencies.back());
  for (size_t I = 0; I != Sizes.size(); ++I) {
    double Here = Result.Latencies[I];
    double Next =
        I + 1 == Sizes.size() ? Result.MemoryLatency : Result.Latencies[I + 1];
    double Ends = risesAbove(Curve, Here + KneeRise * (Next - Here));
    // A process gets nothing of a level that is as slow as memory.
    if (I && Here > MostOfMemory * Result.MemoryLatency)
      Ends = Result.Shares.back();
    Result.Shares.push_back(std::min<double>(Ends, Sizes[I]));
  }
  return Result;
}

int64_t udpc::fitLongestStride(ArrayRef<StrideGain> Gains) {
  int64_t Longest = 0;
  for (const StrideGain &G : Gains) {
    if (G.Gain >= FollowedGain)
      break;
    Longest = G.Stride;
  }
  return Longest;
}

double udpc::fitLinesInFlight(ArrayRef<CurvePoint> Curve) {
  double One = 0, Least = INFINITY;
  for (const CurvePoint &P : Curve) {
    if (P.X == 1)
      One = P.Ns;
    Least = std::min(Least, P.Ns);
  }
  return One && Least > 0 ? One / Least : 1;
}

double udpc::fitWindow(ArrayRef<CurvePoint> Curve, double MissNs) {
  double Middle = 1.5 * MissNs;
  for (size_t I = 0; I != Curve.size(); ++I) {
    if (Curve[I].Ns <= Middle)
      continue;
    if (I == 0)
      return Curve[0].X;
    const CurvePoint &From = Curve[I - 1], &To = Curve[I];
    return From.X + (To.X - From.X) * (Middle - From.Ns) / (To.Ns - From.Ns);
  }
  return 0;
}

FittedPrefetch udpc::fitPrefetch(ArrayRef<CurvePoint> Curve, double PlainNs) {
  constexpr double Nearly = 0.9;
  FittedPrefetch Result;
  for (const CurvePoint &P : Curve)
    Result.Saved = std::max(Result.Saved, PlainNs - P.Ns);
  for (const CurvePoint &P : Curve)
    if (Result.Saved > 0 && PlainNs - P.Ns >= Nearly * Result.Saved)
      Result.MostLines = std::max(Result.MostLines, P.X);
  return Result;
}

double udpc::leastOf(ArrayRef<double> Values) {
  return Values.empty() ? 0 : *llvm::min_element(Values);
}
