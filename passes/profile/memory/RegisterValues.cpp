//===- RegisterValues.cpp - Symbolic register values ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/RegisterValues.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"

using namespace llvm;
using namespace udpc;

RegisterValues::RegisterValues(const MachineFunction &MF)
    : MF(MF), Code(X86Code::get(MF)), TII(*MF.getSubtarget().getInstrInfo()) {}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

RegisterFile RegisterValues::atEntry(bool IsFunctionEntry) {
  RegisterFile Registers;
  for (RegisterValue &V : Registers)
    V = fresh();
  if (IsFunctionEntry)
    Registers[X86Code::StackPointer] = EntryStack;
  return Registers;
}

/// Whether a register has the same offset from the function's frame on all
/// paths.
bool RegisterValues::isKept(unsigned Register) const {
  return Code.General[Register] == Code.RSP ||
         MF.getRegInfo().isReserved(Code.General[Register]);
}

RegisterFile RegisterValues::meet(ArrayRef<const RegisterFile *> Ends,
                                  bool AreAll) {
  // Dynamic allocation changes the offset of %rsp from the frame.
  bool IsFrameKept = !MF.getFrameInfo().hasVarSizedObjects();
  RegisterFile Registers;
  for (unsigned I = 0; I != X86Code::NumRegisters; ++I) {
    bool IsKnown = !Ends.empty() && (AreAll || (IsFrameKept && isKept(I))) &&
                   all_of(Ends, [&](const RegisterFile *End) {
                     return (*End)[I] == (*Ends.front())[I];
                   });
    Registers[I] = IsKnown ? (*Ends.front())[I] : fresh();
  }
  return Registers;
}

void RegisterValues::execute(const MachineInstr &MI, RegisterFile &Registers,
                             function_ref<void(unsigned)> Change) {
  // The result is another register's value, or its own, plus a constant.
  int Changed = -1;
  RegisterValue V;
  StringRef Name = TII.getName(MI.getOpcode());
  bool IsPush = Name.starts_with("PUSH64") || Name.starts_with("PUSHF64");
  if (IsPush || Name.starts_with("POP64") || Name.starts_with("POPF64")) {
    Changed = X86Code::StackPointer;
    V = Registers[Changed];
    V.Offset += IsPush ? -8 : 8;
  } else if (auto Sum = Code.sumOf(MI)) {
    if (int From = Code.number(Sum->Register->getReg().asMCReg()); From >= 0) {
      Changed = Code.number(MI.getOperand(0).getReg().asMCReg());
      V = Registers[From];
      V.Offset += Sum->Offset;
    }
  }
  auto Define = [&](int Register, RegisterValue New) {
    Registers[Register] = New;
    Change(Register);
  };
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      // A call preserves the stack pointer.
      for (unsigned I = 0; I != X86Code::NumRegisters; ++I)
        if (I != X86Code::StackPointer && Op.clobbersPhysReg(Code.General[I]))
          Define(I, fresh());
      continue;
    }
    if (!Op.isReg() || !Op.isDef() || !Op.getReg())
      continue;
    int Register = Code.number(Op.getReg().asMCReg());
    if (Register >= 0 && Register != Changed &&
        !(MI.isCall() && Register == X86Code::StackPointer))
      Define(Register, fresh());
  }
  if (Changed >= 0)
    Define(Changed, V);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Whether code can compute the address of \p Op. Linkers relax code with
/// global offset table entries or thread-local offsets, assuming certain
/// instructions: GNU ld turns `lea x@GOTPCREL(%rip)` into an `or` in static
/// executables.
static bool isKnownSymbol(const MachineOperand &Op, const X86Code &Code) {
  unsigned Flags = Op.getTargetFlags();
  return Flags == 0 || Flags == Code.ThreadOffset;
}

static const void *symbolOf(const MachineOperand &Op) {
  switch (Op.getType()) {
  case MachineOperand::MO_GlobalAddress:
    return Op.getGlobal();
  case MachineOperand::MO_ExternalSymbol:
    return Op.getSymbolName();
  case MachineOperand::MO_MCSymbol:
    return Op.getMCSymbol();
  case MachineOperand::MO_BlockAddress:
    return Op.getBlockAddress();
  case MachineOperand::MO_ConstantPoolIndex:
  case MachineOperand::MO_JumpTableIndex:
    return reinterpret_cast<const void *>(
        static_cast<uintptr_t>(Op.getIndex() + 1));
  default:
    return nullptr;
  }
}

/// The alignment that the instruction guarantees.
static int64_t alignmentOf(const MachineInstr &MI, const MemoryAccess &A) {
  if (A.Operand < 0)
    return A.Size == 8 ? 8 : 1; // The stack, except for string instructions.
  if (!MI.hasOneMemOperand())
    return 1;
  return std::min<int64_t>((*MI.memoperands_begin())->getAlign().value(),
                           RegisterValues::LineBytes);
}

std::optional<SymbolicAddress>
RegisterValues::addressOf(const MachineInstr &MI, const MemoryAccess &A,
                          const RegisterFile &Registers) {
  if (A.IsScattered)
    return std::nullopt;
  SymbolicAddress At;
  At.Alignment = alignmentOf(MI, A);
  if (A.Operand < 0) {
    int Base = Code.number(A.Base);
    const RegisterValue &V = Registers[Base];
    if (A.Base != Code.RSP)
      At.Alignment = 1;
    At.Key = keyOf(V);
    At.Offset = V.Offset + A.Displacement;
    return At;
  }
  const MachineOperand *Op = &MI.getOperand(A.Operand);
  if (!Op[X86Base].isReg() || !Op[X86Index].isReg())
    return std::nullopt;
  unsigned Ids[2] = {0, 0};
  int64_t Scale = Op[X86Scale].getImm();
  for (X86Address Part : {X86Base, X86Index}) {
    MCRegister Reg = Op[Part].getReg().asMCReg();
    bool IsBase = Part == X86Base;
    if (!Reg)
      continue;
    if (IsBase && Reg == Code.RIP)
      continue; // The code's own address does not change.
    int Number = Code.number(Reg);
    if (Number < 0 || Code.General[Number] != Reg)
      return std::nullopt;
    const RegisterValue &V = Registers[Number];
    Ids[IsBase ? 0 : 1] = V.Id;
    At.Offset += IsBase ? V.Offset : V.Offset * Scale;
  }
  MCRegister Segment = Op[X86Segment].getReg().asMCReg();
  if (Segment && Segment != Code.FS)
    return std::nullopt;
  const MachineOperand &Displacement = Op[X86Displacement];
  unsigned Kind = 0;
  const void *Symbol = nullptr;
  if (Displacement.isImm()) {
    if (Op[X86Base].getReg() == Code.RIP)
      return std::nullopt;
    At.Offset += Displacement.getImm();
  } else {
    Symbol = symbolOf(Displacement);
    if (!Symbol || !isKnownSymbol(Displacement, Code))
      return std::nullopt;
    Kind = Displacement.getType() << 8 | Displacement.getTargetFlags();
    if (!Displacement.isJTI())
      At.Offset += Displacement.getOffset();
  }
  if (!Ids[1])
    Scale = 1;
  At.Key = intern({Ids[0], Ids[1], Scale, Segment, Kind, Symbol});
  return At;
}
