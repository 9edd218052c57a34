//===- PrefetchCodeMaker.cpp - Code of computed prefetches ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/PrefetchCodeMaker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

bool udpc::loadsOrStores(const MachineInstr &MI) {
  // All targets' opcodes come after the generic ones: debug and CFI
  // instructions, inline assembly, stack maps.
  return MI.getOpcode() >= TargetOpcode::GENERIC_OP_END && !MI.isCall() &&
         (MI.getDesc().mayLoad() || MI.getDesc().mayStore());
}

void udpc::addBase(const MachineInstrBuilder &MIB, const MachineOperand &MO) {
  MIB.addReg(MO.getReg(), getUndefRegState(MO.isUndef()));
}

PrefetchCodeMaker::PrefetchCodeMaker(MachineInstr &MI,
                                     ArrayRef<MCPhysReg> Candidates,
                                     LiveRegisters &Live)
    : MI(MI), Candidates(Candidates), Live(Live) {}

MachineInstrBuilder PrefetchCodeMaker::add(unsigned Opcode) {
  MachineFunction &MF = *MI.getMF();
  MachineInstrBuilder MIB = BuildMI(
      MF, MI.getDebugLoc(), MF.getSubtarget().getInstrInfo()->get(Opcode));
  // Debuggers take the first instruction without the FrameSetup flag as the end
  // of the prologue.
  for (auto Flag : {MachineInstr::FrameSetup, MachineInstr::FrameDestroy})
    if (MI.getFlag(Flag))
      MIB.setMIFlag(Flag);
  Code.Instructions.push_back(MIB);
  return MIB;
}

void PrefetchCodeMaker::findFreeRegisters() {
  Free.emplace();
  const MachineFunction &MF = *MI.getMF();
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  if (!isLivenessKnown(MF))
    return;
  const LiveRegUnits &Units = Live.before(MI);
  // Callee-saved registers must be preserved, even if unused.
  auto IsKept = [&](MCPhysReg R) {
    for (const MCPhysReg *Kept = MRI.getCalleeSavedRegs(); Kept && *Kept;
         ++Kept)
      if (MRI.getTargetRegisterInfo()->regsOverlap(*Kept, R))
        return true;
    return false;
  };
  for (MCPhysReg R : Candidates)
    if (Units.available(R) && mayChangeWhereFree(MF, R) && !IsKept(R))
      Free->push_back(R);
  std::reverse(Free->begin(), Free->end());
}

MCRegister PrefetchCodeMaker::takeRegister() {
  if (!Free)
    findFreeRegisters();
  return Free->empty() ? MCRegister() : Free->pop_back_val();
}

std::optional<int64_t> PrefetchCodeMaker::fitOffset(int64_t Offset,
                                                    int64_t Delta,
                                                    unsigned Granule) const {
  constexpr int64_t Line = 64;
  auto Modulo = [](int64_t N, int64_t D) { return ((N % D) + D) % D; };
  int64_t Down = Modulo(Offset, Granule), Up = Granule - Down;
  if (Down == 0)
    return Offset;
  if (!MI.hasOneMemOperand())
    return std::nullopt;
  int64_t Alignment =
      std::min<int64_t>((*MI.memoperands_begin())->getAlign().value(), Line);
  // The address is at least that far from its line's start, and farther by a
  // multiple of the alignment.
  int64_t InLine = Modulo(Delta, Alignment);
  if (InLine >= Down)
    return Offset - Down;
  if (InLine + Up < Alignment)
    return Offset + Up;
  return std::nullopt;
}

PrefetchCode PrefetchCodeMaker::take(StringRef Reason) {
  Code.Reason = Reason.str();
  return std::move(Code);
}

PrefetchCode PrefetchCodeMaker::none(StringRef Reason) {
  for (MachineInstr *I : Code.Instructions)
    MI.getMF()->deleteMachineInstr(I);
  Code.Instructions.clear();
  return take(Reason);
}
