//===- X86_64.cpp - Binaries of x86-64 ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/processor/Processors.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "udpc/encoding.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

int udpc::x86MemoryOperand(const MCInstrDesc &Desc, StringRef Name) {
  // Final code does not contain pseudo instructions.
  if (Desc.isPseudo())
    return -1;
  unsigned Run = 0;
  for (const auto &[Index, Operand] : enumerate(Desc.operands())) {
    Run = Operand.OperandType == MCOI::OPERAND_MEMORY ? Run + 1 : 0;
    if (Run == X86NumAddressOperands)
      return Index + 1 - X86NumAddressOperands;
  }
  // Only lea has an address whose operands are not marked as memory.
  if (Desc.getNumOperands() == 1 + X86NumAddressOperands &&
      Name.starts_with("LEA"))
    return 1;
  return -1;
}

namespace {

class X86_64 : public Processor {
public:
  StringRef name() const override { return "x86-64"; }
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::x86_64;
  }
  uint16_t elfMachine() const override { return ELF::EM_X86_64; }
  void initializeDisassembler() const override {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86Disassembler();
  }

  OperandKind operandKind(const MCInstrDesc &Desc,
                          StringRef Name) const override {
    // NOPs of several bytes have an operand only for their length.
    if (x86MemoryOperand(Desc, Name) < 0 || Name.starts_with("NOOP"))
      return OperandKind::None;
    return Name.starts_with("PREFETCH") ? OperandKind::Prefetch
                                        : OperandKind::Memory;
  }

  /// The type of the index register decides.
  bool hasVectorOfAddresses(const MCInst &I, const MCInstrDesc &Desc,
                            StringRef Name,
                            const MCRegisterInfo &Registers) const override {
    int Operand = x86MemoryOperand(Desc, Name);
    return Operand >= 0 &&
           startsWithAny(
               Registers.getName(I.getOperand(Operand + X86Index).getReg()),
               {"XMM", "YMM", "ZMM"});
  }

  const InstructionEncoding *udpcInstruction() const override {
    static constexpr InstructionEncoding Encoding = {encoding::x86_64::Size, 1,
                                                     encoding::x86_64::decode,
                                                     ELF::R_X86_64_RELATIVE};
    return &Encoding;
  }
};

} // namespace

const Processor &udpc::x86_64Processor() {
  static const X86_64 Instance;
  return Instance;
}
