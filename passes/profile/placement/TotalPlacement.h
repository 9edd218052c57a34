//===- TotalPlacement.h - Where to add to running totals --------*- C++ -*-===//
//
// A running total of costs is exact where a function is entered or ends, and at
// those of its calls where it has to be. In between it may differ from the
// costs so far by a number that depends on the place only, its potential. So
// the edges of a spanning tree need no addition; the others add their cost less
// the difference of their ends' potentials, as for counters
// (CounterPlacement.h): T. Ball and J. R. Larus, "Optimally profiling and
// tracing programs", TOPLAS 16 (1994), section 3.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_TOTALPLACEMENT_H
#define UDPC_PASSES_PROFILE_PLACEMENT_TOTALPLACEMENT_H

#include "passes/flow/FlowForest.h"
#include <array>
#include <cstdint>

namespace udpc {

class TotalPlacement {
public:
  /// Amounts of Ir, Dr, Dw, Bc, Bi.
  using Amounts = std::array<int64_t, 5>;

  /// Adds a piece of code that is always executed as a whole, at \p Price for
  /// an addition in it.
  unsigned add(const Amounts &Costs, uint64_t Price);
  /// Adds an edge: control may go from the end of \p From to the start of \p
  /// To.
  void connect(unsigned From, unsigned To);
  /// The total has to be exact at the start of \p Piece, or at its end.
  void enter(unsigned Piece);
  void leave(unsigned Piece);

  struct Result {
    /// The amounts that each piece adds.
    std::vector<Amounts> Added;
    /// The amounts that are executed but not added at the end of each piece.
    std::vector<Amounts> Pending;
  };
  Result place() const;

private:
  unsigned before(unsigned Piece) const { return 2 * Piece + 1; }
  unsigned behind(unsigned Piece) const { return 2 * Piece + 2; }

  std::vector<Amounts> Costs;
  std::vector<uint64_t> Prices;
  /// The nodes before and behind the pieces, united where control flows, and
  /// with Outside where the total has to be exact.
  FlowForest Forest;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_TOTALPLACEMENT_H
