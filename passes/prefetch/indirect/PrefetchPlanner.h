//===- PrefetchPlanner.h - Plans indirect prefetches ------------*- C++ -*-===//
//
// Decides which accesses of a function are prefetched, by hints or for all, and
// at which distance. IndirectPrefetch.cpp inserts the planned prefetches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_PREFETCHPLANNER_H
#define UDPC_PASSES_PREFETCH_INDIRECT_PREFETCHPLANNER_H

#include "passes/prefetch/indirect/CalledAccesses.h"
#include "passes/prefetch/indirect/IndirectHints.h"
#include "passes/prefetch/indirect/PlannedPrefetch.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class OptimizationRemarkEmitter;
} // namespace llvm

namespace udpc {

class PushedPrefetcher;

/// Plans the prefetches of one function, and emits remarks for accesses without
/// one.
class PrefetchPlanner {
public:
  PrefetchPlanner(llvm::Function &F, llvm::FunctionAnalysisManager &Analyses,
                  IndirectHints &Hints, const LineHint &Everywhere,
                  PushedPrefetcher &Pushed);

  std::vector<PlannedPrefetch> plan();

  /// Removes code that the plan needed. To be called when the prefetches have
  /// been inserted.
  void finish();

  llvm::ScalarEvolution &evolution() { return Evolution; }
  llvm::OptimizationRemarkEmitter &remarks() { return Remarks; }

private:
  IndirectHints &Hints;
  /// The hint for accesses that have none. Distance 0: they are not prefetched.
  LineHint Everywhere;
  PushedPrefetcher &Pushed;
  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  llvm::ScalarEvolution &Evolution;
  llvm::OptimizationRemarkEmitter &Remarks;

  /// The slice in the innermost loop that has one: \p From, or a loop around
  /// it.
  AddressSlice sliceOf(llvm::Value &Address, const llvm::Instruction &Access,
                       const llvm::Loop *From);
  /// Adds a prefetch of \p Address, which \p I accesses, to \p Plan, or reports
  /// why not. Without a hint, \p Hinted is empty.
  void consider(llvm::Instruction &I, llvm::Value &Address,
                const std::optional<LineHint> &Hinted,
                std::vector<PlannedPrefetch> &Plan);
  /// Adds a prefetch, one iteration ahead, of the node after that of \p Address
  /// in a list that the loop of \p I or one around it walks. Returns whether
  /// there is such a loop.
  bool addNextNode(llvm::Instruction &I, llvm::Value &Address,
                   const LineHint &As, std::vector<PlannedPrefetch> &Plan);
  /// Adds a prefetch of the second node of a list that an inner loop walks, in
  /// a loop around it. The one of the first node is in \p Plan.
  void addNodeAfter(llvm::Instruction &I, llvm::Value &Address,
                    const LineHint &As, uint64_t Distance,
                    std::vector<PlannedPrefetch> &Plan);
  /// Adds to \p Plan the accesses of the function that \p Call calls at
  /// addresses that it computes, with the loads that these depend on.
  void considerCalled(llvm::CallBase &Call,
                      const std::optional<LineHint> &Hinted,
                      std::vector<PlannedPrefetch> &Plan);
  /// Adds to \p Plan the loads that its addresses from \p First on depend on,
  /// as many levels as are wanted.
  void addLevels(std::vector<PlannedPrefetch> &Plan, size_t First = 0);
  bool isOfKnownLine(const AddressSlice &Slice);
  /// Adds to prefetches of \p Plan further parts of objects that hints name, in
  /// other lines than those of \p Plan.
  void addBeside(std::vector<PlannedPrefetch> &Plan);
  /// Removes from \p Plan accesses whose bound is a page that is too small for
  /// the distance.
  void groupByPage(std::vector<PlannedPrefetch> &Plan);
  /// Adds to \p Plan the copies of its accesses that unrolling has placed
  /// before or after the loop. In short inner loops these are a large part.
  void addRemainders(std::vector<PlannedPrefetch> &Plan);
  /// Adds to \p Plan the lines that its index loads access if those are far
  /// apart: hardware prefetchers do not follow, and loads ahead would wait.
  void addIndexLines(std::vector<PlannedPrefetch> &Plan);
  std::optional<PlannedPrefetch> remainderOf(const PlannedPrefetch &P,
                                             llvm::Instruction &Access);
  /// Which prefetch is missing: that of an access, of the node after it, or of
  /// the accesses of the called function.
  enum MissedPart { All, NodeAfter, Called };
  struct MissedAccess {
    const llvm::Instruction *At;
    llvm::StringRef Reason;
    MissedPart Part;
  };
  void missed(const llvm::Instruction &Access, llvm::StringRef Reason,
              MissedPart Part = All);
  /// Emits the remarks of missed() for lines that have no prefetch at all, and
  /// for nodes after others. On lines with a prefetch the other accesses load
  /// indexes.
  void reportMissed(llvm::ArrayRef<PlannedPrefetch> Plan);

  std::vector<MissedAccess> Missed;
  std::vector<CalledAccesses> OfCalls;
  LoadSafety Safety;
  PageGroups Groups;
  llvm::Function &F;
  /// Offsets by AddressSlice::baseAndOffset(), and whether they are of the next
  /// node in a list.
  std::map<std::tuple<const llvm::Loop *, const llvm::Value *, bool>,
           llvm::SmallVector<int64_t, 2>>
      Offsets;
  /// The addresses of planned prefetches.
  llvm::DenseMap<const llvm::Loop *, llvm::SmallVector<const llvm::SCEV *, 2>>
      Addresses;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_PREFETCHPLANNER_H
