// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/insertion/UnusedStackSlot.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineFrameInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

class UnusedStackSlotTest : public MachineTest {
protected:
  MachineFrameInfo &start(StringRef Body) {
    MF = &parse(Body);
    return MF->getFrameInfo();
  }
  std::optional<int64_t> offset() const {
    return UnusedStackSlot(*MF).offset();
  }

  MachineFunction *MF = nullptr;
};

constexpr StringLiteral Leaf = "  bb.0:\n    RET64\n";
constexpr StringLiteral Caller =
    "  bb.0:\n    $rsp = frame-setup SUB64ri32 $rsp, 24, implicit-def $eflags\n"
    "    CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp\n"
    "    $rsp = frame-destroy ADD64ri32 $rsp, 24, implicit-def $eflags\n"
    "    RET64\n";

TEST_F(UnusedStackSlotTest, IsInTheRedZone) {
  start(Leaf).CreateFixedObject(8, -16, /*IsImmutable=*/false);
  EXPECT_EQ(offset(), -16);
  MF->getFunction().addFnAttr(Attribute::NoRedZone);
  EXPECT_EQ(offset(), std::nullopt);
}

// Inline assembly may push.
TEST_F(UnusedStackSlotTest, IsNotInTheRedZoneWithInlineAssembly) {
  start("  bb.0:\n    INLINEASM &nop, 1\n    RET64\n");
  EXPECT_EQ(offset(), std::nullopt);
}

TEST_F(UnusedStackSlotTest, IsAHoleBetweenObjects) {
  MachineFrameInfo &MFI = start(Caller);
  MFI.setStackSize(24);
  MFI.CreateFixedObject(8, -16, false);
  MFI.CreateFixedObject(4, -20, false);
  EXPECT_EQ(offset(), 0);
  // The area of outgoing arguments.
  MFI.setMaxCallFrameSize(8);
  EXPECT_EQ(offset(), std::nullopt);
}

TEST_F(UnusedStackSlotTest, ExistsWhereTheFrameIsComplete) {
  start(Caller).setStackSize(24);
  UnusedStackSlot Slot(*MF);
  EXPECT_EQ(Slot.offset(), 16);
  std::string Text;
  const MachineBasicBlock &MBB = MF->front();
  for (auto At = MBB.begin();; ++At) {
    Text += Slot.existsAt(MBB, At) ? 'x' : '-';
    if (At == MBB.end())
      break;
  }
  EXPECT_EQ(Text, "-xx--");
}

TEST_F(UnusedStackSlotTest, DoesNotExistInFramesOfVariableSize) {
  MachineFrameInfo &MFI = start(Caller);
  MFI.setStackSize(24);
  MFI.CreateVariableSizedObject(Align(8), nullptr);
  EXPECT_EQ(offset(), std::nullopt);
}

} // namespace
