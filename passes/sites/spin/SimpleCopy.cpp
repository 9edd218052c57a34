//===- SimpleCopy.cpp - A simple copy for loop analysis -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/SimpleCopy.h"
#include "passes/sites/spin/CallRole.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace udpc;

/// Limits for helpers. Helpers that test a lock are small, with few calls.
static constexpr unsigned MaxHelperSize = 400;
static constexpr unsigned MaxInlined = 4000; // Instructions a loop.
static constexpr unsigned MaxDepth = 16;
static constexpr unsigned MaxRounds = 6;

SimpleCopy::SimpleCopy(const Module &M) : Copy(CloneModule(M, Map)) {
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  // Constructors and destructors are often aliases of each other.
  for (GlobalAlias &A : Copy->aliases())
    if (!A.isInterposable())
      A.replaceAllUsesWith(A.getAliasee());
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(EarlyCSEPass());
  Threading.addPass(JumpThreadingPass());
}

SimpleCopy::~SimpleCopy() = default;

bool udpc::isHelper(const CallBase &Call) {
  Function *F = Call.getCalledFunction();
  return F && F != Call.getFunction() && !F->isDeclaration() &&
         !F->isInterposable() && !F->isVarArg() &&
         !F->hasFnAttribute(Attribute::Naked) && !isAtomicWait(F->getName()) &&
         F->getInstructionCount() <= MaxHelperSize &&
         isInlineViable(*F).isSuccess();
}

/// Makes accesses to local variables plain: they are private, even volatile
/// ones.
static bool makePlain(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    auto *Store = dyn_cast<StoreInst>(&I);
    Value *Pointer = Load    ? Load->getPointerOperand()
                     : Store ? Store->getPointerOperand()
                             : nullptr;
    if (!Pointer || !isa<AllocaInst>(getUnderlyingObject(Pointer)))
      continue;
    Changed |= Load ? Load->isVolatile() : Store->isVolatile();
    Load ? Load->setVolatile(false) : Store->setVolatile(false);
  }
  return Changed;
}

SmallVector<CallBase *> udpc::helpersOf(const Loop &L) {
  SmallSetVector<CallBase *, 8> Calls;
  SmallSetVector<const Value *, 16> Pointers;
  auto Add = [&](User *U) {
    if (auto *Call = dyn_cast<CallBase>(U); Call && isHelper(*Call))
      Calls.insert(Call);
  };
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Add(&I);
      for (const Value *Operand : I.operands())
        if (Operand->getType()->isPointerTy())
          if (auto *A = dyn_cast<AllocaInst>(getUnderlyingObject(Operand)))
            Pointers.insert(A);
    }
  for (unsigned I = 0; I != Pointers.size(); ++I)
    for (User *U : const_cast<Value *>(Pointers[I])->users()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(U))
        Pointers.insert(U);
      Add(U);
    }
  return Calls.takeVector();
}

void SimpleCopy::inlineHelpers(Function &F,
                               const SmallPtrSetImpl<BasicBlock *> &Headers) {
  DenseMap<const BasicBlock *, unsigned> Inlined;
  bool IsSimple = true;
  for (unsigned Depth = 0; Depth != MaxDepth; ++Depth) {
    DominatorTree Dominators(F);
    LoopInfo Loops(Dominators);
    MapVector<CallBase *, const BasicBlock *> Calls;
    for (const Loop *L : Loops.getLoopsInPreorder())
      if (Headers.contains(L->getHeader()))
        for (CallBase *Call : helpersOf(*L))
          Calls.insert({Call, L->getHeader()});
    bool Changed = false;
    for (auto [Call, Header] : Calls) {
      unsigned Size = Call->getCalledFunction()->getInstructionCount();
      unsigned &Sum = Inlined[Header];
      if (Sum + Size > MaxInlined)
        continue;
      InlineFunctionInfo Info;
      if (!InlineFunction(*Call, Info, /*MergeAttributes=*/false,
                          /*CalleeAAR=*/nullptr, /*InsertLifetime=*/false)
               .isSuccess())
        continue;
      Sum += Size;
      Changed = true;
    }
    if (!Changed && IsSimple)
      return;
    // After promotion the arguments of further calls are visible.
    if (!Changed)
      simplify(F);
    IsSimple = !Changed;
  }
  if (!IsSimple)
    simplify(F);
}

/// Whether \p F repeats a decision: the front end leaves a scope through one
/// cleanup block with a destination number, and checks cleanup flags.
static bool decidesTwice(const Function &F) {
  return any_of(F, [](const BasicBlock &BB) {
    const Value *Choice = nullptr;
    if (const auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
      Choice = Switch->getCondition();
    else if (const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
             Branch && Branch->isConditional())
      Choice = Branch->getCondition();
    if (const auto *Compare = dyn_cast_or_null<ICmpInst>(Choice))
      Choice = Compare->getOperand(0);
    const auto *Phi = dyn_cast_or_null<PHINode>(Choice);
    return Phi && Phi->getParent() == &BB &&
           all_of(Phi->incoming_values(),
                  [](const Value *V) { return isa<ConstantInt>(V); });
  });
}

void SimpleCopy::simplify(Function &F) {
  // Helpers often switch on a constant argument (the memory order).
  for (unsigned Round = 0; Round != MaxRounds; ++Round) {
    Passes.run(F, FAM);
    // Pointers are resolved step by step.
    bool Changed = makePlain(F);
    for (BasicBlock &BB : F)
      Changed |= ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
    Changed |= removeUnreachableBlocks(F);
    for (BasicBlock &BB : F)
      if (BB.getSinglePredecessor())
        Changed |= FoldSingleEntryPHINodes(&BB);
    FAM.invalidate(F, PreservedAnalyses::none());
    if (!Changed)
      break;
  }
  if (decidesTwice(F)) {
    Threading.run(F, FAM);
    removeUnreachableBlocks(F);
    FAM.invalidate(F, PreservedAnalyses::none());
  }
}

Function &SimpleCopy::of(const Function &Original) {
  auto &F = *cast<Function>(Map.lookup(&Original));
  if (!Done.insert(&Original).second)
    return F;
  // The passes below skip such functions.
  F.removeFnAttr(Attribute::OptimizeNone);
  removeUnreachableBlocks(F);
  simplify(F);
  return F;
}

BasicBlock *SimpleCopy::of(const BasicBlock &BB) {
  auto It = Map.find(&BB);
  if (It == Map.end())
    return nullptr;
  return cast_or_null<BasicBlock>(static_cast<Value *>(It->second));
}
