//===- CounterPlacement.cpp - Chooses the segments to count ---------------===//
//
// The edges of the flow's spanning forest need no counters: a leaf has one edge
// with an unknown count, which follows from the others; then the leaf is
// removed, and so on.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/placement/CounterPlacement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

unsigned CounterPlacement::add(uint64_t Cost) {
  FlowEdge E;
  E.From = Forest.newNode();
  E.To = Forest.newNode();
  E.Cost = double(Cost);
  E.IsCounted = true;
  E.IsBlock = E.LeavesCycle = false;
  return Forest.addEdge(E);
}

void CounterPlacement::connect(unsigned From, unsigned To) {
  Forest.unite(behind(From), before(To));
}
void CounterPlacement::enter(unsigned Segment) {
  Forest.unite(FlowForest::Outside, before(Segment));
}
void CounterPlacement::leave(unsigned Segment) {
  Forest.unite(FlowForest::Outside, behind(Segment));
}

namespace {

/// Derives the counts of the spanning forest's edges by removing leaves one
/// after another.
class DerivationBuilder {
public:
  DerivationBuilder(ArrayRef<std::pair<unsigned, unsigned>> Edges,
                    unsigned NumNodes, const std::vector<bool> &IsCounted)
      : Edges(Edges), IsKnown(IsCounted), EdgesOf(NumNodes),
        NumUnknown(NumNodes) {
    for (unsigned E = 0; E != Edges.size(); ++E) {
      auto [From, To] = Edges[E];
      // A self-loop does not affect its node.
      if (From == To)
        continue;
      for (unsigned Node : {From, To}) {
        EdgesOf[Node].push_back(E);
        NumUnknown[Node] += !IsKnown[E];
      }
    }
  }

  std::vector<CounterPlacement::Derivation> run() {
    std::vector<CounterPlacement::Derivation> Result;
    std::vector<unsigned> Leaves;
    for (unsigned Node = 0; Node != EdgesOf.size(); ++Node)
      if (NumUnknown[Node] == 1)
        Leaves.push_back(Node);
    // The list grows meanwhile.
    for (size_t I = 0; I != Leaves.size(); ++I) {
      unsigned Node = Leaves[I];
      if (NumUnknown[Node] != 1)
        continue; // The last edge was derived at its other end.
      Result.push_back(derivationAt(Node));
      unsigned E = Result.back().Segment;
      IsKnown[E] = true;
      for (unsigned End : {Edges[E].first, Edges[E].second})
        if (--NumUnknown[End] == 1)
          Leaves.push_back(End);
    }
    return Result;
  }

private:
  CounterPlacement::Derivation derivationAt(unsigned Node) const {
    unsigned Unknown =
        *find_if(EdgesOf[Node], [&](unsigned E) { return !IsKnown[E]; });
    CounterPlacement::Derivation D;
    D.Segment = Unknown;
    bool Leaves = Edges[Unknown].first == Node;
    for (unsigned E : EdgesOf[Node])
      if (E != Unknown)
        ((Edges[E].first == Node) == Leaves ? D.Minus : D.Plus).push_back(E);
    return D;
  }

  ArrayRef<std::pair<unsigned, unsigned>> Edges;
  std::vector<bool> IsKnown;
  std::vector<SmallVector<unsigned, 4>> EdgesOf;
  std::vector<unsigned> NumUnknown;
};

} // namespace

CounterPlacement::Result CounterPlacement::place() const {
  FlowForest Grown = Forest;
  Grown.grow(FlowForest::AnyEdges);
  std::vector<std::pair<unsigned, unsigned>> Edges;
  for (unsigned S = 0; S != Grown.numEdges(); ++S)
    Edges.push_back({Grown.edge(S).From, Grown.edge(S).To});
  Result R;
  std::vector<bool> IsCounted(Edges.size());
  for (unsigned S : Grown.others()) {
    R.Counted.push_back(S);
    IsCounted[S] = true;
  }
  R.Derived = DerivationBuilder(Edges, 2 * Edges.size() + 1, IsCounted).run();
  return R;
}
