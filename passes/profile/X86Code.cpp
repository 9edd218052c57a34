//===- X86Code.cpp - The names of x86-64 that profiles use
//-----------------===//

#include "passes/profile/X86Code.h"
#include "passes/target/TargetNames.h"
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
  StringMap<unsigned> Opcodes;
  for (unsigned O = 0; O != TII.getNumOpcodes(); ++O)
    Opcodes[TII.getName(O)] = O;
  auto Opcode = [&](StringRef Name) {
    auto It = Opcodes.find(Name);
    if (It == Opcodes.end())
      report_fatal_error("LLVM has no instruction " + Name);
    return It->second;
  };
  LEA64r = Opcode("LEA64r");
  SHR64ri = Opcode("SHR64ri");
  CMP64mr = Opcode("CMP64mr");
  CMP64mi32 = Opcode("CMP64mi32");
  MOV32rm = Opcode("MOV32rm");
  JCC_4 = Opcode("JCC_4");
  JMP_4 = Opcode("JMP_4");
  PUSH64r = Opcode("PUSH64r");
  POP64r = Opcode("POP64r");
  PUSHF64 = Opcode("PUSHF64");
  POPF64 = Opcode("POPF64");
  CALL64pcrel32 = Opcode("CALL64pcrel32");
  MOV64rm = Opcode("MOV64rm");
  ADD64rr = Opcode("ADD64rr");
  MOV64toPQI = Opcode("MOV64toPQIrr");
  MOVPQIto64 = Opcode("MOVPQIto64rr");
  VMOV64toPQI = Opcode("VMOV64toPQIrr");
  VMOVPQIto64 = Opcode("VMOVPQIto64rr");
  MOV64mr = Opcode("MOV64mr");
  MOV32rr = Opcode("MOV32rr");
  AND32ri = Opcode("AND32ri");
  ADD64mi32 = Opcode("ADD64mi32");
  ADD64mr = Opcode("ADD64mr");
  INC64m = Opcode("INC64m");

  auto Fill = [&](auto &Array, ArrayRef<StringRef> Names) {
    copy(registersNamed(TRI, Names), Array.begin());
  };
  Fill(General, {"RAX", "RCX", "RDX", "RBX", "RSI", "RDI", "RBP", "RSP", "R8",
                 "R9", "R10", "R11", "R12", "R13", "R14", "R15"});
  Fill(LowHalf, {"EAX", "ECX", "EDX", "EBX", "ESI", "EDI", "EBP", "ESP", "R8D",
                 "R9D", "R10D", "R11D", "R12D", "R13D", "R14D", "R15D"});
  Fill(Vector,
       {"XMM0", "XMM1", "XMM2", "XMM3", "XMM4", "XMM5", "XMM6", "XMM7", "XMM8",
        "XMM9", "XMM10", "XMM11", "XMM12", "XMM13", "XMM14", "XMM15"});
  for (auto [Number, Reg] : enumerate(General))
    for (MCPhysReg Part : TRI.subregs_inclusive(Reg))
      Numbers[Part] = static_cast<int>(Number);
  RSP = General[7];
  RIP = registersNamed(TRI, {"RIP"}).front();
  FS = registersNamed(TRI, {"FS"}).front();
  EFLAGS = registersNamed(TRI, {"EFLAGS"}).front();
  DF = registersNamed(TRI, {"DF"}).front();
  ThreadOffset = operandFlagNamed(TII, "x86-tpoff");
}

const X86Code &X86Code::get(const MachineFunction &MF) {
  static const X86Code Code(MF);
  return Code;
}
