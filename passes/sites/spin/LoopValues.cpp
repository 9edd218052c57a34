//===- LoopValues.cpp - Sources of a loop's values ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/LoopValues.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace udpc;

LoopValues::LoopValues(const Loop &L, const LoopInfo &Loops,
                       const DominatorTree &Dominators, const Triple &T,
                       bool TrustHelpers)
    : L(L), Loops(Loops), Dominators(Dominators), T(T),
      TrustHelpers(TrustHelpers) {
  SmallPtrSet<const Value *, 8> PassedToHelpers;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (I.mayWriteToMemory())
        for (Value *Address : addressesOf(I)) {
          Value *Object = getUnderlyingObject(Address);
          if (isa<CallBase>(I) && roleOf(I) == CallRole::Helper) {
            PassedToHelpers.insert(Object);
            continue;
          }
          auto [It, New] = Written.try_emplace(Object, &I);
          if (!New && It->second != &I)
            It->second = nullptr;
        }
  // A value that a helper may have written to a variable counts as externally
  // determined.
  for (const Value *Object : PassedToHelpers)
    Written.erase(Object);
  findStateless(Stateless, Stateless, /*AllowStateDependent=*/true);
  bool ChoosesAddresses = any_of(Stateless, [this](const Value *V) {
    const auto &I = *cast<Instruction>(V);
    return readsSharedMemory(I) &&
           any_of(addressesOf(I),
                  [this](const Value *Place) { return inLoop(Place); });
  });
  for (BasicBlock *BB : L.blocks())
    if (ChoosesAddresses)
      for (Instruction &I : *BB)
        if (isStateDependentChoice(I))
          StateDependentChoices.insert(&I);
  if (StateDependentChoices.empty())
    return;
  Values Fixed;
  findStateless(Fixed, Fixed, /*AllowStateDependent=*/false);
  Stateless.clear();
  findStateless(Stateless, Fixed, /*AllowStateDependent=*/true);
}

bool LoopValues::inLoop(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  return I && L.contains(I->getParent());
}

bool LoopValues::isStateless(const Value *V) const {
  return !inLoop(V) || Stateless.contains(V);
}

CallRole LoopValues::roleOf(const Instruction &I) const {
  auto [It, New] = Roles.try_emplace(&I, CallRole::Unknown);
  if (!New)
    return It->second;
  const auto &Call = cast<CallBase>(I);
  CallRole Role = udpc::roleOf(Call, T);
  if (TrustHelpers && Role == CallRole::Unknown && isHelper(Call))
    Role = CallRole::Helper;
  return It->second = Role;
}

bool ValueSources::isExternallyDetermined() const {
  bool IsPlain = all_of(Polls, [](const Instruction *I) {
    const auto *Load = dyn_cast<LoadInst>(I);
    return Load && Load->isSimple();
  });
  return !Polls.empty() && !LoopState && !FromCall &&
         !(IsPlain && FromEarlierIteration);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether the address of \p A is not captured: calls that pass time may write
/// to it, but only before they return.
bool LoopValues::isPrivate(const AllocaInst &A) const {
  SmallVector<const Value *> Work = {&A};
  while (!Work.empty()) {
    const Value *Pointer = Work.pop_back_val();
    for (const Use &U : Pointer->uses()) {
      const auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(I)) {
        Work.push_back(I);
        continue;
      }
      if (isa<LoadInst, ICmpInst, MemIntrinsic>(I) || I->isLifetimeStartOrEnd())
        continue;
      if (const auto *Store = dyn_cast<StoreInst>(I);
          Store && Store->getValueOperand() != Pointer)
        continue;
      if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I) && U.getOperandNo() == 0)
        continue;
      const auto *Call = dyn_cast<CallBase>(I);
      if (!Call || !Call->isDataOperand(&U))
        return false;
      if (roleOf(*Call) == CallRole::Unknown)
        return false;
    }
  }
  return true;
}

bool LoopValues::isLocal(const Value *Pointer) const {
  const auto *A = dyn_cast<AllocaInst>(getUnderlyingObject(Pointer));
  if (!A)
    return false;
  auto [It, New] = Locals.try_emplace(A, false);
  if (New)
    It->second = isPrivate(*A);
  return It->second;
}

