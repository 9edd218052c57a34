// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/placement/Segments.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace udpc;

namespace {

class SegmentsTest : public MachineTest {
protected:
  /// Each segment as "block:instructions->successors", with an I for one that
  /// is entered from outside, an X for one that leaves, R for repetitions and
  /// N for NOPs. \p Nops: in front of each block with that number.
  std::string segments(StringRef Body,
                       const std::map<int, unsigned> &Nops = {}) {
    MachineFunction &MF = parse(Body);
    NopsOfBlocks NumNops;
    for (const MachineBasicBlock &MBB : MF)
      if (auto It = Nops.find(MBB.getNumber()); It != Nops.end())
        NumNops[&MBB] = It->second;
    std::string Text;
    raw_string_ostream OS(Text);
    for (const Segment &S : findSegments(MF, NumNops)) {
      OS << S.Block->getNumber() << ':';
      if (S.IsRepetition)
        OS << 'R';
      if (S.NumNops)
        OS << 'N' << S.NumNops;
      else
        OS << S.Instructions.size();
      OS << (S.IsEntry ? "I" : "") << (S.IsExit ? "X" : "");
      for (unsigned To : S.Successors)
        OS << '>' << To;
      OS << ' ';
    }
    return Text;
  }
};

TEST_F(SegmentsTest, ABlockIsASegment) {
  EXPECT_EQ(segments("  bb.0:\n    NOOP\n    RET64\n"), "0:2IX ");
}

TEST_F(SegmentsTest, NothingBecomesOfLabelsAndTheLike) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $rax\n"
                     "    CFI_INSTRUCTION def_cfa_offset 16\n"
                     "    $rax = KILL $rax\n    RET64\n"),
            "0:1IX ");
}

TEST_F(SegmentsTest, TwoTerminatorsAreTwoSegments) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $eflags\n    NOOP\n"
                     "    JCC_1 %bb.2, 5, implicit $eflags\n"
                     "    JMP_1 %bb.1\n"
                     "  bb.1:\n    RET64\n"
                     "  bb.2:\n    RET64\n"),
            "0:2I>3>1 0:1>2 1:1X 2:1X ");
}

TEST_F(SegmentsTest, CallsThatReadCostsDivideActivations) {
  EXPECT_EQ(segments("  bb.0:\n    NOOP\n"
                     "    CALL64pcrel32 &__udpc_costs_read, csr_64\n"
                     "    NOOP\n    RET64\n"),
            "0:2IX>1 0:2IX ");
  // Where nothing follows in the block.
  EXPECT_EQ(segments("  bb.0:\n"
                     "    CALL64pcrel32 &__udpc_region_begin, csr_64\n"
                     "  bb.1:\n    RET64\n"),
            "0:1IX>1 0:0I>2 1:1X ");
  EXPECT_EQ(segments("  bb.0:\n    CALL64pcrel32 &__udpc_dump, csr_64\n"
                     "    RET64\n"),
            "0:2IX ");
}

TEST_F(SegmentsTest, ConditionalBranchesFallThrough) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $eflags\n"
                     "    JCC_1 %bb.2, 5, implicit $eflags\n"
                     "    JCC_1 %bb.2, 10, implicit $eflags\n"
                     "  bb.1:\n    RET64\n"
                     "  bb.2:\n    RET64\n"),
            "0:1I>3>1 0:1>3>2 1:1X 2:1X ");
}

TEST_F(SegmentsTest, CallsComeBack) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $rax\n    NOOP\n"
                     "    CALL64r $rax, csr_64\n    NOOP\n    RET64\n"),
            "0:4IX ");
}

TEST_F(SegmentsTest, WhatDoesNotComeBackLeaves) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $rax, $eflags\n"
                     "    JCC_1 %bb.2, 5, implicit $eflags\n"
                     "  bb.1:\n    RET64\n"
                     "  bb.2:\n    liveins: $rax\n"
                     "    CALL64r $rax, csr_64\n"),
            "0:1I>2>1 1:1X 2:1X ");
}

TEST_F(SegmentsTest, RepetitionsHaveACountOfTheirOwn) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $rcx, $rdi, $rsi\n    NOOP\n"
                     "    REP_MOVSB_64 implicit-def $rcx, implicit-def $rdi, "
                     "implicit-def $rsi, implicit $rcx, implicit $rdi, "
                     "implicit $rsi\n    RET64\n"),
            "0:3IX 0:R1 ");
}

TEST_F(SegmentsTest, NopsAreRunThroughByThoseWhoFall) {
  EXPECT_EQ(segments("  bb.0:\n    liveins: $eflags\n    NOOP\n"
                     "  bb.1:\n    liveins: $eflags\n"
                     "    JCC_1 %bb.1, 5, implicit $eflags\n"
                     "  bb.2:\n    RET64\n",
                     {{1, 2}}),
            "0:1I>3 1:1>1>2 2:1X 1:N2>1 ");
  // No block falls through to this one.
  EXPECT_EQ(segments("  bb.0:\n    JMP_1 %bb.1\n"
                     "  bb.2:\n    RET64\n"
                     "  bb.1:\n    JMP_1 %bb.2\n",
                     {{2, 2}}),
            "0:1I>2 1:1X 2:1>1 ");
}

} // namespace
