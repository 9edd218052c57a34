//===- CountFlow.cpp - Counts that follow from others ---------------------===//
//
// Nodes are the points between segments, and one outside the function; each
// segment, and each critical edge of the CFG, is an edge from node to node.
// Flow is conserved at each node. Which edges the counts determine, and which
// of these are enough to determine them, are questions about cycles: a flow is
// a sum of cycles, so an edge is determined if each cycle through it has a
// counted edge.
//
// 1. Of the graph without the counted edges, the bridges are determined, too.
//    All that is not determined is contracted.
// 2. Of the rest, the edges of the most expensive spanning forest need no
//    increments: they follow from the others.
// 3. Each other edge closes one cycle with the forest: its count is added to
//    those of the edges of this cycle, or taken off those against it.
//
//===----------------------------------------------------------------------===//

#include "passes/lowering/CountFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <numeric>

using namespace llvm;
using namespace udpc;

/// A block more, whose text counts in each call of the function.
static constexpr double SplitCost = 0.5;
/// It has an increment and a jump.
static constexpr double CostOfSplitEdge = 2;
/// Steps along cycles for each edge: functions of thousands of blocks without
/// calls would take long, and have long sums.
static constexpr size_t MaxStepsPerEdge = 64;

namespace {

struct FlowEdge {
  unsigned From, To; ///< Nodes.
  double Cost;       ///< Of an increment.
  CountSegment *Segment = nullptr;
  BasicBlock *Source = nullptr, *Target = nullptr; ///< Of a CFG edge.
  bool IsDetermined = false;

  bool isCounted() const { return Segment && Segment->isCounted(); }
};

/// The representative of \p Item; with path halving.
unsigned find(std::vector<unsigned> &Parents, unsigned Item) {
  while (Parents[Item] != Item)
    Item = Parents[Item] = Parents[Parents[Item]];
  return Item;
}

class CountFlow {
public:
  CountFlow(Function &F, FunctionSegments &Segments, DominatorTree &DT,
            LoopInfo &LI, EdgeFrequencies Frequencies)
      : F(F), Segments(Segments), DT(DT), LI(LI), Frequencies(Frequencies) {}

  bool run() {
    addSegments();
    connectBlocks();
    for (FlowEdge &E : Edges) {
      E.From = find(Parents, E.From);
      E.To = find(Parents, E.To);
      E.IsDetermined = E.isCounted();
    }
    findBridges();
    for (const FlowEdge &E : Edges)
      if (!E.IsDetermined)
        unite(E.From, E.To);
    growForest();
    if (!sumCycles())
      return false;
    place();
    return true;
  }

private:
  Function &F;
  FunctionSegments &Segments;
  DominatorTree &DT;
  LoopInfo &LI;
  EdgeFrequencies Frequencies;
  std::vector<FlowEdge> Edges;
  static constexpr unsigned Outside = 0;
  std::vector<unsigned> Parents = {Outside};
  DenseMap<const CountSegment *, unsigned> EdgeOf;
  /// By node: the edge of the forest to its parent, or None; and the number of
  /// edges to the root.
  std::vector<unsigned> Up, Depth;
  static constexpr unsigned None = ~0u;
  /// By edge that gets an increment: its counts.
  std::vector<std::pair<unsigned, std::map<uint32_t, int32_t>>> New;

  void unite(unsigned A, unsigned B) {
    A = find(Parents, A), B = find(Parents, B);
    Parents[std::max(A, B)] = std::min(A, B);
  }
  unsigned newNode() {
    Parents.push_back(Parents.size());
    return Parents.size() - 1;
  }

  void addSegments() {
    const BasicBlock *Last = nullptr;
    double Cost = 0;
    for (CountSegment &S : Segments.segments()) {
      if (S.Block != Last) {
        Last = S.Block;
        Cost = Frequencies(Last, nullptr);
      }
      EdgeOf[&S] = Edges.size();
      unsigned Before = newNode(), Behind = newNode();
      Edges.push_back({Before, Behind, Cost, &S});
      if (!S.BeginsBlock)
        unite(Before, Outside);
      if (!S.EndsBlock)
        unite(Behind, Outside);
    }
  }

  void connectBlocks() {
    unite(Edges[EdgeOf[&Segments.firstOf(&F.getEntryBlock())]].From, Outside);
    for (BasicBlock &B : F) {
      unsigned Begin = Edges[EdgeOf[&Segments.firstOf(&B)]].From;
      SmallPtrSet<BasicBlock *, 8> Seen;
      for (BasicBlock *P : predecessors(&B)) {
        const CountSegment &Before = Segments.lastOf(P);
        unsigned End = Edges[EdgeOf[&Before]].To;
        if (!Before.EndsBlock)
          unite(Begin, Outside);
        else if (B.getUniquePredecessor() || P->getUniqueSuccessor())
          unite(Begin, End);
        else if (Seen.insert(P).second)
          Edges.push_back({End, Begin,
                           CostOfSplitEdge * Frequencies(P, &B) + SplitCost,
                           nullptr, P, &B});
      }
    }
  }

