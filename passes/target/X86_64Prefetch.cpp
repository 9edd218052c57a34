//===- X86_64Prefetch.cpp - Prefetching on x86-64 -------------------------===//
//
// A prefetch takes any memory operand, so it has the operation's own plus the
// delta. It changes no register and no flags, and an unmapped address does not
// fault (Intel SDM, volume 2, PREFETCHh).
//
//===----------------------------------------------------------------------===//

#include "passes/target/PrefetchTarget.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

static int memoryOperand(const MachineInstr &MI) {
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  return x86MemoryOperand(MI.getDesc(), TII.getName(MI.getOpcode()));
}

namespace {

/// LLVM's numbers for what its headers for x86, which are not installed, have
/// names for.
struct X86Numbers {
  unsigned Prefetch[5] = {}; ///< Opcodes by HintType.
  DenseSet<unsigned> AllPrefetches;
  const TargetRegisterClass *GR64 = nullptr, *GR32 = nullptr;
  unsigned RIP = 0;
  /// Operand flags of symbols whose address the linker knows: others are table
  /// entries.
  DenseSet<unsigned> DirectSymbols;

  explicit X86Numbers(const MachineFunction &MF);
  static const X86Numbers &get(const MachineFunction &MF) {
    static const X86Numbers Numbers(MF);
    return Numbers;
  }
};

class X86_64Prefetch : public PrefetchTarget {
public:
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::x86_64;
  }
  bool isMemoryOperation(const MachineInstr &MI) const override {
    return memoryOperand(MI) >= 0;
  }
  bool isKeyedLast(const MachineInstr &MI) const override {
    // X86II::FormMask, X86II::Pseudo: tail calls through memory, and addresses
    // of thread-local variables, which get their encoding when they are
    // printed.
    return (MI.getDesc().TSFlags & 127) == 0;
  }
  bool isPrefetch(const MachineInstr &MI) const override {
    return X86Numbers::get(*MI.getMF()).AllPrefetches.contains(MI.getOpcode());
  }
  PrefetchCode prefetch(MachineInstr &MI, const Hint &H,
                        LiveRegisters &) const override;
  bool mustFitBranches() const override { return false; } // The assembler does.
};

} // namespace

X86Numbers::X86Numbers(const MachineFunction &MF) {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  static constexpr StringRef Names[] = {
      "PREFETCHNTA", "PREFETCHT0", "PREFETCHT1", "PREFETCHT2", "PREFETCHW"};
  for (auto [Type, Name] : enumerate(Names))
    Prefetch[Type] = opcodeNamed(TII, Name);
  for (unsigned Opcode = 0; Opcode != TII.getNumOpcodes(); ++Opcode)
    if (TII.getName(Opcode).starts_with("PREFETCH"))
      AllPrefetches.insert(Opcode);
  for (const TargetRegisterClass *Class : TRI.regclasses()) {
    StringRef Name = TRI.getRegClassName(Class);
    if (Name == "GR64")
      GR64 = Class;
    else if (Name == "GR32")
      GR32 = Class;
  }
  RIP = registersNamed(TRI, {"RIP"}).front();
  DirectSymbols.insert(0);
  for (StringRef Name : {"x86-tpoff", "x86-dtpoff", "x86-gotoff"})
    DirectSymbols.insert(operandFlagNamed(TII, Name));
}

/// Adds \p Delta to \p Displacement. Returns why that cannot be, or "".
static StringRef move(MachineOperand &Displacement, bool IsRipRelative,
                      int64_t Delta, const X86Numbers &Numbers) {
  int64_t Moved;
  if (Displacement.isImm()) {
    if (IsRipRelative)
      return "the address is relative to the instruction's own";
    if (AddOverflow(Displacement.getImm(), Delta, Moved) || !isInt<32>(Moved))
      return "the displacement would need more than 32 bits";
    Displacement.setImm(Moved);
    return "";
  }
  if (!Displacement.isGlobal() && !Displacement.isSymbol() &&
      !Displacement.isCPI() && !Displacement.isBlockAddress())
    return "the address is of a kind that has no place for a delta";
  if (!Numbers.DirectSymbols.contains(Displacement.getTargetFlags()))
    return "the operand is an entry of a table of addresses";
  // Offsets from a symbol that are in range in all code models (LLVM's
  // X86::isOffsetSuitableForCodeModel).
  constexpr int64_t Reach = 16 << 20;
  if (AddOverflow(Displacement.getOffset(), Delta, Moved) || Moved >= Reach ||
      Moved <= -Reach)
    return "it is more than 16 MB from the symbol, where the linker may not "
           "reach";
  Displacement.setOffset(Moved);
  return "";
}

