//===- MemoryOperand.cpp - The memory operand of an instruction -----------===//

#include "profdata/binary/MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

int udpc::x86MemoryOperand(const MCInstrDesc &Desc, StringRef Name) {
  // Nothing is left of these in final code.
  if (Desc.isPseudo())
    return -1;
  unsigned Run = 0;
  for (const auto &[Index, Operand] : enumerate(Desc.operands())) {
    Run = Operand.OperandType == MCOI::OPERAND_MEMORY ? Run + 1 : 0;
    if (Run == X86NumAddressOperands)
      return Index + 1 - X86NumAddressOperands;
  }
  // Only lea has an address, and no access that would say so.
  if (Desc.getNumOperands() == 1 + X86NumAddressOperands &&
      Name.starts_with("LEA"))
    return 1;
  return -1;
}

static bool startsWithAny(StringRef Name, ArrayRef<StringLiteral> Prefixes) {
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

static OperandKind x86Kind(const MCInstrDesc &Desc, StringRef Name) {
  // NOPs of several bytes have an operand only to be long.
  if (x86MemoryOperand(Desc, Name) < 0 || Name.starts_with("NOOP"))
    return OperandKind::None;
  return Name.starts_with("PREFETCH") ? OperandKind::Prefetch
                                      : OperandKind::Memory;
}

static OperandKind riscvKind(const MCInstrDesc &Desc, StringRef Name) {
  if (Name.starts_with("PREFETCH_") || Name == "MIPS_PREF")
    return OperandKind::Prefetch;
  // Pushes and pops name no memory.
  bool IsPush = Name.contains("CM_P") || Name.contains("SSPUSH") ||
                Name.contains("SSPOP") || Name.starts_with("QC_C_MI");
  return (Desc.mayLoad() || Desc.mayStore()) && !Desc.isCall() && !IsPush
             ? OperandKind::Memory
             : OperandKind::None;
}

static OperandKind aarch64Kind(const MCInstrDesc &Desc, StringRef Name) {
  if (startsWithAny(Name, {"PRF", "RPRFM"}))
    return OperandKind::Prefetch;
  // Descriptions alone do not tell: for them, conversions load and barriers
  // store.
  return (Desc.mayLoad() || Desc.mayStore()) && !Desc.isCall() &&
                 startsWithAny(Name,
                               {"LD", "ST", "CAS", "SWP", "RCW", "GLD", "SST"})
             ? OperandKind::Memory
             : OperandKind::None;
}

bool udpc::knowsMemoryOperations(const Triple &T) {
  return T.getArch() == Triple::x86_64 || T.getArch() == Triple::riscv64 ||
         T.getArch() == Triple::aarch64;
}

OperandKind udpc::operandKindOf(const Triple &T, const MCInstrDesc &Desc,
                                StringRef Name) {
  switch (T.getArch()) {
  case Triple::x86_64:
    return x86Kind(Desc, Name);
  case Triple::riscv64:
    return riscvKind(Desc, Name);
  case Triple::aarch64:
    return aarch64Kind(Desc, Name);
  default:
    return OperandKind::None;
  }
}

bool udpc::hasVectorOfAddresses(const Triple &T, StringRef Name) {
  if (T.getArch() == Triple::riscv64)
    return startsWithAny(Name, {"VLUX", "VLOX", "VSUX", "VSOX"});
  return T.getArch() == Triple::aarch64 && startsWithAny(Name, {"GLD", "SST"});
}
