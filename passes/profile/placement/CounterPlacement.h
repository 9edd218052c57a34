//===- CounterPlacement.h - Chooses the segments to count -------*- C++ -*-===//
//
// As much control enters a segment as leaves it, so most counts follow from
// others: D. E. Knuth and F. R. Stevenson, "Optimal measurement points for
// program frequency counts", BIT 13 (1973). FunctionCosts.cpp counts the chosen
// segments.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H
#define UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H

#include "passes/flow/FlowForest.h"
#include <cstdint>

namespace udpc {

/// Chooses which segments of one function to count, at the least cost, such
/// that the counts of all others are sums and differences of theirs.
class CounterPlacement {
public:
  /// Adds a segment. \p Cost is the cost of counting it, mostly its expected
  /// number of executions.
  unsigned add(uint64_t Cost);
  /// Adds an edge: control may go from \p From to \p To.
  void connect(unsigned From, unsigned To);
  /// Control may enter the function at \p Segment, or leave it after \p
  /// Segment.
  void enter(unsigned Segment);
  void leave(unsigned Segment);

  /// How the count of Segment is derived: those of Plus minus those of Minus,
  /// all of which are counted or derived before.
  struct Derivation {
    unsigned Segment;
    llvm::SmallVector<unsigned, 4> Plus, Minus;
  };
  struct Result {
    std::vector<unsigned> Counted; ///< Ascending.
    std::vector<Derivation> Derived;
  };
  Result place() const;

private:
  /// Segment S is edge S of the forest, from the node before it to the one
  /// behind it. Nodes between which control flows are united.
  static unsigned before(unsigned Segment) { return 2 * Segment + 1; }
  static unsigned behind(unsigned Segment) { return 2 * Segment + 2; }

  FlowForest Forest;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H
