//===- Increments.cpp - The increments of a unit's slots in the IR --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "udpc/abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace udpc;

std::pair<Value *, Value *> udpc::emitIncrement(IRBuilder<> &B, Value *Address,
                                                Value *Amount) {
  LoadInst *Old = B.CreateAlignedLoad(B.getInt64Ty(), Address, Align(8));
  Old->setAtomic(AtomicOrdering::Monotonic);
  Value *New = B.CreateAdd(Old, Amount);
  StoreInst *Store = B.CreateAlignedStore(New, Address, Align(8));
  Store->setAtomic(AtomicOrdering::Monotonic);
  // Sanitizers must not instrument them.
  Old->setNoSanitizeMetadata();
  Store->setNoSanitizeMetadata();
  return {Old, New};
}

Value *udpc::slotAddress(IRBuilder<> &B, Value *Slots, uint64_t Slot) {
  return B.CreateConstInBoundsGEP1_64(B.getInt64Ty(), Slots, Slot);
}

void Increment::erase() const {
  if (First == Last)
    return (void)First->eraseFromParent();
  auto *Add = cast<Instruction>(cast<StoreInst>(Last)->getValueOperand());
  Last->eraseFromParent();
  Add->eraseFromParent();
  First->eraseFromParent();
}

void udpc::emitCountCall(IRBuilder<> &B, GlobalVariable &Unit, uint32_t Slot,
                         Value *Amount) {
  Value *Address = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), &Unit,
                                                offsetof(abi::Unit, Count));
  LoadInst *Count = B.CreateAlignedLoad(B.getPtrTy(), Address, Align(8));
  Count->setNoSanitizeMetadata();
  auto *Type = FunctionType::get(B.getVoidTy(),
                                 {B.getPtrTy(), B.getInt32Ty(), B.getInt64Ty()},
                                 /*isVarArg=*/false);
  CallInst *Call = B.CreateCall(Type, Count, {&Unit, B.getInt32(Slot), Amount});
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  // This allows the program's own loads and stores to move across.
  Call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

constexpr unsigned MaxAmount = 1 << 16;

/// The increment that begins with the load \p A, if it does.
static std::optional<Increment> matchIncrement(const SlotAccess &A) {
  using namespace PatternMatch;
  auto *Load = dyn_cast<LoadInst>(A.Access);
  if (!Load || !Load->hasOneUse() || !Load->getType()->isIntegerTy(64))
    return std::nullopt;
  auto *Add = cast<Instruction>(*Load->user_begin());
  const APInt *Amount;
  if (!Add->hasOneUse() ||
      !match(Add, m_Add(m_Specific(Load), m_APInt(Amount))) ||
      !Amount->isStrictlyPositive() || Amount->ugt(MaxAmount))
    return std::nullopt;
  auto *Store = dyn_cast<StoreInst>(*Add->user_begin());
  if (!Store || Store->getValueOperand() != Add ||
      Store->getPointerOperand() != Load->getPointerOperand() ||
      Store->getParent() != Load->getParent())
    return std::nullopt;
  return Increment{
      Load, Store, A.Slots, {{A.Slot, uint32_t(Amount->getZExtValue())}}};
}

bool udpc::mayMergeOver(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return !I.isVolatile() && !I.isAtomic();
  // The language allows compilers to remove `new` and `delete`, so their
  // definitions cannot rely on each call. Clang marks these calls, and no
  // others, as builtin.
  if (Call->hasFnAttr(Attribute::Builtin) && Call->doesNotThrow())
    return true;
  // Code that can read counts accesses memory other than its arguments'.
  return (isa<IntrinsicInst>(Call) || Call->onlyReadsMemory() ||
          Call->onlyAccessesInaccessibleMemOrArgMem()) &&
         Call->willReturn() && Call->doesNotThrow();
}

bool udpc::mayMergeBetween(const Instruction &A, const Instruction &B) {
  return A.getParent() == B.getParent() && A.comesBefore(&B) &&
         all_of(make_range(A.getIterator(), B.getIterator()), mayMergeOver);
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

/// Adds the loads and stores by \p Pointer, which is \p Offset bytes after \p
/// Slots.
static void findAccesses(Value &Pointer, Value &Slots, uint64_t Offset,
                         SlotUses &Uses) {
  for (Use &U : Pointer.uses()) {
    auto *I = cast<Instruction>(U.getUser());
    APInt More(64, 0);
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I);
        GEP && GEP->accumulateConstantOffset(GEP->getDataLayout(), More))
      findAccesses(*GEP, Slots, Offset + More.getZExtValue(), Uses);
    else if (U.get() == getLoadStorePointerOperand(I) && Offset % 8 == 0)
      Uses.Known.push_back({I, &Slots, uint32_t(Offset / 8)});
    else
      Uses.AreAllKnown = false;
  }
}

SlotUses udpc::findSlotUses(GlobalVariable &Slots) {
  SlotUses Uses;
  for (User *U : Slots.users()) {
    if (isa<Constant>(U))
      continue; // The list of used variables.
    auto *Address = dyn_cast<IntrinsicInst>(U);
    if (!Address || Address->getIntrinsicID() != Intrinsic::threadlocal_address)
      Uses.AreAllKnown = false;
    else if (!isSlotsFunction(*Address->getFunction()))
      findAccesses(*Address, *Address, 0, Uses);
  }
  return Uses;
}

SlotUses udpc::findCountCalls(GlobalVariable &Unit) {
  SlotUses Uses;
  for (User *U : Unit.users()) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || !Call->isIndirectCall() || Call->arg_size() != 3 ||
        Call->getArgOperand(0) != &Unit)
      continue; // The unit's own record, or its registration.
    if (auto *Slot = dyn_cast<ConstantInt>(Call->getArgOperand(1)))
      Uses.Known.push_back({Call, nullptr, uint32_t(Slot->getZExtValue())});
    else
      Uses.AreAllKnown = false;
  }
  return Uses;
}
