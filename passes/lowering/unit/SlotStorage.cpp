//===- SlotStorage.cpp - Where the slots of a unit are --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/SlotStorage.h"
#include "ir/AddedFunctions.h"
#include "passes/lowering/unit/ThreadSlots.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

GlobalVariable *udpc::createSlots(Module &M, unsigned NumSlots) {
  Type *Array = ArrayType::get(Type::getInt64Ty(M.getContext()), NumSlots);
  auto *Slots = new GlobalVariable(
      M, Array, /*isConstant=*/false, GlobalValue::InternalLinkage,
      Constant::getNullValue(Array), "__udpc_slots", nullptr,
      GlobalValue::LocalExecTLSModel);
  Slots->setAlignment(Align(8));
  // The section is merged into .tbss, unless the link gives slots pages of
  // their own.
  Slots->setSection(UDPC_SLOTS_SECTION);
  return Slots;
}

static constexpr StringLiteral SlotsFunctionName = "__udpc_slots_address";

bool udpc::isSlotsFunction(const Function &F) {
  return F.hasLocalLinkage() && F.getName().starts_with(SlotsFunctionName);
}

Function *udpc::createSlotsFunction(Module &M, GlobalVariable &Slots) {
  LLVMContext &C = M.getContext();
  Function *F = Function::Create(
      FunctionType::get(PointerType::getUnqual(C), /*isVarArg=*/false),
      GlobalValue::InternalLinkage, SlotsFunctionName, M);
  F->addFnAttr(Attribute::NoUnwind);
  setAddedAttributes(*F);
  skipOptimisation(*F);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  B.CreateRet(B.CreateThreadLocalAddress(&Slots));
  return F;
}

static cl::opt<bool> NoThreadLocals(
    "udpc-no-thread-locals",
    cl::desc("Thread-local variables are emulated (-femulated-tls) or may not "
             "work (-ffreestanding): count by calls of the runtime instead"));

bool udpc::hasNoThreadLocals(const Triple &T) {
  switch (T.getArch()) {
  case Triple::avr:
  case Triple::lanai:
  case Triple::msp430:
  case Triple::xcore:
  case Triple::xtensa:
    return true;
  default:
    return T.isAMDGPU() || T.isBPF() || T.isNVPTX() || T.isSPIRV();
  }
}

bool udpc::hasStaticThreadLocals(const Module &M) {
  return isExecutableCode(M) && !NoThreadLocals &&
         !M.getTargetTriple().hasDefaultEmulatedTLS();
}

bool udpc::canShortenCounts(const Module &M) {
  const Triple &T = M.getTargetTriple();
  return hasStaticThreadLocals(M) && T.getArch() == Triple::x86_64 &&
         !T.isX32();
}

bool udpc::isThreadLocalSlots(const GlobalVariable &G) {
  return G.isThreadLocal() && G.getSection() == UDPC_SLOTS_SECTION;
}

bool udpc::canCountInline(const Module &M) {
  if (isExecutableCode(M))
    return hasStaticThreadLocals(M);
  return !NoThreadLocals && canFindThreadSlots(M.getTargetTriple());
}

bool udpc::isExecutableCode(const Module &M) {
  return M.getPICLevel() == PICLevel::NotPIC ||
         M.getPIELevel() != PIELevel::Default;
}
