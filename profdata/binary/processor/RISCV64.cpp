//===- RISCV64.cpp - Binaries of riscv64 ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/processor/Processors.h"
#include "udpc/encoding.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

class RISCV64 : public Processor {
public:
  StringRef name() const override { return "riscv64"; }
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::riscv64;
  }
  uint16_t elfMachine() const override { return ELF::EM_RISCV; }
  void initializeDisassembler() const override {
    LLVMInitializeRISCVTargetInfo();
    LLVMInitializeRISCVTargetMC();
    LLVMInitializeRISCVDisassembler();
  }

  OperandKind operandKind(const MCInstrDesc &Desc,
                          StringRef Name) const override {
    if (Name.starts_with("PREFETCH_") || Name == "MIPS_PREF")
      return OperandKind::Prefetch;
    // Pushes and pops have no explicit memory operand.
    bool IsPush = Name.contains("CM_P") || Name.contains("SSPUSH") ||
                  Name.contains("SSPOP") || Name.starts_with("QC_C_MI");
    return (Desc.mayLoad() || Desc.mayStore()) && !Desc.isCall() && !IsPush
               ? OperandKind::Memory
               : OperandKind::None;
  }

  bool hasVectorOfAddresses(const MCInst &, const MCInstrDesc &, StringRef Name,
                            const MCRegisterInfo &) const override {
    return startsWithAny(Name, {"VLUX", "VLOX", "VSUX", "VSOX"});
  }

  /// Only some files have a section that names the extensions.
  ArrayRef<StringRef>
  missingFeatures(const ELFObjectFileBase &File) const override {
    static constexpr StringRef Usual[] = {"m", "a", "f",     "d",
                                          "c", "v", "zicbop"};
    if (any_of(File.sections(), [](const SectionRef &S) {
          return ELFSectionRef(S).getType() == ELF::SHT_RISCV_ATTRIBUTES;
        }))
      return {};
    return Usual;
  }

  const InstructionEncoding *udpcInstruction() const override {
    static constexpr InstructionEncoding Encoding = {encoding::riscv64::Size, 2,
                                                     encoding::riscv64::decode,
                                                     ELF::R_RISCV_RELATIVE};
    return &Encoding;
  }
};

} // namespace

const Processor &udpc::riscv64Processor() {
  static const RISCV64 Instance;
  return Instance;
}