SmallVector<Value *, 2> LoopValues::addressesOf(const Instruction &I) const {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return {const_cast<Value *>(Load->getPointerOperand())};
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return {const_cast<Value *>(Store->getPointerOperand())};
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return {const_cast<Value *>(RMW->getPointerOperand())};
  if (const auto *Swap = dyn_cast<AtomicCmpXchgInst>(&I))
    return {const_cast<Value *>(Swap->getPointerOperand())};
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return {};
  if (Call->isInlineAsm())
    return memoryOf(*Call);
  SmallVector<Value *, 2> Pointers;
  for (Value *Argument : Call->args())
    if (Argument->getType()->isPointerTy())
      Pointers.push_back(Argument);
  return Pointers;
}

bool udpc::isErrno(const Value *V) {
  const auto *Load = dyn_cast<LoadInst>(V);
  const auto *Call =
      Load ? dyn_cast<CallBase>(Load->getPointerOperand()) : nullptr;
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->getName() == "__errno_location";
}

bool udpc::isOfThread(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  if (const auto *Call = dyn_cast<CallBase>(Object)) {
    const Function *F = Call->getCalledFunction();
    return F && (F->getName() == "__errno_location" ||
                 F->getIntrinsicID() == Intrinsic::threadlocal_address);
  }
  const auto *Global = dyn_cast<GlobalValue>(Object);
  return Global && Global->isThreadLocal();
}

bool LoopValues::readsSharedMemory(const Instruction &I) const {
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return !isLocal(I.getOperand(0));
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    const Value *Pointer = Load->getPointerOperand();
    const auto *Global = dyn_cast<GlobalVariable>(getUnderlyingObject(Pointer));
    bool IsConstant = Global && Global->isConstant();
    return !IsConstant && !isLocal(Pointer) && !isOfThread(Pointer);
  }
  if (!isa<CallBase>(I))
    return false;
  switch (roleOf(I)) {
  case CallRole::Poll:
  case CallRole::Swap:
  case CallRole::Up:
  case CallRole::Down:
  case CallRole::Helper:
    return true;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Sources of values
//===----------------------------------------------------------------------===//

bool LoopValues::isLoopHeaderPhi(const PHINode &Phi) const {
  const Loop *Inner = Loops.getLoopFor(Phi.getParent());
  return Inner && Inner->getHeader() == Phi.getParent();
}

Value *udpc::conditionOf(const Instruction &Terminator) {
  if (const auto *Branch = dyn_cast<BranchInst>(&Terminator))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  if (const auto *Switch = dyn_cast<SwitchInst>(&Terminator))
    return Switch->getCondition();
  if (const auto *Computed = dyn_cast<IndirectBrInst>(&Terminator))
    return const_cast<Value *>(Computed->getAddress());
  // `asm goto` is a terminator.
  if (isa<CallBrInst>(Terminator))
    return const_cast<Instruction *>(&Terminator);
  return nullptr;
}

/// Whether \p Phi has the same constant value on all paths through the edge
/// from \p From to \p To.
bool LoopValues::isConstantAfterEdge(const PHINode &Phi, const BasicBlock *From,
                                     const BasicBlock *To) const {
  constexpr unsigned MaxBlocks = 64;
  const Value *One = nullptr;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> Work = {
      {From, To}};
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [Before, BB] = Work.pop_back_val();
    if (BB == Phi.getParent()) {
      const Value *V = Phi.getIncomingValueForBlock(Before);
      if (!isa<Constant>(V) || (One && One != V))
        return false;
      One = V;
    } else if (L.contains(BB) && BB != L.getHeader() &&
               Seen.insert(BB).second) {
      for (const BasicBlock *Next : successors(BB))
        Work.emplace_back(BB, Next);
    }
    if (Seen.size() == MaxBlocks)
      break;
  }
  return One;
}

