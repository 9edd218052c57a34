//===- Placeholders.cpp - What stands for increments until code is inlined ===//

#include "passes/lowering/Placeholders.h"
#include "passes/lowering/Increments.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// Its value is the unit, then each slot, with `*` and the amount if that is
/// not 1. An attribute distinguishes calls that count different slots, and
/// optimisers must keep those whose meaning they do not know.
static constexpr StringLiteral CountAttribute = "udpc-count";
/// What the inliner takes for the cost of a call that has it
/// (llvm/lib/Analysis/InlineCost.cpp).
static constexpr StringLiteral CostAttribute = "call-inline-cost";

void udpc::emitPlaceholder(IRBuilder<> &B, unsigned Unit,
                           const SlotAmounts &Counts) {
  std::string Text = utostr(Unit);
  for (auto [Slot, Amount] : Counts) {
    Text += " " + utostr(Slot);
    if (Amount != 1)
      Text += "*" + utostr(Amount);
  }
  CallInst *Call = B.CreateIntrinsic(Intrinsic::sideeffect, {});
  Call->addFnAttr(Attribute::get(B.getContext(), CountAttribute, Text));
  Call->addFnAttr(Attribute::get(B.getContext(), CostAttribute, "0"));
}

bool udpc::isPlaceholder(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::sideeffect &&
         Call->getAttributes().hasFnAttr(CountAttribute);
}

std::pair<unsigned, SlotAmounts> udpc::readPlaceholder(const Instruction &I) {
  StringRef Text = cast<CallInst>(I)
                       .getAttributes()
                       .getFnAttr(CountAttribute)
                       .getValueAsString();
  unsigned Unit = 0;
  SlotAmounts Counts;
  Text.consumeInteger(10, Unit);
  while (Text.consume_front(" ")) {
    std::pair<uint32_t, uint32_t> Count = {0, 1};
    Text.consumeInteger(10, Count.first);
    if (Text.consume_front("*"))
      Text.consumeInteger(10, Count.second);
    Counts.push_back(Count);
  }
  return {Unit, Counts};
}

SmallVector<CallInst *> udpc::findPlaceholders(Module &M) {
  SmallVector<CallInst *> Found;
  if (Function *F =
          Intrinsic::getDeclarationIfExists(&M, Intrinsic::sideeffect))
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallInst>(U); Call && isPlaceholder(*Call))
        Found.push_back(Call);
  return Found;
}

/// Makes one placeholder of \p Together, which count for \p Unit.
static void join(unsigned Unit, ArrayRef<Instruction *> Together) {
  MapVector<uint32_t, uint32_t> Sums;
  for (const Instruction *I : Together)
    for (auto [Slot, Amount] : readPlaceholder(*I).second)
      Sums[Slot] += Amount;
  IRBuilder<> B(Together.front());
  emitPlaceholder(B, Unit, SlotAmounts(Sums.begin(), Sums.end()));
  for (Instruction *I : Together)
    I->eraseFromParent();
}

PreservedAnalyses JoinPlaceholdersPass::run(Function &F,
                                            FunctionAnalysisManager &) {
  bool Changed = false;
  MapVector<unsigned, SmallVector<Instruction *>> Together; // By unit.
  auto JoinAll = [&] {
    for (const auto &[Unit, Placeholders] : Together)
      if (Placeholders.size() > 1) {
        join(Unit, Placeholders);
        Changed = true;
      }
    Together.clear();
  };
  for (BasicBlock &Block : F) {
    for (Instruction &I : make_early_inc_range(Block))
      if (isPlaceholder(I))
        Together[readPlaceholder(I).first].push_back(&I);
      else if (!Together.empty() && !mayMergeOver(I))
        JoinAll();
    JoinAll();
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}
