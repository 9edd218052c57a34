//===- AddressSlice.cpp - How a loop computes an address ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/slice/AddressSlice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace udpc;

const Value *udpc::addressOf(const Instruction &Access) {
  if (const Value *Pointer = getLoadStorePointerOperand(&Access))
    return Pointer;
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&Access))
    return Atomic->getPointerOperand();
  if (const auto *Atomic = dyn_cast<AtomicCmpXchgInst>(&Access))
    return Atomic->getPointerOperand();
  return nullptr;
}

bool udpc::isUnsignedDivision(const Instruction &I) {
  return I.getOpcode() == Instruction::UDiv ||
         I.getOpcode() == Instruction::URem;
}

/// Whether the division \p I cannot trap, or a copy of it can have another
/// divisor.
static bool isSafeDivisor(const Instruction &I) {
  if (const auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1)))
    return !Constant->isZero() && !Constant->isMinusOne();
  // INT_MIN / -1 traps.
  return isUnsignedDivision(I);
}

bool udpc::canCopy(const Instruction &I) {
  if (I.isIntDivRem())
    return isSafeDivisor(I);
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return Call->hasFnAttr(Attribute::Speculatable) &&
           !Call->mayReadOrWriteMemory();
  return isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst,
             CmpInst, SelectInst, FreezeInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst, ExtractValueInst,
             InsertValueInst>(I);
}

namespace {

/// The maximum of instructions in a slice: executing more costs more than the
/// prefetch gains.
constexpr unsigned MaxInstructions = 40;

class SliceFinder {
public:
  SliceFinder(AddressSlice &Slice, const Instruction &Of, const LoopInfo &Loops,
              ScalarEvolution &Evolution)
      : Slice(Slice), Of(Of), Loops(Loops), Evolution(Evolution) {}

  void run();
  /// Adds the instructions that compute \p Conditions.
  void add(ArrayRef<PathCondition> Conditions);

private:
  bool fail(StringRef Reason);
  /// Adds the instructions that compute \p V, an operand of \p User.
  bool visit(Value *V, const Instruction *User);
  bool visitPhi(PHINode &Phi);
  bool visitInstruction(Instruction &I);
  void findDependentLoads();

  AddressSlice &Slice;
  const Instruction &Of;
  const LoopInfo &Loops;
  ScalarEvolution &Evolution;
  SmallPtrSet<Value *, 16> Visited;
};

} // namespace

bool SliceFinder::fail(StringRef Reason) {
  if (Slice.Problem.empty())
    Slice.Problem = Reason;
  return false;
}

bool SliceFinder::visitPhi(PHINode &Phi) {
  const Loop *Of = Loops.getLoopFor(Phi.getParent());
  if (Of->getHeader() != Phi.getParent())
    return fail("the address differs by the path in an iteration");
  if (Of == Slice.In) {
    const auto *Recurrence =
        Evolution.isSCEVable(Phi.getType())
            ? dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi))
            : nullptr;
    const auto *Step =
        Recurrence && Recurrence->getLoop() == Of && Recurrence->isAffine()
            ? dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(Evolution))
            : nullptr;
    if (!Step)
      return fail("each iteration computes the address from that of the last");
    Slice.Inductions.insert({&Phi, Step->getAPInt()});
    return true;
  }
  // Use the value in the first iteration of an inner loop.
  BasicBlock *Before = Of->getLoopPredecessor();
  if (!Before)
    return fail("an inner loop is entered at several places");
  Value *First = Phi.getIncomingValueForBlock(Before);
  if (!visit(First, Before->getTerminator()))
    return false;
  Slice.Initial.insert({&Phi, First});
  return true;
}

