//===- ThreadSlots.cpp - Slots of code that may be in libraries -----------===//
//
// The code that replaces an address, on x86-64:
//
//     movq  unit.ChunkPointer(%rip), %rax
//     testq %rax, %rax
//     je    find                         # the unit is not registered
//     movq  %fs:(%rax), %rax
//     testq %rax, %rax
//     je    find                         # this thread has no such chunk yet
//     addq  unit.ChunkOffset(%rip), %rax
//
// The increments that use it are `incq slot(%rax)`. A loop that calls one tiny
// function in a library takes as long with these counts as an executable's loop
// with `incq %fs:slot@tpoff`; with TLS descriptors it takes 1.7 times as long,
// with __tls_get_addr 1.75 times, and with a call for each count 1.5 times.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/unit/ThreadSlots.h"
#include "ir/AddedFunctions.h"
#include "passes/lowering/unit/Fibers.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// The metadata with pairs of a thread-local array and the unit whose slots it
/// represents.
static constexpr StringLiteral PairsName = "udpc.thread_slots";

bool udpc::canFindThreadSlots(const Triple &T) {
  return (T.isX86_64() && !T.isX32()) || T.getArch() == Triple::aarch64 ||
         T.getArch() == Triple::riscv64;
}

/// The calling convention of UDPC_PRESERVE_MOST.
static CallingConv::ID findSlotsConvention(const Module &M) {
  return M.getTargetTriple().isX86_64() ? CallingConv::PreserveMost
                                        : CallingConv::C;
}

/// Whether the unit is passed in a register that has no other argument. On
/// x86-64 it is in %r10, the register of LLVM's `nest`: %rdi has an argument of
/// the counting function, which would have to be copied on each call, though
/// the slots are computed once in a thread. The code and the function are in
/// the same unit, so no other code has to agree.
static bool takesUnitApart(const Module &M) {
  return M.getTargetTriple().isX86_64();
}

static FunctionType *findSlotsType(LLVMContext &C) {
  Type *Ptr = PointerType::getUnqual(C);
  return FunctionType::get(Ptr, {Ptr}, /*isVarArg=*/false);
}

static Value *fieldOf(IRBuilder<> &B, Value *Unit, uint64_t Offset) {
  return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Unit, Offset);
}

/// Loads a field that the runtime may be writing.
static LoadInst *loadField(IRBuilder<> &B, Value *Unit, uint64_t Offset,
                           AtomicOrdering Ordering) {
  LoadInst *Load =
      B.CreateAlignedLoad(B.getInt64Ty(), fieldOf(B, Unit, Offset), Align(8));
  Load->setAtomic(Ordering);
  Load->setNoSanitizeMetadata();
  return Load;
}

//===----------------------------------------------------------------------===//
// The unit
//===----------------------------------------------------------------------===//

void udpc::addThreadSlots(Module &M, GlobalVariable &Slots,
                          GlobalVariable &Unit) {
  Slots.setName("__udpc_slots_of_thread");
  Slots.setThreadLocalMode(GlobalValue::GeneralDynamicTLSModel);
  constexpr uint64_t CacheLine = 64;
  static_assert(sizeof(abi::Unit) % CacheLine == 0, "has them for itself");
  Unit.setAlignment(Align(CacheLine));
  // Only increments read the counts, so keep the variable.
  appendToCompilerUsed(M, {&Slots});
  M.getOrInsertNamedMetadata(PairsName)->addOperand(
      MDNode::getDistinct(M.getContext(), {ConstantAsMetadata::get(&Slots),
                                           ConstantAsMetadata::get(&Unit)}));
}

