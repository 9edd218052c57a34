//===- RISCV64Prefetch.cpp - Prefetching on riscv64 -----------------------===//
//
// prefetch.r and prefetch.w of Zicbop take a register and a displacement that
// is a multiple of 32 between -2048 and 2016. Most operands plus delta do not
// fit; then the address is computed in another register. The prefetches are
// HINTs: a core without Zicbop executes them as NOPs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/target/PrefetchCodeMaker.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

namespace {

struct Names {
  unsigned Add, AddI, Lui, PrefetchR, PrefetchW;
  unsigned Low, PCRelativeLow, ThreadPointerLow;
  /// Caller-saved registers, temporaries first. x5 is not among them, as it is
  /// the return register of the save/restore functions.
  SmallVector<MCPhysReg, 0> Free;

  explicit Names(const MachineFunction &MF) {
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    Add = opcodeNamed(TII, "ADD");
    AddI = opcodeNamed(TII, "ADDI");
    Lui = opcodeNamed(TII, "LUI");
    PrefetchR = opcodeNamed(TII, "PREFETCH_R");
    PrefetchW = opcodeNamed(TII, "PREFETCH_W");
    Low = operandFlagNamed(TII, "riscv-lo");
    PCRelativeLow = operandFlagNamed(TII, "riscv-pcrel-lo");
    ThreadPointerLow = operandFlagNamed(TII, "riscv-tprel-lo");
    Free = registersNamed(*MF.getSubtarget().getRegisterInfo(),
                          {"X31", "X30", "X29", "X28", "X7", "X6", "X17", "X16",
                           "X15", "X14", "X13", "X12", "X11", "X10"});
  }
};

const Names &names(const MachineFunction &MF) {
  static const Names N(MF);
  return N;
}

/// Whether \p Name is an atomic operation that becomes a loop of lr and sc
/// after our passes.
bool isLoopLater(StringRef Name) {
  return Name.starts_with("PseudoAtomic") ||
         Name.starts_with("PseudoCmpXchg") || Name.starts_with("PseudoMasked");
}

/// The number of the operand that is the base register, or -1.
int baseOperand(const MachineInstr &MI) {
  StringRef Name = opcodeName(MI);
  const MCInstrDesc &Desc = MI.getDesc();
  if (isLoopLater(Name))
    return Desc.getNumDefs();
  if (Name.starts_with("PseudoVSPILL") || Name.starts_with("PseudoVRELOAD"))
    return 1;
  int Base = -1;
  for (unsigned N = 0; N != Desc.getNumOperands(); ++N)
    if (Desc.operands()[N].OperandType == MCOI::OPERAND_MEMORY) {
      if (Base >= 0) // Register + register, a vendor's extension.
        return -1;
      Base = N;
    }
  return Base;
}

/// Whether \p Name, of a vector instruction, accesses consecutive memory.
bool isUnitStride(StringRef Name) {
  if (!Name.consume_front("PseudoVL") && !Name.consume_front("PseudoVS"))
    return true;
  // Unit stride: PseudoVLE32, VLSEG2E32; not VLSE32, VLSSEG2E32, VLUXEI32,
  // VLOXSEG2EI32.
  bool IsStrided = (Name.starts_with("SE") && !Name.starts_with("SEG")) ||
                   Name.starts_with("SSEG");
  return !IsStrided && !Name.starts_with("UX") && !Name.starts_with("OX");
}

OperandAddress addressOf(const MachineInstr &MI) {
  const Names &N = names(*MI.getMF());
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  const MCInstrDesc &Desc = MI.getDesc();
  OperandAddress A;
  int Base = baseOperand(MI);
  if (Base < 0)
    return OperandAddress::none("this form of address is not known");
  if (!isUnitStride(opcodeName(MI)))
    return OperandAddress::none("it accesses many addresses");
  A.Base = &MI.getOperand(Base);
  // Vector operations and atomic pseudos have further operands, none of which
  // is part of the address; all others have a displacement or nothing.
  if (Desc.isPseudo() || Base + 1u == Desc.getNumOperands())
    return A;
  const MachineOperand &Displacement = MI.getOperand(Base + 1);
  if (Base + 2u != Desc.getNumOperands() || Desc.getNumDefs() > 1 ||
      Desc.operands()[Base + 1].OperandType !=
          TII.get(N.AddI).operands()[2].OperandType)
    return OperandAddress::none("this form of address is not known");
  if (Displacement.isImm()) {
    A.Offset = Displacement.getImm();
    return A;
  }
  // Only these offsets can be added by addi as well.
  unsigned Flags = Displacement.getTargetFlags();
  if (!Flags || (Flags != N.Low && Flags != N.PCRelativeLow &&
                 Flags != N.ThreadPointerLow))
    return OperandAddress::none("only the linker knows the address");
  A.Symbol = &Displacement;
  return A;
}

class RISCV64Prefetch : public PrefetchTarget {
public:
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::riscv64;
  }

  bool isMemoryOperation(const MachineInstr &MI) const override {
    if (!loadsOrStores(MI) || isPrefetch(MI))
      return false;
    if (baseOperand(MI) >= 0)
      return true;
    // Pushes and pops name no memory, on any target; other pseudos only perform
    // a check (KCFI, HWASan).
    StringRef Name = opcodeName(MI);
    return !MI.isPseudo() && !Name.contains("CM_P") &&
           !Name.contains("SSPUSH") && !Name.contains("SSPOP") &&
           !Name.starts_with("QC_C_MI");
  }

