//===- EdgeCounts.h - How often control goes along an edge ------*- C++ -*-===//
//
// The counts of segments determine those of most edges between them: what
// enters a segment is what leaves it. Edges for which this is not so have
// counters of their own (CriticalEdges.h), or remain unknown.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H
#define UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H

#include "passes/profile/costs/UnitCostTable.h"
#include "passes/profile/placement/Segments.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace udpc {

/// Edges are pairs of indices of segments; parallel ones are one. Usage: know,
/// need, derive, then value.
class EdgeCounts {
public:
  /// \p Values: how often each of \p Segments is executed, provisional value
  /// indices (UnitCostTable).
  EdgeCounts(llvm::ArrayRef<Segment> Segments, llvm::ArrayRef<uint32_t> Values);

  /// The edge has a counter.
  void know(unsigned From, unsigned To, uint32_t Value);
  /// value() will be called for this edge.
  void need(unsigned From, unsigned To);
  /// Adds derived values to \p Unit for what is needed.
  void derive(UnitCostTable &Unit);
  /// The value index; none if the counts do not determine it.
  std::optional<uint32_t> value(unsigned From, unsigned To) const;

private:
  /// A point before or behind a segment, through which its count flows.
  struct Point {
    uint32_t Value;
    bool IsConserved; ///< Nothing else enters or leaves here.
    llvm::SmallVector<unsigned, 2> Edges;
    unsigned NumUnknown = 0;
  };
  struct Edge {
    unsigned From, To; ///< Points.
    std::optional<uint32_t> Value;
    bool IsKnown = false, IsNeeded = false;
  };
  /// The count of an edge: that of a point without the point's other edges.
  struct Derivation {
    unsigned Edge, Point;
  };

  /// Behind segment I; the point before it is the next one.
  static unsigned behind(unsigned Segment) { return 2 * Segment; }
  static unsigned before(unsigned Segment) { return 2 * Segment + 1; }
  std::vector<Derivation> findDerivations();

  std::vector<Point> Points;
  std::vector<Edge> Edges;
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> EdgeOf;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_EDGECOUNTS_H
