//===- MissingCalls.cpp - Programs without the runtime --------------------===//
//
// Weak definitions, as in MissingSimulation.cpp, which the runtime's replace.
// At first each thread's stack of calls has one element, which is no function,
// and no room for others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/unit/UnitRecord.h"
#include "passes/profile/calls/CallRecords.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

static GlobalVariable *defineVariable(Module &M, StringRef Name,
                                      Constant *Value) {
  auto *GV = new GlobalVariable(M, Value->getType(), /*isConstant=*/false,
                                GlobalValue::WeakODRLinkage, Value, Name);
  GV->setVisibility(GlobalValue::HiddenVisibility);
  GV->setComdat(M.getOrInsertComdat(Name));
  return GV;
}

static constexpr char NoStateName[] = "__udpc_no_calls";

/// Creates a stack of calls with one element, \p Name, and returns the value of
/// a state with it.
static Constant *makeEmptyStack(Module &M, StringRef Name,
                                GlobalVariable *&Bottom) {
  LLVMContext &C = M.getContext();
  Type *I64 = Type::getInt64Ty(C);
  // The stack pointer, which comes first, is 0: less than that of any function.
  // A signal handler may create the thread's state after the interrupted code
  // has loaded this as the top, and before that code compares it with the end.
  // Then the comparison of the stack pointers leads to the runtime as well.
  static_assert(offsetof(abi::CallEntry, StackPointer) == 0 &&
                    offsetof(abi::CallState, Top) == 0 &&
                    offsetof(abi::CallState, End) == 8,
                "the order here");
  constexpr unsigned NumWords = sizeof(abi::CallEntry) / sizeof(uint64_t);
  std::vector<Constant *> Words(NumWords, ConstantInt::get(I64, 0));
  Bottom = defineVariable(
      M, Name, ConstantArray::get(ArrayType::get(I64, NumWords), Words));
  Type *Rest = ArrayType::get(I64, sizeof(abi::CallState) / 8 - 2);
  return ConstantStruct::getAnon(
      {Bottom, Bottom, Constant::getNullValue(Rest)});
}

void udpc::defineMissingCalls(Module &M) {
  GlobalVariable *Bottom;
  Constant *Empty = makeEmptyStack(M, "__udpc_calls_bottom", Bottom);
  GlobalVariable *State = defineVariable(M, "__udpc_calls", Empty);
  State->setThreadLocalMode(GlobalValue::LocalExecTLSModel);
  State->setAlignment(Align(64));
  SmallVector<GlobalValue *> Used = {Bottom, State};
  for (StringRef Name :
       {"__udpc_calls_enter", "__udpc_calls_enter_quick", "__udpc_calls_leave",
        "__udpc_calls_tail", "__udpc_calls_land"})
    Used.push_back(defineMissingFunction(M, Name));
  appendToUsed(M, Used);
}

/// Defines __udpc_library_calls_<What>, which preserves all registers but the
/// flags and does nothing without a runtime. Returns it.
static Function *defineLibraryCall(Module &M, StringRef What) {
  std::string Callee = ("__udpc_calls_" + What).str();
  std::string Code = ".weak " + Callee + "\ncmpq $$0, " + Callee +
                     "@GOTPCREL(%rip)\nje 1f\njmpq *" + Callee +
                     "@GOTPCREL(%rip)\n1: retq";
  return makeAssemblyFunction(M, ("__udpc_library_calls_" + What).str(), Code);
}

void udpc::defineLibraryCalls(Module &M) {
  SmallVector<GlobalValue *> Used;
  for (StringRef What : {"enter", "enter_quick", "leave", "tail", "land"})
    Used.push_back(defineLibraryCall(M, What));
  GlobalVariable *Bottom;
  Constant *Empty = makeEmptyStack(M, "__udpc_no_calls_bottom", Bottom);
  Used.append({Bottom, defineVariable(M, NoStateName, Empty)});
  appendToUsed(M, Used);
}

GlobalVariable *udpc::makeLibraryCalls(Module &M) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C), *I64 = Type::getInt64Ty(C);
  static_assert(offsetof(abi::LibraryCalls, Distance) == 8 &&
                    offsetof(abi::LibraryCalls, NoState) == 24 &&
                    sizeof(abi::LibraryCalls) == 40,
                "the order here");
  Constant *Zero = ConstantInt::get(I64, 0);
  Constant *Init = ConstantStruct::getAnon(
      {ConstantPointerNull::get(cast<PointerType>(Ptr)), Zero, Zero,
       M.getNamedGlobal(NoStateName), ConstantInt::get(I64, 1)});
  return makeGlobal(M, Init->getType(), /*IsConstant=*/false, Init,
                    "__udpc_profile_calls");
}
