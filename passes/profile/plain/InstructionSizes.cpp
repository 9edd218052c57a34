//===- InstructionSizes.cpp - Sizes of encoded instructions ---------------===//
//
// The code emitter encodes instructions. The replacements that LLVM's
// X86MCInstLower makes before that are repeated here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/InstructionSizes.h"
#include "passes/profile/plain/PlainBuild.h"
#include "passes/target/TargetNames.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

InstructionSizes::InstructionSizes(const MachineFunction &MF)
    : MF(MF), Emitter(MF.getTarget().getTarget().createMCCodeEmitter(
                  *MF.getTarget().getMCInstrInfo(), MF.getContext())) {}

InstructionSizes::~InstructionSizes() = default;

static StringRef nameOf(const MachineFunction &MF, unsigned Opcode) {
  return MF.getSubtarget().getInstrInfo()->getName(Opcode);
}

namespace {

/// The opcodes that the assembly printer replaces, with their replacements.
struct ShorterForms {
  DenseMap<unsigned, unsigned> ToByte;        ///< ADD64ri32: ADD64ri8.
  DenseMap<unsigned, unsigned> ToAccumulator; ///< ADD32ri: ADD32i32.
  DenseMap<unsigned, unsigned> ToExtension;   ///< MOVSX64rr32: CDQE.
  DenseMap<unsigned, unsigned> ToOne;         ///< SHL32ri: SHL32r1.
  DenseMap<unsigned, unsigned> ToEqual;       ///< VPCMPBZ128rri: VPCMPEQ...
  DenseMap<unsigned, unsigned> ToGreater;     ///< VPCMPBZ128rri: VPCMPGT...
  DenseMap<unsigned, unsigned> ToReversed;    ///< VMOVAPSrr: VMOVAPSrr_REV.
  DenseMap<unsigned, unsigned> ToLowHalf;     ///< MULX64Hrr: MULX64rr.
  DenseMap<unsigned, unsigned> Others;        ///< Tail calls: jumps.

  explicit ShorterForms(const TargetInstrInfo &TII);
  /// Whether \p Pseudo has a replacement that can be encoded.
  bool replaces(unsigned Pseudo) const {
    return ToLowHalf.contains(Pseudo) || Others.contains(Pseudo);
  }
};

} // namespace

ShorterForms::ShorterForms(const TargetInstrInfo &TII) {
  StringMap<unsigned> ByName;
  for (unsigned O = 0; O != TII.getNumOpcodes(); ++O)
    ByName[TII.getName(O)] = O;
  auto Add = [&](DenseMap<unsigned, unsigned> &To, const Twine &From,
                 const Twine &Into) {
    auto F = ByName.find(From.str()), I = ByName.find(Into.str());
    if (F != ByName.end() && I != ByName.end())
      To[F->second] = I->second;
  };
  for (StringRef Name :
       {"ADC", "ADD", "AND", "CMP", "OR", "SBB", "SUB", "XOR"}) {
    for (StringRef Place : {"r", "m"}) {
      Add(ToByte, Name + "16" + Place + "i", Name + "16" + Place + "i8");
      Add(ToByte, Name + "32" + Place + "i", Name + "32" + Place + "i8");
      Add(ToByte, Name + "64" + Place + "i32", Name + "64" + Place + "i8");
    }
    Add(ToAccumulator, Name + "8ri", Name + "8i8");
    Add(ToAccumulator, Name + "16ri", Name + "16i16");
    Add(ToAccumulator, Name + "32ri", Name + "32i32");
    Add(ToAccumulator, Name + "64ri32", Name + "64i32");
  }
  Add(ToAccumulator, "TEST8ri", "TEST8i8");
  Add(ToAccumulator, "TEST16ri", "TEST16i16");
  Add(ToAccumulator, "TEST32ri", "TEST32i32");
  Add(ToAccumulator, "TEST64ri32", "TEST64i32");
  for (StringRef Name : {"IMUL16rri", "IMUL16rmi", "IMUL32rri", "IMUL32rmi"})
    Add(ToByte, Name, Name + "8");
  Add(ToByte, "IMUL64rri32", "IMUL64rri8");
  Add(ToByte, "IMUL64rmi32", "IMUL64rmi8");
  Add(ToByte, "PUSH64i32", "PUSH64i8");
  Add(ToByte, "PUSH16i", "PUSH16i8");
  for (StringRef Name : {"RCL", "RCR", "ROL", "ROR", "SAR", "SHL", "SHR"})
    for (StringRef Bits : {"8", "16", "32", "64"})
      for (StringRef Place : {"r", "m"})
        Add(ToOne, Name + Bits + Place + "i", Name + Bits + Place + "1");
  for (StringRef Lane : {"B", "W", "D", "Q"})
    for (StringRef Length : {"Z128", "Z256", "Z"})
      for (StringRef Operand : {"rr", "rm", "rmb"})
        for (StringRef Mask : {"", "k"}) {
          std::string From =
              ("VPCMP" + Lane + Length + Operand + "i" + Mask).str();
          std::string Into = (Lane + Length + Operand + Mask).str();
          Add(ToEqual, From, "VPCMPEQ" + Into);
          Add(ToGreater, From, "VPCMPGT" + Into);
        }
  Add(ToExtension, "MOVSX16rr8", "CBW");
  Add(ToExtension, "MOVSX32rr16", "CWDE");
  Add(ToExtension, "MOVSX64rr32", "CDQE");
  for (StringRef Name :
       {"VMOVAPD", "VMOVAPS", "VMOVDQA", "VMOVDQU", "VMOVUPD", "VMOVUPS"})
    for (StringRef Length : {"", "Y"})
      Add(ToReversed, Name + Length + "rr", Name + Length + "rr_REV");
  Add(ToReversed, "VMOVSDrr", "VMOVSDrr_REV");
  Add(ToReversed, "VMOVSSrr", "VMOVSSrr_REV");
  Add(ToReversed, "VMOVZPQILo2PQIrr", "VMOVPQI2QIrr");
  for (StringRef Name : {"MULX32", "MULX64"})
    for (StringRef Operand : {"rr", "rm"})
      Add(ToLowHalf, Name + "H" + Operand, Name + Operand);
  Add(Others, "TAILJMPd", "JMP_1");
  Add(Others, "TAILJMPd64", "JMP_1");
  Add(Others, "TAILJMPd64_CC", "JCC_1");
  Add(Others, "TAILJMPd_CC", "JCC_1");
  Add(Others, "TAILJMPm64", "JMP64m");
  Add(Others, "TAILJMPm64_REX", "JMP64m_REX");
  Add(Others, "TAILJMPr64", "JMP64r");
  Add(Others, "TAILJMPr64_REX", "JMP64r_REX");
}

