//===- CounterPlacement.h - Chooses the segments to count -------*- C++ -*-===//
//
// Control flow is conserved, so most counts follow from others: D. E. Knuth and
// F. R. Stevenson, "Optimal measurement points for program frequency counts",
// BIT 13 (1973).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H
#define UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

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
  /// Points are before or after a segment. Points connected by control flow are
  /// one *node*.
  unsigned before(unsigned Segment) const { return 2 * Segment + 1; }
  unsigned behind(unsigned Segment) const { return 2 * Segment + 2; }
  static constexpr unsigned Outside = 0;

  unsigned nodeOf(unsigned Point) const;
  void unite(unsigned A, unsigned B);

  std::vector<uint64_t> Costs;
  mutable std::vector<unsigned> Parents = {Outside};
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_COUNTERPLACEMENT_H
