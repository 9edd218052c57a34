//===- CallFrameInfo.cpp - Call frame information at a point --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/insertion/CallFrameInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCDwarf.h"
#include "llvm/Support/LEB128.h"

using namespace llvm;
using namespace udpc;

CallFrameInfo::CallFrameInfo(MachineFunction &MF)
    : MF(MF), HasRules(MF.needsFrameMoves()) {
  if (!HasRules)
    return;
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  const TargetFrameLowering &Frames = *STI.getFrameLowering();
  CallFrameRules Initial;
  StackPointer = STI.getRegisterInfo()->getDwarfRegNum(
      Frames.getInitialCFARegister(MF), /*isEH=*/true);
  Initial.Register = StackPointer;
  Initial.Offset = Frames.getInitialCFAOffset(MF);
  All.push_back(Initial);
  // The rules at the start of a block are the same for all predecessors.
  // (CFIInstrInserter, which runs later, assumes this as well, and inserts CFI
  // if the previous block in layout has other rules.)
  SmallVector<const MachineBasicBlock *> Reached;
  auto Reach = [&](const MachineBasicBlock &MBB, unsigned In) {
    if (Ins.try_emplace(&MBB, In).second)
      Reached.push_back(&MBB);
  };
  for (const MachineBasicBlock &Start : MF) {
    Reach(Start, 0);
    while (!Reached.empty()) {
      const MachineBasicBlock &MBB = *Reached.pop_back_val();
      addRulesOf(MBB, Ins.lookup(&MBB));
      for (const MachineBasicBlock *Next : MBB.successors())
        Reach(*Next, Outs.lookup(&MBB));
    }
  }
}

void CallFrameInfo::addRulesOf(const MachineBasicBlock &MBB, unsigned In) {
  for (const MachineInstr &MI : MBB) {
    Before[&MI] = In;
    if (!MI.isCFIInstruction())
      continue;
    CallFrameRules Next = All[In];
    apply(MI.getOperand(0).getCFIIndex(), Next);
    In = All.size();
    All.push_back(std::move(Next));
  }
  Outs[&MBB] = In;
}

/// Applies a CFI instruction to \p Rules. The target does not use
/// remember_state.
void CallFrameInfo::apply(unsigned Index, CallFrameRules &Rules) const {
  const MCCFIInstruction &CFI = MF.getFrameInstructions()[Index];
  switch (CFI.getOperation()) {
  case MCCFIInstruction::OpDefCfa:
    Rules.Register = CFI.getRegister();
    Rules.Offset = CFI.getOffset();
    Rules.Expression.reset();
    break;
  case MCCFIInstruction::OpDefCfaRegister:
    Rules.Register = CFI.getRegister();
    Rules.Expression.reset();
    break;
  case MCCFIInstruction::OpDefCfaOffset:
    Rules.Offset = CFI.getOffset();
    break;
  case MCCFIInstruction::OpAdjustCfaOffset:
    Rules.Offset += CFI.getOffset();
    break;
  case MCCFIInstruction::OpRestore:
  case MCCFIInstruction::OpSameValue:
    Rules.Saved.erase(CFI.getRegister());
    break;
  case MCCFIInstruction::OpOffset:
  case MCCFIInstruction::OpRelOffset:
  case MCCFIInstruction::OpValOffset:
  case MCCFIInstruction::OpRegister:
  case MCCFIInstruction::OpUndefined:
    Rules.Saved[CFI.getRegister()] = Index;
    break;
  case MCCFIInstruction::OpEscape: {
    StringRef Bytes = CFI.getValues();
    if (Bytes.empty())
      break;
    if (uint8_t(Bytes[0]) == dwarf::DW_CFA_def_cfa_expression)
      Rules.Expression = Index;
    else if (uint8_t(Bytes[0]) == dwarf::DW_CFA_expression)
      Rules.Saved[decodeULEB128(Bytes.bytes_begin() + 1, nullptr,
                                Bytes.bytes_end())] = Index;
    break;
  }
  default:
    break;
  }
}

const CallFrameRules *
CallFrameInfo::at(const MachineBasicBlock &MBB,
                  MachineBasicBlock::const_iterator At) const {
  if (!HasRules)
    return nullptr;
  for (const MachineInstr &MI : make_range(At, MBB.end()))
    if (auto It = Before.find(&MI); It != Before.end())
      return &All[It->second];
  if (auto It = Outs.find(&MBB); It != Outs.end())
    return &All[It->second];
  // This is a new block, with only inserted code.
  for (const MachineBasicBlock *Next : MBB.successors())
    if (auto It = Ins.find(Next); It != Ins.end())
      return &All[It->second];
  return &All.front();
}

bool CallFrameInfo::lookBelowStack(const CallFrameRules &Rules) const {
  return dependOnStack(Rules) && any_of(Rules.Saved, [&](const auto &Item) {
           const MCCFIInstruction &CFI = MF.getFrameInstructions()[Item.second];
           return CFI.getOperation() == MCCFIInstruction::OpOffset &&
                  CFI.getOffset() < -Rules.Offset;
         });
}

void CallFrameInfo::add(MachineBasicBlock &MBB, MachineBasicBlock::iterator At,
                        const DebugLoc &Line, unsigned Index) {
  BuildMI(MBB, At, Line,
          MF.getSubtarget().getInstrInfo()->get(TargetOpcode::CFI_INSTRUCTION))
      .addCFIIndex(Index);
}

void CallFrameInfo::lower(MachineBasicBlock &MBB,
                          MachineBasicBlock::iterator At, const DebugLoc &Line,
                          const CallFrameRules *Rules, int Bytes) {
  if (!Rules || !dependOnStack(*Rules))
    return;
  auto [It, New] = Moves.try_emplace(Bytes, 0);
  if (New)
    It->second = MF.addFrameInst(
        MCCFIInstruction::createAdjustCfaOffset(nullptr, Bytes));
  add(MBB, At, Line, It->second);
}

void CallFrameInfo::set(MachineBasicBlock &MBB, MachineBasicBlock::iterator At,
                        const CallFrameRules &Rules, int Below,
                        std::optional<CallFrameRules> &Known) {
  CallFrameRules New = Rules;
  if (dependOnStack(New))
    New.Offset += Below;
  auto Emit = [&](unsigned Index) { add(MBB, At, DebugLoc(), Index); };
  if (New.Expression) {
    if (!Known || Known->Expression != New.Expression)
      Emit(*New.Expression);
  } else if (!Known || Known->Expression || Known->Register != New.Register ||
             Known->Offset != New.Offset) {
    Emit(MF.addFrameInst(
        MCCFIInstruction::cfiDefCfa(nullptr, New.Register, New.Offset)));
  }
  std::map<unsigned, std::optional<unsigned>> Wanted;
  if (Known) {
    for (auto [Register, Index] : Known->Saved)
      Wanted[Register];
  } else {
    for (const CallFrameRules &R : All)
      for (auto [Register, Index] : R.Saved)
        Wanted[Register];
  }
  for (auto [Register, Index] : New.Saved)
    Wanted[Register] = Index;
  for (auto [Register, Index] : Wanted) {
    if (!Index)
      Emit(MF.addFrameInst(MCCFIInstruction::createRestore(nullptr, Register)));
    else if (!Known || !Known->Saved.count(Register) ||
             Known->Saved[Register] != *Index)
      Emit(*Index);
  }
  Known = std::move(New);
}
