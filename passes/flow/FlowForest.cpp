//===- FlowForest.cpp - Edges of a flow that need no counter --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/flow/FlowForest.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;
using namespace udpc;

/// The representative of \p Item. Halves the path.
static unsigned findIn(std::vector<unsigned> &Parents, unsigned Item) {
  while (Parents[Item] != Item)
    Item = Parents[Item] = Parents[Parents[Item]];
  return Item;
}

/// Unites two items. False if they were united already.
static bool uniteIn(std::vector<unsigned> &Parents, unsigned A, unsigned B) {
  A = findIn(Parents, A), B = findIn(Parents, B);
  Parents[std::max(A, B)] = std::min(A, B);
  return A != B;
}

unsigned FlowForest::find(unsigned Node) const { return findIn(Parents, Node); }
void FlowForest::unite(unsigned A, unsigned B) { uniteIn(Parents, A, B); }

unsigned FlowForest::newNode() {
  Parents.push_back(Parents.size());
  return Parents.size() - 1;
}

unsigned FlowForest::addEdge(const FlowEdge &E) {
  Edges.push_back(E);
  return Edges.size() - 1;
}

void FlowForest::renameNodes() {
  for (FlowEdge &E : Edges) {
    E.From = find(E.From);
    E.To = find(E.To);
  }
}

unsigned FlowForest::otherEnd(unsigned I, unsigned Node) const {
  return Edges[I].From == Node ? Edges[I].To : Edges[I].From;
}

/// Marks the counted edges and the bridges of the graph without these, by
/// depth-first search: the edge to a node is a bridge if no edge from its
/// subtree leads further back.
void FlowForest::findDetermined() {
  std::vector<SmallVector<unsigned, 4>> EdgesOf(Parents.size());
  for (auto &&[I, E] : enumerate(Edges)) {
    E.IsDetermined = E.IsCounted;
    if (!E.IsCounted && E.From != E.To) {
      EdgesOf[E.From].push_back(I);
      EdgesOf[E.To].push_back(I);
    }
  }
  std::vector<unsigned> Number(Parents.size()), Low(Parents.size());
  unsigned Count = 0;
  struct Visit {
    unsigned Node, By, Next;
  };
  std::vector<Visit> Path;
  for (unsigned Root = 0; Root != Parents.size(); ++Root) {
    if (Number[Root] || EdgesOf[Root].empty())
      continue;
    Number[Root] = Low[Root] = ++Count;
    Path.push_back({Root, None, 0});
    while (!Path.empty()) {
      auto &[Node, By, Next] = Path.back();
      if (Next == EdgesOf[Node].size()) {
        unsigned Done = Node, DoneBy = By;
        Path.pop_back();
        if (Path.empty())
          continue;
        unsigned Above = Path.back().Node;
        Low[Above] = std::min(Low[Above], Low[Done]);
        Edges[DoneBy].IsDetermined = Low[Done] > Number[Above];
        continue;
      }
      unsigned E = EdgesOf[Node][Next++];
      if (E == By)
        continue;
      unsigned Other = otherEnd(E, Node);
      if (Number[Other]) {
        Low[Node] = std::min(Low[Node], Number[Other]);
      } else {
        Number[Other] = Low[Other] = ++Count;
        Path.push_back({Other, E, 0});
      }
    }
  }
}

/// The determined edges, the most expensive first. Of equally expensive ones
/// the last is first, so that the first is counted: a thread may be stopped
/// before it reaches the others.
std::vector<unsigned> FlowForest::determinedByCost() const {
  std::vector<unsigned> ByCost;
  for (const auto &[I, E] : enumerate(Edges))
    if (E.IsDetermined)
      ByCost.push_back(I);
  llvm::sort(ByCost, [&](unsigned A, unsigned B) {
    return std::make_pair(Edges[A].Cost, A) > std::make_pair(Edges[B].Cost, B);
  });
  return ByCost;
}

/// Grows a forest of any edges by Kruskal's algorithm.
std::vector<unsigned> FlowForest::growAny() {
  for (const FlowEdge &E : Edges)
    if (!E.IsDetermined)
      unite(E.From, E.To);
  renameNodes();
  std::vector<unsigned> Trees = Parents, Chosen;
  for (unsigned I : determinedByCost())
    if (uniteIn(Trees, Edges[I].From, Edges[I].To))
      Chosen.push_back(I);
    else
      Others.push_back(I);
  return Chosen;
}

namespace {

/// Chooses for each node an edge that leaves it, the most expensive first.
/// Nodes between which the flow is not determined are one component.
class ForwardForest {
public:
  ForwardForest(ArrayRef<FlowEdge> Edges, std::vector<unsigned> &Parents)
      : Edges(Edges), Parents(Parents), Trees(Parents.size()),
        Members(Parents.size()), NumInto(Parents.size()),
        NumSearches(Parents.size()), HasEdge(Parents.size()),
        HasUndetermined(Parents.size()), Behind(Parents.size()) {
    std::iota(Trees.begin(), Trees.end(), 0);
    for (unsigned Node = 0; Node != Parents.size(); ++Node)
      Members[Node] = find(Node) == Node;
    for (const FlowEdge &E : Edges)
      if (E.IsDetermined)
        ++NumInto[find(E.To)];
      else
        contract(E);
  }

  enum Choice { InForest, Counted, Undetermined };

  Choice choose(const FlowEdge &E) {
    unsigned From = find(E.From), To = find(E.To);
    if (From == To) {
      if (E.IsCounted)
        return Counted;
      contract(E);
      return Undetermined;
    }
    if (unsigned Node = nodeFor(E, From, To)) {
      uniteIn(Trees, From, To);
      HasEdge[Node] = true;
      return InForest;
    }
    // Counting this edge is worth it for the more expensive edges that were
    // chosen.
    if (E.IsCounted || HasEdge[From] || HasEdge[To])
      return Counted;
    contract(E);
    return Undetermined;
  }