  bool isExpandedLater(const MachineInstr &MI) const override {
    return isLoopLater(opcodeName(MI));
  }
  bool isExpansion(const MachineInstr &MI) const override {
    StringRef Name = opcodeName(MI);
    return Name.starts_with("LR_") || Name.starts_with("SC_");
  }

  bool isPrefetch(const MachineInstr &MI) const override {
    StringRef Name = opcodeName(MI);
    return Name.starts_with("PREFETCH_") || Name == "MIPS_PREF";
  }

  PrefetchCode prefetch(MachineInstr &MI, const Hint &H,
                        LiveRegisters &Live) const override;

  // The target's own relaxation runs before prefetches can be inserted, and
  // jumps reach 1 MB.
  bool mustFitBranches() const override { return true; }
};

/// Makes the code of a prefetch.
class Maker {
public:
  Maker(MachineInstr &MI, const Hint &H, LiveRegisters &Live)
      : N(names(*MI.getMF())), H(H), Code(MI, N.Free, Live) {}
  PrefetchCode make(const OperandAddress &A);

private:
  using Base = llvm::function_ref<void(const MachineInstrBuilder &)>;

  /// \p Offset rounded for a prefetch, if that does not change the line.
  std::optional<int64_t> displacement(int64_t Offset) const {
    std::optional<int64_t> D = Code.fitOffset(Offset, H.Delta, Granule);
    return D && isInt<12>(*D) ? D : std::nullopt;
  }
  void prefetch(Base AddBase, int64_t Displacement) {
    auto MIB = Code.add(H.Type == HintType::W ? N.PrefetchW : N.PrefetchR);
    AddBase(MIB);
    MIB.addImm(Displacement);
  }
  PrefetchCode prefetchFrom(Base AddBase, int64_t Offset, MCRegister Scratch);

  static constexpr unsigned Granule = 32;
  const Names &N;
  const Hint &H;
  PrefetchCodeMaker Code;
};

/// Prefetches base + \p Offset. \p Scratch is a register that may be changed,
/// which may be the base, or none.
PrefetchCode Maker::prefetchFrom(Base AddBase, int64_t Offset,
                                 MCRegister Scratch) {
  if (auto D = displacement(Offset)) {
    prefetch(AddBase, *D);
    return Code.take();
  }
  // lui sets the bits from 12 on; the rest is signed.
  int64_t High = (Offset + 0x800) >> 12, Low = Offset - High * 4096;
  if (!isInt<20>(High))
    return Code.none("the delta is beyond 2 GB");
  MCRegister Register = Scratch;
  if (!Scratch || High) // lui would change a base in Scratch.
    Register = Code.takeRegister();
  auto AddKilled = [&](const MachineInstrBuilder &MIB) {
    MIB.addReg(Register, RegState::Kill);
  };
  if (!Register) {
    if (High)
      return Code.none("no register is free to hold the address");
    // Round down: up to 31 bytes less are usually in the same line.
    prefetch(AddBase, alignDown(Low + 2048, Granule) - 2048);
    return Code.take("no register is free to hold the address, so it is "
                     "rounded down by up to 31 bytes");
  }
  if (High) {
    Code.add(N.Lui).addDef(Register).addImm(High & 0xfffff);
    auto Add = Code.add(N.Add).addDef(Register);
    AddKilled(Add);
    AddBase(Add);
    if (auto D = displacement(Low)) {
      prefetch(AddKilled, *D);
      return Code.take();
    }
    auto AddLow = Code.add(N.AddI).addDef(Register);
    AddKilled(AddLow);
    AddLow.addImm(Low);
  } else {
    auto Add = Code.add(N.AddI).addDef(Register);
    AddBase(Add);
    Add.addImm(Low);
  }
  prefetch(AddKilled, 0);
  return Code.take();
}

PrefetchCode Maker::make(const OperandAddress &A) {
  if (!isInt<33>(H.Delta))
    return Code.none("the delta is beyond 2 GB");
  if (!A.Symbol)
    return prefetchFrom(
        [&](const MachineInstrBuilder &MIB) { addBase(MIB, *A.Base); },
        A.Offset + H.Delta, MCRegister());
  // The linker's value may not be a multiple of 32.
  MCRegister Register = Code.takeRegister();
  if (!Register)
    return Code.none("no register is free to hold the address");
  auto Add = Code.add(N.AddI).addDef(Register);
  addBase(Add, *A.Base);
  Add.add(*A.Symbol);
  return prefetchFrom(
      [&](const MachineInstrBuilder &MIB) {
        MIB.addReg(Register, RegState::Kill);
      },
      H.Delta, Register);
}

PrefetchCode RISCV64Prefetch::prefetch(MachineInstr &MI, const Hint &H,
                                       LiveRegisters &Live) const {
  PrefetchCode Nothing;
  if (!MI.getMF()->getSubtarget().checkFeatures("+zicbop"))
    Nothing.Reason = "-march= has no zicbop";
  else if (opcodeName(MI).starts_with("SC_"))
    Nothing.Reason = "it could make the conditional store fail";
  else if (MI.isBundled())
    Nothing.Reason = "it is bundled with other instructions";
  else if (OperandAddress A = addressOf(MI); A.Base)
    return Maker(MI, H, Live).make(A);
  else
    Nothing.Reason = A.Reason.str();
  return Nothing;
}

} // namespace

const PrefetchTarget &udpc::riscv64PrefetchTarget() {
  static const RISCV64Prefetch Target;
  return Target;
}
