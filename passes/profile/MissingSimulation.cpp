//===- MissingSimulation.cpp - Programs without the simulation -----------===//
//
// Weak references to functions would need a test at each call, and do not work
// for thread-local variables: an undefined one is at the thread pointer itself.
// Weak definitions have no cost. The runtime's functions replace them. The
// runtime's archive defines the variables in a separate member, which is not
// extracted if an object defines them; so threads do not have two copies of
// these 112 KB.
//
//===----------------------------------------------------------------------===//

#include "passes/profile/MissingSimulation.h"
#include "udpc/costs.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// A function that does nothing, unless the runtime is linked.
static GlobalValue *defineFunction(Module &M, StringRef Name) {
  LLVMContext &C = M.getContext();
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                                 GlobalValue::WeakAnyLinkage, Name, M);
  F->setComdat(M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoUnwind);
  IRBuilder<>(BasicBlock::Create(C, "", F)).CreateRetVoid();
  return F;
}

static GlobalValue *defineVariable(Module &M, StringRef Name, Type *T) {
  auto *V = new GlobalVariable(
      M, T, /*isConstant=*/false, GlobalValue::WeakODRLinkage,
      Constant::getNullValue(T), Name, nullptr, GlobalValue::LocalExecTLSModel);
  V->setComdat(M.getOrInsertComdat(Name));
  V->setAlignment(Align(64));
  return V;
}

void udpc::defineMissingSimulation(Module &M) {
  Type *I32 = Type::getInt32Ty(M.getContext()),
       *I64 = Type::getInt64Ty(M.getContext());
  // Link-time optimisation does not see the references, which are in machine
  // code.
  appendToUsed(M, {defineFunction(M, "__udpc_access"),
                   defineFunction(M, "__udpc_fetch"),
                   defineFunction(M, "__udpc_range"),
                   defineVariable(M, "__udpc_data_lines",
                                  ArrayType::get(I64, abi::DataIndexSize)),
                   defineVariable(M, "__udpc_data_ways",
                                  ArrayType::get(I32, abi::DataIndexSize)),
                   defineVariable(M, "__udpc_data_stamps",
                                  ArrayType::get(I64, abi::DataWays)),
                   defineVariable(M, "__udpc_clock", I64)});
}