static const ShorterForms &shorterForms(const MachineFunction &MF) {
  static const ShorterForms Forms(*MF.getSubtarget().getInstrInfo());
  return Forms;
}

/// Converts \p Op for the encoder; all symbols are equivalent.
static MCOperand lower(const MachineOperand &Op, const MCExpr *Symbol) {
  if (Op.isReg())
    return MCOperand::createReg(Op.getReg());
  if (Op.isImm())
    return MCOperand::createImm(Op.getImm());
  return MCOperand::createExpr(Symbol);
}

static bool isAccumulator(const MachineFunction &MF, MCRegister Reg) {
  StringRef Name = MF.getSubtarget().getRegisterInfo()->getName(Reg);
  return Name == "AL" || Name == "AX" || Name == "EAX" || Name == "RAX";
}

static void shortenImmediate(MCInst &Inst, const MachineFunction &MF) {
  const ShorterForms &Forms = shorterForms(MF);
  unsigned Opcode = Inst.getOpcode();
  unsigned Last = Inst.getNumOperands() - 1;
  int64_t Immediate = Inst.getOperand(Last).getImm();
  unsigned Implied = Immediate == 0   ? Forms.ToEqual.lookup(Opcode)
                     : Immediate == 1 ? Forms.ToOne.lookup(Opcode)
                     : Immediate == 6 ? Forms.ToGreater.lookup(Opcode)
                                      : 0;
  if (Implied) {
    Inst.setOpcode(Implied);
    Inst.erase(Inst.begin() + Last);
    return;
  }
  // As in LLVM, 32-bit immediates may be unsigned numbers.
  StringRef Name = nameOf(MF, Opcode);
  int64_t Signed = Name.contains("16") ? static_cast<int16_t>(Immediate)
                   : Name.contains("32r") || Name.contains("32m")
                       ? static_cast<int32_t>(Immediate)
                       : Immediate;
  if (unsigned Byte = Forms.ToByte.lookup(Opcode); Byte && isInt<8>(Signed)) {
    Inst.setOpcode(Byte);
    Inst.getOperand(Last).setImm(Signed);
    return;
  }
  unsigned Short = Forms.ToAccumulator.lookup(Opcode);
  if (!Short || !isAccumulator(MF, Inst.getOperand(0).getReg()))
    return;
  MCOperand Operand = Inst.getOperand(Last);
  Inst.clear();
  Inst.setOpcode(Short);
  Inst.addOperand(Operand);
}