/// The initial value of abi::Unit::FindSlots.
static Function *findSlotsFunction(Module &M) {
  constexpr StringLiteral Name = "__udpc_find_unit_slots";
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  FunctionType *Type = findSlotsType(C);
  Function *F = makeSharedFunction(M, Type, Name);
  F->setCallingConv(findSlotsConvention(M));
  F->addFnAttr(Attribute::NoInline);
  if (takesUnitApart(M))
    F->addParamAttr(0, Attribute::Nest);

  auto *Target = cast<Function>(
      M.getOrInsertFunction("__udpc_thread_slots", Type).getCallee());
  Target->setLinkage(GlobalValue::ExternalWeakLinkage);
  excludeFromInstrumentation(*Target);
  Target->setCallingConv(F->getCallingConv());
  // Resolvers of indirect functions may run before the procedure linkage table
  // is relocated.
  Target->addFnAttr(Attribute::NonLazyBind);

  BasicBlock *Blocks[5];
  for (BasicBlock *&Block : Blocks)
    Block = BasicBlock::Create(C, "", F);
  auto [Entry, Ask, Missing, Note, Early] = Blocks;
  Argument *Unit = F->getArg(0);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNotNull(Target), Ask, Missing);
  B.SetInsertPoint(Ask);
  CallInst *Call = B.CreateCall(Type, Target, {Unit});
  Call->setCallingConv(F->getCallingConv());
  Call->setTailCall();
  B.CreateRet(Call);
  // Threads of a program without a runtime would share the written cache line.
  B.SetInsertPoint(Missing);
  Value *HasCounts = fieldOf(B, Unit, offsetof(abi::Unit, HasEarlyCounts));
  B.CreateCondBr(B.CreateIsNull(B.CreateLoad(B.getInt32Ty(), HasCounts)), Note,
                 Early);
  B.SetInsertPoint(Note);
  B.CreateStore(B.getInt32(1), HasCounts);
  B.CreateBr(Early);
  B.SetInsertPoint(Early);
  B.CreateRet(B.CreateLoad(B.getPtrTy(),
                           fieldOf(B, Unit, offsetof(abi::Unit, EarlySlots))));
  return F;
}

void udpc::describeThreadSlots(Module &M, const GlobalVariable &Slots,
                               UnitContents &Fields) {
  Fields.FindSlots = findSlotsFunction(M);
  Type *T = Slots.getValueType();
  Fields.EarlySlots =
      makeGlobal(M, T, /*IsConstant=*/false, Constant::getNullValue(T),
                 "__udpc_early_slots");
}

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

/// Loads the pointer at \p Distance from the thread pointer.
static Value *loadChunk(IRBuilder<> &B, const Triple &T, Value *Distance) {
  Value *Address;
  if (T.isX86_64()) {
    constexpr unsigned FS = 257;
    Address = B.CreateIntToPtr(Distance, B.getPtrTy(FS));
  } else {
    Value *ThreadPointer =
        B.CreateIntrinsic(Intrinsic::thread_pointer, {B.getPtrTy()}, {});
    Address = B.CreatePtrAdd(ThreadPointer, Distance);
  }
  LoadInst *Load = B.CreateAlignedLoad(B.getPtrTy(), Address, Align(8));
  Load->setNoSanitizeMetadata();
  return Load;
}

/// Makes the loads and stores through \p Pointer access EventAddressSpace.
static void markAccesses(Value &Pointer) {
  SmallVector<Value *> Work = {&Pointer};
  SmallPtrSet<Value *, 8> Seen = {&Pointer};
  SmallVector<Use *> Accesses;
  while (!Work.empty())
    for (Use &U : Work.pop_back_val()->uses()) {
      User *By = U.getUser();
      if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(By)) {
        if (Seen.insert(By).second)
          Work.push_back(By);
      } else if (U.get() == getLoadStorePointerOperand(By)) {
        Accesses.push_back(&U);
      }
    }
  for (Use *U : Accesses) {
    IRBuilder<> B(cast<Instruction>(U->getUser()));
    U->set(B.CreateAddrSpaceCast(U->get(), B.getPtrTy(EventAddressSpace)));
  }
}

