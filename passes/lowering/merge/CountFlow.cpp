//===- CountFlow.cpp - Counts that follow from others ---------------------===//
//
// The nodes of the graph are the points between segments, and one outside the
// function. Its edges are the segments and the critical edges of the CFG. Edges
// outside of the forest (FlowForest.h) get increments: of their own counts, and
// of those of the edges of their cycles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/merge/CountFlow.h"
#include "passes/flow/FlowForest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace udpc;

/// The cost of a new block's text, in each call of the function. 0 takes 3 %
/// more text of zlib.
static constexpr double SplitCost = 0.1;
/// The cost of an edge to be split: an increment and a jump, which accesses no
/// memory and so costs less than another increment. With it, an `if` without
/// `else` in a loop counts on both ways rather than in the condition and the
/// body (with 2 zlib executes 41 % more increments and 1.8 % more
/// instructions).
static constexpr double CostOfSplitEdge = 1.4;
/// The maximum of steps along cycles for each edge: functions of thousands of
/// blocks without calls would take long, and have long sums.
static constexpr size_t MaxStepsPerEdge = 64;
/// The maximum cost relative to the cost without moving. Sums make tables
/// larger, and costs are estimates.
static constexpr double MaxCost = 0.97;

namespace {

/// What an edge of the forest's graph represents: a segment, or an edge of the
/// CFG.
struct EdgePlace {
  CountSegment *Segment;
  BasicBlock *Source = nullptr, *Target = nullptr;
};

class CountFlow {
public:
  CountFlow(Function &F, FunctionSegments &Segments, DominatorTree &DT,
            LoopInfo &LI, EdgeFrequencies Frequencies)
      : F(F), Segments(Segments), DT(DT), LI(LI), Frequencies(Frequencies) {
    Cycles.compute(F);
  }

  bool run(CountOrder Order) {
    addSegments();
    connectBlocks();
    Forest.grow(Order == CountOrder::Any ? FlowForest::AnyEdges
                                         : FlowForest::ForwardPaths);
    if (!sumCycles() || (Order == CountOrder::Forward && !isCheaper()))
      return false;
    place(Order);
    return true;
  }

private:
  Function &F;
  FunctionSegments &Segments;
  DominatorTree &DT;
  LoopInfo &LI;
  EdgeFrequencies Frequencies;
  CycleInfo Cycles;
  FlowForest Forest;
  std::vector<EdgePlace> Places; ///< The place of each edge.
  DenseMap<const CountSegment *, unsigned> EdgeOf;
  /// The counts of each edge that gets an increment.
  std::vector<std::pair<unsigned, std::map<uint32_t, int32_t>>> New;

  bool leavesCycle(const BasicBlock *From, const BasicBlock *To) const {
    const Cycle *C = Cycles.getCycle(From);
    return C && !C->contains(To);
  }

  void addSegments() {
    const BasicBlock *Last = nullptr;
    double Cost = 0;
    for (CountSegment &S : Segments.segments()) {
      if (S.Block != Last) {
        Last = S.Block;
        Cost = S.Frequency ? *S.Frequency : Frequencies(Last, nullptr);
      }
      const BasicBlock *From =
          S.BeginsBlock ? Last->getUniquePredecessor() : nullptr;
      unsigned Before = Forest.newNode(), Behind = Forest.newNode();
      // The cost includes counts of the block before it, which is no longer
      // running.
      EdgeOf[&S] = Forest.addEdge({Before, Behind, Cost, S.isCounted(),
                                   /*IsBlock=*/!S.HasEarlier,
                                   From && leavesCycle(From, Last)});
      Places.push_back({&S});
      if (!S.BeginsBlock)
        Forest.unite(Before, FlowForest::Outside);
      if (!S.EndsBlock)
        Forest.unite(Behind, FlowForest::Outside);
    }
  }

  unsigned beginOf(const BasicBlock *B) const {
    return Forest.edge(EdgeOf.lookup(&Segments.firstOf(B))).From;
  }

  void connectBlocks() {
    Forest.unite(beginOf(&F.getEntryBlock()), FlowForest::Outside);
    for (BasicBlock &B : F) {
      if (isNeverEntered(B))
        continue;
      unsigned Begin = beginOf(&B);
      SmallPtrSet<BasicBlock *, 8> Seen;
      for (BasicBlock *P : predecessors(&B)) {
        const CountSegment &Before = Segments.lastOf(P);
        unsigned End = Forest.edge(EdgeOf.lookup(&Before)).To;
        if (!Before.EndsBlock) {
          Forest.unite(Begin, FlowForest::Outside);
        } else if (B.getUniquePredecessor() || P->getUniqueSuccessor()) {
          Forest.unite(Begin, End);
        } else if (Seen.insert(P).second) {
          double Cost = CostOfSplitEdge * Frequencies(P, &B) + SplitCost;
          Forest.addEdge({End, Begin, Cost, /*IsCounted=*/false,
                          /*IsBlock=*/false, leavesCycle(P, &B)});
          Places.push_back({nullptr, P, &B});
        }
      }
    }
  }

  /// Sums the counts along each cycle. False if the cycles are too long.
  bool sumCycles() {
    size_t Steps = 0, MaxSteps = MaxStepsPerEdge * Places.size();
    for (unsigned I : Forest.others()) {
      auto &Amounts = New.emplace_back(I, std::map<uint32_t, int32_t>()).second;
      Steps += Forest.visitCycle(I, [&](unsigned Edge, bool IsAlong) {
        if (Forest.edge(Edge).IsCounted)
          for (auto [Slot, Amount] : Places[Edge].Segment->Amounts)
            Amounts[Slot] += IsAlong ? Amount : -Amount;
      });
      if (Steps > MaxSteps)
        return false;
      dropZeros(Amounts);
    }
    return true;
  }

  static void dropZeros(std::map<uint32_t, int32_t> &Amounts) {
    for (auto It = Amounts.begin(); It != Amounts.end();)
      It = It->second == 0 ? Amounts.erase(It) : std::next(It);
  }

  bool isCheaper() const {
    double Now = 0, Then = 0;
    for (unsigned I = 0; I != Places.size(); ++I)
      if (Forest.edge(I).IsCounted)
        Now += Forest.edge(I).Cost;
    for (const auto &[I, Amounts] : New)
      if (!Amounts.empty())
        Then += Forest.edge(I).Cost;
    return Then < MaxCost * Now;
  }

  void place(CountOrder Order) {
    for (CountSegment &S : Segments.segments())
      if (S.isCounted()) {
        S.Amounts.clear();
        S.Moved = "elsewhere: they follow from those of other blocks";
      }
    for (auto &[I, Amounts] : New) {
      if (Amounts.empty())
        continue;
      const EdgePlace &E = Places[I];
      CountSegment &S = E.Segment ? *E.Segment
                                  : Segments.splitEdge(E.Source, E.Target, DT,
                                                       LI, Frequencies);
      S.Amounts = std::move(Amounts);
      S.Moved = nullptr;
      // Counts are added before anything that may crash.
      if (!S.Place || (Order == CountOrder::Forward && E.Segment))
        S.Place =
            S.Begin ? S.Begin->getNextNode() : &*S.Block->getFirstInsertionPt();
    }
  }
};

} // namespace

bool udpc::placeByFlow(Function &F, FunctionSegments &Segments,
                       DominatorTree &DT, LoopInfo &LI,
                       EdgeFrequencies Frequencies, CountOrder Order) {
  return CountFlow(F, Segments, DT, LI, Frequencies).run(Order);
}
