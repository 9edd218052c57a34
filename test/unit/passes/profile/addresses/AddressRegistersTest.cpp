// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/addresses/AddressRegisters.h"
#include "passes/profile/insertion/FreeRegisters.h"
#include "passes/profile/insertion/UnusedStackSlot.h"
#include "passes/target/X86Code.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

class AddressRegistersTest : public MachineTest {
protected:
  /// Chooses for points before each NOOP of \p Body, and before branches that
  /// follow another. The first one \p IsOffer.
  void choose(StringRef Body, bool IsOffer = false) {
    MachineFunction &MF = parse(Body);
    MF.getFrameInfo().setStackSize(StackSize);
    // Without these, no register that callees keep is free.
    MF.getFrameInfo().setCalleeSavedInfoValid(true);
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
    Uses.front().IsOffer = IsOffer;
    MachineDominatorTree Dominators(MF);
    MachineLoopInfo Loops(Dominators);
    Loads = chooseRegisters(MF, Loops, FreeRegisters(MF), UnusedStackSlot(MF),
                            Uses);
  }
  /// Of each point: k is known, v is copied from a vector register, s from the
  /// stack, l is loaded there, L is loaded and stored, - has no register.
  std::string text() const {
    std::string Text;
    for (const AddressUse &U : Uses)
      if (!U.Register)
        Text += '-';
      else if (U.Source)
        Text += *U.Source == StackHolder ? 's' : 'v';
      else
        Text += U.IsKnown ? 'k' : U.Backup ? 'L' : 'l';
    return Text;
  }

  uint64_t StackSize = 0;
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

// The slot that aligns the stack outlives calls, but not the frame.
constexpr StringLiteral TwoCalls =
    "  bb.0:\n    NOOP\n"
    "    frame-setup PUSH64r undef $rax, implicit-def $rsp, implicit $rsp\n"
    "    NOOP\n"
    "    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp\n"
    "    NOOP\n"
    "    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp\n"
    "    NOOP\n"
    "    $rcx = frame-destroy POP64r implicit-def $rsp, implicit $rsp\n"
    "    NOOP\n    RET64\n";

TEST_F(AddressRegistersTest, StackSlotsOutliveCalls) {
  StackSize = 8;
  choose(TwoCalls);
  // The register still has the address at the second point.
  EXPECT_EQ(text(), "lkLsk");
}

TEST_F(AddressRegistersTest, LoadsAgainWithoutAStackSlot) {
  choose(TwoCalls);
  EXPECT_EQ(text(), "lkllk");
}

TEST_F(AddressRegistersTest, OffersAreTaken) {
  choose("  bb.0:\n    NOOP\n    $rax = MOV64rr undef $rdi\n    NOOP\n"
         "    RET64 implicit $rax\n",
         /*IsOffer=*/true);
  EXPECT_EQ(text(), "lk");
  // Also where else nothing is loaded ahead.
  Uses.clear();
  choose("  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $edi\n    NOOP\n"
         "    TEST32rr $edi, $edi, implicit-def $eflags\n"
         "    JCC_1 %bb.2, 4, implicit $eflags\n"
         "  bb.1:\n    NOOP\n    RET64\n  bb.2:\n    NOOP\n    RET64\n",
         /*IsOffer=*/true);
  EXPECT_EQ(text(), "lkk");
  // In a backup.
  Uses.clear();
  StackSize = 8;
  choose(TwoCalls, /*IsOffer=*/true);
  EXPECT_EQ(text(), "lkLsk");
}

TEST_F(AddressRegistersTest, OffersThatNobodyNeedsAreDropped) {
  choose("  bb.0:\n    NOOP\n"
         "    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp\n"
         "    NOOP\n    RET64\n",
         /*IsOffer=*/true);
  EXPECT_EQ(text(), "-l");
  EXPECT_FALSE(Uses[0].NeedsAddress);
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
  EXPECT_TRUE(Loads.empty());
  // The load is on the other path rather than on all.
  Uses.clear();
  choose((Start + "  bb.2:\n    successors: %bb.3\n"
                  "  bb.3:\n    NOOP\n    RET64\n")
             .str());
  EXPECT_EQ(text(), "lk");
  ASSERT_EQ(Loads.size(), 1u);
  EXPECT_EQ(Loads[0].Block->getNumber(), 2);
}

// A conditional tail call does not return.
TEST_F(AddressRegistersTest, ConditionalTailCallsDoNotReturn) {
  choose("  bb.0:\n    successors: %bb.1\n    liveins: $edi\n    NOOP\n"
         "    TEST32rr $edi, $edi, implicit-def $eflags\n"
         "    TCRETURNdi64cc @memcpy, 0, 4, csr_64, implicit $rsp, "
         "implicit $eflags, implicit $ssp\n"
         "  bb.1:\n    NOOP\n    RET64\n");
  EXPECT_EQ(text(), "lk");
}

// Control may leave by the first branch, before the second point.
TEST_F(AddressRegistersTest, PointsBetweenBranchesLoadForThemselves) {
  choose("  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $eflags\n"
         "    JCC_1 %bb.2, 5, implicit $eflags\n"
         "    JCC_1 %bb.2, 10, implicit $eflags\n"
         "  bb.1:\n    RET64\n"
         "  bb.2:\n    NOOP\n    RET64\n");
  EXPECT_EQ(text(), "ll");
}

TEST_F(AddressRegistersTest, LoopsHaveItBeforeTheyBegin) {
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

/// A loop that changes each general register after its point.
static std::string busyLoop(StringRef More) {
  std::string Text = "  bb.0:\n    successors: %bb.1\n"
                     "  bb.1:\n    successors: %bb.1, %bb.2\n    NOOP\n";
  for (StringRef Reg : {"rax", "rcx", "rdx", "rbx", "rsi", "rdi", "rbp", "r8",
                        "r9", "r10", "r11", "r12", "r13", "r14", "r15"})
    Text += ("    dead $" + Reg + " = MOV64ri32 0\n").str();
  return Text + More.str() +
         "    TEST32rr undef $eax, undef $eax, implicit-def $eflags\n"
         "    JCC_1 %bb.1, 5, implicit $eflags\n"
         "  bb.2:\n    RET64\n";
}

TEST_F(AddressRegistersTest, LoopsCopyItFromVectorRegisters) {
  choose(busyLoop(""));
  EXPECT_EQ(text(), "v");
  ASSERT_EQ(Loads.size(), 1u);
  EXPECT_EQ(Loads[0].Block->getNumber(), 0);
  EXPECT_EQ(Loads[0].Holder, *Uses[0].Source);
}

// Leaf functions have a red zone.
TEST_F(AddressRegistersTest, LoopsCopyItFromTheStack) {
  std::string Vectors;
  for (int I = 0; I != 16; ++I)
    Vectors += "    dead $xmm" + std::to_string(I) + " = V_SET0\n";
  choose(busyLoop(Vectors));
  EXPECT_EQ(text(), "s");
  ASSERT_EQ(Loads.size(), 1u);
  EXPECT_EQ(Loads[0].Holder, StackHolder);
  Uses.clear();
  choose(busyLoop("    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, "
                  "implicit $ssp\n"));
  EXPECT_EQ(text(), "l");
  EXPECT_TRUE(Loads.empty());
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
  EXPECT_TRUE(
      chooseRegisters(MF, Loops, FreeRegisters(MF), UnusedStackSlot(MF), Uses)
          .empty());
  EXPECT_EQ(text(), "-");
}

} // namespace
