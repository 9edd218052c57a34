//===- Pushed.cpp - Prefetches at pushes to a work list -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/Pushed.h"
#include "ir/AddedFunctions.h"
#include "passes/prefetch/indirect/SliceCopy.h"
#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;
using namespace udpc;

/// The reason without a remark: the other prefetch has one.
static constexpr StringLiteral NearOther = "another prefetch is for its line";
/// Limits of instructions and steps: more cost more than the prefetch gains.
static constexpr unsigned MaxInstructions = 40, MaxSteps = 200;

/// Whether \p I has the same value when the value that \p P pushes is popped,
/// and is known where it is pushed.
bool PushedPrefetcher::isTheSameLater(const Instruction &I, const Prefetch &P) {
  if (!Dominators.dominates(&I, P.At.Store))
    return false;
  const Loop *L =
      Loops.getLoopFor(Lists[P.List].Pops[P.At.To].Load->getParent());
  while (!L->contains(P.At.Store))
    L = L->getParentLoop();
  // A field that holds the base of an array may be loaded in each iteration.
  const Value *V = &I;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    APInt Offset(
        I.getDataLayout().getIndexTypeSizeInBits(Load->getPointerOperandType()),
        0);
    V = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        I.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  }
  return L->isLoopInvariant(V);
}

bool PushedPrefetcher::collect(Value *V, Prefetch &P, bool &NeedsPopped,
                               unsigned &NumSteps) {
  const WorkList &List = Lists[P.List];
  if (V == List.Popped || P.Instructions.contains(dyn_cast<Instruction>(V))) {
    NeedsPopped = true;
    return true;
  }
  if (Value *First = List.First.lookup(V))
    return collect(First, P, NeedsPopped, NumSteps);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  bool Needs = false;
  size_t Before = P.Instructions.size();
  // The pushed value may be one for which a divisor is 0.
  bool CanCopy =
      ++NumSteps <= MaxSteps && !isa<PHINode, LoadInst>(I) &&
      udpc::canCopy(*I) &&
      (!isUnsignedDivision(*I) || isa<ConstantInt>(I->getOperand(1)));
  if (CanCopy)
    for (Value *Operand : I->operand_values())
      CanCopy &= collect(Operand, P, Needs, NumSteps);
  if (!Needs && isTheSameLater(*I, P)) {
    while (P.Instructions.size() != Before)
      P.Instructions.pop_back();
    return true;
  }
  NeedsPopped |= Needs;
  P.Instructions.insert(I);
  return CanCopy && P.Instructions.size() <= MaxInstructions;
}

const SCEV *PushedPrefetcher::addressOf(const Prefetch &P,
                                        const SCEV *OfPopped) {
  const WorkList &List = Lists[P.List];
  const Pop &To = List.Pops[P.At.To];
  Value *Stored = P.At.Store->getValueOperand();
  if (Stored->getType() != To.Load->getType())
    return nullptr;
  const SCEV *Pushed = Evolution.getSCEV(Stored);
  for (const CastInst *Cast : To.Casts)
    if (isa<ZExtInst>(Cast))
      Pushed = Evolution.getZeroExtendExpr(Pushed, Cast->getType());
    else if (isa<SExtInst>(Cast))
      Pushed = Evolution.getSignExtendExpr(Pushed, Cast->getType());
    else
      return nullptr;
  ValueToSCEVMapTy Map;
  Map[List.Popped] = Pushed;
  const SCEV *Result = SCEVParameterRewriter::rewrite(OfPopped, Evolution, Map);
  return Result == OfPopped ? nullptr : Result;
}

bool PushedPrefetcher::isNear(const SCEV &A, const SCEV &B) {
  if (A.getType() != B.getType())
    return false;
  std::optional<APInt> Difference = Evolution.computeConstantDifference(&A, &B);
  return Difference && Difference->abs().ult(LineSize);
}

/// Whether the program accesses the line of \p Address before \p Store, so that
/// the processor has it or waits for it.
bool PushedPrefetcher::isAccessedBefore(const SCEV &Address,
                                        const StoreInst &Store) {
  const Loop *Nest = Loops.getLoopFor(Store.getParent())->getOutermostLoop();
  for (const BasicBlock *Block : Nest->blocks()) {
    if (!Dominators.dominates(Block, Store.getParent()))
      continue;
    for (const Instruction &I : *Block) {
      if (&I == &Store)
        break;
      if (const Value *Of = udpc::addressOf(I);
          Of && isNear(Address, *Evolution.getSCEV(const_cast<Value *>(Of))))
        return true;
    }
  }
  return false;
}

