// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/plain/PlainBuild.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class LayoutTest : public MachineTest {};

/// A function that branches over \p Count times 10 bytes.
std::string branchOver(unsigned Count) {
  std::string Body = "  bb.0:\n    liveins: $rsi\n"
                     "    TEST64rr $rsi, $rsi, implicit-def $eflags\n"
                     "    JCC_1 %bb.2, 4, implicit $eflags\n  bb.1:\n";
  for (; Count; --Count)
    Body += "    $rax = MOV64ri 1311768467294899695\n";
  return Body + "  bb.2:\n    RET64\n";
}

TEST_F(LayoutTest, BranchesAreLongWhereTheyHaveTo) {
  auto Size = [&](unsigned Count) {
    MachineFunction &MF = parse(branchOver(Count));
    return layOut(MF).Size;
  };
  EXPECT_EQ(Size(12), 3 + 2 + 120 + 1u);
  EXPECT_EQ(Size(13), 3 + 6 + 130 + 1u);
}

TEST_F(LayoutTest, AlignedBlocksHaveNopsBefore) {
  MachineFunction &MF =
      parse("  bb.0:\n    NOOP\n  bb.1 (align 16):\n    NOOP\n    RET64\n");
  FunctionLayout Layout = layOut(MF);
  EXPECT_EQ(Layout.Size, 18u);
  EXPECT_EQ(Layout.Extents[&MF.back().front()].Offset, 16u);
  EXPECT_EQ(Layout.NumNops.lookup(&MF.back()), 2u); // Of up to 10 bytes.
  EXPECT_FALSE(Layout.NumNops.contains(&MF.front()));
  // As -falign-functions= sets it, and at least what the target requires.
  MF.getFunction().setAlignment(Align(64));
  EXPECT_EQ(layOut(MF).Alignment, 64u);
  MF.getFunction().setAlignment(Align(1));
  EXPECT_EQ(layOut(MF).Alignment, MF.getAlignment().value());
}

TEST_F(LayoutTest, TailCallsAreShortWithinTheModule) {
  auto Parse = [&](StringRef To) -> MachineFunction & {
    return parse(("  bb.0:\n    TAILJMPd64 @" + To +
                  ", csr_64, implicit $rsp, implicit $ssp\n")
                     .str());
  };
  // Another module may define it instead, or does.
  MachineFunction &MF = Parse("f");
  EXPECT_EQ(layOut(MF).Size, 5u);
  // Position-independent code refers to .Lf$local.
  MF.getFunction().setDSOLocal(true);
  EXPECT_EQ(layOut(MF).Size, 2u);
  M->setPIELevel(PIELevel::Large);
  EXPECT_EQ(layOut(MF).Size, 5u);
  MF.getFunction().setLinkage(GlobalValue::InternalLinkage);
  EXPECT_EQ(layOut(MF).Size, 2u);
  EXPECT_EQ(layOut(Parse("memcpy")).Size, 5u);
}

TEST_F(LayoutTest, ConditionalTailCallsAreLong) {
  MachineFunction &MF =
      parse("  bb.0:\n    liveins: $eflags\n"
            "    TAILJMPd64_CC @memcpy, 4, csr_64, implicit $rsp, implicit "
            "$ssp, implicit $eflags\n    RET64\n");
  EXPECT_EQ(layOut(MF).Size, 7u);
}

} // namespace
