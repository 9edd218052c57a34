//===- IndirectPrefetch.cpp - Prefetches of loaded addresses --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/IndirectPrefetch.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/indirect/PrefetchPlanner.h"
#include "passes/prefetch/indirect/Pushed.h"
#include "passes/prefetch/indirect/SliceCopy.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral DoneAttribute = "udpc-indirect-prefetched";

static StringRef boundText(Bound By) {
  switch (By) {
  case Bound::LastIteration:
    return " up to the last iteration";
  case Bound::FirstIteration:
    return " and then of the first iterations";
  case Bound::LastRow:
    return " up to the last row";
  case Bound::PageOfLast:
    return " up to the last iteration's page";
  case Bound::Page:
    return " of this iteration's page";
  case Bound::ThisIteration:
    return " of this iteration";
  }
  llvm_unreachable("there are no others");
}

static unsigned startLine(const Loop &L) {
  DebugLoc Start = L.getStartLoc();
  return Start ? Start.getLine() : 0;
}

/// Emits the remark on a prefetch of the next node in a list.
static void remarkNextNode(const PlannedPrefetch &P,
                           OptimizationRemarkEmitter &Remarks) {
  Remarks.emit([&] {
    return OptimizationRemark("udpc", "IndirectPrefetch", P.Access)
           << "prefetch the next node, 1 iteration ahead of the loop at line "
           << ore::NV("Loop", startLine(*P.Slice.In)) << ", "
           << (!P.Slice.Last ? "where its address is loaded"
               : P.Bound.Beside
                   ? "whose address is loaded early if it is in this page"
                   : "whose address is loaded early");
  });
}

static void remarkInserted(const PlannedPrefetch &P,
                           OptimizationRemarkEmitter &Remarks) {
  if (!P.Beside.empty())
    Remarks.emit([&] {
      return OptimizationRemark("udpc", "PrefetchBeside", P.Access)
             << "prefetch " << ore::NV("Lines", P.Beside.size())
             << " lines beside that of this access, too";
    });
  if (P.Bound.By == Bound::ThisIteration)
    return remarkNextNode(P, Remarks);
  Remarks.emit([&] {
    return OptimizationRemark("udpc", "IndirectPrefetch", P.Access)
           << "prefetch " << (P.IsNodeAfter ? "the node after, " : "")
           << ore::NV("Distance", P.ahead())
           << " iterations ahead of the loop at line "
           << ore::NV("Loop", startLine(*P.Slice.In)) << ", by "
           << ore::NV("Instructions", P.Slice.Instructions.size())
           << " instructions with " << ore::NV("Loads", P.Slice.Loads.size())
           << (P.Slice.Loads.size() == 1 ? " load" : " loads")
           << (P.Slice.Loads.empty() ? ": an index" : boundText(P.Bound.By))
           << (P.Slice.Conditions.empty() && P.Slice.LastConditions.empty()
                   ? ""
                   : " that load it");
  });
}

IndirectPrefetchPass::IndirectPrefetchPass()
    : Source(std::make_shared<HintSource>(/*IsQuiet=*/true)) {}

PreservedAnalyses IndirectPrefetchPass::run(llvm::Function &F,
                                            FunctionAnalysisManager &Analyses) {
  IndirectHints Hints(*Source, F);
  PrefetchOptions Options = PrefetchOptions::of(F);
  LineHint Everywhere;
  if (!F.hasOptNone() && !F.hasMinSize())
    Everywhere = {
        Options.Indirect.Type,
        std::min<uint64_t>(Options.IndirectDistance, MaxIndirectDistance),
        Options.Indirect.Level, Options.Indirect.Prefetch};
  if (Everywhere.Type == HintType::Pushed && Everywhere.Distance) {
    Everywhere.Distance = 0;
    Everywhere.Pushed = Everywhere.Prefetch;
  }
  // Bitcode that already has prefetches may be compiled again.
  if ((Hints.empty() && !Everywhere.Distance && !Everywhere.Pushed) ||
      F.hasFnAttribute(DoneAttribute))
    return PreservedAnalyses::all();
  F.addFnAttr(DoneAttribute);
  PushedPrefetcher Pushed(
      Analyses.getResult<LoopAnalysis>(F),
      Analyses.getResult<DominatorTreeAnalysis>(F),
      Analyses.getResult<ScalarEvolutionAnalysis>(F),
      Analyses.getResult<AAManager>(F),
      Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F));
  PrefetchPlanner P(F, Analyses, Hints, Everywhere, Pushed);
  std::vector<PlannedPrefetch> Plan = P.plan();
  SliceCopier Copier(P.evolution());
  for (const PlannedPrefetch &Each : Plan) {
    Copier.insert(Each.Slice, Each.Bound, Each.ahead(), Each.Group,
                  Each.Prefetch, Each.Beside);
    remarkInserted(Each, P.remarks());
  }
  P.finish();
  Hints.forUnused([&](const MemoryOperationKey &Key) {
    P.remarks().emit([&] {
      return OptimizationRemarkMissed("udpc", "NoIndirectPrefetch",
                                      DiagnosticLocation(F.getSubprogram()),
                                      &F.getEntryBlock())
             << "no indirect prefetch for hint " << ore::NV("Key", Key.text())
             << ": no access to memory is in that line; the source or the way "
                "it was compiled has changed since the hints were made";
    });
  });
  if (!Pushed.insert() && Plan.empty())
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}
