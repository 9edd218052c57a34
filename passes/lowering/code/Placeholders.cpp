//===- Placeholders.cpp - Increments until code is inlined ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/Placeholders.h"
#include "passes/lowering/code/Increments.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// The attribute that names what is counted. Its value is the unit, then each
/// slot, with `*` and the amount if that is not 1. An attribute distinguishes
/// calls that count different slots, and optimisers must preserve unknown
/// attributes.
static constexpr StringLiteral CountAttribute = "udpc-count";
/// The attribute that gives the inliner's cost of a call
/// (llvm/lib/Analysis/InlineCost.cpp).
static constexpr StringLiteral CostAttribute = "call-inline-cost";

/// Makes \p Call, a call of llvm.sideeffect, a placeholder.
static void setCounts(CallInst &Call, unsigned Unit,
                      const SlotAmounts &Counts) {
  std::string Text = utostr(Unit);
  for (auto [Slot, Amount] : Counts) {
    Text += " " + utostr(Slot);
    if (Amount != 1)
      Text += "*" + utostr(Amount);
  }
  // Both attributes are set at once: lists are unique, and making one is slow.
  AttrBuilder Attributes(Call.getContext());
  Attributes.addAttribute(CountAttribute, Text);
  Attributes.addAttribute(CostAttribute, "0");
  Call.setAttributes(AttributeList::get(
      Call.getContext(), AttributeList::FunctionIndex, Attributes));
}

void udpc::emitPlaceholder(IRBuilder<> &B, unsigned Unit,
                           const SlotAmounts &Counts) {
  Module &M = *B.GetInsertBlock()->getModule();
  Function *F = Intrinsic::getDeclarationIfExists(&M, Intrinsic::sideeffect);
  if (!F)
    F = Intrinsic::getOrInsertDeclaration(&M, Intrinsic::sideeffect);
  setCounts(*B.CreateCall(F), Unit, Counts);
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

/// The tag of the bundle that ties a placeholder to values.
static constexpr StringLiteral BundleTag = "udpc";

CallInst *udpc::copyPlaceholder(CallInst &Placeholder, Instruction &Before,
                                ArrayRef<Value *> Values) {
  SmallVector<OperandBundleDef, 1> Bundles;
  if (!Values.empty())
    Bundles.emplace_back(BundleTag.str(), Values);
  CallInst *Copy =
      CallInst::Create(&Placeholder, Bundles, Before.getIterator());
  // A bundle may mean any access, unless the call restricts it.
  if (!Values.empty())
    Copy->setMemoryEffects(Copy->getCalledFunction()->getMemoryEffects());
  return Copy;
}

SmallVector<Value *, 2> udpc::tiesOf(const CallInst &Placeholder) {
  auto Bundle = Placeholder.getOperandBundle(BundleTag);
  return Bundle ? SmallVector<Value *, 2>(Bundle->Inputs)
                : SmallVector<Value *, 2>();
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

/// Joins the placeholders \p Together into one for each unit, at the unit's
/// first. Returns whether anything changed.
static bool join(ArrayRef<CallInst *> Together) {
  if (Together.size() < 2)
    return false;
  struct UnitCounts {
    CallInst *First = nullptr;
    MapVector<uint32_t, uint32_t> Sums;
  };
  MapVector<unsigned, UnitCounts> Units;
  for (CallInst *Call : Together) {
    auto [Unit, Counts] = readPlaceholder(*Call);
    UnitCounts &Of = Units[Unit];
    for (auto [Slot, Amount] : Counts)
      Of.Sums[Slot] += Amount;
    if (Of.First)
      Call->eraseFromParent();
    else
      Of.First = Call;
  }
  if (Units.size() == Together.size())
    return false;
  for (auto &[Unit, Of] : Units)
    setCounts(*Of.First, Unit, SlotAmounts(Of.Sums.begin(), Of.Sums.end()));
  return true;
}

PreservedAnalyses JoinPlaceholdersPass::run(Function &F,
                                            FunctionAnalysisManager &) {
  bool Changed = false;
  SmallVector<CallInst *> Found, Together;
  for (BasicBlock &Block : F) {
    for (Instruction &I : Block)
      if (isPlaceholder(I))
        Found.push_back(cast<CallInst>(&I));
    // Most blocks have at most one placeholder; then the code around it does
    // not matter.
    for (CallInst *Call : Found) {
      if (!Together.empty() &&
          !all_of(
              make_range(Together.back()->getIterator(), Call->getIterator()),
              mayMergeOver)) {
        Changed |= join(Together);
        Together.clear();
      }
      Together.push_back(Call);
    }
    Changed |= join(Together);
    Together.clear();
    Found.clear();
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  // Otherwise the CGSCC pass manager would look for new calls.
  Kept.preserve<LazyCallGraphAnalysis>();
  return Kept;
}
