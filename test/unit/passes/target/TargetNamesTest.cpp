// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/target/TargetNames.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class TargetNamesTest : public MachineTest {
protected:
  /// Every instruction of a target is found, pseudo instructions, which are
  /// not sorted with the others, too.
  void findAll(StringRef Triple) {
    MachineFunction &MF = parseFunction(
        Triple, "", "tracksRegLiveness: true\nbody: |\n  bb.0:\n");
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    unsigned NumReal = 0;
    for (unsigned O = 0; O < TII.getNumOpcodes(); ++O) {
      bool IsReal = !TII.get(O).isPseudo();
      NumReal += IsReal;
      // The others are searched one by one.
      if (IsReal || O % 50 == 0)
        ASSERT_EQ(opcodeNamed(TII, TII.getName(O)), O) << TII.getName(O).str();
    }
    EXPECT_GT(NumReal, 500u);
  }
};

} // namespace

TEST_F(TargetNamesTest, FindsEveryInstruction) {
  for (StringRef Triple :
       {"x86_64-linux-gnu", "riscv64-linux-gnu", "aarch64-linux-gnu"})
    findAll(Triple);
}
