//===- SlotsFunction.cpp - The call that finds a library's slots ----------===//

#include "passes/profile/SlotsFunction.h"
#include "passes/lowering/UnitRecord.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

void udpc::defineSlotsFunction(Module &M) {
  if (M.getFunction(SlotsFunctionName))
    return;
  FunctionType *Type =
      FunctionType::get(llvm::Type::getVoidTy(M.getContext()), false);
  Function *F = makeSharedFunction(M, Type, SlotsFunctionName);
  F->addFnAttr(Attribute::Naked);
  F->addFnAttr(Attribute::NoInline);
  F->setUWTableKind(M.getUwtable());
  // Without a runtime the slots are those that threads share, for code that
  // runs before it; whether they have been used is only written once.
  std::string Code = (".weak __udpc_cost_slots\n"
                      "cmpq $$0, __udpc_cost_slots@GOTPCREL(%rip)\n"
                      "je 1f\n"
                      "jmpq *__udpc_cost_slots@GOTPCREL(%rip)\n"
                      "1: movq %rax, -8(%rsp)\n"
                      "movq 8(%rsp), %rax\n"
                      "cmpl $$0, " +
                      Twine(offsetof(abi::Unit, HasEarlyCounts)) +
                      "(%rax)\n"
                      "jne 2f\n"
                      "movl $$1, " +
                      Twine(offsetof(abi::Unit, HasEarlyCounts)) +
                      "(%rax)\n"
                      "2: movq " +
                      Twine(offsetof(abi::Unit, EarlySlots)) +
                      "(%rax), %rax\n"
                      "subq $$" +
                      Twine(abi::SlotsBias) +
                      ", %rax\n"
                      "movq %rax, 8(%rsp)\n"
                      "movq -8(%rsp), %rax\n"
                      "retq")
                         .str();
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateCall(InlineAsm::get(Type, Code, "", /*hasSideEffects=*/true));
  B.CreateUnreachable();
  // Machine code refers to it.
  appendToUsed(M, {F});
}
