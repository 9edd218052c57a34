//===- EdgeCounts.h - Executions of edges -----------------------*- C++ -*-===//
//
// The counts of segments determine those of most edges between them: as much
// enters a segment as leaves it. Other edges have counters of their own
// (CriticalEdges.h), or remain unknown. Used by Jumps.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H
#define UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H

#include "passes/profile/costs/UnitCostTable.h"
#include "passes/profile/placement/Segments.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace udpc {

/// Derives the counts of edges. Edges are pairs of indices of segments;
/// parallel ones are one. Usage: know, need, derive, then value.
class EdgeCounts {
public:
  /// \p Values are the provisional value indices (UnitCostTable) of the
  /// executions of \p Segments.
  EdgeCounts(llvm::ArrayRef<Segment> Segments, llvm::ArrayRef<uint32_t> Values);

  /// Declares that the edge has the counter \p Value.
  void know(unsigned From, unsigned To, uint32_t Value);
  /// Declares that value() will be called for this edge.
  void need(unsigned From, unsigned To);
  /// Adds derived values for the needed edges to \p Unit.
  void derive(UnitCostTable &Unit);
  /// The value index of an edge; none if the counts do not determine it.
  std::optional<uint32_t> value(unsigned From, unsigned To) const;

private:
  /// A point before or after a segment, through which its count flows.
  struct Point {
    uint32_t Value;
    bool IsConserved; ///< No other edge enters or leaves here.
    llvm::SmallVector<unsigned, 2> Edges;
    unsigned NumUnknown = 0;
  };
  struct Edge {
    unsigned From, To; ///< Indices of points.
    std::optional<uint32_t> Value;
    bool IsKnown = false, IsNeeded = false;
  };
  /// How the count of an edge is derived: that of a point less those of the
  /// point's other edges.
  struct Derivation {
    unsigned Edge, Point;
  };

  /// The point after \p Segment; the point before it is the next one.
  static unsigned behind(unsigned Segment) { return 2 * Segment; }
  static unsigned before(unsigned Segment) { return 2 * Segment + 1; }
  std::vector<Derivation> findDerivations();

  std::vector<Point> Points;
  std::vector<Edge> Edges;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> EdgeOf;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H
