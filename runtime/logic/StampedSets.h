//===- StampedSets.h - Who was used last, by stamps -------------*- C++ -*-===//
//
// The sets of a cache in which the least recently used line goes, as
// Cache<LeastRecentlyUsed>, for lines that others use by themselves: each line
// has a place somewhere to which whoever uses it writes a stamp, larger than
// all before. The sets are told of misses only.
//
// The ways of a set stand in the order of the stamps that were last seen. A
// stamp never gets smaller, so the first line whose stamp is still the one seen
// is the one that goes: all others were used later. Lines that were used since
// move to where they belong when they are come across, which is once for each
// time round the set at most. So a miss looks at one or two stamps, not all.
//
// Pure, as Cache.h, whose rules on lines and memory apply.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_STAMPEDSETS_H
#define UDPC_RUNTIME_LOGIC_STAMPEDSETS_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// Valid when zero, but of no use before init().
class StampedSets {
public:
  static size_t bytes(const abi::CacheGeometry &G) {
    return sizeof(uint64_t) * setWords(G.Associativity) * numSets(G);
  }
  static uint32_t numSets(const abi::CacheGeometry &G) {
    return G.Size / G.LineSize / G.Associativity;
  }
  /// \p Zeroed is empty and lasts as long as the sets.
  void init(const abi::CacheGeometry &G, void *Zeroed) {
    Sets = static_cast<uint64_t *>(Zeroed);
    NumWays = G.Associativity;
    SetMask = numSets(G) - 1;
  }

  /// A line that has gone out, or has another place for its stamps now: the
  /// place that it had. Null: none.
  struct Left {
    uint64_t Line;
    uint64_t *Place;
  };

  /// Brings in \p Line, which has no place, and gives it \p Place, which may be
  /// null. \p Now is larger than all stamps. Returns whether it was there.
  UDPC_ALWAYS_INLINE bool use(uint64_t Line, uint64_t *Place, uint64_t Now,
                              Left &Gone) {
    Set S = setOf(Line);
    // A line that has its place does not come here, but one without may.
    if (S.head().NumHidden)
      for (uint32_t I = 0; I != NumWays; ++I)
        if (S.line(I) == Line && !S.place(I)) {
          S.place(I) = Place;
          S.head().NumHidden -= Place != nullptr;
          S.seen(I) = Now;
          rise(S, I);
          Gone = {0, nullptr};
          return true;
        }
    uint32_t I = oldest(S);
    Gone = {S.line(I), S.place(I)};
    S.head().NumHidden += (Place == nullptr) - (S.line(I) && !S.place(I));
    S.line(I) = Line;
    S.place(I) = Place;
    S.seen(I) = Now;
    return false;
  }

  /// \p Line, which is there, loses its place.
  UDPC_ALWAYS_INLINE void hide(uint64_t Line) {
    Set S = setOf(Line);
    for (uint32_t I = 0; I != NumWays; ++I)
      if (S.line(I) == Line && S.place(I)) {
        S.seen(I) = *S.place(I);
        S.place(I) = nullptr;
        ++S.head().NumHidden;
        return rise(S, I);
      }
  }

  /// Calls \p F with all places.
  template <typename Function> void forEachPlace(Function F) const {
    for (uint32_t I = 0; I <= SetMask; ++I) {
      Set S = setOf(I);
      for (uint32_t Way = 0; Way != NumWays; ++Way)
        if (S.place(Way))
          F(S.place(Way));
    }
  }

private:
  /// The lines, the stamps seen and the places of a set are of one kind each,
  /// side by side.
  struct Head {
    uint32_t Oldest;    ///< The way whose stamp was the smallest when seen. The
                        ///< others follow in order, in a circle.
    uint32_t NumHidden; ///< The lines without place.
  };
  struct Set {
    uint64_t *Words;
    uint32_t NumWays;

    UDPC_ALWAYS_INLINE Head &head() const {
      return *reinterpret_cast<Head *>(Words);
    }
    UDPC_ALWAYS_INLINE uint64_t &line(uint32_t I) const { return Words[1 + I]; }
    UDPC_ALWAYS_INLINE uint64_t &seen(uint32_t I) const {
      return Words[1 + NumWays + I];
    }
    UDPC_ALWAYS_INLINE uint64_t *&place(uint32_t I) const {
      return reinterpret_cast<uint64_t **>(Words + 1 + 2 * NumWays)[I];
    }
    UDPC_ALWAYS_INLINE uint32_t next(uint32_t I) const {
      return I + 1 == NumWays ? 0 : I + 1;
    }
    UDPC_ALWAYS_INLINE uint32_t before(uint32_t I) const {
      return (I ? I : NumWays) - 1;
    }
    UDPC_ALWAYS_INLINE void swap(uint32_t I, uint32_t J) const {
      exchange(line(I), line(J));
      exchange(seen(I), seen(J));
      exchange(place(I), place(J));
    }
    template <typename T> static UDPC_ALWAYS_INLINE void exchange(T &A, T &B) {
      T Kept = A;
      A = B;
      B = Kept;
    }
  };

  static uint32_t setWords(uint32_t NumWays) { return 1 + 3 * NumWays; }
  UDPC_ALWAYS_INLINE Set setOf(uint64_t Line) const {
    size_t Number = static_cast<uint32_t>(Line) & SetMask;
    return {Sets + Number * setWords(NumWays), NumWays};
  }

  /// The stamp of way \p I, seen anew, is larger: those that are smaller go
  /// before it.
  static UDPC_ALWAYS_INLINE void rise(Set S, uint32_t I) {
    for (uint32_t Next = S.next(I);
         Next != S.head().Oldest && S.seen(Next) < S.seen(I);
         I = Next, Next = S.next(I))
      S.swap(I, Next);
  }

  /// The way of the line that was not used for longest, as the last one of the
  /// order, for the line that comes.
  static UDPC_ALWAYS_INLINE uint32_t oldest(Set S) {
    for (;;) {
      uint32_t I = S.head().Oldest;
      uint64_t Stamp = S.place(I) ? *S.place(I) : S.seen(I);
      S.head().Oldest = S.next(I);
      if (Stamp == S.seen(I))
        return I;
      // It is the last one now, unless others were used after it.
      S.seen(I) = Stamp;
      for (uint32_t Before = S.before(I);
           I != S.head().Oldest && S.seen(Before) > S.seen(I);
           I = Before, Before = S.before(I))
        S.swap(I, Before);
    }
  }

  /// For each set a Head, then its ways.
  uint64_t *Sets;
  uint32_t NumWays;
  uint32_t SetMask;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_STAMPEDSETS_H
