//===- PlainLayout.cpp - Code layout without instrumentation --------------===//

#include "passes/profile/PlainLayout.h"
#include "udpc/costs.h"
#include "llvm/ADT/SmallVector.h"
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
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

CodeSizes::CodeSizes(const MachineFunction &MF)
    : Emitter(MF.getTarget().getTarget().createMCCodeEmitter(
          *MF.getTarget().getMCInstrInfo(), MF.getContext())) {}

CodeSizes::~CodeSizes() = default;

static StringRef nameOf(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

namespace {

/// The opcodes that the assembly printer shortens, with their replacements.
struct ShorterForms {
  DenseMap<unsigned, unsigned> ToByte;        ///< ADD64ri32: ADD64ri8.
  DenseMap<unsigned, unsigned> ToAccumulator; ///< ADD32ri: ADD32i32.
  DenseMap<unsigned, unsigned> ToOne;         ///< SHL32ri: SHL32r1.
  DenseMap<unsigned, unsigned> Others;        ///< Tail calls: jumps.

  explicit ShorterForms(const TargetInstrInfo &TII);
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
  Add(Others, "TAILJMPd", "JMP_4");
  Add(Others, "TAILJMPd64", "JMP_4");
  Add(Others, "TAILJMPd64_CC", "JCC_4");
  Add(Others, "TAILJMPd_CC", "JCC_4");
  Add(Others, "TAILJMPm64", "JMP64m");
  Add(Others, "TAILJMPm64_REX", "JMP64m_REX");
  Add(Others, "TAILJMPr64", "JMP64r");
  Add(Others, "TAILJMPr64_REX", "JMP64r_REX");
}

static const ShorterForms &shorterForms(const MachineFunction &MF) {
  static const ShorterForms Forms(*MF.getSubtarget().getInstrInfo());
  return Forms;
}

/// The operand for the encoder; all symbols are equivalent.
static MCOperand lower(const MachineOperand &Op, const MCExpr *Symbol) {
  if (Op.isReg())
    return MCOperand::createReg(Op.getReg());
  if (Op.isImm())
    return MCOperand::createImm(Op.getImm());
  return MCOperand::createExpr(Symbol);
}

/// Chooses the shortest form as LLVM's printer does (X86EncodingOptimization).
static void shorten(MCInst &Inst, const MachineFunction &MF) {
  const ShorterForms &Forms = shorterForms(MF);
  unsigned Opcode = Inst.getOpcode();
  if (unsigned Other = Forms.Others.lookup(Opcode)) {
    Inst.setOpcode(Other);
    return;
  }
  unsigned Last = Inst.getNumOperands() - 1;
  if (!Inst.getNumOperands() || !Inst.getOperand(Last).isImm())
    return;
  int64_t Immediate = Inst.getOperand(Last).getImm();
  if (unsigned One = Forms.ToOne.lookup(Opcode); One && Immediate == 1) {
    Inst.setOpcode(One);
    Inst.erase(Inst.begin() + Last);
    return;
  }
  // As in LLVM, 32-bit immediates may be unsigned numbers.
  StringRef Name = MF.getSubtarget().getInstrInfo()->getName(Opcode);
  int64_t Signed = Name.contains("16") ? static_cast<int16_t>(Immediate)
                   : Name.contains("32r") || Name.contains("32m")
                       ? static_cast<int32_t>(Immediate)
                       : Immediate;
  if (unsigned Byte = Forms.ToByte.lookup(Opcode); Byte && isInt<8>(Signed)) {
    Inst.setOpcode(Byte);
    Inst.getOperand(Last).setImm(Signed);
    return;
  }
  if (unsigned Short = Forms.ToAccumulator.lookup(Opcode)) {
    const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
    StringRef Reg = TRI.getName(Inst.getOperand(0).getReg());
    if (Reg == "AL" || Reg == "AX" || Reg == "EAX" || Reg == "RAX") {
      MCOperand Imm = Inst.getOperand(Last);
      Inst.clear();
      Inst.setOpcode(Short);
      Inst.addOperand(Imm);
    }
  }
}

/// The sizes of pseudos that are expanded when printed, and of instructions
/// without an encoding.
static unsigned pseudoSize(StringRef Name) {
  return StringSwitch<unsigned>(Name)
      .Case("TLS_addr64", 16)      // data16 lea; data16 data16 rex64 call
      .Case("TLS_base_addr64", 12) // lea; call
      .Case("TLS_desc64", 9)
      .Cases({"MOV32r0"}, 2)
      .Default(0);
}

unsigned CodeSizes::sizeOf(const MachineInstr &MI) const {
  const MachineFunction &MF = *MI.getMF();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  if (MI.isMetaInstruction() || MI.isPosition())
    return 0;
  if (MI.isInlineAsm())
    return MI.getOperand(0).isSymbol()
               ? TII.getInlineAsmLength(MI.getOperand(0).getSymbolName(),
                                        *MF.getTarget().getMCAsmInfo(),
                                        &MF.getSubtarget())
               : 0;
  if (MI.getOpcode() <= TargetOpcode::GENERIC_OP_END)
    return 0;
  StringRef Name = nameOf(MI);
  if (unsigned Size = pseudoSize(Name))
    return Size;
  // X86II::FormMask, X86II::Pseudo: there is no encoding.
  bool IsTailCall = Name.starts_with("TAILJMP");
  if ((MI.getDesc().TSFlags & 127) == 0 && !IsTailCall)
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
  SmallVector<char, 16> Bytes;
  SmallVector<MCFixup, 2> Fixups;
  Emitter->encodeInstruction(Inst, Bytes, Fixups, MF.getSubtarget());
  return Bytes.size();
}

static const MachineBasicBlock *branchTarget(const MachineInstr &MI) {
  if (!MI.isBranch() || MI.isIndirectBranch())
    return nullptr;
  for (const MachineOperand &Op : MI.operands())
    if (Op.isMBB())
      return Op.getMBB();
  return nullptr;
}

/// The number of bytes up to the next multiple of \p MBB's alignment, or 0 if
/// they are too many.
static uint32_t paddingBefore(const MachineBasicBlock &MBB, uint32_t Offset) {
  uint32_t Padding = offsetToAlignment(Offset, MBB.getAlignment());
  unsigned Most = MBB.getMaxBytesForAlignment();
  return Most && Padding > Most ? 0 : Padding;
}

FunctionLayout udpc::layOut(const MachineFunction &MF, const CodeSizes &Sizes) {
  FunctionLayout Layout;
  // -falign-functions= is in the IR.
  Layout.Alignment =
      std::max(MF.getAlignment(), MF.getFunction().getAlign().valueOrOne())
          .value();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (unsigned Size = Sizes.sizeOf(MI))
        Layout.Extents[&MI] = {0, Size};
  // Relaxation: branches grow until all reach, and never shrink, as in the
  // assembler.
  DenseMap<const MachineBasicBlock *, uint32_t> Starts;
  DenseSet<const MachineInstr *> Long;
  for (bool HasChanged = true; HasChanged;) {
    HasChanged = false;
    uint32_t Offset = 0;
    for (const MachineBasicBlock &MBB : MF) {
      if (&MBB != &MF.front())
        Offset += paddingBefore(MBB, Offset);
      Starts[&MBB] = Offset;
      for (const MachineInstr &MI : MBB.instrs())
        if (auto It = Layout.Extents.find(&MI); It != Layout.Extents.end()) {
          It->second.Offset = Offset;
          Offset += It->second.Size;
        }
    }
    Layout.Size = Offset;
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB.terminators()) {
        const MachineBasicBlock *To = branchTarget(MI);
        auto It = Layout.Extents.find(&MI);
        if (!To || It == Layout.Extents.end() || It->second.Size != 2)
          continue;
        int64_t Distance = static_cast<int64_t>(Starts[To]) -
                           (It->second.Offset + It->second.Size);
        if (isInt<8>(Distance))
          continue;
        It->second.Size = MI.isConditionalBranch() ? 6 : 5;
        HasChanged = true;
      }
  }
  return Layout;
}

constexpr uint64_t LineBytes = 1 << abi::RecentLineShift;

uint64_t CodeSpace::place(const FunctionLayout &Layout) {
  Next = alignTo(Next, Align(std::max<uint32_t>(Layout.Alignment, 1)));
  uint64_t Start = Next;
  Next += Layout.Size;
  return Start;
}

uint32_t CodeSpace::numLines() const { return divideCeil(Next, LineBytes); }

uint32_t CodeSpace::lineOf(uint64_t Byte) const { return Byte / LineBytes; }