bool SliceFinder::visitInstruction(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return fail("the address is loaded by a volatile or atomic access");
    if (!visit(Load->getPointerOperand(), &I))
      return false;
    Slice.Loads.push_back(Load);
  } else if (!canCopy(I)) {
    return fail(isa<CallBase>(I) ? "the address comes from a call"
                                 : "the address is computed by an instruction "
                                   "that may have effects");
  } else {
    for (Value *Operand : I.operands())
      if (!visit(Operand, &I))
        return false;
  }
  Slice.Instructions.insert(&I);
  if (Slice.Instructions.size() > MaxInstructions)
    return fail("the address takes too many instructions");
  return true;
}

bool SliceFinder::visit(Value *V, const Instruction *User) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Slice.In->contains(I))
    return true;
  if (!Loops.getLoopFor(I->getParent())->contains(User))
    return fail("the address depends on how an inner loop ends");
  // The recursion ends: a cycle of operands has a PHI in a loop header, and the
  // visit stops there or continues outside of that loop.
  if (!Visited.insert(V).second)
    return Slice.Problem.empty();
  if (auto *Phi = dyn_cast<PHINode>(I))
    return visitPhi(*Phi);
  return visitInstruction(*I);
}

void SliceFinder::findDependentLoads() {
  // The loads that a value depends on, directly or through other instructions.
  DenseMap<Value *, SmallSetVector<LoadInst *, 2>> LoadedBy;
  auto LoadsOf = [&](Value *V) {
    while (auto *Phi = dyn_cast<PHINode>(V)) {
      auto It = Slice.Initial.find(Phi);
      if (It == Slice.Initial.end())
        break;
      V = It->second;
    }
    return LoadedBy.lookup(V);
  };
  Slice.DependentLoads.clear();
  Slice.IndexLoads.clear();
  for (Instruction *I : Slice.Instructions) {
    SmallSetVector<LoadInst *, 2> Needed;
    for (Value *Operand : I->operands())
      Needed.insert_range(LoadsOf(Operand));
    auto *Load = dyn_cast<LoadInst>(I);
    if (Load && !Needed.empty()) {
      Slice.DependentLoads.push_back(Load);
      Slice.IndexLoads.insert_range(Needed);
    }
    if (Load) {
      Needed.clear();
      Needed.insert(Load);
    }
    LoadedBy[I] = std::move(Needed);
  }
  for (const auto &[Load, Conditions] : Slice.Conditions)
    for (const PathCondition &Each : Conditions)
      Slice.IndexLoads.insert_range(LoadsOf(Each.Condition));
  if (Slice.Last)
    Slice.IndexLoads.insert_range(LoadsOf(Slice.Address));
  for (const PathCondition &Each : Slice.LastConditions)
    Slice.IndexLoads.insert_range(LoadsOf(Each.Condition));
}

void SliceFinder::add(ArrayRef<PathCondition> Conditions) {
  Visited.insert_range(Slice.Instructions);
  for (const auto &Each : Slice.Inductions)
    Visited.insert(Each.first);
  for (const auto &Each : Slice.Initial)
    Visited.insert(Each.first);
  for (const PathCondition &Each : Conditions)
    if (!visit(Each.Condition, Each.Branch))
      return;
  findDependentLoads();
}

void SliceFinder::run() {
  if (!visit(Slice.Address, &Of))
    return;
  if (Slice.Inductions.empty())
    fail("the address depends on no induction variable of the loop");
  findDependentLoads();
}

AddressSlice AddressSlice::find(const Instruction &Access, const Loop &L,
                                const LoopInfo &Loops,
                                ScalarEvolution &Evolution) {
  return find(*const_cast<Value *>(addressOf(Access)), Access, L, Loops,
              Evolution);
}

AddressSlice AddressSlice::find(Value &V, const Instruction &User,
                                const Loop &L, const LoopInfo &Loops,
                                ScalarEvolution &Evolution) {
  AddressSlice Slice;
  Slice.In = &L;
  Slice.Address = &V;
  SliceFinder(Slice, User, Loops, Evolution).run();
  return Slice;
}

void AddressSlice::addConditions(LoadInst &Load, ArrayRef<PathCondition> Of,
                                 const LoopInfo &Loops,
                                 ScalarEvolution &Evolution) {
  Conditions[&Load].assign(Of.begin(), Of.end());
  SliceFinder(*this, Load, Loops, Evolution).add(Of);
}

