//===- RISCV64.cpp - The udpc instruction on riscv64 ----------------------===//
//
// `slti x0, ...` and `sltiu x0, ...` are hints that the ISA manual
// (unprivileged, HINT instructions of RV64I) reserves for custom use. A counter
// unit or an emulator counts them: the runtime patches x86-64 only.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "udpc/encoding.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

namespace {

class RISCV64 : public TargetDescription {
public:
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::riscv64 && T.isOSBinFormatELF();
  }

  std::string instruction(encoding::Instruction I) const override {
    unsigned Number = encoding::riscv64::registerNumber(I);
    return (Twine(encoding::riscv64::isUnsigned(I) ? "sltiu" : "slti") +
            " zero, " + (Number ? "x" + Twine(Number).str() : "zero") + ", " +
            Twine(encoding::riscv64::immediate(I)))
        .str();
  }

  ArrayRef<encoding::SetLimits> sets() const override {
    return encoding::riscv64::Sets;
  }
  bool canBeginSet(unsigned Counter) const override {
    return encoding::riscv64::canBeginSet(Counter);
  }

  MachineInstr &insertInstruction(MachineBasicBlock &MBB,
                                  MachineBasicBlock::iterator Before,
                                  const DebugLoc &At,
                                  encoding::Instruction I) const override {
    const TargetSubtargetInfo &Subtarget = MBB.getParent()->getSubtarget();
    const TargetInstrInfo &TII = *Subtarget.getInstrInfo();
    static const unsigned SetLess = opcodeNamed(TII, "SLTI");
    static const unsigned SetLessUnsigned = opcodeNamed(TII, "SLTIU");
    const TargetRegisterInfo &TRI = *Subtarget.getRegisterInfo();
    static const MCRegister Zero = registerNamed(TRI, "X0");
    unsigned Number = encoding::riscv64::registerNumber(I);
    // The register's value does not matter.
    MCRegister Read =
        Number ? registerNamed(TRI, ("X" + Twine(Number)).str()) : Zero;
    return *BuildMI(MBB, Before, At,
                    TII.get(encoding::riscv64::isUnsigned(I) ? SetLessUnsigned
                                                             : SetLess),
                    Zero)
                .addReg(Read, getUndefRegState(Number != 0))
                .addImm(encoding::riscv64::immediate(I));
  }

  bool isPatchable() const override { return false; }
  StringRef flagsRegister() const override { return ""; }

  ArrayRef<StringRef> landingPads() const override {
    static constexpr StringRef Names[] = {"LPAD", "PseudoLPAD"};
    return Names;
  }
};

} // namespace

const TargetDescription &udpc::riscv64Target() {
  static const RISCV64 Target;
  return Target;
}
