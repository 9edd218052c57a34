//===- CalledAccesses.cpp - Accesses of called functions ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/indirect/CalledAccesses.h"
#include "ir/AddedFunctions.h"
#include "passes/prefetch/indirect/PlannedPrefetch.h"
#include "passes/prefetch/indirect/safety/CalledFunctions.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include <set>

using namespace llvm;
using namespace udpc;

/// The maximum of instructions of an address, and of accesses of a call:
/// executing more costs more than prefetches gain.
static constexpr unsigned MaxInstructions = 40, MaxAccesses = 4;

namespace udpc {

/// Finds the accesses of one call.
class CalledFinder {
public:
  CalledFinder(CalledAccesses &Result, CallBase &Call, const Function &F,
               CalledFunctions &Functions)
      : Result(Result), Call(Call), F(F), Functions(Functions),
        Dominators(const_cast<Function &>(F)),
        PostDominators(const_cast<Function &>(F)), Loops(Dominators),
        Builder(&Call) {}

  void run();

private:
  bool fail(StringRef Reason);
  bool executesAtFirst(const LoadInst &Load);
  bool continuesTo(const Instruction &I);
  bool visit(const Value *V, const Instruction *User);
  Value *copyOf(const Value *V) const;
  const BasicBlock *beforeLoopOf(const PHINode &Phi) const;
  Value *atFirst(const Value *V) const;
  bool isOfArgument(const Value &Address) const;
  void copy(const Instruction &I);
  void addAccess(const Instruction &Access, const Value &Address);
  DebugLoc placeOf(const Instruction &I) const;

  CalledAccesses &Result;
  CallBase &Call;
  const Function &F;
  CalledFunctions &Functions;
  DominatorTree Dominators;
  PostDominatorTree PostDominators;
  LoopInfo Loops;
  IRBuilder<> Builder;
  /// The instructions that the current access needs, operands before users.
  SetVector<const Instruction *> Needed;
  SmallPtrSet<const Instruction *, 16> Visited;
  DenseMap<const Value *, Value *> Copies;
  StringRef Problem;
};

} // namespace udpc

bool CalledFinder::fail(StringRef Reason) {
  if (Problem.empty())
    Problem = Reason;
  return false;
}

/// Whether control that enters the function always reaches \p I.
bool CalledFinder::continuesTo(const Instruction &I) {
  const BasicBlock *Of = I.getParent();
  if (!PostDominators.dominates(Of, &F.getEntryBlock()) || !loopsEnd(F, Loops))
    return false;
  SmallVector<const BasicBlock *, 8> ToVisit;
  SmallPtrSet<const BasicBlock *, 8> Seen = {Of};
  const Loop *Around = Loops.getLoopFor(Of);
  for (const BasicBlock *Before : predecessors(Of))
    if (!Around || !Around->contains(Before))
      ToVisit.push_back(Before);
  auto Continues = [&](const Instruction &Each) {
    return Functions.continuesAfter(Each);
  };
  while (!ToVisit.empty()) {
    const BasicBlock *Block = ToVisit.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (!all_of(*Block, Continues))
      return false;
    append_range(ToVisit, predecessors(Block));
  }
  return all_of(make_range(Of->begin(), I.getIterator()), Continues);
}

/// Whether each call executes \p Load, with the operands that it has in the
/// first iteration of a loop.
bool CalledFinder::executesAtFirst(const LoadInst &Load) {
  const Loop *L = Loops.getLoopFor(Load.getParent());
  return (!L || (L->isOutermost() && L->getHeader() == Load.getParent())) &&
         continuesTo(Load);
}

/// Adds the instructions that compute \p V, an operand of \p User, to Needed.
bool CalledFinder::visit(const Value *V, const Instruction *User) {
  if (const auto *Of = dyn_cast<Argument>(V))
    return !(Of->hasPassPointeeByValueCopyAttr() || Of->hasSwiftErrorAttr()) ||
           fail("the function gets a copy of the argument");
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (const Loop *L = Loops.getLoopFor(I->getParent()); L && !L->contains(User))
    return fail("the address depends on how a loop of the function ends");
  // As in SliceFinder, each cycle has a PHI, from which the visit continues
  // outside of the loop.
  if (!Visited.insert(I).second)
    return Problem.empty();
  if (const auto *Phi = dyn_cast<PHINode>(I)) {
    const BasicBlock *Before = beforeLoopOf(*Phi);
    return Before ? visit(Phi->getIncomingValueForBlock(Before),
                          Before->getTerminator())
                  : fail("the address differs by the path in the function");
  }
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    if (!Load->isSimple())
      return fail("the address is loaded by a volatile or atomic access");
    if (!executesAtFirst(*Load))
      return fail("the function may not load the index");
  } else if (!canCopy(*I)) {
    return fail("the function computes the address by a call or by an "
                "instruction that may have effects");
  }
  for (const Value *Operand : I->operands())
    if (!visit(Operand, I))
      return false;
  Needed.insert(I);
  return Needed.size() <= MaxInstructions ||
         fail("the address takes too many instructions");
}

/// The block before the loop that begins with \p Phi; null if the value depends
/// on the path.
const BasicBlock *CalledFinder::beforeLoopOf(const PHINode &Phi) const {
  const Loop *L = Loops.getLoopFor(Phi.getParent());
  return L && L->getHeader() == Phi.getParent() ? L->getLoopPredecessor()
                                                : nullptr;
}

