//===- CounterPlacement.h - Which segments to count ------------*- C++ -*-===//
//
// Whatever goes into a place of a function comes out of it. So most counts
// follow from others: D. E. Knuth and F. R. Stevenson, "Optimal measurement
// points for program frequency counts", BIT 13 (1973), show which and how.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COUNTERPLACEMENT_H
#define UDPC_PASSES_PROFILE_COUNTERPLACEMENT_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace udpc {

/// Chooses the segments of one function to count, so that the counts of all
/// others are sums and differences of theirs, and the cost is the least.
class CounterPlacement {
public:
  /// A segment. \p Cost: of counting it, mostly how often it is expected to be
  /// executed.
  unsigned add(uint64_t Cost);
  /// Control may go from \p From to \p To.
  void connect(unsigned From, unsigned To);
  /// Control may come from outside the function to \p Segment, or leave behind
  /// it.
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
  /// Control is at a point before a segment or behind it. Points between which
  /// control goes are one *node*.
  unsigned before(unsigned Segment) const { return 2 * Segment + 1; }
  unsigned behind(unsigned Segment) const { return 2 * Segment + 2; }
  static constexpr unsigned Outside = 0;

  unsigned nodeOf(unsigned Point) const;
  void unite(unsigned A, unsigned B);

  std::vector<uint64_t> Costs;
  mutable std::vector<unsigned> Parents = {Outside};
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COUNTERPLACEMENT_H
