//===- udpc/cache_profile.h - The contract for cache profiles ---*- C++ -*-===//
//
// Shared by the runtime, which writes cache profiles, and their readers.
// docs/formats.md is the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CACHE_PROFILE_H
#define UDPC_CACHE_PROFILE_H

#include "udpc/costs.h"

namespace udpc {
namespace abi {

constexpr char CacheProfileMagic[8] = {'u', 'd', 'p', 'c', 'c', 'a', 'c', 'h'};
/// Versions 1 and 2 as in ProfileVersion; 3 had nine events and no calls, 4 no
/// regions, 5 no middle level, 6 no samples of time.
constexpr uint32_t CacheProfileVersion = 7;

/// Size of a simulated cache, as in Cachegrind's options.
struct CacheGeometry {
  uint32_t Size; ///< Bytes.
  uint32_t Associativity;
  uint32_t LineSize; ///< Bytes.
};

/// The cache profile is: ProfileHeader (with the magic and version above),
/// CacheRec, CommandSize bytes of command line padded to a multiple of 8,
/// NumUnits units as in event profiles, with cost tables (CostHeader::TotalSize
/// bytes, packed if they have a packed copy), then NumThreads threads: a
/// CostThreadRec, its CountRecs (slots), OperationCountRecs and LineCountRecs;
/// then the calls (udpc/calls.h): a CallsRec and its CallRecs; then the regions
/// (udpc/regions.h).
struct CacheRec {
  CacheGeometry I1, D1, LL;
  uint32_t Flags;    ///< CacheFlags.
  CacheGeometry L2;  ///< Zero: not simulated.
  uint32_t Reserved; ///< 0.
  /// Samples of CPU time with the option `time_share`, and how many of them are
  /// in executables and libraries without a profile.
  uint64_t TimeSamples;
  uint64_t UnprofiledSamples;
};

enum CacheFlags : uint32_t {
  /// At least one unit simulates caches.
  CachesSimulated = 1,
  /// The hardware prefetcher was simulated as well.
  PrefetcherSimulated = 2,
  /// At least one unit simulates branches.
  BranchesSimulated = 4,
  /// There is a middle level, L2.
  MiddleLevelSimulated = 8,
  /// In sums: the runs have simulated different caches. Those that differ have
  /// size 0.
  CachesDiffer = 16,
  /// In sums: only some of the runs have simulated caches.
  SomeSimulatedNone = 32,
  /// In sums: only some of the runs have simulated branches.
  SomeWithoutBranches = 64,
};

struct CostThreadRec {
  uint64_t Index; ///< ThreadRec::Index of the thread.
  uint64_t Tid;
  uint64_t NumCounts;
  uint64_t NumOperations;
  uint64_t NumLines;
};

struct StrideRec {
  int64_t Bytes; ///< From one line to the next: a multiple of the line size.
  uint64_t Count;
};

/// Sorts strides in the order of a record: the most frequent first. By
/// insertion, because there are at most eight.
inline void sortStrides(StrideRec *Strides, unsigned N) {
  auto IsBefore = [](const StrideRec &A, const StrideRec &B) {
    return A.Count != B.Count ? A.Count > B.Count : A.Bytes < B.Bytes;
  };
  for (unsigned I = 1; I < N; ++I)
    for (unsigned J = I; J && IsBefore(Strides[J], Strides[J - 1]); --J) {
      StrideRec Moved = Strides[J];
      Strides[J] = Strides[J - 1];
      Strides[J - 1] = Moved;
    }
}

/// The misses of an operation. Sorted by (Unit, Operation).
///
/// All misses are counted. Strides are measured between lines that miss D1, one
/// after another in the same thread, for the first thousands of misses and then
/// in samples; NumStrides is their number, and the other stride fields refer to
/// these. Strides are found in bounded memory (Misra-Gries): a stride that
/// makes up more than a fifth of all is always present, and counts are too low
/// by at most that share.
struct OperationCountRec {
  uint32_t Unit; ///< Index of the cost table in this profile.
  uint32_t Operation;
  uint64_t D1Misses;
  uint64_t LLMisses;
  uint64_t Prefetched; ///< LL misses that the model's hardware prefetcher would
                       ///< have fetched.
  uint64_t NumStrides; ///< How many strides were measured.
  uint64_t NumRuns;    ///< How often a stride differed from the one before it.
  uint64_t FirstLine;  ///< Lowest address that missed, divided by 64.
  uint64_t LastLine;   ///< Highest address that missed, divided by 64.
  uint64_t NumLines;   ///< Estimated number of distinct lines that missed.
  StrideRec Strides[4]; ///< By count, the largest first.
  StrideRec Double[2];  ///< Strides from the last but one miss, where
                        ///< alternating strides are one.
  uint64_t NumBreaks;   ///< Strides in another direction than the leading one
                        ///< at that time, or over 16 times as long.
  /// Bursts: a miss far (over LeaderReach lines) from the recent ones is a
  /// leader, and misses near it are followers. Leader is the operation of the
  /// same unit that most often leads when this one follows; NoIndex: none.
  uint32_t Leader;
  uint32_t Reserved;    ///< 0.
  uint64_t NumFollowed; ///< How often it follows Leader; from samples.
  uint64_t LeaderLines; ///< Bit I + LeaderReach: line I, counted from the
                        ///< leader's, is frequently missed by followers.
  /// With a middle level, otherwise 0: misses of the middle level, and the
  /// estimated numbers of distinct lines that missed it and the last level.
  uint64_t L2Misses;
  uint64_t L2Lines;
  uint64_t LLLines;
};
/// Reach of a burst in lines on either side: two kilobytes, and a bit of
/// LeaderLines for each line.
constexpr int LeaderReach = 32;

/// Events of costs: those of Cachegrind, in its order, and then the misses of
/// the middle level.
enum CostEvent {
  EventIr,
  EventI1mr,
  EventILmr,
  EventDr,
  EventD1mr,
  EventDLmr,
  EventDw,
  EventD1mw,
  EventDLmw,
  EventBc,
  EventBcm,
  EventBi,
  EventBim,
  EventI2mr,
  EventD2mr,
  EventD2mw,
  NumCostEvents
};
constexpr const char *CostEventNames[NumCostEvents] = {
    "Ir",   "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw",   "D1mw",
    "DLmw", "Bc",   "Bcm",  "Bi", "Bim",  "I2mr", "D2mr", "D2mw"};

/// Events of a cost centre that slots and operations do not have: misses of
/// code fetches, accesses of library functions, and mispredicted branches.
/// Sorted by (Unit, Line).
struct LineCountRec {
  uint32_t Unit;
  uint32_t Line; ///< Index into the LineRecs.
  uint64_t Counts[NumCostEvents];
};

static_assert(sizeof(CacheRec) == 72, "ABI");
static_assert(sizeof(CostThreadRec) == 40, "ABI");
static_assert(sizeof(OperationCountRec) == 224, "ABI");
static_assert(sizeof(LineCountRec) == 136, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_CACHE_PROFILE_H
