//===- MissingSimulation.cpp - Programs without the simulation -----------===//
//
// Weak references to functions would need a test at each call, and do not work
// for thread-local variables: an undefined one is at the thread pointer itself.
// Weak definitions have no cost. The runtime's functions replace them. The
// runtime's archive defines the variables in a separate member, which is not
// extracted if an object defines them; so threads do not have two copies of
// these 112 KB.
//
// Code of libraries calls through pointers, and finds the tables through one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/simulation/MissingSimulation.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "udpc/simulation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// Defines a thread-local variable of \p T, at the same distance from the
/// thread pointer in all threads.
static GlobalVariable *defineStatic(Module &M, Type *T, StringRef Name) {
  auto *V = new GlobalVariable(
      M, T, /*isConstant=*/false, GlobalValue::WeakODRLinkage,
      Constant::getNullValue(T), Name, nullptr, GlobalValue::LocalExecTLSModel);
  V->setVisibility(GlobalValue::HiddenVisibility);
  V->setComdat(M.getOrInsertComdat(Name));
  V->setAlignment(Align(64));
  return V;
}

/// Defines the tables, each with a name of its own.
static GlobalVariable *defineTables(Module &M) {
  // A name of a section is not possible: assemblers make symbols of these.
  constexpr StringLiteral Name = "__udpc_simulation_tables";
  LLVMContext &C = M.getContext();
  Type *I8 = Type::getInt8Ty(C), *I32 = Type::getInt32Ty(C),
       *I64 = Type::getInt64Ty(C);
  GlobalVariable *Tables =
      defineStatic(M, ArrayType::get(I8, sizeof(abi::SimulationTables)), Name);
  auto Define = [&](StringRef Member, Type *Type, uint64_t Offset) {
    Constant *At = ConstantExpr::getInBoundsGetElementPtr(
        I8, Tables, ConstantInt::get(I64, Offset));
    auto *A = GlobalAlias::create(Type, 0, GlobalValue::WeakODRLinkage, Member,
                                  At, &M);
    A->setThreadLocalMode(GlobalValue::LocalExecTLSModel);
    appendToUsed(M, {A});
  };
  Define("__udpc_clock", I64, offsetof(abi::SimulationTables, Clock));
  Define("__udpc_data_stamps", ArrayType::get(I64, abi::DataWays),
         offsetof(abi::SimulationTables, Stamps));
  Define("__udpc_data_lines", ArrayType::get(I64, abi::DataIndexSize),
         offsetof(abi::SimulationTables, Lines));
  Define("__udpc_data_ways", ArrayType::get(I32, abi::DataIndexSize),
         offsetof(abi::SimulationTables, Ways));
  return Tables;
}

/// Defines the function by which the runtime finds \p Tables.
static Function *defineTablesFunction(Module &M, GlobalVariable &Tables,
                                      StringRef Name) {
  LLVMContext &C = M.getContext();
  Function *F = makeSharedFunction(
      M, FunctionType::get(PointerType::getUnqual(C), false), Name);
  F->setLinkage(GlobalValue::WeakODRLinkage);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  B.CreateRet(B.CreateThreadLocalAddress(&Tables));
  return F;
}

static void defineForExecutables(Module &M) {
  GlobalVariable *Tables = defineTables(M);
  // Link-time optimisation does not see the references from machine code.
  appendToUsed(M, {defineMissingFunction(M, "__udpc_access"),
                   defineMissingFunction(M, "__udpc_fetch"),
                   defineMissingFunction(M, "__udpc_range"), Tables,
                   defineTablesFunction(M, *Tables, "__udpc_static_tables")});
}

static constexpr StringLiteral NoTablesName = "__udpc_no_tables",
                               NotSimulatedName = "__udpc_not_simulated";

static void defineForLibraries(Module &M) {
  LLVMContext &C = M.getContext();
  Function *F = makeSharedFunction(
      M, FunctionType::get(Type::getVoidTy(C), false), NotSimulatedName);
  IRBuilder<>(BasicBlock::Create(C, "", F)).CreateRetVoid();
  Type *T = ArrayType::get(Type::getInt8Ty(C), sizeof(abi::SimulationTables));
  GlobalVariable *NoTables = makeGlobal(
      M, T, /*IsConstant=*/false, Constant::getNullValue(T), NoTablesName);
  NoTables->setLinkage(GlobalValue::LinkOnceODRLinkage);
  NoTables->setVisibility(GlobalValue::HiddenVisibility);
  NoTables->setComdat(M.getOrInsertComdat(NoTablesName));
  NoTables->setAlignment(Align(64));
  appendToUsed(M, {F, NoTables});
}

void udpc::defineMissingBranches(Module &M, bool HasTables) {
  appendToUsed(M, {defineMissingFunction(M, "__udpc_branch")});
  if (!HasTables)
    return;
  Type *T = ArrayType::get(Type::getInt8Ty(M.getContext()),
                           sizeof(abi::BranchTables));
  GlobalVariable *Tables = defineStatic(M, T, "__udpc_branch_tables");
  appendToUsed(M, {defineMissingFunction(M, "__udpc_branch_taken"),
                   defineMissingFunction(M, "__udpc_branch_not_taken"), Tables,
                   defineTablesFunction(M, *Tables, "__udpc_static_branches")});
}

void udpc::defineMissingSimulation(Module &M) {
  if (isExecutableCode(M))
    defineForExecutables(M);
  else
    defineForLibraries(M);
}

GlobalVariable *udpc::makeLibrarySimulation(Module &M) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C), *I64 = Type::getInt64Ty(C);
  StructType *T = StructType::get(C, {Ptr, Ptr, Ptr, Ptr, I64});
  Constant *Nothing = M.getFunction(NotSimulatedName);
  Constant *NoTables = M.getNamedGlobal(NoTablesName);
  assert(Nothing && NoTables && "not defined");
  Constant *Init = ConstantStruct::get(
      T, {Nothing, Nothing, Nothing, NoTables, ConstantInt::get(I64, 0)});
  return makeGlobal(M, T, /*IsConstant=*/false, Init,
                    "__udpc_profile_simulation");
}

void udpc::setNumWords(GlobalVariable &Simulation, uint64_t NumWords) {
  auto *Old = cast<ConstantStruct>(Simulation.getInitializer());
  SmallVector<Constant *> Fields;
  for (const Use &Field : Old->operands())
    Fields.push_back(cast<Constant>(Field));
  Fields.back() = ConstantInt::get(Fields.back()->getType(), NumWords);
  Simulation.setInitializer(ConstantStruct::get(Old->getType(), Fields));
}
