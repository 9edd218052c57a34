//===- FlowForest.h - Edges of a flow that need no counter ------*- C++ -*-===//
//
// A flow is conserved at each node except one, Outside, so it is a sum of
// cycles. An edge is determined by the counted ones if each cycle through it
// contains one of these. The edges of a forest follow from all other determined
// edges: each of those closes one cycle with the forest; its count is added to
// the edges along this cycle, and subtracted from those against it.
//
// While control is at a node, conservation fails there by one, and with it each
// count on the forest's path from this node to the root: it is too low by one
// where the path goes against the flow, and too high where it goes with it. A
// forest of any edges costs least. If control can follow each path of the
// forest to its root, a stopped thread has no count that is too low, but counts
// of what is likely to come next, up to the end of a loop's iteration, are
// already too high.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  double Cost;       ///< Cost of an increment.
  bool IsCounted;    ///< Whether the edge has counts; else its count is of no
                     ///< interest.
  bool IsBlock; ///< Whether it is one block, whose count may be missing while
                ///< it runs.
  bool LeavesCycle; ///< Whether it leaves a loop, which may take long to end.
  bool IsDetermined = false;
};

class FlowForest {
public:
  static constexpr unsigned Outside = 0;
  enum Kind {
    AnyEdges,
    /// Edges that control can follow. Excepted are blocks that control enters
    /// from Outside: these may be counted by their successors, and be missing
    /// while they are executed.
    ForwardPaths
  };

  unsigned newNode();
  /// Unites two nodes.
  void unite(unsigned A, unsigned B);
  unsigned addEdge(const FlowEdge &E);
  const FlowEdge &edge(unsigned I) const { return Edges[I]; }
  size_t numEdges() const { return Edges.size(); }

  /// Chooses the forest. To be called when all edges have been added.
  void grow(Kind Wanted);

  /// The determined edges outside of the forest, which are to be counted;
  /// sorted.
  llvm::ArrayRef<unsigned> others() const { return Others; }
  /// Visits the edges of the cycle that \p I, one of others(), closes, and
  /// whether they are along \p I. Returns the number of edges.
  size_t
  visitCycle(unsigned I,
             llvm::function_ref<void(unsigned Edge, bool IsAlong)> Visit) const;

  /// Visits the edges of the forest from the roots on. \p From is the end that
  /// is nearer to the root, and Outside is a root.
  void visitForest(
      llvm::function_ref<void(unsigned Edge, unsigned From, unsigned To)> Visit)
      const;

private:
  static constexpr unsigned None = ~0u;
  std::vector<FlowEdge> Edges;
  /// The parents of united nodes, in the sets of a union-find.
  mutable std::vector<unsigned> Parents = {Outside};
  std::vector<unsigned> Others;
  /// Each node's edge of the forest to its parent, or None; and its number of
  /// edges to the root.
  std::vector<unsigned> Up, Depth;
  std::vector<unsigned> FromRoots; ///< All nodes but roots, parents first.

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
