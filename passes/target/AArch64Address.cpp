//===- AArch64Address.cpp - Addresses of AArch64's operations -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/AArch64Address.h"
#include "passes/target/TargetNames.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Flags of operands that the linker fills in.
struct LinkerFlags {
  unsigned PageOffset, NoCheck;

  explicit LinkerFlags(const MachineFunction &MF) {
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    PageOffset = operandFlagNamed(TII, "aarch64-pageoff");
    NoCheck = operandFlagNamed(TII, "aarch64-nc");
  }
};

const LinkerFlags &linkerFlags(const MachineFunction &MF) {
  static const LinkerFlags Flags(MF);
  return Flags;
}

bool isClass(const MachineInstr &MI, unsigned Operand, StringRef Prefix) {
  const TargetSubtargetInfo &STI = MI.getMF()->getSubtarget();
  const TargetRegisterClass *Class =
      STI.getInstrInfo()->getRegClass(MI.getDesc(), Operand);
  return Class && StringRef(STI.getRegisterInfo()->getRegClassName(Class))
                      .starts_with(Prefix);
}

/// The number of the operand that is the base register, or -1. It is the last
/// of the operands that may be sp: tags come before it.
int baseOperand(const MachineInstr &MI) {
  for (int N = MI.getDesc().getNumOperands() - 1;
       N >= int(MI.getDesc().getNumDefs()); --N)
    if (isClass(MI, N, "GPR64sp"))
      return N;
  return -1;
}

constexpr StringLiteral Unknown = "this form of address is not known";
constexpr StringLiteral Scalable = "the offset depends on the vector length";

/// log2 of the number of bytes that \p Name, such as LDRSHWroX, accesses.
unsigned sizeOfIndexed(StringRef Name) {
  return StringSwitch<unsigned>(Name.substr(3).split("ro").first)
      .Cases({"BB", "SBW", "SBX", "B"}, 0)
      .Cases({"HH", "SHW", "SHX", "H"}, 1)
      .Cases({"W", "SW", "S"}, 2)
      .Cases({"X", "D"}, 3)
      .Default(4);
}

/// log2 of the number of bytes of an element in memory that \p Name, such as
/// LD1SH_D, accesses.
std::optional<unsigned> sizeOfElement(StringRef Name) {
  Name = Name.substr(Name.find_first_of("1234")).drop_front();
  if (Name.size() > 1 && Name[0] == 'S' && Name[1] != '_')
    Name = Name.drop_front();
  size_t Size = StringRef("BHWDQ").find(Name.take_front());
  return Size == StringRef::npos || Name.starts_with("R")
             ? std::nullopt
             : std::optional<unsigned>(Size);
}

/// The unit, in bytes, of the displacement of \p Name, such as LDPXpre.
int64_t scaleOfPairPre(StringRef Name) {
  return StringSwitch<int64_t>(Name.substr(3, Name.size() - 6))
      .Cases({"W", "SW", "S"}, 4)
      .Cases({"X", "D"}, 8)
      .Default(16); // Q, and STGP.
}

/// The number of bytes that the immediate \p Value adds to the base.
std::optional<int64_t> offsetOf(const MachineInstr &MI, int64_t Value,
                                StringRef &Reason) {
  StringRef Name = opcodeName(MI);
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

} // namespace

A64Address udpc::a64AddressOf(const MachineInstr &MI) {
  StringRef Name = opcodeName(MI);
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
  A64Address A;
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
  // A symbol that add can add as well. Others name tables that the linker
  // makes.
  const LinkerFlags &Known = linkerFlags(*MI.getMF());
  unsigned Flags = Rest[0].getTargetFlags();
  if (!Known.PageOffset || (Flags & ~Known.NoCheck) != Known.PageOffset)
    return OperandAddress::none("only the linker knows the address");
  A.Symbol = &Rest[0];
  return A;
}
