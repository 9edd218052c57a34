//===- X86_64.cpp - The udpc instruction on x86-64 ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "udpc/encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

/// The registers, by their numbers in machine code.
static constexpr StringLiteral RegisterNames[] = {"RAX", "RCX", "RDX", "RBX",
                                                  "RSP", "RBP", "RSI", "RDI"};

namespace {

class X86_64 : public TargetDescription {
public:
  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::x86_64 && !T.isX32() && T.isOSBinFormatELF();
  }

  std::string instruction(encoding::Instruction I) const override {
    // The displacement is signed in assembly.
    auto Word = static_cast<int32_t>(encoding::word(I));
    uint8_t Address = encoding::x86_64::addressByte(I);
    auto Name = [](unsigned Number) {
      return "%" + RegisterNames[Number & 7].lower();
    };
    return ("nopw " + Twine(Word) + "(" + Name(Address) + "," +
            Name(Address >> 3) + "," + Twine(1 << (Address >> 6)) + ")")
        .str();
  }

  ArrayRef<encoding::SetLimits> sets() const override {
    return encoding::x86_64::Sets;
  }
  bool canBeginSet(unsigned Counter) const override {
    return encoding::x86_64::canBeginSet(Counter);
  }

  MachineInstr &insertInstruction(MachineBasicBlock &MBB,
                                  MachineBasicBlock::iterator Before,
                                  const DebugLoc &At,
                                  encoding::Instruction I) const override {
    const MachineFunction &MF = *MBB.getParent();
    const X86Code &Code = X86Code::get(MF);
    uint8_t Address = encoding::x86_64::addressByte(I);
    const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
    static const std::array<MCRegister, 8> Registers = [&] {
      std::array<MCRegister, 8> Found;
      transform(RegisterNames, Found.begin(),
                [&](StringRef Name) { return registerNamed(TRI, Name); });
      return Found;
    }();
    return *BuildMI(MBB, Before, At,
                    MF.getSubtarget().getInstrInfo()->get(Code.NOOPW))
                .addReg(Registers[Address & 7], RegState::Undef)
                .addImm(1 << (Address >> 6))
                .addReg(Registers[Address >> 3 & 7], RegState::Undef)
                .addImm(static_cast<int32_t>(encoding::word(I)))
                .addReg(0);
  }

  bool isPatchable() const override { return true; }
  // incq and decq change all arithmetic flags but CF.
  StringRef flagsRegister() const override { return "EFLAGS"; }

  ArrayRef<StringRef> landingPads() const override {
    static constexpr StringRef Names[] = {"ENDBR64"};
    return Names;
  }
};

} // namespace

const TargetDescription &udpc::x86_64Target() {
  static const X86_64 Target;
  return Target;
}