/// Replaces \p Inst as LLVM's printer does (X86EncodingOptimization).
static void shorten(MCInst &Inst, const MachineFunction &MF) {
  const ShorterForms &Forms = shorterForms(MF);
  unsigned Opcode = Inst.getOpcode();
  if (unsigned Other = Forms.Others.lookup(Opcode)) {
    Inst.setOpcode(Other);
    return;
  }
  if (unsigned Low = Forms.ToLowHalf.lookup(Opcode)) {
    Inst.setOpcode(Low);
    Inst.insert(Inst.begin(), MCOperand(Inst.getOperand(0)));
    return;
  }
  unsigned Extension = Forms.ToExtension.lookup(Opcode);
  if (Extension && isAccumulator(MF, Inst.getOperand(0).getReg()) &&
      isAccumulator(MF, Inst.getOperand(1).getReg())) {
    Inst.clear();
    Inst.setOpcode(Extension);
    return;
  }
  if (Inst.getNumOperands() &&
      Inst.getOperand(Inst.getNumOperands() - 1).isImm())
    shortenImmediate(Inst, MF);
}

/// The size of pseudos that are expanded when printed, and of instructions
/// without an encoding; 0 for others.
static unsigned pseudoSize(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .Case("TLS_addr64", 16)      // data16 lea; data16 data16 rex64 call
      .Case("TLS_base_addr64", 12) // lea; call
      .Case("TLS_desc64", 9)
      .Cases({"MOV32r0"}, 2)
      .Default(0);
}

/// Whether the printer writes \p MI as `rep bsf`, which newer processors
/// execute as tzcnt: it does where the flags are dead.
static bool hasRepeatPrefix(const MachineInstr &MI, StringRef Name) {
  const MachineFunction &MF = *MI.getMF();
  if (!Name.starts_with("BSF") || MF.getFunction().hasOptSize())
    return false;
  const MachineOperand *Flags =
      MI.findRegisterDefOperand(X86Code::get(MF).EFLAGS, nullptr);
  return Flags && Flags->isDead();
}

unsigned InstructionSizes::encodedSize(const MCInst &Inst) const {
  SmallVector<char, 16> Bytes;
  SmallVector<MCFixup, 2> Fixups;
  Emitter->encodeInstruction(Inst, Bytes, Fixups, MF.getSubtarget());
  return Bytes.size();
}

/// Whether the result does not depend on the order of the sources, as far as
/// the printer uses that.
static bool mayExchangeSources(const MachineInstr &MI, StringRef Name) {
  if (MI.getNumExplicitOperands() < 3 || !MI.getOperand(1).isReg() ||
      !MI.getOperand(2).isReg())
    return false;
  if (Name.starts_with("VCMP") && MI.getNumExplicitOperands() == 4 &&
      MI.getOperand(3).isImm()) {
    unsigned Condition = MI.getOperand(3).getImm() & 7;
    // Equal, unordered, not equal, ordered.
    return Condition == 0 || Condition == 3 || Condition == 4 || Condition == 7;
  }
  return MI.getNumExplicitOperands() == 3 && MI.isCommutable() &&
         Name != "VMOVHLPSrr" && Name != "VUNPCKHPDrr";
}

/// The size of a vector instruction: of equivalent forms the printer takes the
/// one with the shorter prefix.
unsigned InstructionSizes::vectorSize(const MachineInstr &MI,
                                      const MCInst &Inst) const {
  unsigned Size = encodedSize(Inst);
  MCInst Other = Inst;
  if (unsigned Reversed = shorterForms(MF).ToReversed.lookup(MI.getOpcode()))
    Other.setOpcode(Reversed);
  else if (mayExchangeSources(MI, opcodeName(MI)))
    std::swap(Other.getOperand(1), Other.getOperand(2));
  else
    return Size;
  return std::min(Size, encodedSize(Other));
}

unsigned InstructionSizes::sizeOf(const MachineInstr &MI) const {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (!isCode(MI))
    return 0;
  if (MI.isInlineAsm())
    return MI.getOperand(0).isSymbol()
               ? TII.getInlineAsmLength(MI.getOperand(0).getSymbolName(),
                                        *MF.getTarget().getMCAsmInfo(),
                                        &MF.getSubtarget())
               : 0;
  if (MI.getOpcode() <= TargetOpcode::GENERIC_OP_END)
    return 0;
  StringRef Name = opcodeName(MI);
  if (unsigned Size = pseudoSize(Name))
    return Size;
  // X86II::FormMask, X86II::Pseudo: there is no encoding.
  bool IsPseudo = (MI.getDesc().TSFlags & 127) == 0;
  if (IsPseudo && !shorterForms(MF).replaces(MI.getOpcode()))
    return 0;
  MCContext &Context = MF.getContext();
  const MCExpr *Symbol = MCSymbolRefExpr::create(
      Context.getOrCreateSymbol("__udpc_size"), Context);
  MCInst Inst;
  Inst.setOpcode(MI.getOpcode());
  for (const MachineOperand &Op : MI.explicit_operands())
    if (!Op.isRegMask())
      Inst.addOperand(lower(Op, Symbol));
  shorten(Inst, MF);
  unsigned Size =
      Name.starts_with("V") ? vectorSize(MI, Inst) : encodedSize(Inst);
  return Size + hasRepeatPrefix(MI, Name);
}
