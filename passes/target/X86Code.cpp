//===- X86Code.cpp - Opcodes and registers of x86-64 ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/X86Code.h"
#include "passes/target/TargetNames.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

X86Code::X86Code(const MachineFunction &MF) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
#define UDPC_X86_OPCODE(NAME) NAME = opcodeNamed(TII, #NAME);
  UDPC_X86_OPCODES(UDPC_X86_OPCODE)
#undef UDPC_X86_OPCODE

  for (const TargetRegisterClass *Class : TRI.regclasses()) {
    StringRef Name = TRI.getRegClassName(Class);
    if (Name == "GR64")
      GR64 = Class;
    else if (Name == "GR32")
      GR32 = Class;
  }
  auto Fill = [&](auto &Array, ArrayRef<StringRef> Names) {
    copy(registersNamed(TRI, Names), Array.begin());
  };
  Fill(General, {"RAX", "RCX", "RDX", "RBX", "RSI", "RDI", "RBP", "RSP", "R8",
                 "R9", "R10", "R11", "R12", "R13", "R14", "R15"});
  Fill(LowHalf, {"EAX", "ECX", "EDX", "EBX", "ESI", "EDI", "EBP", "ESP", "R8D",
                 "R9D", "R10D", "R11D", "R12D", "R13D", "R14D", "R15D"});
  Fill(LowByte, {"AL", "CL", "DL", "BL", "SIL", "DIL", "BPL", "SPL", "R8B",
                 "R9B", "R10B", "R11B", "R12B", "R13B", "R14B", "R15B"});
  Fill(Vector,
       {"XMM0", "XMM1", "XMM2", "XMM3", "XMM4", "XMM5", "XMM6", "XMM7", "XMM8",
        "XMM9", "XMM10", "XMM11", "XMM12", "XMM13", "XMM14", "XMM15"});
  Numbers.assign(TRI.getNumRegs(), -1);
  VectorNumbers.assign(TRI.getNumRegs(), -1);
  for (auto [Number, Reg] : enumerate(General))
    for (MCPhysReg Part : TRI.subregs_inclusive(Reg))
      Numbers[Part] = static_cast<int8_t>(Number);
  for (auto [Number, Reg] : enumerate(Vector))
    for (MCPhysReg Whole : TRI.superregs_inclusive(Reg))
      VectorNumbers[Whole] = static_cast<int8_t>(Number);
  RSP = General[StackPointer];
  RIP = registerNamed(TRI, "RIP");
  FS = registerNamed(TRI, "FS");
  EFLAGS = registerNamed(TRI, "EFLAGS");
  DF = registerNamed(TRI, "DF");
  DIL = registerNamed(TRI, "DIL");
  ThreadOffset = operandFlagNamed(TII, "x86-tpoff");
  ModuleThreadOffset = operandFlagNamed(TII, "x86-dtpoff");
  TableOffset = operandFlagNamed(TII, "x86-gotoff");
  TableEntry = operandFlagNamed(TII, "x86-gotpcrel");
  ThreadTableEntry = operandFlagNamed(TII, "x86-gottpoff");
}

std::optional<X86Code::Sum> X86Code::sumOf(const MachineInstr &MI) const {
  unsigned Opcode = MI.getOpcode();
  if (Opcode == MOV64rr)
    return Sum{&MI.getOperand(1), 0};
  if (Opcode == INC64r || Opcode == DEC64r)
    return Sum{&MI.getOperand(1), Opcode == INC64r ? 1 : -1};
  if ((Opcode == ADD64ri32 || Opcode == SUB64ri32) &&
      MI.getOperand(2).isImm()) {
    int64_t Step = MI.getOperand(2).getImm();
    return Sum{&MI.getOperand(1), Opcode == ADD64ri32 ? Step : -Step};
  }
  if (Opcode == LEA64r && MI.getOperand(1 + X86Base).isReg() &&
      !MI.getOperand(1 + X86Index).getReg() &&
      MI.getOperand(1 + X86Displacement).isImm())
    return Sum{&MI.getOperand(1 + X86Base),
               MI.getOperand(1 + X86Displacement).getImm()};
  return std::nullopt;
}

const X86Code &X86Code::get(const MachineFunction &MF) {
  static const X86Code Code(MF);
  return Code;
}

bool udpc::isIndirectThunk(const MachineOperand &Op) {
  StringRef Name = Op.isSymbol() ? Op.getSymbolName() : "";
  return Name.ends_with("_r11") && (Name.starts_with("__llvm_retpoline_") ||
                                    Name.starts_with("__llvm_lvi_thunk_") ||
                                    Name.starts_with("__x86_indirect_thunk_"));
}
