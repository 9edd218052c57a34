//===- CounterPlacement.cpp - Chooses the segments to count ---------------===//
//
// Nodes are the points between segments, including the outside of the function,
// and each segment is an edge from the node before it to the node after it.
// Flow is conserved at each node. So the edges of a spanning forest need no
// counters: a leaf has one edge with an unknown count, which follows from the
// others; then the leaf is removed, and so on. The most expensive spanning
// forest leaves the cheapest counters.
//
//===----------------------------------------------------------------------===//

#include "passes/profile/placement/CounterPlacement.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace udpc;

unsigned CounterPlacement::add(uint64_t Cost) {
  for (unsigned I = 0; I != 2; ++I)
    Parents.push_back(Parents.size());
  Costs.push_back(Cost);
  return Costs.size() - 1;
}

/// With path halving.
static unsigned find(std::vector<unsigned> &Parents, unsigned Item) {
  while (Parents[Item] != Item)
    Item = Parents[Item] = Parents[Parents[Item]];
  return Item;
}

unsigned CounterPlacement::nodeOf(unsigned Point) const {
  return find(Parents, Point);
}

void CounterPlacement::unite(unsigned A, unsigned B) {
  unsigned L = nodeOf(A), R = nodeOf(B);
  Parents[std::max(L, R)] = std::min(L, R);
}

void CounterPlacement::connect(unsigned From, unsigned To) {
  unite(behind(From), before(To));
}
void CounterPlacement::enter(unsigned Segment) {
  unite(Outside, before(Segment));
}
void CounterPlacement::leave(unsigned Segment) {
  unite(Outside, behind(Segment));
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
  std::vector<std::pair<unsigned, unsigned>> Edges;
  for (unsigned S = 0; S != Costs.size(); ++S)
    Edges.push_back({nodeOf(before(S)), nodeOf(behind(S))});

  // Of equally expensive segments the first is counted, since calls before
  // later ones may not return.
  std::vector<unsigned> ByCost(Costs.size());
  std::iota(ByCost.begin(), ByCost.end(), 0);
  llvm::sort(ByCost, [&](unsigned L, unsigned R) {
    return Costs[L] != Costs[R] ? Costs[L] > Costs[R] : L > R;
  });
  std::vector<unsigned> Trees(Parents.size());
  std::iota(Trees.begin(), Trees.end(), 0);
  std::vector<bool> IsCounted(Costs.size());
  for (unsigned S : ByCost) {
    unsigned From = find(Trees, Edges[S].first);
    unsigned To = find(Trees, Edges[S].second);
    IsCounted[S] = From == To;
    Trees[From] = To;
  }

  Result R;
  for (unsigned S = 0; S != Costs.size(); ++S)
    if (IsCounted[S])
      R.Counted.push_back(S);
  R.Derived = DerivationBuilder(Edges, Parents.size(), IsCounted).run();
  return R;
}
