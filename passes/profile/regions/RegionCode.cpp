//===- RegionCode.cpp - Functions as regions of a profile -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/regions/RegionCode.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/target/MachineCode.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

static constexpr char EnterName[] = "__udpc_regions_enter",
                      LeaveName[] = "__udpc_regions_leave";

void RegionCode::leave(const GlobalVariable &Name) {
  moveStack(-RedZone);
  call(LeaveName);
  addRecord(Name, 0);
  moveStack(RedZone);
}

void RegionCode::leaveBefore(MachineInstr &Exit, const GlobalVariable &Name) {
  goTo(Exit);
  if (!Exit.isCall() || !Exit.isConditionalBranch())
    return leave(Name);
  // The conditional jump goes to a copy without condition.
  MCSymbol *Taken = MF.getContext().createTempSymbol();
  MachineOperand Target = Exit.getOperand(0);
  jump(static_cast<int>(Exit.getOperand(1).getImm()), Taken);
  goToCold(Taken);
  leave(Name);
  add(Code.TAILJMPd64).add(Target);
  Exit.eraseFromParent();
}

void RegionCode::insert(StringRef Name) {
  Module &M = const_cast<Module &>(*MF.getFunction().getParent());
  Constant *Text = ConstantDataArray::getString(M.getContext(), Name);
  GlobalVariable *Global = makeGlobal(M, Text->getType(), /*isConstant=*/true,
                                      Text, "__udpc_region_name");
  Global->setSection(".rodata.__udpc_regions");
  // Other inserted code may have replaced conditional exits.
  SmallVector<MachineInstr *> Exits;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (MI.isReturn())
        Exits.push_back(&MI);
  for (MachineInstr *Exit : Exits)
    leaveBefore(*Exit, *Global);
  goToEntry();
  call(EnterName);
  addRecord(*Global, 0);
}
