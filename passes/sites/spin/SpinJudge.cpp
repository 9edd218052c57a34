//===- SpinJudge.cpp - Decides which loops only wait ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/SpinJudge.h"
#include "passes/sites/spin/LoopJudge.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

SpinJudge::SpinJudge(const Module &M) : M(M) {}
SpinJudge::~SpinJudge() = default;

const SpinVerdict &SpinJudge::verdictOf(const BasicBlock &Header) {
  if (!Verdicts.contains(&Header))
    judge(*Header.getParent());
  return Verdicts[&Header];
}

void SpinJudge::judge(const Function &F) {
  if (!Copy)
    Copy = std::make_unique<SimpleCopy>(M);
  Function &Simple = Copy->of(F);
  const Triple &T = M.getTargetTriple();
  SmallPtrSet<BasicBlock *, 4> Open; // In the copy; OpenBlocks: the originals.
  SmallVector<const BasicBlock *> OpenBlocks;
  {
    DominatorTree Dominators(Simple);
    LoopInfo Loops(Dominators);
    for (const BasicBlock &BB : F) {
      SpinVerdict &V = Verdicts[&BB];
      BasicBlock *Header = Copy->of(BB);
      const Loop *L = Header ? Loops.getLoopFor(Header) : nullptr;
      if (!L || L->getHeader() != Header) {
        V.Reason = "it never goes round";
        continue;
      }
      V = LoopJudge(*L, Loops, Dominators, T, /*TrustHelpers=*/true).judge();
      if (V.IsSpin && !helpersOf(*L).empty() && Open.insert(Header).second)
        OpenBlocks.push_back(&BB);
    }
  }
  // Most loops are no spin loops regardless of their helpers. For the others,
  // helpers have to be analysed.
  if (Open.empty())
    return;
  Copy->inlineHelpers(Simple, Open);
  DominatorTree Dominators(Simple);
  LoopInfo Loops(Dominators);
  for (const BasicBlock *BB : OpenBlocks) {
    // The former header may be further down now.
    BasicBlock *Block = Copy->of(*BB);
    if (const Loop *L = Block ? Loops.getLoopFor(Block) : nullptr)
      Verdicts[BB] =
          LoopJudge(*L, Loops, Dominators, T, /*TrustHelpers=*/false).judge();
    else
      Verdicts[BB] = {false, "it never goes round"};
  }
}
