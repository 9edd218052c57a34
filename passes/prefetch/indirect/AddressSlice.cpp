//===- AddressSlice.cpp - How a loop computes an address ------------------===//

#include "passes/prefetch/indirect/AddressSlice.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
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

namespace {

/// More instructions cost more than the prefetch gains.
constexpr unsigned MaxInstructions = 40;

class SliceFinder {
public:
  SliceFinder(AddressSlice &Slice, const Instruction &Of, const LoopInfo &Loops,
              ScalarEvolution &Evolution)
      : Slice(Slice), Of(Of), Loops(Loops), Evolution(Evolution) {}

  void run();

private:
  bool fail(StringRef Reason);
  /// Adds what \p V is computed from; \p User is what uses it.
  bool visit(Value *V, const Instruction *User);
  bool visitPhi(PHINode &Phi);
  bool visitInstruction(Instruction &I);
  /// Whether a copy of \p I computes something for any operands, without
  /// effect.
  bool canCopy(const Instruction &I);
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

/// A divisor that no operand makes trap, or that a copy can replace.
static bool isSafeDivisor(const Instruction &I) {
  if (const auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1)))
    return !Constant->isZero() && !Constant->isMinusOne();
  // The least number by -1 traps.
  return isUnsignedDivision(I);
}

bool SliceFinder::canCopy(const Instruction &I) {
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
  // What an inner loop begins with.
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
  // No value is visited again before it is complete: only through a PHI in a
  // header could it be reached, and these end the visit or leave their loop.
  if (!Visited.insert(V).second)
    return Slice.Problem.empty();
  if (auto *Phi = dyn_cast<PHINode>(I))
    return visitPhi(*Phi);
  return visitInstruction(*I);
}

void SliceFinder::findDependentLoads() {
  SmallPtrSet<Value *, 16> Loaded;
  auto IsLoaded = [&](Value *V) {
    auto It = Slice.Initial.end();
    if (auto *Phi = dyn_cast<PHINode>(V))
      It = Slice.Initial.find(Phi);
    return Loaded.contains(It == Slice.Initial.end() ? V : It->second);
  };
  for (Instruction *I : Slice.Instructions) {
    bool Depends = any_of(I->operands(), IsLoaded);
    auto *Load = dyn_cast<LoadInst>(I);
    if (Load && Depends)
      Slice.DependentLoads.push_back(Load);
    if (Load || Depends)
      Loaded.insert(I);
  }
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
