//===- CounterPlacement.h - Chooses the segments to count -------*- C++ -*-===//
//
// Control flow is conserved, so most counts follow from others: D. E. Knuth and
// F. R. Stevenson, "Optimal measurement points for program frequency counts",
// BIT 13 (1973).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H
#define UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H

#include "passes/flow/FlowForest.h"
#include <cstdint>

namespace udpc {

/// Chooses the segments of one function to count, such that the counts of all
/// others are sums and differences of theirs, at the least cost.
class CounterPlacement {
public:
  /// Adds a segment. \p Cost: the cost of counting it, mostly its expected
  /// number of executions.
  unsigned add(uint64_t Cost);
  /// Adds an edge: control may go from \p From to \p To.
  void connect(unsigned From, unsigned To);
  /// Control may enter the function at \p Segment, or leave it after it.
  void enter(unsigned Segment);
  void leave(unsigned Segment);

  /// The count of Segment: those of Plus minus those of Minus; all are counted
  /// or derived before.
  struct Derivation {
    unsigned Segment;
    llvm::SmallVector<unsigned, 4> Plus, Minus;
  };
  struct Result {
    std::vector<unsigned> Counted; ///< In ascending order.
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