/// The conditions that decide the incoming edge of \p Phi; with \p Alone only
/// those that can determine its value by themselves.
SmallVector<Value *> LoopValues::decisionsOf(const PHINode &Phi,
                                             bool Alone) const {
  SmallSetVector<Value *, 4> Conditions;
  const DomTreeNode *Top = Dominators.getNode(Phi.getParent())->getIDom();
  SmallPtrSet<const DomTreeNode *, 16> Seen;
  for (const BasicBlock *From : Phi.blocks())
    for (const DomTreeNode *Node = Dominators.getNode(From);
         Node && Seen.insert(Node).second; Node = Node->getIDom()) {
      const BasicBlock *BB = Node->getBlock();
      Value *Condition = conditionOf(*BB->getTerminator());
      if (Condition &&
          (!Alone || any_of(successors(BB), [&](const BasicBlock *To) {
            return isConstantAfterEdge(Phi, BB, To);
          })))
        Conditions.insert(Condition);
      if (Node == Top)
        break;
    }
  return Conditions.takeVector();
}

ValueSources LoopValues::sourcesOf(Value *V) const {
  ValueSources Result;
  SmallVector<Value *> Work = {V};
  SmallPtrSet<Value *, 16> Seen;
  while (!Work.empty()) {
    Value *At = Work.pop_back_val();
    if (!inLoop(At) || !Seen.insert(At).second)
      continue;
    auto &I = *cast<Instruction>(At);
    if (readsSharedMemory(I)) {
      if (Stateless.contains(&I))
        Result.Polls.insert(&I);
      else
        Result.LoopState = true;
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      bool IsCarried = isLoopHeaderPhi(*Phi);
      Result.FromEarlierIteration |= IsCarried;
      if (IsCarried && !Stateless.contains(Phi))
        Result.LoopState = true;
      else
        append_range(Work, Phi->incoming_values());
    } else if (Instruction *By = resultIn(I)) {
      Work.push_back(By);
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      // A table may translate the value.
      Result.LoopState |= !Stateless.contains(Load);
      Work.push_back(Load->getPointerOperand());
    } else if (auto *Call = dyn_cast<CallBase>(&I)) {
      if (roleOf(I) == CallRole::Nothing)
        append_range(Work, Call->args());
      else
        Result.FromCall = true;
    } else {
      append_range(Work, I.operand_values());
    }
  }
  return Result;
}

void LoopValues::addParts(Value *V, SmallVectorImpl<Value *> &Parts,
                          SmallPtrSetImpl<Value *> &Seen) const {
  if (!inLoop(V) || !Seen.insert(V).second)
    return;
  auto Recurse = [&](Value *Part) { addParts(Part, Parts, Seen); };
  auto &I = *cast<Instruction>(V);
  bool IsLogic = I.isBitwiseLogicOp() && I.getType()->isIntegerTy(1);
  bool IsTruth =
      isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(I) ||
      (isa<ICmpInst>(I) && cast<ICmpInst>(I).isEquality() &&
       isa<ConstantInt>(I.getOperand(1)) &&
       isa<ZExtInst, TruncInst, PHINode, SelectInst>(I.getOperand(0)));
  if (auto *Select = dyn_cast<SelectInst>(&I)) {
    Value *Chosen[] = {Select->getTrueValue(), Select->getFalseValue()};
    for_each(Chosen, Recurse);
    if (any_of(Chosen, [](Value *V) { return isa<Constant>(V); }))
      Recurse(Select->getCondition());
    return;
  }
  if (IsLogic) {
    for_each(I.operand_values(), Recurse);
    return;
  }
  if (IsTruth)
    return Recurse(I.getOperand(0));
  auto *Phi = dyn_cast<PHINode>(&I);
  bool AreConstants =
      Phi && all_of(leavesOf(*Phi, /*AllowStateDependent=*/true),
                    [](Value *V) { return isa<Constant>(V); });
  if (!Phi || !(AreConstants ||
                (Phi->getType()->isIntegerTy(1) && !isLoopHeaderPhi(*Phi)))) {
    Parts.push_back(V);
    return;
  }
  for_each(Phi->incoming_values(), Recurse);
  // A flag such as `done`, set in an earlier iteration: the values read then
  // decide.
  if (isLoopHeaderPhi(*Phi))
    return;
  // The incoming edge decides the value.
  for_each(decisionsOf(*Phi, /*Alone=*/true), Recurse);
}

SmallVector<Value *> LoopValues::partsOf(Value *Condition) const {
  SmallVector<Value *> Parts;
  SmallPtrSet<Value *, 16> Seen;
  addParts(Condition, Parts, Seen);
  return Parts;
}