  /// Unites the roots with Outside: the conservation at these nodes is not
  /// used.
  void uniteRoots() {
    for (unsigned Node = 0; Node != Parents.size(); ++Node)
      if (find(Node) == Node && !HasEdge[Node])
        uniteIn(Parents, Node, FlowForest::Outside);
  }

private:
  ArrayRef<FlowEdge> Edges;
  std::vector<unsigned> &Parents; ///< Parents of nodes in components.
  std::vector<unsigned> Trees;    ///< Parents of components in trees.
  /// By component: the number of nodes, of edges that enter it, and of searches
  /// by isNextForAll().
  std::vector<unsigned> Members, NumInto, NumSearches;
  std::vector<bool> HasEdge, HasUndetermined;
  /// By node: its predecessors by edges whose flow is not determined and that
  /// do not leave a cycle.
  std::vector<SmallVector<unsigned, 2>> Behind;

  unsigned find(unsigned Node) { return findIn(Parents, Node); }

  void contract(const FlowEdge &E) {
    if (!E.LeavesCycle)
      Behind[E.To].push_back(E.From);
    unsigned A = find(E.From), B = find(E.To);
    HasUndetermined[A] = HasUndetermined[B] = true;
    if (!uniteIn(Parents, A, B))
      return;
    uniteIn(Trees, A, B);
    unsigned One = find(A), Other = One == A ? B : A;
    Members[One] += Members[Other];
    NumInto[One] += NumInto[Other];
  }

  /// The node whose edge of the forest \p E may be; 0, Outside, means none.
  unsigned nodeFor(const FlowEdge &E, unsigned From, unsigned To) {
    if (findIn(Trees, From) == findIn(Trees, To))
      return 0;
    if (From != FlowForest::Outside)
      return !HasEdge[From] && !E.LeavesCycle && isNextForAll(E.From, From)
                 ? From
                 : 0;
    // The successor lacks this count only while control is in this block.
    return E.IsBlock && !HasEdge[To] && NumInto[To] == 1 && !HasUndetermined[To]
               ? To
               : 0;
  }

  /// Whether control may come from all nodes of \p Component to \p Node, one of
  /// them, without leaving a cycle.
  bool isNextForAll(unsigned Node, unsigned Component) {
    constexpr unsigned MaxSearches = 4; // They take long in large components.
    if (Members[Component] == 1)
      return true;
    if (++NumSearches[Component] > MaxSearches)
      return false;
    SmallDenseSet<unsigned> Seen = {Node};
    SmallVector<unsigned> Work = {Node};
    while (!Work.empty())
      for (unsigned Before : Behind[Work.pop_back_val()])
        if (Seen.insert(Before).second)
          Work.push_back(Before);
    return Seen.size() == Members[Component];
  }
};

} // namespace

std::vector<unsigned> FlowForest::growForward() {
  ForwardForest Forest(Edges, Parents);
  std::vector<unsigned> Chosen;
  for (unsigned I : determinedByCost())
    switch (Forest.choose(Edges[I])) {
    case ForwardForest::InForest:
      Chosen.push_back(I);
      break;
    case ForwardForest::Counted:
      Others.push_back(I);
      break;
    case ForwardForest::Undetermined:
      Edges[I].IsDetermined = false;
      break;
    }
  Forest.uniteRoots();
  renameNodes();
  return Chosen;
}

void FlowForest::orient(ArrayRef<unsigned> Chosen) {
  std::vector<SmallVector<unsigned, 4>> EdgesOf(Parents.size());
  for (unsigned I : Chosen) {
    EdgesOf[Edges[I].From].push_back(I);
    EdgesOf[Edges[I].To].push_back(I);
  }
  Up.assign(Parents.size(), None);
  Depth.assign(Parents.size(), None);
  std::vector<unsigned> Work;
  for (unsigned Root = 0; Root != Parents.size(); ++Root) {
    if (Depth[Root] != None || EdgesOf[Root].empty())
      continue;
    Depth[Root] = 0;
    Work.push_back(Root);
    while (!Work.empty()) {
      unsigned Node = Work.back();
      Work.pop_back();
      for (unsigned I : EdgesOf[Node]) {
        unsigned Other = otherEnd(I, Node);
        if (Depth[Other] != None)
          continue;
        Depth[Other] = Depth[Node] + 1;
        Up[Other] = I;
        Work.push_back(Other);
        FromRoots.push_back(Other);
      }
    }
  }
}

void FlowForest::grow(Kind Wanted) {
  renameNodes();
  findDetermined();
  orient(Wanted == AnyEdges ? growAny() : growForward());
  llvm::sort(Others);
}

size_t FlowForest::visitCycle(
    unsigned I, function_ref<void(unsigned Edge, bool IsAlong)> Visit) const {
  Visit(I, true);
  size_t Length = 1;
  // Go up from the end of the edge, and down to its start.
  unsigned Down = Edges[I].From, Now = Edges[I].To;
  for (; Down != Now; ++Length) {
    bool IsUp = Depth[Now] >= Depth[Down];
    unsigned &Node = IsUp ? Now : Down;
    unsigned Parent = Up[Node];
    Visit(Parent, (Edges[Parent].From == Node) == IsUp);
    Node = otherEnd(Parent, Node);
  }
  return Length;
}

void FlowForest::visitForest(
    function_ref<void(unsigned Edge, unsigned From, unsigned To)> Visit) const {
  for (unsigned Node : FromRoots)
    Visit(Up[Node], otherEnd(Up[Node], Node), Node);
}
