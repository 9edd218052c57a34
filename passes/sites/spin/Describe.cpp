//===- Describe.cpp - Describes instructions in remarks -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/spin/Describe.h"
#include "spec/FunctionNames.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static bool isSuspension(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::coro_save:
  case Intrinsic::coro_suspend:
  case Intrinsic::coro_await_suspend_void:
  case Intrinsic::coro_await_suspend_bool:
  case Intrinsic::coro_await_suspend_handle:
    return true;
  default:
    return false;
  }
}

static std::string nameOf(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() ? "volatile load"
           : Load->isAtomic() ? "atomic load"
                              : "load";
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isVolatile() ? "volatile store"
           : Store->isAtomic() ? "atomic store"
                               : "store";
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return RMW->getOperation() == AtomicRMWInst::Xchg
               ? "atomic exchange"
               : ("atomic " +
                  AtomicRMWInst::getOperationName(RMW->getOperation()))
                     .str();
  if (isa<AtomicCmpXchgInst>(I))
    return "compare-and-swap";
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return "inline assembly";
    if (isSuspension(*Call))
      return "suspension";
    // The target's implementation of a compare-and-swap or similar.
    if (StringRef Name = Call->getCalledOperand()->getName();
        isa<IntrinsicInst>(I) &&
        (Name.contains("atomic") || Name.contains("cmpxchg")))
      return "atomic operation";
    if (const Function *F = Call->getCalledFunction())
      return "call of " + FunctionNames(F->getName()).plain();
    return "indirect call";
  }
  if (isa<PHINode>(I))
    return "variable";
  return I.isTerminator() ? "exit" : I.getOpcodeName();
}

static std::string placeOf(const DILocation &At) {
  return (sys::path::filename(At.getFilename()) + ":" + Twine(At.getLine()) +
          ":" + Twine(At.getColumn()))
      .str();
}

std::string udpc::describe(const Instruction &I) {
  std::string Text = "the " + nameOf(I);
  const DILocation *At = I.getDebugLoc().get();
  if (!At || !At->getLine())
    return Text;
  Text += " at " + placeOf(*At);
  const DILocation *Call = At;
  while (Call->getInlinedAt())
    Call = Call->getInlinedAt();
  if (Call != At && Call->getLine())
    Text += ", called from " + placeOf(*Call);
  return Text;
}
