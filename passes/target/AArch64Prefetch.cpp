//===- AArch64Prefetch.cpp - Prefetching on AArch64 -----------------------===//
//
// prfm takes a register and a displacement, a multiple of 8 up to 32760, prfum
// one from -256 to 255. Other addresses are computed in a free register. The
// flags are preserved.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/target/AArch64Address.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

namespace {

struct Names {
  unsigned AddImmediate, SubImmediate, AddExtended, AddExtended64;
  unsigned Prefetch, PrefetchUnscaled, PrefetchIndexed;
  /// Caller-saved registers, temporaries first. x18 is not among them, as some
  /// systems reserve it.
  SmallVector<MCPhysReg, 0> Free;

  explicit Names(const MachineFunction &MF) {
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    AddImmediate = opcodeNamed(TII, "ADDXri");
    SubImmediate = opcodeNamed(TII, "SUBXri");
    AddExtended = opcodeNamed(TII, "ADDXrx");
    AddExtended64 = opcodeNamed(TII, "ADDXrx64");
    Prefetch = opcodeNamed(TII, "PRFMui");
    PrefetchUnscaled = opcodeNamed(TII, "PRFUMi");
    PrefetchIndexed = opcodeNamed(TII, "PRFMroX");
    Free = registersNamed(*MF.getSubtarget().getRegisterInfo(),
                          {"X16", "X17", "X15", "X14", "X13", "X12", "X11",
                           "X10", "X9", "X8", "X7", "X6", "X5", "X4", "X3",
                           "X2", "X1", "X0"});
  }
};

const Names &names(const MachineFunction &MF) {
  static const Names N(MF);
  return N;
}

/// Whether \p Name is a load, store or atomic. The descriptions also say that
/// conversions load and barriers store.
bool accessesMemory(StringRef Name) {
  for (StringRef Prefix : {"LD", "ST", "CAS", "SWP", "RCW", "GLD", "SST"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

/// Whether \p Name is a store that fails if another access comes between it and
/// the load that it belongs to.
bool isExclusiveStore(StringRef Name) {
  return Name.starts_with("STXR") || Name.starts_with("STXP") ||
         Name.starts_with("STLXR") || Name.starts_with("STLXP");
}

/// The prfm operation for \p Type (Arm ARM): type, level, and whether the line
/// is to be used once.
unsigned operationOf(HintType Type) {
  enum { PLDL1KEEP = 0, PLDL1STRM = 1, PLDL2KEEP = 2, PLDL3KEEP = 4 };
  constexpr unsigned PSTL1KEEP = 16;
  switch (Type) {
  case HintType::NTA:
    return PLDL1STRM;
  case HintType::T0:
    return PLDL1KEEP;
  case HintType::T1:
    return PLDL2KEEP;
  case HintType::T2:
    return PLDL3KEEP;
  case HintType::W:
    return PSTL1KEEP;
  case HintType::Indirect:
  case HintType::Inner:
  case HintType::Outer:
  case HintType::Next:
  case HintType::Pushed:
    break; // IndirectPrefetchPass inserts these.
  }
  llvm_unreachable("all types are above");
}

/// Makes the code of a prefetch.
class Maker {
public:
  Maker(MachineInstr &MI, const Hint &H, LiveRegisters &Live)
      : N(names(*MI.getMF())), H(H), Code(MI, N.Free, Live) {}
  PrefetchCode make(const A64Address &A);

private:
  using Base = llvm::function_ref<void(const MachineInstrBuilder &)>;

  bool tryPrefetch(Base AddBase, int64_t Offset);
  PrefetchCode prefetchFrom(Base AddBase, int64_t Offset, MCRegister Scratch);
  void prefetch(Base AddBase, unsigned Opcode, int64_t Displacement) {
    auto MIB = Code.add(Opcode).addImm(operationOf(H.Type));
    AddBase(MIB);
    MIB.addImm(Displacement);
  }

  static constexpr int64_t Granule = 8, MaxScaled = 4095 * Granule;
  static constexpr int64_t Page = 4096;
  static constexpr StringLiteral NoRegister =
      "no register is free to hold the address";
  const Names &N;
  const Hint &H;
  PrefetchCodeMaker Code;
};

/// Prefetches base + \p Offset if one instruction can.
bool Maker::tryPrefetch(Base AddBase, int64_t Offset) {
  std::optional<int64_t> Fit = Code.fitOffset(Offset, H.Delta, Granule);
  if (Fit && *Fit >= 0 && *Fit <= MaxScaled)
    prefetch(AddBase, N.Prefetch, *Fit / Granule);
  else if (isInt<9>(Offset))
    prefetch(AddBase, N.PrefetchUnscaled, Offset);
  else
    return false;
  return true;
}

/// Prefetches base + \p Offset. \p Scratch is the base if it may be changed,
/// else none.
PrefetchCode Maker::prefetchFrom(Base AddBase, int64_t Offset,
                                 MCRegister Scratch) {
  if (tryPrefetch(AddBase, Offset))
    return Code.take();
  if (Offset <= -Page * Page || Offset >= Page * Page)
    return Code.none("it is more than 16 MB from the base register");
  MCRegister Register = Scratch ? Scratch : Code.takeRegister();
  if (!Register) {
    if (Offset < 0 || Offset > MaxScaled)
      return Code.none(NoRegister);
    // Round down: up to 7 bytes less are usually in the same line.
    prefetch(AddBase, N.Prefetch, Offset / Granule);
    return Code.take("no register is free to hold the address, so it is "
                     "rounded down by up to 7 bytes");
  }
  auto AddKilled = [&](const MachineInstrBuilder &MIB) {
    MIB.addReg(Register, RegState::Kill);
  };
  auto AddPart = [&](Base From, int64_t Part, unsigned Shift) {
    auto MIB = Code.add(Part < 0 ? N.SubImmediate : N.AddImmediate);
    MIB.addDef(Register);
    From(MIB);
    MIB.addImm(std::abs(Part)).addImm(Shift);
  };
  if (std::abs(Offset) < Page) {
    AddPart(AddBase, Offset, 0);
    prefetch(AddKilled, N.Prefetch, 0);
    return Code.take();
  }
  // The offset is rounded towards zero, so that the highest page is in range as
  // well.
  int64_t Low = Offset % Page;
  AddPart(AddBase, Offset / Page, 12);
  if (!tryPrefetch(AddKilled, Low)) {
    AddPart(AddKilled, Low, 0);
    prefetch(AddKilled, N.Prefetch, 0);
  }
  return Code.take();
}

PrefetchCode Maker::make(const A64Address &A) {
  int64_t Offset;
  if (AddOverflow(A.Offset, H.Delta, Offset))
    return Code.none("it is more than 16 MB from the base register");
  auto AddOperand = [&](const MachineInstrBuilder &MIB) {
    addBase(MIB, *A.Base);
  };
  if (!A.Symbol && !A.Index)
    return prefetchFrom(AddOperand, Offset, MCRegister());
  bool IsXIndex = A.Index && (A.Extend == UXTX || A.Extend == SXTX);
  if (IsXIndex && Offset == 0 && (A.Shift == 0 || A.Shift == 3)) {
    auto MIB = Code.add(N.PrefetchIndexed).addImm(operationOf(H.Type));
    AddOperand(MIB);
    addBase(MIB, *A.Index);
    MIB.addImm(A.Extend == SXTX).addImm(A.Shift != 0);
    return Code.take();
  }
  MCRegister Register = Code.takeRegister();
  if (!Register)
    return Code.none(NoRegister);
  auto Add = Code.add(A.Symbol   ? N.AddImmediate
                      : IsXIndex ? N.AddExtended64
                                 : N.AddExtended);
  Add.addDef(Register);
  AddOperand(Add);
  if (A.Symbol) {
    Add.add(*A.Symbol).addImm(0);
  } else {
    addBase(Add, *A.Index);
    Add.addImm(A.Extend << 3 | A.Shift);
  }
  return prefetchFrom(
      [&](const MachineInstrBuilder &MIB) {
        MIB.addReg(Register, RegState::Kill);
      },
      Offset, Register);
}

class AArch64Prefetch : public PrefetchTarget {
public:
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::aarch64 || T.getArch() == Triple::aarch64_be;
  }

  bool isMemoryOperation(const MachineInstr &MI) const override {
    return loadsOrStores(MI) && accessesMemory(opcodeName(MI));
  }

  bool isPrefetch(const MachineInstr &MI) const override {
    StringRef Name = opcodeName(MI);
    return Name.starts_with("PRF") || Name.starts_with("RPRFM");
  }

  PrefetchCode prefetch(MachineInstr &MI, const Hint &H,
                        LiveRegisters &Live) const override {
    PrefetchCode Nothing;
    bool IsFrame = MI.getFlag(MachineInstr::FrameSetup) ||
                   MI.getFlag(MachineInstr::FrameDestroy);
    if (IsFrame && MI.getMF()->hasWinCFI())
      Nothing.Reason = "Windows' unwinder counts the instructions there";
    else if (isExclusiveStore(opcodeName(MI)))
      Nothing.Reason = "it could make the exclusive store fail";
    else if (MI.isBundled())
      Nothing.Reason = "it is bundled with other instructions";
    else if (A64Address A = a64AddressOf(MI); A.Base)
      return Maker(MI, H, Live).make(A);
    else
      Nothing.Reason = A.Reason.str();
    return Nothing;
  }

  // The target relaxes branches and jump tables later.
  bool mustFitBranches() const override { return false; }
};

} // namespace

const PrefetchTarget &udpc::aarch64PrefetchTarget() {
  static const AArch64Prefetch Target;
  return Target;
}
