//===- InlineAllowance.cpp - Increments do not decide what is inlined -----===//

#include "passes/lowering/InlineAllowance.h"
#include "passes/lowering/Increments.h"
#include "udpc/abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// The inliner adds its value to the cost of a function that has a call with it
/// (llvm/lib/Analysis/InlineCost.cpp).
static constexpr StringLiteral CostAttribute = "call-inline-cost";
/// That of each instruction there.
static constexpr int CostOfInstruction = 5;
/// A load, an addition and a store; the address is constant.
static constexpr int CostOfIncrement = 3 * CostOfInstruction;

static bool isAllowance(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sideeffect &&
         Call->hasFnAttr(CostAttribute);
}

bool udpc::removeInlineAllowances(Function &F) {
  bool AnyRemoved = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isAllowance(I)) {
      I.eraseFromParent();
      AnyRemoved = true;
    }
  return AnyRemoved;
}

static bool isSlots(const GlobalVariable &G) {
  return G.getSection() == UDPC_SLOTS_SECTION;
}

PreservedAnalyses InlineAllowancePass::run(Function &F,
                                           FunctionAnalysisManager &) {
  bool AnyRemoved = removeInlineAllowances(F);
  DenseMap<Instruction *, Increment> Increments = findIncrements(F, isSlots);
  MapVector<BasicBlock *, int> Costs;
  SmallPtrSet<Value *, 4> Addresses;
  for (Instruction &I : instructions(F))
    if (auto It = Increments.find(&I); It != Increments.end()) {
      Costs[I.getParent()] += CostOfIncrement;
      if (auto *Address = dyn_cast<Instruction>(It->second.Slots);
          Address && Addresses.insert(Address).second)
        Costs[Address->getParent()] += CostOfInstruction;
    }
  if (Costs.empty() && !AnyRemoved)
    return PreservedAnalyses::all();
  for (auto [Block, Cost] : Costs) {
    // At its start: the inliner stops as soon as the cost is too high.
    IRBuilder<> B(Block, Block->getFirstInsertionPt());
    B.CreateIntrinsic(Intrinsic::sideeffect, {})
        ->addFnAttr(Attribute::get(F.getContext(), CostAttribute,
                                   Twine(-Cost).str()));
  }
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}