void AddressSlice::addLastConditions(ArrayRef<PathCondition> Of,
                                     const LoopInfo &Loops,
                                     ScalarEvolution &Evolution) {
  LastConditions.assign(Of.begin(), Of.end());
  SliceFinder(*this, *Last, Loops, Evolution).add(Of);
}

SmallVector<LoadInst *, 2> AddressSlice::loadsOfLevels(unsigned Most) const {
  SmallVector<LoadInst *, 2> Result;
  // The least level of the accesses whose addresses depend on a value.
  DenseMap<const Value *, unsigned> LevelOf;
  auto Lower = [&](const Value *V, unsigned Level) {
    while (const auto *Phi = dyn_cast<PHINode>(V)) {
      auto It = Initial.find(const_cast<PHINode *>(Phi));
      if (It == Initial.end())
        return;
      V = It->second;
    }
    unsigned &Least = LevelOf.try_emplace(V, Level).first->second;
    Least = std::min(Least, Level);
  };
  Lower(Address, 1);
  for (Instruction *I : reverse(Instructions)) {
    auto It = LevelOf.find(I);
    if (It == LevelOf.end())
      continue; // Only a condition depends on it.
    unsigned Level = It->second;
    if (auto *Load = dyn_cast<LoadInst>(I))
      if (++Level <= Most)
        Result.push_back(Load);
    for (const Value *Operand : I->operands())
      Lower(Operand, Level);
  }
  return Result;
}

SmallVector<LoadInst *, 2> AddressSlice::firstLoads() const {
  SmallVector<LoadInst *, 2> Result;
  for (LoadInst *Load : Loads)
    if (!is_contained(DependentLoads, Load))
      Result.push_back(Load);
  return Result;
}

std::pair<const Value *, int64_t> AddressSlice::baseAndOffset() const {
  if (Last && !Index)
    return {Last, Offset};
  const DataLayout &DL = In->getHeader()->getDataLayout();
  const Value *What = Index ? Index->Address : Address;
  APInt Constant(DL.getIndexTypeSizeInBits(What->getType()), 0);
  const Value *Base = What->stripAndAccumulateConstantOffsets(
      DL, Constant, /*AllowNonInbounds=*/true);
  return {Base, Constant.getSExtValue() + Offset};
}

AddressSlice AddressSlice::sinceLoad(const Instruction &Access, const Loop &L,
                                     const DominatorTree &Dominators) {
  AddressSlice Slice;
  Slice.In = &L;
  Slice.Address = const_cast<Value *>(addressOf(Access));
  // Found has users before operands.
  SmallSetVector<Instruction *, 8> Found;
  if (auto *I = dyn_cast<Instruction>(Slice.Address))
    Found.insert(I);
  for (unsigned Next = 0; Next < Found.size(); ++Next) {
    Instruction *I = Found[Next];
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      if (!Load->isSimple() || !Slice.Loads.empty() || !L.contains(Load))
        Slice.Problem = "the address needs several loads";
      else
        Slice.Loads.push_back(Load);
    } else if (isa<PHINode>(I) || !canCopy(*I)) {
      Slice.Problem = "the address differs by the path";
    } else {
      for (Value *Operand : I->operands())
        if (auto *Of = dyn_cast<Instruction>(Operand); Of && L.contains(Of))
          if (isa<LoadInst>(Of) || Slice.Loads.empty() ||
              !Dominators.dominates(Of, Slice.Loads.front()))
            Found.insert(Of);
    }
    if (Found.size() > MaxInstructions)
      Slice.Problem = "the address takes too many instructions";
    if (!Slice.Problem.empty())
      return Slice;
  }
  if (Slice.Loads.empty())
    Slice.Problem = "the address needs no load";
  for (Instruction *I : reverse(Found.getArrayRef()))
    Slice.Instructions.insert(I);
  return Slice;
}
