#include "passes/profile/PlainLayout.h"
#include "MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class PlainLayoutTest : public MachineTest {
protected:
  unsigned size(StringRef Instruction) {
    MachineFunction &MF = parse(
        ("  bb.0:\n    liveins: $rax, $rcx, $rdi\n    " + Instruction + "\n")
            .str());
    return CodeSizes(MF).sizeOf(MF.front().front());
  }
};

TEST_F(PlainLayoutTest, Instructions) {
  EXPECT_EQ(size("RET64"), 1u);
  EXPECT_EQ(size("$eax = MOV32rr $edi"), 2u);
  EXPECT_EQ(size("$r8d = MOV32rm $rsp, 1, $noreg, 300, $noreg"), 8u);
  EXPECT_EQ(size("$rax = MOV64rm $rip, 1, $noreg, @g, $noreg"), 7u);
  EXPECT_EQ(size("CALL64pcrel32 @memcpy, csr_64, implicit $rsp, implicit $ssp"),
            5u);
  EXPECT_EQ(size("TAILJMPd64 @memcpy, csr_64, implicit $rsp, implicit $ssp"),
            5u);
}

TEST_F(PlainLayoutTest, ShorterForms) {
  // addl $5, %ecx; addl $500, %ecx; addl $500, %eax
  EXPECT_EQ(size("$ecx = ADD32ri $ecx, 5, implicit-def $eflags"), 3u);
  EXPECT_EQ(size("$ecx = ADD32ri $ecx, 500, implicit-def $eflags"), 6u);
  EXPECT_EQ(size("$eax = ADD32ri $eax, 500, implicit-def $eflags"), 5u);
  EXPECT_EQ(size("CMP64mi32 $rdi, 1, $noreg, 0, $noreg, -1, implicit-def "
                 "$eflags"),
            4u);
  EXPECT_EQ(size("$ecx = SHL32ri $ecx, 1, implicit-def $eflags"), 2u);
  EXPECT_EQ(size("$ecx = SHL32ri $ecx, 2, implicit-def $eflags"), 3u);
}

TEST_F(PlainLayoutTest, NoCode) {
  EXPECT_EQ(size("CFI_INSTRUCTION def_cfa_offset 16"), 0u);
  EXPECT_EQ(size("KILL $eax"), 0u);
}

/// A function that branches over \p Count times 10 bytes.
std::string branchOver(unsigned Count) {
  std::string Body = "  bb.0:\n    liveins: $rsi\n"
                     "    TEST64rr $rsi, $rsi, implicit-def $eflags\n"
                     "    JCC_1 %bb.2, 4, implicit $eflags\n  bb.1:\n";
  for (; Count; --Count)
    Body += "    $rax = MOV64ri 1311768467294899695\n";
  return Body + "  bb.2:\n    RET64\n";
}

TEST_F(PlainLayoutTest, Branches) {
  auto Size = [&](unsigned Count) {
    MachineFunction &MF = parse(branchOver(Count));
    return layOut(MF, CodeSizes(MF)).Size;
  };
  EXPECT_EQ(Size(12), 3 + 2 + 120 + 1u);
  EXPECT_EQ(Size(13), 3 + 6 + 130 + 1u);
}

TEST_F(PlainLayoutTest, Alignment) {
  MachineFunction &MF =
      parse("  bb.0:\n    NOOP\n  bb.1 (align 16):\n    NOOP\n    RET64\n");
  FunctionLayout Layout = layOut(MF, CodeSizes(MF));
  EXPECT_EQ(Layout.Size, 18u);
  EXPECT_EQ(Layout.Extents[&MF.back().front()].Offset, 16u);
  // As -falign-functions= says it, and not less than the target wants.
  MF.getFunction().setAlignment(Align(64));
  EXPECT_EQ(layOut(MF, CodeSizes(MF)).Alignment, 64u);
  MF.getFunction().setAlignment(Align(1));
  EXPECT_EQ(layOut(MF, CodeSizes(MF)).Alignment, MF.getAlignment().value());
}

} // namespace
