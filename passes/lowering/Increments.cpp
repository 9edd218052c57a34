//===- Increments.cpp - The increments of a unit's slots in the IR --------===//

#include "passes/lowering/Increments.h"
#include "passes/lowering/Lowering.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include <optional>

using namespace llvm;
using namespace udpc;

void udpc::emitIncrement(IRBuilder<> &B, Value *Address, Value *Amount) {
  LoadInst *Old = B.CreateAlignedLoad(B.getInt64Ty(), Address, Align(8));
  Old->setAtomic(AtomicOrdering::Monotonic);
  StoreInst *Store =
      B.CreateAlignedStore(B.CreateAdd(Old, Amount), Address, Align(8));
  Store->setAtomic(AtomicOrdering::Monotonic);
  // Not to be instrumented by sanitizers.
  MDNode *None = MDNode::get(B.getContext(), {});
  Old->setMetadata(LLVMContext::MD_nosanitize, None);
  Store->setMetadata(LLVMContext::MD_nosanitize, None);
}

Value *udpc::slotAddress(IRBuilder<> &B, Value *Slots, uint64_t Slot) {
  return B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), Slots, Slot);
}

void Increment::erase() const {
  auto *Add = cast<Instruction>(Store->getValueOperand());
  Store->eraseFromParent();
  Add->eraseFromParent();
  Load->eraseFromParent();
}

/// The increment that \p A, a load, begins.
static std::optional<Increment> matchIncrement(const SlotAccess &A) {
  using namespace PatternMatch;
  auto *Load = dyn_cast<LoadInst>(A.Access);
  if (!Load || !Load->hasOneUse() || !Load->getType()->isIntegerTy(64))
    return std::nullopt;
  auto *Add = cast<Instruction>(*Load->user_begin());
  const APInt *Amount;
  constexpr unsigned MaxAmount = 1 << 16;
  if (!Add->hasOneUse() ||
      !match(Add, m_Add(m_Specific(Load), m_APInt(Amount))) ||
      !Amount->isStrictlyPositive() || Amount->ugt(MaxAmount))
    return std::nullopt;
  auto *Store = dyn_cast<StoreInst>(*Add->user_begin());
  if (!Store || Store->getValueOperand() != Add ||
      Store->getPointerOperand() != Load->getPointerOperand() ||
      Store->getParent() != Load->getParent())
    return std::nullopt;
  return Increment{Load, Store, A.Slots, A.Slot,
                   uint32_t(Amount->getZExtValue())};
}

bool udpc::mayMergeOver(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return !I.isVolatile() && !I.isAtomic();
  // Code that can read counts accesses memory that is not its arguments'.
  return (isa<IntrinsicInst>(Call) || Call->onlyReadsMemory() ||
          Call->onlyAccessesInaccessibleMemOrArgMem()) &&
         Call->willReturn() && Call->doesNotThrow();
}

/// The variable whose address \p V is, if it is thread-local.
static GlobalVariable *threadLocalOf(Value *V) {
  auto *Address = dyn_cast<IntrinsicInst>(V);
  return Address && Address->getIntrinsicID() == Intrinsic::threadlocal_address
             ? dyn_cast<GlobalVariable>(Address->getArgOperand(0))
             : nullptr;
}

DenseMap<Instruction *, Increment>
udpc::findIncrements(Function &F,
                     function_ref<bool(const GlobalVariable &)> Wanted) {
  DenseMap<Instruction *, Increment> Found;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->isAtomic())
      continue;
    APInt Offset(64, 0);
    Value *Slots = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        F.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
    GlobalVariable *G = threadLocalOf(Slots);
    if (!G || !Wanted(*G))
      continue;
    SlotAccess Access = {Load, Slots, uint32_t(Offset.getZExtValue() / 8)};
    if (std::optional<Increment> Match = matchIncrement(Access))
      Found.try_emplace(Load, *Match);
  }
  return Found;
}

/// Adds the loads and stores by \p Pointer, which is \p Offset bytes behind \p
/// Slots.
static void findAccesses(Value &Pointer, Value &Slots, uint64_t Offset,
                         std::vector<SlotAccess> &Found, SlotUses &Uses) {
  for (Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    APInt More(64, 0);
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I);
        GEP && GEP->accumulateConstantOffset(GEP->getDataLayout(), More))
      findAccesses(*GEP, Slots, Offset + More.getZExtValue(), Found, Uses);
    else if (U.get() == getLoadStorePointerOperand(I) && Offset % 8 == 0)
      Found.push_back({I, &Slots, uint32_t(Offset / 8)});
    else
      Uses.AreAllKnown = false;
  }
}

SlotUses udpc::findSlotUses(GlobalVariable &Slots, const BitVector &Apart) {
  SlotUses Uses;
  std::vector<SlotAccess> Accesses;
  for (User *U : Slots.users()) {
    if (isa<Constant>(U))
      continue; // The list of used variables.
    auto *Address = dyn_cast<IntrinsicInst>(U);
    if (!Address || Address->getIntrinsicID() != Intrinsic::threadlocal_address)
      Uses.AreAllKnown = false;
    else if (!isSlotsFunction(*Address->getFunction()))
      findAccesses(*Address, *Address, 0, Accesses, Uses);
  }
  SmallPtrSet<Instruction *, 16> OfIncrements;
  for (const SlotAccess &A : Accesses)
    if (std::optional<Increment> I = matchIncrement(A); I && !Apart[A.Slot]) {
      Uses.Increments.try_emplace(I->Load, *I);
      OfIncrements.insert({I->Load, I->Store});
    }
  for (const SlotAccess &A : Accesses)
    if (!OfIncrements.count(A.Access))
      Uses.Others.push_back(A);
  return Uses;
}
