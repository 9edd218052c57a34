//===- X86_64.cpp - udpc on x86-64 ----------------------------------------===//

#include "passes/target/TargetDescription.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "udpc/encoding.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

namespace {

class X86_64 : public TargetDescription {
public:
  StringRef name() const override { return "x86-64"; }

  bool fits(const Triple &T) const override {
    return T.getArch() == Triple::x86_64 && !T.isX32() && T.isOSBinFormatELF();
  }

  std::string instruction(encoding::Instruction I) const override {
    // The displacement is signed in assembly.
    auto Word = static_cast<int32_t>(encoding::word(I));
    return ("nopw " + Twine(Word) + "(%rax,%rax,1)").str();
  }

  MachineInstr &insertInstruction(MachineBasicBlock &MBB,
                                  MachineBasicBlock::iterator Before,
                                  const DebugLoc &At,
                                  encoding::Instruction I) const override {
    const MachineFunction &MF = *MBB.getParent();
    const X86Code &Code = X86Code::get(MF);
    MCPhysReg RAX = Code.General[X86Code::RAX];
    return *BuildMI(MBB, Before, At,
                    MF.getSubtarget().getInstrInfo()->get(Code.NOOPW))
                .addReg(RAX, RegState::Undef)
                .addImm(1)
                .addReg(RAX, RegState::Undef)
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