/// Windows recognises a function's epilogue by its instructions, and encodes
/// prologue offsets in one byte.
static bool isOfWindowsFrame(const MachineInstr &MI) {
  return MI.getMF()->hasWinCFI() &&
         (MI.getFlag(MachineInstr::FrameSetup) ||
          MI.getFlag(MachineInstr::FrameDestroy) || MI.isReturn());
}

/// Whether the index of \p MI is the row stride of a tile (AMX), not part of
/// its address.
static bool hasStride(const MachineInstr &MI) {
  StringRef Name =
      MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
  return Name.starts_with("TILELOAD") || Name.starts_with("TILESTORE") ||
         Name.starts_with("T2RPNTLVW");
}

/// Whether \p MI is in the stack check at the start of a function with a split
/// stack. Linkers recognise that code by its bytes and change it.
static bool isStackCheck(const MachineInstr &MI,
                         const MachineOperand &Segment) {
  const MachineFunction &MF = *MI.getMF();
  return MF.shouldSplitStack() && MI.getParent() == &MF.front() &&
         (Segment.getReg() || !MI.mayLoadOrStore());
}

PrefetchCode X86_64Prefetch::prefetch(MachineInstr &MI, const Hint &H,
                                      LiveRegisters &) const {
  MachineFunction &MF = *MI.getMF();
  const X86Numbers &Numbers = X86Numbers::get(MF);
  int First = memoryOperand(MI);
  assert(First >= 0 && "not a memory operation");
  std::vector<MachineOperand> Address(MI.operands_begin() + First,
                                      MI.operands_begin() + First +
                                          X86NumAddressOperands);
  PrefetchCode Result;
  if (isOfWindowsFrame(MI)) {
    Result.Reason = "Windows' unwinder counts the instructions there";
    return Result;
  }
  if (isStackCheck(MI, Address[X86Segment])) {
    Result.Reason = "the linker has to know the code of a split stack";
    return Result;
  }
  for (MachineOperand &Op : Address)
    if (Op.isReg())
      Op.setIsKill(false);
  for (X86Address Part : {X86Base, X86Index}) {
    // Some keep frame indices (STATEPOINT), and access no memory.
    if (!Address[Part].isReg()) {
      Result.Reason = "the address is not in registers";
      return Result;
    }
    MCRegister Reg = Address[Part].getReg().asMCReg();
    if (Reg && !Numbers.GR64->contains(Reg) && !Numbers.GR32->contains(Reg)) {
      Result.Reason = "the index is a vector";
      return Result;
    }
  }
  if (hasStride(MI))
    Address[X86Index] = MachineOperand::CreateReg(0, /*isDef=*/false);
  Result.Reason =
      move(Address[X86Displacement], Address[X86Base].getReg() == Numbers.RIP,
           H.Delta, Numbers);
  if (!Result.Reason.empty())
    return Result;

  HintType Type = H.Type;
  if (Type == HintType::W && !MF.getSubtarget().checkFeatures("+prfchw")) {
    Type = HintType::T0;
    Result.Reason = "as t0, since the target has no prefetchw (-mprfchw)";
  }
  const MCInstrDesc &Desc = MF.getSubtarget().getInstrInfo()->get(
      Numbers.Prefetch[static_cast<size_t>(Type)]);
  MachineInstrBuilder Code(
      MF, MF.CreateMachineInstr(Desc, MI.getDebugLoc(), /*NoImplicit=*/true));
  for (const MachineOperand &Op : Address)
    Code.add(Op);
  Result.Instructions.push_back(Code);
  return Result;
}

const PrefetchTarget &udpc::x86_64PrefetchTarget() {
  static const X86_64Prefetch Target;
  return Target;
}