/// The value that \p V, which visit() accepts, has in the first iteration of a
/// loop.
Value *CalledFinder::atFirst(const Value *V) const {
  while (const auto *Phi = dyn_cast<PHINode>(V))
    V = Phi->getIncomingValueForBlock(beforeLoopOf(*Phi));
  return const_cast<Value *>(V);
}

/// The value before the call that corresponds to \p V.
Value *CalledFinder::copyOf(const Value *V) const {
  V = atFirst(V);
  if (const auto *Of = dyn_cast<Argument>(V))
    return Call.getArgOperand(Of->getArgNo());
  Value *Copy = Copies.lookup(V);
  return Copy ? Copy : const_cast<Value *>(V);
}

/// Whether \p Address is a constant number of bytes after an argument or a
/// variable.
bool CalledFinder::isOfArgument(const Value &Address) const {
  const Value *V = &Address;
  while (true) {
    APInt Offset(F.getDataLayout().getIndexTypeSizeInBits(V->getType()), 0);
    const Value *Base = V->stripAndAccumulateConstantOffsets(
        F.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
    const auto *Phi = dyn_cast<PHINode>(Base);
    if (!Phi)
      return !isa<Instruction>(Base);
    const BasicBlock *Before = beforeLoopOf(*Phi);
    if (!Before)
      return false;
    V = Phi->getIncomingValueForBlock(Before);
  }
}

/// The place of \p I, inlined at the call: remarks print it, and copies of the
/// call that unrolling has made have the same.
DebugLoc CalledFinder::placeOf(const Instruction &I) const {
  const DILocation *Of = I.getDebugLoc(), *At = Call.getDebugLoc();
  if (!Of || !At)
    return DebugLoc();
  LLVMContext &Context = I.getContext();
  DILocation *InlinedAt =
      DILocation::get(Context, At->getLine(), At->getColumn(),
                      At->getScope()->getSubprogram(), At->getInlinedAt());
  return DILocation::get(Context, Of->getLine(), Of->getColumn(),
                         Of->getScope()->getSubprogram(), InlinedAt);
}

void CalledFinder::copy(const Instruction &I) {
  if (Copies.count(&I))
    return;
  Instruction *Copy = I.clone();
  for (Use &Operand : Copy->operands())
    Operand.set(copyOf(Operand.get()));
  // Metadata of a value may hold on a path of the function only. The type of a
  // load is the same there and here; scopes of pointers are not.
  MDNode *Type = Copy->getMetadata(LLVMContext::MD_tbaa);
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUnknownNonDebugMetadata();
  if (Type)
    Copy->setMetadata(LLVMContext::MD_tbaa, Type);
  Copy->setDebugLoc(placeOf(I));
  Result.Copies.push_back(Builder.Insert(Copy));
  Copies[&I] = Copy;
  Result.Originals[Copy] = &I;
}

void CalledFinder::addAccess(const Instruction &Access, const Value &Address) {
  Needed.clear();
  Visited.clear();
  Problem = "";
  if (!visit(&Address, &Access)) {
    if (Result.Problem.empty())
      Result.Problem = Problem;
    return;
  }
  for (const Instruction *I : Needed)
    copy(*I);
  // The load represents stores as well.
  LoadInst *Copy = Builder.CreateLoad(Builder.getInt8Ty(), copyOf(&Address));
  Copy->setDebugLoc(placeOf(Access));
  Result.Copies.push_back(Copy);
  Result.Accesses.push_back(Copy);
  Result.Originals[Copy] = &Access;
}

void CalledFinder::run() {
  SmallPtrSet<const Value *, 4> Seen;
  // Where the first iteration's test is copied before a loop, the source line
  // has an access there and one in the loop: the first is enough.
  std::set<SourcePlace> Places;
  auto IsSeen = [&](const Instruction &I) {
    SourcePlace At = sourcePlaceOf(I);
    bool IsInLoop = Loops.getLoopFor(I.getParent());
    return !Places.insert(At).second && IsInLoop && At != SourcePlace();
  };
  for (const Instruction &I : instructions(F)) {
    const Value *Address = addressOf(I);
    // Skip code that has been inserted there to compute another address ahead.
    if (!Address || I.hasMetadata(LLVMContext::MD_nosanitize) ||
        !Dominators.isReachableFromEntry(I.getParent()) ||
        isOfArgument(*Address) || !Seen.insert(Address).second || IsSeen(I))
      continue;
    addAccess(I, *Address);
    if (Result.Accesses.size() == MaxAccesses)
      return;
  }
}

CalledAccesses::CalledAccesses(CallBase &Call, CalledFunctions &Functions) {
  const Function *F = knownFunction(Call);
  if (!F || F == Call.getFunction())
    return;
  // Its instructions may not exist on the processor of this function.
  auto IsSame = [&](StringRef Attribute) {
    return F->getFnAttribute(Attribute) ==
           Call.getFunction()->getFnAttribute(Attribute);
  };
  if (!IsSame("target-features") || !IsSame("target-cpu"))
    Problem = "the function is compiled for another processor";
  else
    CalledFinder(*this, Call, *F, Functions).run();
}

void CalledAccesses::remove() {
  for (Instruction *I : reverse(Copies))
    if (I->use_empty())
      I->eraseFromParent();
    else
      I->setDebugLoc(noLine(*I->getFunction()));
}
