//===- InlineLowering.cpp - Counting by a thread-local increment ----------===//
//
// In executables the slots of a unit are a thread-local array in the local-exec
// model; ThreadSlots.cpp says what they are elsewhere. MergeCounts.cpp emits
// what Placeholders.h can stand for, this file the rest. The increment is
// written as a relaxed atomic load, an add and a relaxed atomic store: x86-64
// selects `incq %fs:slot@tpoff` for the three, and since atomics of that order
// are not kept in registers over a loop, a thread's counts are in memory at any
// time: for a signal, a crash, and for other threads that read.
//
//===----------------------------------------------------------------------===//

#include "ir/AddedFunctions.h"
#include "passes/lowering/Increments.h"
#include "passes/lowering/Lowering.h"
#include "passes/lowering/ThreadSlots.h"
#include "passes/lowering/UnitRecord.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

namespace {

class InlineLowering : public SiteLowering {
public:
  InlineLowering(Module &M, unsigned NumSlots, GlobalVariable &Unit)
      : M(M), Slots(createSlots(M, NumSlots)) {
    if (!hasStaticThreadLocals(M))
      addThreadSlots(M, *Slots, Unit);
  }

  abi::UnitLowering kind() const override { return abi::UnitLowering::Inline; }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    emitIncrement(B,
                  slotAddress(B, B.CreateThreadLocalAddress(Slots), Point.Slot),
                  Point.Step ? Point.Step : B.getInt64(1));
  }

  void describe(UnitFields &Fields) override {
    if (hasStaticThreadLocals(M))
      Fields.Slots = createSlotsFunction(M, *Slots);
    else
      describeThreadSlots(M, *Slots, Fields);
  }

  GlobalVariable *slots() override { return Slots; }

private:
  Module &M;
  GlobalVariable *Slots;
};

} // namespace

GlobalVariable *udpc::createSlots(Module &M, unsigned NumSlots) {
  Type *Array = ArrayType::get(Type::getInt64Ty(M.getContext()), NumSlots);
  auto *Slots = new GlobalVariable(
      M, Array, /*isConstant=*/false, GlobalValue::InternalLinkage,
      Constant::getNullValue(Array), "__udpc_slots", nullptr,
      GlobalValue::LocalExecTLSModel);
  Slots->setAlignment(Align(8));
  // Merged into .tbss, unless the link gives slots pages of their own.
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

std::unique_ptr<SiteLowering>
udpc::createInlineLowering(Module &M, unsigned NumSlots, GlobalVariable &Unit) {
  return std::make_unique<InlineLowering>(M, NumSlots, Unit);
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
