//===- Branches.cpp - Branches as Cachegrind counts them ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/Branches.h"
#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/profile/placement/Segments.h"
#include "passes/target/TargetNames.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

/// Whether \p MI calls a function through its address in the global offset
/// table: linkers make it a direct call.
static bool isRelaxedByLinkers(const MachineInstr &MI) {
  return any_of(MI.operands(), [](const MachineOperand &Op) {
    return (Op.isGlobal() || Op.isSymbol()) && Op.getTargetFlags();
  });
}

static bool isIndirect(const MachineInstr &MI, StringRef Name) {
  for (StringRef Start : {"CALL64", "TAILJMP", "JMP64"})
    if (Name.consume_front(Start))
      return (Name.starts_with("r") || Name.starts_with("m")) &&
             !isRelaxedByLinkers(MI);
  return false;
}

BranchKind udpc::branchKindOf(const MachineInstr &MI) {
  if (MI.isInlineAsm())
    return BranchKind::None;
  if (MI.isConditionalBranch())
    return BranchKind::Conditional;
  if (isRepeated(MI))
    return BranchKind::Repeated;
  if (isIndirect(MI, opcodeName(MI)))
    return BranchKind::Indirect;
  return isLockedUpdate(MI) ? BranchKind::Locked : BranchKind::None;
}

bool udpc::knowsRepetitions(const MachineInstr &MI) {
  const TargetRegisterInfo &TRI = *MI.getMF()->getSubtarget().getRegisterInfo();
  Register Count;
  for (const MachineOperand &Op : MI.implicit_operands())
    if (Op.isReg() && Op.isUse() &&
        StringRef(TRI.getName(Op.getReg())) == "RCX")
      Count = Op.getReg();
  const MachineBasicBlock &MBB = *MI.getParent();
  if (!Count)
    return false;
  for (auto I = MI.getReverseIterator(); ++I != MBB.rend();) {
    if (I->isCall())
      return false;
    if (I->modifiesRegister(Count, &TRI))
      return I->isMoveImmediate() || opcodeName(*I).starts_with("MOV32ri") ||
             opcodeName(*I).starts_with("MOV64ri");
  }
  return false;
}

BranchCounts udpc::branchCountsOf(const MachineInstr &MI, bool IsRepetition) {
  switch (branchKindOf(MI)) {
  case BranchKind::None:
    return {0, 0};
  case BranchKind::Indirect:
    return {0, 1};
  case BranchKind::Repeated:
    return {IsRepetition || !knowsRepetitions(MI) ? 1u : 0u, 0};
  case BranchKind::Conditional:
  case BranchKind::Locked:
    return {1, 0};
  }
  llvm_unreachable("covered");
}
