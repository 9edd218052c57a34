//===- FlowForest.h - Which edges of a flow need no counter -----*- C++ -*-===//
//
// A flow is conserved at each node but one, Outside: a flow is a sum of cycles.
// So an edge is determined by the counted ones if each cycle through it has one
// of these, and the edges of a forest follow from all others that are
// determined: each of those closes one cycle with the forest, and counts for
// the edges along this cycle, and against those that are against it.
//
// While control is at a node, conservation fails there by one, and with it each
// count on the forest's path from this node to the root: it is too low by one
// where the path goes against the flow, and too high where it goes with it.
// A forest of any edges costs least. In a forest in which control can follow
// each path to its root, what is stopped has no count too low; but those of
// what is likely to come next, up to the end of a loop's iteration, are too
// high already.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_FLOW_FLOWFOREST_H
#define UDPC_PASSES_FLOW_FLOWFOREST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace udpc {

struct FlowEdge {
  unsigned From, To; ///< Nodes.
  double Cost;       ///< Of an increment.
  bool IsCounted;    ///< Now. Else its count is of no interest.
  bool IsBlock;      ///< One block, which may be missing while it is running.
  bool LeavesCycle;  ///< The end of a loop may be long in coming.
  bool IsDetermined = false;
};

class FlowForest {
public:
  static constexpr unsigned Outside = 0;
  enum Kind {
    AnyEdges,
    /// But for blocks that control comes to from Outside: these may be counted
    /// by what follows them, and be missing while they are executed.
    ForwardPaths
  };

  unsigned newNode();
  /// Makes one node of two.
  void unite(unsigned A, unsigned B);
  unsigned addEdge(const FlowEdge &E);
  const FlowEdge &edge(unsigned I) const { return Edges[I]; }
  size_t numEdges() const { return Edges.size(); }

  /// Chooses the forest, when all edges have been added.
  void grow(Kind Wanted);

  /// The determined edges outside of it, which are to be counted; in order.
  llvm::ArrayRef<unsigned> others() const { return Others; }
  /// Visits the edges of the cycle that \p I, one of others(), closes, with
  /// whether they are along \p I. Returns their number.
  size_t
  visitCycle(unsigned I,
             llvm::function_ref<void(unsigned Edge, bool IsAlong)> Visit) const;

private:
  static constexpr unsigned None = ~0u;
  std::vector<FlowEdge> Edges;
  mutable std::vector<unsigned> Parents = {Outside}; ///< Of united nodes.
  std::vector<unsigned> Others;
  /// By node: the edge of the forest to its parent, or None; and the number of
  /// edges to the root.
  std::vector<unsigned> Up, Depth;

  unsigned find(unsigned Node) const;
  unsigned otherEnd(unsigned I, unsigned Node) const;
  void renameNodes();
  void findDetermined();
  std::vector<unsigned> determinedByCost() const;
  std::vector<unsigned> growAny();
  std::vector<unsigned> growForward();
  void orient(llvm::ArrayRef<unsigned> Chosen);
};

} // namespace udpc

#endif // UDPC_PASSES_FLOW_FLOWFOREST_H