/// Replaces \p Address by code that finds the calling thread's slots of \p
/// Unit.
static void expand(IntrinsicInst &Address, GlobalVariable &Unit) {
  LLVMContext &C = Unit.getContext();
  const Module &M = *Unit.getParent();
  BasicBlock *Start = Address.getParent();
  Function *F = Start->getParent();
  BasicBlock *Done = SplitBlock(Start, &Address);
  BasicBlock *Chunk = BasicBlock::Create(C, "udpc.chunk", F, Done);
  BasicBlock *Find = BasicBlock::Create(C, "udpc.find", F);
  MDNode *Unlikely = MDBuilder(C).createUnlikelyBranchWeights();
  DebugLoc Loc = Address.getDebugLoc();

  IRBuilder<> B(Start->getTerminator());
  B.SetCurrentDebugLocation(Loc);
  Value *Distance = loadField(B, &Unit, offsetof(abi::Unit, ChunkPointer),
                              AtomicOrdering::Acquire);
  B.CreateCondBr(B.CreateIsNull(Distance), Find, Chunk, Unlikely);
  Start->getTerminator()->eraseFromParent();

  B.SetInsertPoint(Chunk);
  Value *Memory = loadChunk(B, M.getTargetTriple(), Distance);
  Value *Slots = B.CreatePtrAdd(
      Memory, loadField(B, &Unit, offsetof(abi::Unit, ChunkOffset),
                        AtomicOrdering::Monotonic));
  B.CreateCondBr(B.CreateIsNull(Memory), Find, Done, Unlikely);

  B.SetInsertPoint(Find);
  LoadInst *Function = B.CreateAlignedLoad(
      B.getPtrTy(), fieldOf(B, &Unit, offsetof(abi::Unit, FindSlots)),
      Align(8));
  Function->setNoSanitizeMetadata();
  CallInst *Found = B.CreateCall(findSlotsType(C), Function, {&Unit});
  Found->setCallingConv(findSlotsConvention(M));
  if (takesUnitApart(M))
    Found->addParamAttr(0, Attribute::Nest);
  Found->setDoesNotThrow();
  Found->addFnAttr(Attribute::Cold);
  Found->addFnAttr(Attribute::WillReturn);
  B.CreateBr(Done);

  B.SetInsertPoint(Done, Done->begin());
  PHINode *Result = B.CreatePHI(B.getPtrTy(), 2);
  Result->addIncoming(Slots, Chunk);
  Result->addIncoming(Found, Find);
  Address.replaceAllUsesWith(Result);
  Address.eraseFromParent();
  if (M.getTargetTriple().isX86_64())
    markAccesses(*Result);
}

/// The calls that compute the address of \p Slots, by function.
static MapVector<Function *, SmallVector<IntrinsicInst *>>
addressesOf(const GlobalVariable &Slots) {
  MapVector<Function *, SmallVector<IntrinsicInst *>> Addresses;
  for (const User *U : Slots.users())
    if (auto *I = dyn_cast<IntrinsicInst>(U);
        I && I->getIntrinsicID() == Intrinsic::threadlocal_address)
      Addresses[const_cast<Function *>(I->getFunction())].push_back(
          const_cast<IntrinsicInst *>(I));
  return Addresses;
}

PreservedAnalyses ThreadSlotsPass::run(Module &M, ModuleAnalysisManager &) {
  NamedMDNode *Pairs = M.getNamedMetadata(PairsName);
  if (!Pairs)
    return PreservedAnalyses::all();
  auto Operand = [](const MDNode &Pair, unsigned I) {
    return mdconst::extract<GlobalVariable>(Pair.getOperand(I));
  };
  SmallVector<GlobalVariable *> Arrays;
  for (const MDNode *Pair : Pairs->operands())
    Arrays.push_back(Operand(*Pair, 0));
  // This is first because expand() adds calls, none of which switches stacks.
  for (GlobalVariable *Slots : Arrays)
    for (auto &[F, Addresses] : addressesOf(*Slots))
      if (mayMoveBetweenThreads(*F))
        findAddressesAnew(*F, Addresses);
  for (const MDNode *Pair : Pairs->operands())
    for (auto &[F, Addresses] : addressesOf(*Operand(*Pair, 0)))
      for (IntrinsicInst *I : Addresses)
        if (I->use_empty())
          I->eraseFromParent();
        else
          expand(*I, *Operand(*Pair, 1));
  Pairs->eraseFromParent();
  removeFromUsedLists(M, [&](Constant *C) {
    return is_contained(Arrays, C->stripPointerCasts());
  });
  for (GlobalVariable *Slots : Arrays)
    Slots->eraseFromParent();
  return PreservedAnalyses::none();
}
