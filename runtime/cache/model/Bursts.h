//===- Bursts.h - Leaders and followers of misses ---------------*- C++ -*-===//
//
// Short bursts of misses at random addresses have no stride, but an order: one
// operation, the leader, accesses the place first, and the lines that the
// others miss are near its own. Finds the leader of each operation for
// MissStatistics. Pure; valid when zero. As in Cache.h, code that runs for each
// miss is always_inline.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_BURSTS_H
#define UDPC_RUNTIME_CACHE_MODEL_BURSTS_H

#include "runtime/cache/model/Cache.h"

namespace udpc {
namespace rt {

/// Samples a sequence: all of the first \p AtFirst elements, then 1 in 32
/// elements, in stretches of 1 << \p Bits elements. The gaps between stretches
/// have random lengths so that periodic patterns are not missed.
template <uint64_t AtFirst, unsigned Bits> struct Samples {
  /// The start of the next or current stretch.
  uint64_t Start;

  /// Returns whether \p Number is in the gap before the next stretch.
  UDPC_ALWAYS_INLINE bool isTooEarly(uint64_t Number) const {
    return Number < Start;
  }
  /// Returns whether \p Number is sampled; \p Place is its position in the
  /// stretch. Must be called for consecutive numbers.
  UDPC_ALWAYS_INLINE bool isDue(uint64_t Number, uint64_t &Place) {
    uint64_t Length = Start ? uint64_t(1) << Bits : AtFirst;
    Place = Number - Start;
    if (Place >= Length)
      return false;
    if (Place == Length - 1) {
      uint64_t Random = Number * 0x9e3779b97f4a7c15 >> 32;
      Start = Number + 1 + (Random * (uint64_t(62) << Bits) >> 32);
    }
    return true;
  }
};

/// The most frequent leader of an operation, by majority vote: a leader that
/// more than half of its misses follow is always found. Counts of a replaced
/// leader are lost.
struct FollowedLeader {
  static constexpr unsigned NumDistances = 2 * abi::LeaderReach;

  /// Index of the leading operation, plus 1; 0: none.
  uint32_t LeaderPlus1;
  uint32_t Votes;
  uint64_t NumFollowed;
  /// Number of sampled misses.
  uint64_t NumSeen;
  /// Counts of missed lines by their distance from the leader's line, plus
  /// LeaderReach. All are halved if one reaches its limit.
  uint8_t Distances[NumDistances];

  UDPC_ALWAYS_INLINE void follow(uint32_t Leader, unsigned Distance) {
    if (LeaderPlus1 != Leader + 1) {
      if (Votes) {
        --Votes;
        return;
      }
      LeaderPlus1 = Leader + 1;
      NumFollowed = 0;
      for (unsigned I = 0; I != NumDistances; ++I)
        Distances[I] = 0;
    }
    Votes += Votes != UINT32_MAX;
    ++NumFollowed;
    if (++Distances[Distance] == UINT8_MAX)
      for (unsigned I = 0; I != NumDistances; ++I)
        Distances[I] /= 2;
  }

  /// Returns the set of distances that are at least a quarter as frequent as
  /// the most frequent.
  uint64_t frequentLines() const;
  void merge(const FollowedLeader &Other);
};

/// The recent miss addresses of a thread, in samples of its misses.
struct BurstLeaders {
  static constexpr unsigned NumEntries = 8;
  static constexpr uint64_t NumAtFirst = 1 << 16;
  struct Entry {
    uint64_t Line;
    uint32_t Unit, Operation;
  };
  Entry Entries[NumEntries];
  unsigned Next;
  uint64_t NumMisses;
  Samples<NumAtFirst, 9> Looks;

  /// To be called for each miss. Returns true if the miss is certainly not
  /// sampled.
  UDPC_ALWAYS_INLINE bool isTooEarly() { return Looks.isTooEarly(NumMisses++); }
  /// Returns whether the miss of the previous call is sampled.
  UDPC_ALWAYS_INLINE bool isDue() {
    uint64_t Place;
    if (!Looks.isDue(NumMisses - 1, Place))
      return false;
    // The addresses from before a gap are no longer recent.
    if (!Place)
      for (Entry &E : Entries)
        E.Line = 0;
    return true;
  }

  /// Records a sampled miss of \p Line, of 64 bytes.
  UDPC_ALWAYS_INLINE void miss(uint64_t Line, uint32_t Unit, uint32_t Operation,
                               FollowedLeader &Followed) {
    ++Followed.NumSeen;
    for (unsigned I = 1; I <= NumEntries; ++I) {
      const Entry &E = Entries[(Next - I) % NumEntries];
      uint64_t Distance = Line - E.Line + abi::LeaderReach;
      if (Distance >= FollowedLeader::NumDistances)
        continue;
      if (E.Unit == Unit)
        Followed.follow(E.Operation, static_cast<unsigned>(Distance));
      return;
    }
    Entry &E = Entries[Next++ % NumEntries];
    E.Line = Line;
    E.Unit = Unit;
    E.Operation = Operation;
  }
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_BURSTS_H
