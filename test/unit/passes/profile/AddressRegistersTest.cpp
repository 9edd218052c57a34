#include "passes/profile/AddressRegisters.h"
#include "passes/profile/FreeRegisters.h"
#include "passes/target/X86Code.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

class AddressRegistersTest : public MachineTest {
protected:
  /// Chooses for points before each NOOP of \p Body, and before branches that
  /// follow another.
  void choose(StringRef Body) {
    MachineFunction &MF = parse(Body);
    const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
    for (MachineBasicBlock &MBB : MF)
      for (MachineInstr &MI : MBB)
        if (TII.getName(MI.getOpcode()) == "NOOP" ||
            (MI.isTerminator() && &*MBB.getFirstTerminator() != &MI)) {
          AddressUse U;
          U.Block = &MBB;
          U.At = MI.getIterator();
          Uses.push_back(U);
        }
    MachineDominatorTree Dominators(MF);
    MachineLoopInfo Loops(Dominators);
    Loads = chooseRegisters(MF, Loops, FreeRegisters(MF), Uses);
  }
  /// Of each point: k is known, l is loaded there, - has no register.
  std::string text() const {
    std::string Text;
    for (const AddressUse &U : Uses)
      Text += !U.Register ? '-' : U.IsKnown ? 'k' : 'l';
    return Text;
  }

  std::vector<AddressUse> Uses;
  std::vector<AddressLoad> Loads;
};

TEST_F(AddressRegistersTest, KnowsWhatNothingHasChanged) {
  choose("  bb.0:\n    liveins: $rdi\n    NOOP\n"
         "    $rax = MOV64rr $rdi\n    NOOP\n    RET64 implicit $rax\n");
  EXPECT_EQ(text(), "lk");
  EXPECT_EQ(Uses[0].Register, Uses[1].Register);
  // Neither the argument nor the result.
  EXPECT_NE(*Uses[0].Register, X86Code::RAX);
  EXPECT_NE(*Uses[0].Register, X86Code::RDI);
}

TEST_F(AddressRegistersTest, CallsChangeRegisters) {
  choose("  bb.0:\n    NOOP\n"
         "    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp\n"
         "    NOOP\n    RET64\n");
  EXPECT_EQ(text(), "ll");
}

TEST_F(AddressRegistersTest, AllPathsHaveToKnow) {
  constexpr StringLiteral Start =
      "  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $edi\n"
      "    TEST32rr $edi, $edi, implicit-def $eflags\n"
      "    JCC_1 %bb.2, 4, implicit $eflags\n"
      "  bb.1:\n    successors: %bb.3\n    NOOP\n    JMP_1 %bb.3\n";
  choose((Start + "  bb.2:\n    successors: %bb.3\n    NOOP\n"
                  "  bb.3:\n    NOOP\n    RET64\n")
             .str());
  EXPECT_EQ(text(), "llk");
  Uses.clear();
  choose((Start + "  bb.2:\n    successors: %bb.3\n"
                  "  bb.3:\n    NOOP\n    RET64\n")
             .str());
  EXPECT_EQ(text(), "ll");
}

// Control may leave by the first branch, before the second point.
TEST_F(AddressRegistersTest, PointsBetweenBranches) {
  choose("  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $xmm0, $xmm1\n"
         "    UCOMISDrr $xmm0, $xmm1, implicit-def $eflags, implicit $mxcsr\n"
         "    JCC_1 %bb.2, 5, implicit $eflags\n"
         "    JCC_1 %bb.2, 10, implicit $eflags\n"
         "  bb.1:\n    RET64\n"
         "  bb.2:\n    NOOP\n    RET64\n");
  EXPECT_EQ(text(), "ll");
}

TEST_F(AddressRegistersTest, LoopsHaveItBefore) {
  choose("  bb.0:\n    successors: %bb.1\n    liveins: $edi\n"
         "    $ecx = MOV32rr $edi\n"
         "  bb.1:\n    successors: %bb.1, %bb.2\n    liveins: $ecx\n"
         "    NOOP\n"
         "    dead $eax = MOV32ri 0\n"
         "    $ecx = DEC32r $ecx, implicit-def $eflags\n"
         "    JCC_1 %bb.1, 5, implicit $eflags\n"
         "  bb.2:\n    RET64\n");
  EXPECT_EQ(text(), "k");
  ASSERT_EQ(Loads.size(), 1u);
  EXPECT_EQ(Loads[0].Block->getNumber(), 0);
  EXPECT_EQ(Loads[0].Register, *Uses[0].Register);
  EXPECT_NE(Loads[0].Register, X86Code::RAX);
  EXPECT_NE(Loads[0].Register, X86Code::RCX);
}

// The flags are needed at the only way into the loop, whose block begins with
// the instruction that sets them.
TEST_F(AddressRegistersTest, LoadsAheadKeepFlags) {
  choose("  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $ecx, $eflags\n"
         "    JCC_1 %bb.2, 5, implicit $eflags\n"
         "  bb.1:\n    successors: %bb.1, %bb.2\n    liveins: $ecx, $eflags\n"
         "    NOOP\n"
         "    JCC_1 %bb.1, 5, implicit $eflags\n"
         "  bb.2:\n    RET64\n");
  EXPECT_EQ(text(), "l");
  EXPECT_TRUE(Loads.empty());
}

TEST_F(AddressRegistersTest, NoneIsFreeWhereLivenessIsUnknown) {
  MachineFunction &MF = parse("  bb.0:\n    NOOP\n    RET64\n");
  MF.getFunction().addFnAttr(Attribute::Naked);
  MachineDominatorTree Dominators(MF);
  MachineLoopInfo Loops(Dominators);
  Uses.resize(1);
  Uses[0].Block = &MF.front();
  Uses[0].At = MF.front().begin();
  EXPECT_TRUE(chooseRegisters(MF, Loops, FreeRegisters(MF), Uses).empty());
  EXPECT_EQ(text(), "-");
}

} // namespace
