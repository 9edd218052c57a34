//===- MissStatistics.h - Miss statistics of a memory operation -*- C++ -*-===//
//
// The misses of one operation in one thread, in memory of fixed size. Pure;
// valid when zero. As in Cache.h, code that runs for each miss is
// always_inline.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_MISSSTATISTICS_H
#define UDPC_RUNTIME_CACHE_MODEL_MISSSTATISTICS_H

#include "runtime/cache/model/Bursts.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

/// The most frequent strides of a sequence (Misra-Gries): each count is too low
/// by at most 1/(N+1) of all, so a stride with a larger share is always
/// present.
template <unsigned N> struct FrequentStrides {
  abi::StrideRec Entries[N];

  UDPC_ALWAYS_INLINE void add(int64_t Bytes) {
    for (unsigned I = 0; I != N; ++I)
      if (Entries[I].Count && Entries[I].Bytes == Bytes) {
        ++Entries[I].Count;
        return;
      }
    for (unsigned I = 0; I != N; ++I)
      if (!Entries[I].Count) {
        Entries[I].Bytes = Bytes;
        Entries[I].Count = 1;
        return;
      }
    for (unsigned I = 0; I != N; ++I)
      --Entries[I].Count;
  }

  /// Returns the most frequent stride so far; null before the first.
  UDPC_ALWAYS_INLINE const abi::StrideRec *leading() const {
    const abi::StrideRec *Most = nullptr;
    for (unsigned I = 0; I != N; ++I)
      if (Entries[I].Count > (Most ? Most->Count : 0))
        Most = &Entries[I];
    return Most;
  }

  /// Adds \p Other, within the same error bound.
  void merge(const FrequentStrides &Other);
  /// Stores the entries by count, the largest first; then by stride.
  void sorted(abi::StrideRec *Out) const;
};

/// Estimates the number of distinct lines, in 2^\p IndexBits bytes
/// (HyperLogLog; standard error 6.5 % for 256 bytes, 13 % for 64, less for few
/// lines).
template <unsigned IndexBits> struct DistinctLines {
  uint8_t Ranks[1 << IndexBits];

  /// Adds \p Line. \p Floor is the lowest rank, by which most lines can be
  /// skipped once there are many.
  UDPC_ALWAYS_INLINE void add(uint64_t Line, uint8_t Floor = 0) {
    // The hash makes neighbouring lines differ in all bits.
    uint64_t Hash = Line * 0x9e3779b97f4a7c15;
    Hash = (Hash ^ Hash >> 32) * 0xd6e8feb86659fd93;
    Hash ^= Hash >> 32;
    // The position of the first 1 in the other bits.
    uint64_t Rest = Hash << IndexBits | uint64_t(1) << (IndexBits - 1);
    auto Found = static_cast<uint8_t>(__builtin_clzll(Rest) + 1);
    if (Found <= Floor)
      return;
    uint8_t &Rank = Ranks[Hash >> (64 - IndexBits)];
    if (Found > Rank)
      Rank = Found;
  }
  /// Returns the lowest rank.
  UDPC_ALWAYS_INLINE uint8_t floor() const {
    uint8_t Lowest = Ranks[0];
    for (uint8_t Rank : Ranks)
      Lowest = Rank < Lowest ? Rank : Lowest;
    return Lowest;
  }

  void merge(const DistinctLines &Other);
  uint64_t estimate() const;
};

/// The misses of an operation. Lines have 64 bytes, whatever the cache's line
/// size.
///
/// All misses are counted, but strides are measured among the first NumAtFirst
/// misses, and then in samples of consecutive misses. Members needed for
/// counting come first.
struct MissStatistics {
  uint64_t D1Misses, LLMisses, Prefetched;
  uint64_t FirstLine, LastLine;
  Samples<4096, 7> Measured;
  uint8_t Floor;

  /// The last two addresses that missed; the stride between them.
  uint64_t Previous, BeforePrevious;
  int64_t Stride;
  /// The number of consecutive strides of this length.
  uint64_t RunLength;
  uint64_t NumStrides, NumRuns, NumBreaks;
  FrequentStrides<4> Strides;
  FrequentStrides<2> Double;
  FollowedLeader Followed;
  DistinctLines<8> Lines;
  /// With a middle level: its misses, and the lines that missed it and LL.
  uint64_t L2Misses;
  DistinctLines<6> L2Lines, LLLines;

  /// A stride longer than this multiple of the leading stride is a break, not a
  /// gap.
  static constexpr int64_t LongestGap = 16;

  UDPC_ALWAYS_INLINE bool isBreak(int64_t Step) const {
    const abi::StrideRec *Leading = Strides.leading();
    if (!Leading)
      return false;
    int64_t Most = Leading->Bytes < 0 ? -Leading->Bytes : Leading->Bytes;
    int64_t Way = Step < 0 ? -Step : Step;
    // Addresses have 57 bits, so this does not overflow.
    return (Step ^ Leading->Bytes) < 0 || Way > LongestGap * Most;
  }

  /// Counts a D1 miss of \p Line, of 64 bytes. Returns its number, to be passed
  /// to look().
  UDPC_ALWAYS_INLINE uint64_t count(uint64_t Line) {
    uint64_t Number = D1Misses++;
    if (!Number || Line < FirstLine)
      FirstLine = Line;
    if (Line > LastLine)
      LastLine = Line;
    Lines.add(Line, Floor);
    return Number;
  }
  /// Counts the levels below that a D1 miss of \p Line missed, too. To be
  /// called only with a middle level.
  UDPC_ALWAYS_INLINE void countBelow(uint64_t Line, bool InL2, bool InLL) {
    if (!InL2) {
      ++L2Misses;
      L2Lines.add(Line);
    }
    if (!InLL)
      LLLines.add(Line);
  }
  UDPC_ALWAYS_INLINE bool isTooEarly(uint64_t Number) const {
    return Measured.isTooEarly(Number);
  }
  /// Measures the stride to the line at \p Address if the miss is sampled or \p
  /// All is set.
  UDPC_ALWAYS_INLINE void look(uint64_t Number, uint64_t Address,
                               bool All = false) {
    uint64_t Place;
    bool IsDue = Measured.isDue(Number, Place);
    if (IsDue || All)
      measure(Address, All ? Number : Place);
  }
  /// Counts a D1 miss of the line at \p Address, and measures it like look().
  UDPC_ALWAYS_INLINE void add(uint64_t Address, bool All = false) {
    look(count(Address >> abi::RecentLineShift), Address, All);
  }

  void merge(const MissStatistics &Other);
  /// Fills in \p Out except for the unit and the operation.
  void write(abi::OperationCountRec &Out) const;

private:
  /// Measures the miss at \p Address, number \p Place in a sequence of
  /// consecutive misses.
  UDPC_ALWAYS_INLINE void measure(uint64_t Address, uint64_t Place) {
    auto Step = static_cast<int64_t>(Address - Previous);
    if (Place == 1 && NumStrides) {
      // The first miss of a stretch has no predecessor: its stride would look
      // like a break.
      Stride = Step;
    } else if (Place) {
      ++NumStrides;
      if (NumStrides == 1 || Step != Stride) {
        ++NumRuns;
        RunLength = 0;
      }
      ++RunLength;
      Stride = Step;
      NumBreaks += isBreak(Step);
      Strides.add(Step);
      if (Place > 1)
        Double.add(static_cast<int64_t>(Address - BeforePrevious));
    } else {
      Floor = Lines.floor();
    }
    BeforePrevious = Previous;
    Previous = Address;
  }
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_MISSSTATISTICS_H
