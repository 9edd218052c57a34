//===- AArch64Prefetch.cpp - Prefetching on AArch64 -----------------------===//
//
// prfm takes a register and a displacement, a multiple of 8 up to 32760, prfum
// one from -256 to 255. Other addresses are computed in a free register. The
// flags are preserved.
//
//===----------------------------------------------------------------------===//

#include "passes/target/PrefetchCodeMaker.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "llvm/ADT/StringSwitch.h"
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
  unsigned AddImmediate, SubImmediate, AddExtended, AddExtended64;
  unsigned Prefetch, PrefetchUnscaled, PrefetchIndexed;
  unsigned PageOffset, NoCheck;
  /// Caller-saved registers, temporaries first. Not x18, which some systems
  /// reserve.
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
    PageOffset = operandFlagNamed(TII, "aarch64-pageoff");
    NoCheck = operandFlagNamed(TII, "aarch64-nc");
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

StringRef nameOf(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

/// Whether \p Name is of a load, store or atomic. By their descriptions,
/// conversions load and barriers store.
bool accessesMemory(StringRef Name) {
  for (StringRef Prefix : {"LD", "ST", "CAS", "SWP", "RCW", "GLD", "SST"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

/// Whether \p Name is of a store that fails if another access comes between it
/// and the load that it belongs to.
bool isExclusiveStore(StringRef Name) {
  return Name.starts_with("STXR") || Name.starts_with("STXP") ||
         Name.starts_with("STLXR") || Name.starts_with("STLXP");
}

bool isClass(const MachineInstr &MI, unsigned Operand, StringRef Prefix) {
  const TargetSubtargetInfo &STI = MI.getMF()->getSubtarget();
  const TargetRegisterClass *Class =
      STI.getInstrInfo()->getRegClass(MI.getDesc(), Operand);
  return Class && StringRef(STI.getRegisterInfo()->getRegClassName(Class))
                      .starts_with(Prefix);
}

/// The number of the operand that is the base register, or -1. Of the operands
/// that may be sp it is the last one: tags come before it.
int baseOperand(const MachineInstr &MI) {
  for (int N = MI.getDesc().getNumOperands() - 1;
       N >= int(MI.getDesc().getNumDefs()); --N)
    if (isClass(MI, N, "GPR64sp"))
      return N;
  return -1;
}

/// An address can be more than in general: base + index << shift.
struct Address : OperandAddress {
  const MachineOperand *Index = nullptr;
  unsigned Extend = 0; ///< As the instructions encode it: uxtx is 3.
  unsigned Shift = 0;

  Address(OperandAddress A = {}) : OperandAddress(A) {}
};
enum Extension { UXTW = 2, UXTX = 3, SXTW = 6, SXTX = 7 };

constexpr StringLiteral Unknown = "this form of address is not known";
constexpr StringLiteral Scalable = "the offset depends on the vector length";

/// log2 of the bytes that \p Name, LDRSHWroX or alike, accesses.
unsigned sizeOfIndexed(StringRef Name) {
  return StringSwitch<unsigned>(Name.substr(3).split("ro").first)
      .Cases({"BB", "SBW", "SBX", "B"}, 0)
      .Cases({"HH", "SHW", "SHX", "H"}, 1)
      .Cases({"W", "SW", "S"}, 2)
      .Cases({"X", "D"}, 3)
      .Default(4);
}

/// log2 of the bytes of an element in memory that \p Name, LD1SH_D or alike,
/// accesses.
std::optional<unsigned> sizeOfElement(StringRef Name) {
  Name = Name.substr(Name.find_first_of("1234")).drop_front();
  if (Name.size() > 1 && Name[0] == 'S' && Name[1] != '_')
    Name = Name.drop_front();
  size_t Size = StringRef("BHWDQ").find(Name.take_front());
  return Size == StringRef::npos || Name.starts_with("R")
             ? std::nullopt
             : std::optional<unsigned>(Size);
}

/// Bytes that \p Name, LDPXpre or alike, counts its displacement in.
int64_t scaleOfPairPre(StringRef Name) {
  return StringSwitch<int64_t>(Name.substr(3, Name.size() - 6))
      .Cases({"W", "SW", "S"}, 4)
      .Cases({"X", "D"}, 8)
      .Default(16); // Q, and STGP.
}

/// What the immediate \p Value adds to the base, in bytes.
std::optional<int64_t> offsetOf(const MachineInstr &MI, int64_t Value,
                                StringRef &Reason) {
  StringRef Name = nameOf(MI);
  if (Value == 0)
    return 0;
  if (Name.ends_with("pre"))
    return Name.starts_with("LDP") || Name.starts_with("STP") ||
                   Name.starts_with("STGP")
               ? Value * scaleOfPairPre(Name)
               : Value;
  const MachineOperand *Base;
  int64_t Offset;
  bool IsScalable;
  const TargetSubtargetInfo &STI = MI.getMF()->getSubtarget();
  if (STI.getInstrInfo()->getMemOperandWithOffset(MI, Base, Offset, IsScalable,
                                                  STI.getRegisterInfo())) {
    if (!IsScalable)
      return Offset;
    Reason = Scalable;
    return std::nullopt;
  }
  if (Name == "LDPSWi")
    return Value * 4;
  if (Name.starts_with("LDAPUR") || Name.starts_with("STLUR"))
    return Value;
  Reason = isClass(MI, 0, "ZPR") || isClass(MI, 0, "PPR") ? Scalable : Unknown;
  return std::nullopt;
}

Address addressOf(const MachineInstr &MI) {
  const Names &N = names(*MI.getMF());
  StringRef Name = nameOf(MI);
  unsigned NumOperands = MI.getDesc().getNumOperands();
  for (unsigned I = MI.getDesc().getNumDefs(); I != NumOperands; ++I)
    if (isClass(MI, I, "ZPR") &&
        (Name.starts_with("GLD") || Name.starts_with("SST") ||
         Name.contains("_ZZR")))
      return OperandAddress::none("the address is a vector");
  int Base = baseOperand(MI);
  if (Base < 0 || !MI.getOperand(Base).isReg())
    return OperandAddress::none(Name.starts_with("LDR")
                                    ? "the address is relative to the program "
                                      "counter"
                                    : Unknown);
  Address A;
  A.Base = &MI.getOperand(Base);
  if (Name.ends_with("post") || Name.ends_with("_POST") ||
      Name.contains("PostIndex"))
    return A;
  ArrayRef<MachineOperand> Rest(MI.operands_begin() + Base + 1,
                                MI.operands_begin() + NumOperands);
  if (Rest.empty())
    return Name.ends_with("pre") ? OperandAddress::none(Unknown) : A;

  if (Rest[0].isReg()) {
    A.Index = &Rest[0];
    if (Rest.size() == 3 && (Name.ends_with("roW") || Name.ends_with("roX"))) {
      bool IsSigned = Rest[1].getImm(), IsWord = Name.back() == 'W';
      A.Extend = IsWord ? (IsSigned ? SXTW : UXTW) : (IsSigned ? SXTX : UXTX);
      A.Shift = Rest[2].getImm() ? sizeOfIndexed(Name) : 0;
      return A;
    }
    std::optional<unsigned> Size;
    if (Rest.size() == 1 && isClass(MI, 0, "ZPR"))
      Size = sizeOfElement(Name);
    if (!Size)
      return OperandAddress::none(Unknown);
    A.Extend = UXTX;
    A.Shift = *Size;
    return A;
  }
  if (Rest.size() != 1)
    return OperandAddress::none(Unknown);
  if (Rest[0].isImm()) {
    StringRef Reason;
    if (auto Offset = offsetOf(MI, Rest[0].getImm(), Reason)) {
      A.Offset = *Offset;
      return A;
    }
    return OperandAddress::none(Reason);
  }
  // What add can add as well. Others are of tables that the linker makes.
  unsigned Flags = Rest[0].getTargetFlags();
  if (!N.PageOffset || (Flags & ~N.NoCheck) != N.PageOffset)
    return OperandAddress::none("only the linker knows the address");
  A.Symbol = &Rest[0];
  return A;
}

/// Arm ARM, prfm: type, level, and whether the line is to be used once.
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
    break; // IndirectPrefetchPass has them.
  }
  llvm_unreachable("all types are above");
}

/// Makes the code for an address.
class Maker {
public:
  Maker(MachineInstr &MI, const Hint &H, LiveRegisters &Live)
      : N(names(*MI.getMF())), H(H), Code(MI, N.Free, Live) {}
  PrefetchCode make(const Address &A);

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

/// Prefetches base + \p Offset. \p Scratch is the base if that may be changed,
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
  // Rounded towards zero, so that the highest page is in range as well.
  int64_t Low = Offset % Page;
  AddPart(AddBase, Offset / Page, 12);
  if (!tryPrefetch(AddKilled, Low)) {
    AddPart(AddKilled, Low, 0);
    prefetch(AddKilled, N.Prefetch, 0);
  }
  return Code.take();
}

PrefetchCode Maker::make(const Address &A) {
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
    return loadsOrStores(MI) && accessesMemory(nameOf(MI));
  }

  bool isPrefetch(const MachineInstr &MI) const override {
    StringRef Name = nameOf(MI);
    return Name.starts_with("PRF") || Name.starts_with("RPRFM");
  }

  PrefetchCode prefetch(MachineInstr &MI, const Hint &H,
                        LiveRegisters &Live) const override {
    PrefetchCode Nothing;
    bool IsFrame = MI.getFlag(MachineInstr::FrameSetup) ||
                   MI.getFlag(MachineInstr::FrameDestroy);
    if (IsFrame && MI.getMF()->hasWinCFI())
      Nothing.Reason = "Windows' unwinder counts the instructions there";
    else if (isExclusiveStore(nameOf(MI)))
      Nothing.Reason = "it could make the exclusive store fail";
    else if (MI.isBundled())
      Nothing.Reason = "it is bundled with other instructions";
    else if (Address A = addressOf(MI); A.Base)
      return Maker(MI, H, Live).make(A);
    else
      Nothing.Reason = A.Reason.str();
    return Nothing;
  }

  // The target relaxes them later, and its jump tables as well.
  bool mustFitBranches() const override { return false; }
};

} // namespace

const PrefetchTarget &udpc::aarch64PrefetchTarget() {
  static const AArch64Prefetch Target;
  return Target;
}
