//===- X86_64Prefetch.cpp - Prefetching on x86-64 -------------------------===//
//
// A prefetch takes any memory operand, so it uses the operation's own plus the
// delta. It changes no register and no flags, and does not fault on an unmapped
// address (Intel SDM, volume 2, PREFETCHh).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/target/PrefetchTarget.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
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
  return x86MemoryOperand(MI.getDesc(), opcodeName(MI));
}

static unsigned prefetchOpcode(HintType Type, const X86Code &X86) {
  switch (Type) {
  case HintType::NTA:
    return X86.PREFETCHNTA;
  case HintType::T0:
    return X86.PREFETCHT0;
  case HintType::T1:
    return X86.PREFETCHT1;
  case HintType::T2:
    return X86.PREFETCHT2;
  case HintType::W:
    return X86.PREFETCHW;
  case HintType::Indirect:
  case HintType::Inner:
  case HintType::Outer:
  case HintType::Next:
  case HintType::Pushed:
    break; // IndirectPrefetchPass inserts these.
  }
  llvm_unreachable("no other type");
}

namespace {

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
    return opcodeName(MI).starts_with("PREFETCH");
  }
  PrefetchCode prefetch(MachineInstr &MI, const Hint &H,
                        LiveRegisters &) const override;
  // The assembler relaxes branches.
  bool mustFitBranches() const override { return false; }
};

} // namespace

/// Whether the linker knows the address of \p Symbol: it is not an entry of a
/// table of addresses.
static bool isDirect(const MachineOperand &Symbol, const X86Code &X86) {
  return is_contained(
      {0u, X86.ThreadOffset, X86.ModuleThreadOffset, X86.TableOffset},
      Symbol.getTargetFlags());
}

/// Adds \p Delta to \p Displacement. Returns the reason if that is impossible,
/// else "".
static StringRef move(MachineOperand &Displacement, bool IsRipRelative,
                      int64_t Delta, const X86Code &X86) {
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
  if (!isDirect(Displacement, X86))
    return "the operand is an entry of a table of addresses";
  // The range of offsets from a symbol that is valid in all code models (LLVM's
  // X86::isOffsetSuitableForCodeModel).
  constexpr int64_t Reach = 16 << 20;
  if (AddOverflow(Displacement.getOffset(), Delta, Moved) || Moved >= Reach ||
      Moved <= -Reach)
    return "it is more than 16 MB from the symbol, where the linker may not "
           "reach";
  Displacement.setOffset(Moved);
  return "";
}

/// Whether \p MI is in a prologue or epilogue on Windows, which recognises an
/// epilogue by its instructions, and encodes prologue offsets in one byte.
static bool isOfWindowsFrame(const MachineInstr &MI) {
  return MI.getMF()->hasWinCFI() &&
         (MI.getFlag(MachineInstr::FrameSetup) ||
          MI.getFlag(MachineInstr::FrameDestroy) || MI.isReturn());
}

/// Whether the index of \p MI is the row stride of a tile (AMX), not part of
/// its address.
static bool hasStride(const MachineInstr &MI) {
  StringRef Name = opcodeName(MI);
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
  const X86Code &X86 = X86Code::get(MF);
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
    // Some instructions keep frame indices (STATEPOINT), and access no memory.
    if (!Address[Part].isReg()) {
      Result.Reason = "the address is not in registers";
      return Result;
    }
    MCRegister Reg = Address[Part].getReg().asMCReg();
    if (Reg && !X86.GR64->contains(Reg) && !X86.GR32->contains(Reg)) {
      Result.Reason = "the index is a vector";
      return Result;
    }
  }
  if (hasStride(MI))
    Address[X86Index] = MachineOperand::CreateReg(0, /*isDef=*/false);
  Result.Reason = move(Address[X86Displacement],
                       Address[X86Base].getReg() == X86.RIP, H.Delta, X86);
  if (!Result.Reason.empty())
    return Result;

  HintType Type = H.Type;
  if (Type == HintType::W && !MF.getSubtarget().checkFeatures("+prfchw")) {
    Type = HintType::T0;
    Result.Reason = "as t0, since the target has no prefetchw (-mprfchw)";
  }
  const MCInstrDesc &Desc =
      MF.getSubtarget().getInstrInfo()->get(prefetchOpcode(Type, X86));
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
