//===- AArch64.cpp - Binaries of AArch64 ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/processor/Processors.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInstrDesc.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

namespace {

class AArch64 : public Processor {
public:
  StringRef name() const override { return "AArch64"; }
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::aarch64;
  }
  uint16_t elfMachine() const override { return ELF::EM_AARCH64; }
  void initializeDisassembler() const override {
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64Disassembler();
  }

  OperandKind operandKind(const MCInstrDesc &Desc,
                          StringRef Name) const override {
    if (startsWithAny(Name, {"PRF", "RPRFM"}))
      return OperandKind::Prefetch;
    // Descriptions are not sufficient: by them, conversions load and barriers
    // store.
    return (Desc.mayLoad() || Desc.mayStore()) && !Desc.isCall() &&
                   startsWithAny(
                       Name, {"LD", "ST", "CAS", "SWP", "RCW", "GLD", "SST"})
               ? OperandKind::Memory
               : OperandKind::None;
  }

  bool hasVectorOfAddresses(const MCInst &, const MCInstrDesc &, StringRef Name,
                            const MCRegisterInfo &) const override {
    return startsWithAny(Name, {"GLD", "SST"});
  }

  /// The files do not name any features.
  ArrayRef<StringRef>
  missingFeatures(const ELFObjectFileBase &) const override {
    static constexpr StringRef All[] = {"+all"};
    return All;
  }
};

} // namespace

const Processor &udpc::aarch64Processor() {
  static const AArch64 Instance;
  return Instance;
}
