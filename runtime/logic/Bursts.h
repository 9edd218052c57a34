//===- Bursts.h - Misses that follow others nearby --------------*- C++ -*-===//
//
// A program that goes to some place at random often stays there for a while: it
// reads an object's head, then its other lines. No stride tells where it goes
// next; but which operation misses first, and which lines follow, is the same
// again and again. Pure; valid when zero. As for Cache.h, what each miss needs
// is always_inline.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_BURSTS_H
#define UDPC_RUNTIME_LOGIC_BURSTS_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// A miss far from those just before it. Zero: none.
struct Leader {
  uint64_t Line; ///< Of 64 bytes.
  uint32_t Unit, Operation;
};

/// The latest of them in one thread, whatever operations they are of: programs
/// are in several places at a time.
struct RecentLeaders {
  static constexpr unsigned NumEntries = 8;
  Leader Entries[NumEntries];
  uint32_t Newest;
  uint32_t Unused;

  /// A miss. Returns the leader that it follows; it becomes one if it follows
  /// none.
  UDPC_ALWAYS_INLINE Leader miss(uint32_t Unit, uint32_t Operation,
                                 uint64_t Line) {
    for (unsigned I = 0; I != NumEntries; ++I) {
      const Leader &L = Entries[(Newest - I) % NumEntries];
      if (Line - L.Line + abi::LeaderReach < 2 * abi::LeaderReach)
        return L;
    }
    Entries[++Newest % NumEntries] = {Line, Unit, Operation};
    return {};
  }
};

/// Which operation leads when another one follows: the most frequent if it is
/// more than half (Boyer and Moore's majority vote), and where that follows.
struct Following {
  static constexpr unsigned NumLines = 2 * abi::LeaderReach;
  uint64_t Votes, NumFollowed;
  uint32_t Leader;
  uint32_t Unused;
  /// By line, counted from the leader's.
  uint64_t Counts[NumLines];

  /// \p Line, of the operation's unit, missed behind \p L.
  UDPC_ALWAYS_INLINE void add(const rt::Leader &L, uint64_t Line) {
    if (L.Operation != Leader) {
      if (Votes) {
        --Votes;
        return;
      }
      Leader = L.Operation;
      NumFollowed = 0;
      for (unsigned I = 0; I != NumLines; ++I)
        Counts[I] = 0;
    }
    ++Votes;
    ++NumFollowed;
    ++Counts[(Line - L.Line + abi::LeaderReach) % NumLines];
  }

  void merge(const Following &Other);
  /// What \p Out says of the leader.
  void write(abi::OperationCountRec &Out) const;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_BURSTS_H
