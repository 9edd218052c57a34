//===- RegionTree.h - The regions of a program ------------------*- C++ -*-===//
//
// Finds the innermost region that each thread has open (udpc/regions.h), in
// bounded memory. RegionRecording.cpp adds the costs.
//
// A region that is begun while it is open, by recursion, is entered once more:
// the tree does not grow, and the innermost region stays the same. An end also
// ends the regions that were begun after the ended region and are still open,
// because longjmp has skipped their ends.
//
// For regions that are functions, the stack pointer at the entry is known: a
// function that was left by other means than a return ends when a function that
// is not below it on the stack is entered, or returns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_COSTS_REGIONTREE_H
#define UDPC_RUNTIME_COSTS_REGIONTREE_H

#include "udpc/regions.h"

namespace udpc {
namespace rt {

struct RegionNode {
  uint64_t Id;
  uint64_t NameHash;
  RegionNode *Parent; ///< Null: none.
  uint64_t Begins, Ends;
  uint32_t NameSize;
  char Name[abi::MaxRegionName + 1];
};

/// The regions that a thread has open. Valid when zero.
class RegionStack {
public:
  bool isEmpty() const { return !Depth; }
  /// Returns the innermost region; null if none is open.
  RegionNode *top() const { return Depth ? Entries[Depth - 1].Node : nullptr; }

private:
  friend class RegionTree;
  struct Entry {
    uint64_t NameHash;
    RegionNode *Node;
    uint64_t Times;        ///< How many times it is open.
    uint64_t StackPointer; ///< Stack pointer at the function's outermost entry;
                           ///< otherwise 0.
  };
  Entry *find(uint64_t NameHash);
  /// Ends the outermost function with a stack pointer from 1 to \p Last, and
  /// all regions within it.
  void endBelow(uint64_t Last);
  /// Returns false if the region has no node for lack of room: its costs stay
  /// with the region around it.
  bool hasOwnNode(const Entry *E) const;

  Entry Entries[abi::MaxRegions];
  uint32_t Depth;
  /// Number of begins without room, less their ends.
  uint64_t NumIgnored;
};

/// The regions that any thread has begun. Valid when zero.
class RegionTree {
public:
  void begin(RegionStack &Stack, const char *Name) { begin(Stack, Name, 0); }
  /// Ends a region. Returns false if it is not open.
  bool end(RegionStack &Stack, const char *Name);

  /// Enters or leaves a function whose stack begins at \p Sp.
  void enter(RegionStack &Stack, const char *Name, uint64_t Sp);
  void leave(RegionStack &Stack, const char *Name, uint64_t Sp);

  /// Resets the numbers of begins; regions stay open.
  void reset();

  uint32_t size() const { return NumNodes; }
  /// Returns a region; they are sorted by Id.
  RegionNode &operator[](uint32_t I) { return *Sorted[I]; }
  const RegionNode &operator[](uint32_t I) const { return *Sorted[I]; }
  /// Returns the number of a region in the order of first begins: below size().
  uint32_t numberOf(const RegionNode &N) const {
    return static_cast<uint32_t>(&N - Nodes);
  }
  uint64_t numLimits() const { return NumLimits; }
  uint64_t numUnmatched() const { return NumUnmatched; }

private:
  void begin(RegionStack &Stack, const char *Name, uint64_t Sp);
  RegionNode *find(RegionNode *Parent, const char *Name, uint32_t Size,
                   uint64_t Hash);
  RegionNode *add(RegionNode *Parent, const char *Name, uint32_t Size,
                  uint64_t Hash);

  RegionNode Nodes[abi::MaxRegions];
  RegionNode *Sorted[abi::MaxRegions];
  uint32_t NumNodes;
  uint64_t NumLimits, NumUnmatched;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_COSTS_REGIONTREE_H
