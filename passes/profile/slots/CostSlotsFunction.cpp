//===- CostSlotsFunction.cpp - The call for a library's slots -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/slots/CostSlotsFunction.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "udpc/simulation.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

void udpc::defineCostSlotsFunction(Module &M) {
  if (M.getFunction(CostSlotsFunctionName))
    return;
  // Without a runtime the slots are those that threads share, for code that
  // runs before it; the words that they need are written once. They have to be
  // complete before another thread sees that they have been used.
  std::string Code = (".weak __udpc_cost_slots\n"
                      "cmpq $$0, __udpc_cost_slots@GOTPCREL(%rip)\n"
                      "je 1f\n"
                      "jmpq *__udpc_cost_slots@GOTPCREL(%rip)\n"
                      "1: movq %rax, -8(%rsp)\n"
                      "movq %rcx, -16(%rsp)\n"
                      "movq %rdx, -24(%rsp)\n"
                      "movq 8(%rsp), %rax\n"
                      "movq " +
                      Twine(offsetof(abi::Unit, EarlySlots)) +
                      "(%rax), %rcx\n"
                      "cmpl $$0, " +
                      Twine(offsetof(abi::Unit, HasEarlyCounts)) +
                      "(%rax)\n"
                      "jne 3f\n"
                      "movq " +
                      Twine(offsetof(abi::Unit, Simulation)) +
                      "(%rax), %rdx\n"
                      "testq %rdx, %rdx\n"
                      "je 2f\n"
                      "movq " +
                      Twine(offsetof(abi::LibrarySimulation, NoTables)) +
                      "(%rdx), %rdx\n"
                      "movq %rdx, -8(%rcx)\n"
                      "2: movl $$1, " +
                      Twine(offsetof(abi::Unit, HasEarlyCounts)) +
                      "(%rax)\n"
                      "3: subq $$" +
                      Twine(abi::SlotsBias) +
                      ", %rcx\n"
                      "movq %rcx, 8(%rsp)\n"
                      "movq -24(%rsp), %rdx\n"
                      "movq -16(%rsp), %rcx\n"
                      "movq -8(%rsp), %rax\n"
                      "retq")
                         .str();
  // Machine code refers to it.
  appendToUsed(M, {makeAssemblyFunction(M, CostSlotsFunctionName, Code)});
}
