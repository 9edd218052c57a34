// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/costs/BlockCosts.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/MC/MCAsmInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

class BlockCostsTest : public MachineTest {
protected:
  unsigned inText(StringRef Text) {
    MachineFunction &MF = parse("  bb.0:\n    RET64\n");
    return instructionsInText(Text, *MF.getTarget().getMCAsmInfo());
  }
  /// Of the first block.
  unsigned inCode(StringRef Body) {
    unsigned Sum = 0;
    for (const MachineInstr &MI : parse(Body).front())
      Sum += instructionsOf(MI);
    return Sum;
  }
};

TEST_F(BlockCostsTest, CountsInstructionsOfAssemblyText) {
  EXPECT_EQ(inText(""), 0u);
  EXPECT_EQ(inText("nop"), 1u);
  EXPECT_EQ(inText("nop; nop\n\tmovl %eax, %ebx\n"), 3u);
  EXPECT_EQ(inText("# nop\nnop # nop; nop"), 1u);
}

TEST_F(BlockCostsTest, LabelsAndDirectivesAreNoInstructions) {
  EXPECT_EQ(inText("1: nop; .Lx: .Ly: nop"), 2u);
  EXPECT_EQ(inText(".p2align 4; 2:; x = 5; .byte 0x90"), 0u);
}

TEST_F(BlockCostsTest, PrefixesBelongToTheirInstruction) {
  EXPECT_EQ(inText("lock; incl (%rax)"), 1u);
  EXPECT_EQ(inText("lock incl (%rax)\nrep movsb\nREP; STOSB"), 3u);
}

TEST_F(BlockCostsTest, CountsInstructionsOfCode) {
  EXPECT_EQ(inCode("  bb.0:\n    NOOP\n    CFI_INSTRUCTION def_cfa_offset 16\n"
                   "    RET64\n"),
            2u);
  EXPECT_EQ(inCode("  bb.0:\n    INLINEASM &\"nop; nop; nop\", 1\n    RET64\n"),
            4u);
}

} // namespace
