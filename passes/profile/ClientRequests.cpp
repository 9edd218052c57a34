//===- ClientRequests.cpp - Valgrind's client requests --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/ClientRequests.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

bool udpc::isClientRequest(StringRef Assembly) {
  // %rdi is rotated by 128 bits in all, then %rbx is exchanged with itself. IR
  // spells a `$` as `$$`.
  std::string Text;
  for (char C : Assembly)
    if (!isSpace(C) && C != ';' &&
        (C != '$' || Text.empty() || Text.back() != '$'))
      Text += C;
  return Text == "rolq$3,%rdirolq$13,%rdirolq$61,%rdirolq$51,%rdi"
                 "xchgq%rbx,%rbx";
}

unsigned udpc::passClientRequests(Module &M) {
  SmallVector<CallInst *> Requests;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      const InlineAsm *Asm =
          Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
      if (Asm && Call->arg_size() &&
          Call->getArgOperand(0)->getType()->isPointerTy() &&
          isClientRequest(Asm->getAsmString()))
        Requests.push_back(Call);
    }
  for (CallInst *Request : Requests) {
    IRBuilder<> B(Request->getNextNode());
    B.SetCurrentDebugLocation(Request->getDebugLoc());
    B.CreateCall(
        optionalRuntimeFunction(M, "__udpc_costs_request", {B.getPtrTy()}),
        {Request->getArgOperand(0)});
  }
  return Requests.size();
}