StringRef PushedPrefetcher::plan(Prefetch &P) {
  bool NeedsPopped = false;
  unsigned NumSteps = 0;
  if (!collect(P.Address, P, NeedsPopped, NumSteps) || !NeedsPopped)
    return "the address needs other values, which are not known there";
  // The first addresses of inner loops.
  const SCEV *OfPopped = Evolution.getSCEV(P.Address);
  while (const auto *Recurrence = dyn_cast<SCEVAddRecExpr>(OfPopped))
    OfPopped = Recurrence->getStart();
  const SCEV *Address = addressOf(P, OfPopped);
  if (Address && isAccessedBefore(*Address, *P.At.Store))
    return "what is pushed is accessed before";
  SmallVector<const SCEV *, 2> &Others = Known[{P.At.Store, P.At.Lane}];
  // For lanes and other computations, compare offsets from the popped value.
  for (const SCEV *Each : {Address, OfPopped})
    if (Each && any_of(Others, [&](const SCEV *Other) {
          return isNear(*Each, *Other);
        }))
      return NearOther;
  Others.push_back(Address ? Address : OfPopped);
  return "";
}

void PushedPrefetcher::add(const Instruction &Access, Value &Address,
                           HintType Kind, bool IsHinted) {
  WorkList List = WorkList::find(Address, Access, Loops, Aliases);
  if (!List.Problem.empty()) {
    if (IsHinted)
      Remarks.emit([&] {
        return OptimizationRemarkMissed("udpc", "NoPushedPrefetch", &Access)
               << "no prefetch of what is pushed: "
               << ore::NV("Reason", List.Problem);
      });
    return;
  }
  unsigned Index = Lists.size();
  Lists.push_back(std::move(List));
  for (const Push &At : Lists.back().Pushes) {
    Prefetch P = {&Address, Index, At, Kind, {}};
    StringRef Problem = plan(P);
    const DILocation *Place = At.Store->getDebugLoc();
    unsigned Line = Place ? Place->getLine() : 0;
    if (Problem.empty()) {
      Remarks.emit([&] {
        return OptimizationRemark("udpc", "PushedPrefetch", &Access)
               << "prefetch what is pushed at line " << ore::NV("Line", Line)
               << ", by " << ore::NV("Instructions", P.Instructions.size())
               << " instructions";
      });
      Plan.push_back(std::move(P));
    } else if (Problem != NearOther) {
      Remarks.emit([&] {
        return OptimizationRemarkMissed("udpc", "NoPushedPrefetch", &Access)
               << "no prefetch of what is pushed at line "
               << ore::NV("Line", Line) << ": " << ore::NV("Reason", Problem);
      });
    }
  }
}

void PushedPrefetcher::insert(const Prefetch &P) {
  const WorkList &List = Lists[P.List];
  const Pop &To = List.Pops[P.At.To];
  IRBuilder<> Builder(P.At.Store);
  Builder.SetCurrentDebugLocation(noLine(*P.At.Store->getFunction()));
  Value *Pushed = P.At.Store->getValueOperand();
  if (P.At.Lane >= 0)
    Pushed = Builder.CreateExtractElement(Pushed, uint64_t(P.At.Lane));
  Pushed = Builder.CreateBitOrPointerCast(Pushed, To.Load->getType());
  for (const CastInst *Cast : To.Casts)
    Pushed = Builder.CreateCast(Cast->getOpcode(), Pushed, Cast->getType());
  DenseMap<Value *, Value *> Copies = {{List.Popped, Pushed}};
  auto CopyOf = [&](Value *V) {
    while (Value *First = V == List.Popped ? nullptr : List.First.lookup(V))
      V = First;
    Value *Copy = Copies.lookup(V);
    return Copy ? Copy : V;
  };
  for (Instruction *I : P.Instructions) {
    Instruction *Copy = I->clone();
    for (Use &Operand : Copy->operands())
      Operand.set(CopyOf(Operand.get()));
    Copy->dropPoisonGeneratingAnnotations();
    Copy->dropUnknownNonDebugMetadata();
    Copy->setDebugLoc(Builder.getCurrentDebugLocation());
    Copies[I] = Builder.Insert(Copy);
  }
  insertPrefetch(Builder, CopyOf(P.Address), P.Kind);
}

bool PushedPrefetcher::insert() {
  for (const Prefetch &P : Plan)
    insert(P);
  return !Plan.empty();
}