  /// Marks the bridges of the graph without the counted edges: depth first; the
  /// edge to a node is one if no edge from behind it leads further back.
  void findBridges() {
    std::vector<SmallVector<unsigned, 4>> EdgesOf(Parents.size());
    for (const auto &[I, E] : enumerate(Edges))
      if (!E.isCounted() && E.From != E.To) {
        EdgesOf[E.From].push_back(I);
        EdgesOf[E.To].push_back(I);
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
        unsigned Other = Edges[E].From == Node ? Edges[E].To : Edges[E].From;
        if (Number[Other]) {
          Low[Node] = std::min(Low[Node], Number[Other]);
        } else {
          Number[Other] = Low[Other] = ++Count;
          Path.push_back({Other, E, 0});
        }
      }
    }
  }

  /// Kruskal's algorithm on the determined edges; then New has the others. Of
  /// equally expensive ones it has the first, as a thread may be stopped
  /// before it comes to the others.
  void growForest() {
    std::vector<unsigned> ByCost;
    for (auto &&[I, E] : enumerate(Edges)) {
      E.From = find(Parents, E.From);
      E.To = find(Parents, E.To);
      if (E.IsDetermined)
        ByCost.push_back(I);
    }
    llvm::sort(ByCost, [&](unsigned A, unsigned B) {
      return std::make_pair(Edges[A].Cost, A) >
             std::make_pair(Edges[B].Cost, B);
    });
    std::vector<SmallVector<unsigned, 4>> Forest(Parents.size());
    for (unsigned I : ByCost) {
      FlowEdge &E = Edges[I];
      unsigned From = find(Parents, E.From), To = find(Parents, E.To);
      if (From == To) {
        New.push_back({I, {}});
        continue;
      }
      unite(From, To);
      Forest[E.From].push_back(I);
      Forest[E.To].push_back(I);
    }
    llvm::sort(New, less_first());
    Up.assign(Parents.size(), None);
    Depth.assign(Parents.size(), None);
    std::vector<unsigned> Work;
    for (unsigned Root = 0; Root != Parents.size(); ++Root) {
      if (Depth[Root] != None || Forest[Root].empty())
        continue;
      Depth[Root] = 0;
      Work.push_back(Root);
      while (!Work.empty()) {
        unsigned Node = Work.back();
        Work.pop_back();
        for (unsigned I : Forest[Node]) {
          unsigned Other = above(I, Node);
          if (Depth[Other] != None)
            continue;
          Depth[Other] = Depth[Node] + 1;
          Up[Other] = I;
          Work.push_back(Other);
        }
      }
    }
  }

  /// The other end of edge \p I.
  unsigned above(unsigned I, unsigned Node) const {
    return Edges[I].From == Node ? Edges[I].To : Edges[I].From;
  }

  /// False if the cycles are too long.
  bool sumCycles() {
    size_t Steps = 0, MaxSteps = MaxStepsPerEdge * Edges.size();
    for (auto &[I, Amounts] : New) {
      auto Add = [&, &Amounts = Amounts](const FlowEdge &E, bool Along) {
        if (E.isCounted())
          for (auto [Slot, Amount] : E.Segment->Amounts)
            Amounts[Slot] += Along ? Amount : -Amount;
      };
      Add(Edges[I], /*Along=*/true);
      // From its end up, and down to its start.
      unsigned Down = Edges[I].From, Now = Edges[I].To;
      while (Down != Now) {
        if (++Steps > MaxSteps)
          return false;
        bool IsUp = Depth[Now] >= Depth[Down];
        unsigned &Node = IsUp ? Now : Down;
        const FlowEdge &E = Edges[Up[Node]];
        Add(E, (E.From == Node) == IsUp);
        Node = above(Up[Node], Node);
      }
      dropZeros(Amounts);
    }
    return true;
  }

  static void dropZeros(std::map<uint32_t, int32_t> &Amounts) {
    for (auto It = Amounts.begin(); It != Amounts.end();)
      It = It->second == 0 ? Amounts.erase(It) : std::next(It);
  }

  void place() {
    for (CountSegment &S : Segments.segments())
      if (S.isCounted()) {
        S.Amounts.clear();
        S.Moved = "elsewhere: they follow from those of other blocks";
      }
    for (auto &[I, Amounts] : New) {
      if (Amounts.empty())
        continue;
      const FlowEdge &E = Edges[I];
      CountSegment &S = E.Segment
                            ? *E.Segment
                            : Segments.splitEdge(E.Source, E.Target, DT, LI);
      S.Amounts = std::move(Amounts);
      S.Moved = nullptr;
      if (!S.Place)
        S.Place = S.Begin ? S.Begin->getNextNode()
                          : &*S.Block->getFirstNonPHIOrDbgOrAlloca();
    }
  }
};

} // namespace

bool udpc::placeByFlow(Function &F, FunctionSegments &Segments,
                       DominatorTree &DT, LoopInfo &LI,
                       EdgeFrequencies Frequencies) {
  return CountFlow(F, Segments, DT, LI, Frequencies).run();
}
