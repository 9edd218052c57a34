//===- CallLowering.cpp - Counting by a call of the runtime ---------------===//
//
// The call goes through the unit's record, which initially points to a function
// that does nothing. So a library in a program without a runtime runs
// uncounted, and no symbol has to be resolved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/SiteLowering.h"
#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

namespace {

class RuntimeCallLowering : public SiteLowering {
public:
  RuntimeCallLowering(Module &M, GlobalVariable &Unit)
      : M(M), Unit(Unit),
        Type(FunctionType::get(Type::getVoidTy(M.getContext()),
                               {PointerType::getUnqual(M.getContext()),
                                Type::getInt32Ty(M.getContext()),
                                Type::getInt64Ty(M.getContext())},
                               /*isVarArg=*/false)) {}

  abi::UnitLowering kind() const override { return abi::UnitLowering::Call; }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    emitCountCall(B, Unit, Point.Slot, Point.Step ? Point.Step : B.getInt64(1));
  }

  void describe(UnitContents &Fields) override {
    Fields.Count = countFunction();
  }

private:
  Function *countFunction() {
    Function *F = makeSharedFunction(M, Type, "__udpc_count_nothing");
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
    B.CreateRetVoid();
    return F;
  }

  Module &M;
  GlobalVariable &Unit;
  FunctionType *Type;
};

} // namespace

std::unique_ptr<SiteLowering> udpc::createCallLowering(Module &M,
                                                       GlobalVariable &Unit) {
  return std::make_unique<RuntimeCallLowering>(M, Unit);
}
