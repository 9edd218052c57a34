//===- StackTable.h - Counts by stack ---------------------------*- C++ -*-===//
//
// Table of the action count-by-stack (Stacks.h). Threads count stacks without a
// lock, and may interrupt each other anywhere. To add a stack, a thread takes
// an entry of a hash table and then publishes its addresses; nothing is ever
// removed. When the table is full, further stacks are counted together.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_EVERY_STACKTABLE_H
#define UDPC_RUNTIME_EVERY_STACKTABLE_H

#include <stdint.h>

namespace udpc {
namespace rt {

/// Counts of stacks. 9 MB of address space, of which only used pages are
/// touched. Valid when zero.
class StackTable {
public:
  static constexpr uint32_t NumEntries = 1 << 14;
  /// Maximum number of stacks; more would make searches slow.
  static constexpr uint32_t MaxStacks = NumEntries / 4 * 3;
  static constexpr uint32_t NumWords = 1 << 20;

  struct Entry {
    uint64_t Hash; ///< 0: free.
    uint64_t Count;
    uint64_t Written; ///< The part of Count that is in the log.
    /// Index in Words of the Stack; set last. 0: not yet set.
    uint32_t FirstWord;
    uint32_t Reserved;
  };

  struct Stack {
    uint32_t Event;
    uint32_t NumFrames;
    /// Returns the addresses, innermost first.
    const uint64_t *frames() const {
      return reinterpret_cast<const uint64_t *>(this + 1);
    }
  };

  /// Adds \p Count to the stack \p Frames, innermost first, of \p Event.
  /// Async-signal-safe. False if there is no room for a new stack.
  bool add(uint32_t Event, const uint64_t *Frames, uint32_t NumFrames,
           uint64_t Count);

  /// Calls \p Use(Entry, Stack) for each stack.
  template <typename Function> void forEach(Function Use) {
    if (!__atomic_load_n(&NumStacks, __ATOMIC_RELAXED))
      return; // Touches no page.
    for (Entry &E : Entries)
      if (uint32_t First = __atomic_load_n(&E.FirstWord, __ATOMIC_ACQUIRE))
        Use(E, stackAt(First));
  }

private:
  Entry *find(uint64_t Hash);
  const Stack &stackAt(uint32_t Word) const {
    return *reinterpret_cast<const Stack *>(Words + Word);
  }

  Entry Entries[NumEntries];
  uint32_t NumStacks;
  uint32_t NumUsed; ///< Words; word 0 is not used.
  uint64_t Words[NumWords];
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_EVERY_STACKTABLE_H
