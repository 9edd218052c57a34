//===- ObjectCode.cpp - Instructions in the object file -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/SiteText.h"
#include "passes/profile/plain/EventCode.h"
#include "passes/profile/plain/PlainBuild.h"
#include "passes/target/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;
using namespace udpc;

/// Whether \p MI was inserted to count events, and so is not part of the
/// program.
static bool isOurs(const MachineInstr &MI) {
  if (isMarkedEventCode(MI))
    return true;
  if (MI.isInlineAsm())
    return MI.getOperand(0).isSymbol() &&
           isSiteText(MI.getOperand(0).getSymbolName());
  return any_of(MI.operands(), [](const MachineOperand &Op) {
    if (!Op.isGlobal())
      return false;
    StringRef Name = Op.getGlobal()->getName();
    // The program itself calls these functions (udpc.h), in the plain build,
    // too.
    return Name.starts_with("__udpc_") && !Name.starts_with("__udpc_costs_") &&
           !Name.starts_with("__udpc_region_");
  });
}

bool udpc::isCode(const MachineInstr &MI) {
  if (MI.isMetaInstruction() || MI.isPosition() || MI.isBundle())
    return false;
  switch (MI.getOpcode()) {
  case TargetOpcode::MEMBARRIER:
  case TargetOpcode::ARITH_FENCE:
    return false; // These are printed as comments.
  default:
    return !isOurs(MI) && !isBuiltinSetjmp(MI);
  }
}
