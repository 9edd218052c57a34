// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/placement/CriticalEdges.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class CriticalEdgesTest : public MachineTest {
protected:
  /// Each edge as "from>to", by segment, with a B if a branch takes it.
  std::string edges(StringRef Body) {
    std::string Text;
    raw_string_ostream OS(Text);
    for (const CriticalEdge &E : findCriticalEdges(findSegments(parse(Body))))
      OS << E.From << '>' << E.To << (E.Branch ? "B " : " ");
    return Text;
  }
};

TEST_F(CriticalEdgesTest, SidesOfADiamondHaveCountsOfTheirOwn) {
  EXPECT_EQ(edges("  bb.0:\n    liveins: $eflags\n"
                  "    JCC_1 %bb.2, 5, implicit $eflags\n"
                  "  bb.1:\n    JMP_1 %bb.3\n"
                  "  bb.2:\n    NOOP\n"
                  "  bb.3:\n    RET64\n"),
            "");
}

TEST_F(CriticalEdgesTest, LoopsLeftFromTheMiddleHaveThem) {
  EXPECT_EQ(edges("  bb.0:\n    liveins: $edi\n    NOOP\n"
                  "  bb.1:\n    liveins: $edi\n"
                  "    CMP32ri $edi, 7, implicit-def $eflags\n"
                  "    JCC_1 %bb.3, 4, implicit $eflags\n"
                  "  bb.2:\n    liveins: $edi\n"
                  "    $edi = DEC32r killed $edi, implicit-def $eflags\n"
                  "    JCC_1 %bb.1, 5, implicit $eflags\n"
                  "  bb.3:\n    RET64\n"),
            "1>3B 2>1B 2>3 ");
}

TEST_F(CriticalEdgesTest, BothBranchesOfABlockHaveThem) {
  // The first one falls through to the second.
  EXPECT_EQ(edges("  bb.0:\n    liveins: $eflags\n"
                  "    JCC_1 %bb.2, 5, implicit $eflags\n"
                  "    JCC_1 %bb.2, 10, implicit $eflags\n"
                  "  bb.1:\n    NOOP\n"
                  "  bb.2:\n    RET64\n"),
            "0>3B 1>3B ");
}

TEST_F(CriticalEdgesTest, AreNoneWhereACounterWouldChangeTheFlags) {
  EXPECT_EQ(edges("  bb.0:\n    liveins: $eflags\n"
                  "    JCC_1 %bb.2, 5, implicit $eflags\n"
                  "  bb.1:\n    liveins: $eflags\n    NOOP\n"
                  "  bb.2:\n    liveins: $eflags\n"
                  "    $al = SETCCr 2, implicit $eflags\n    RET64\n"),
            "");
}

TEST_F(CriticalEdgesTest, BranchesToTheNextInstructionHaveNone) {
  EXPECT_EQ(edges("  bb.0:\n    liveins: $eflags\n"
                  "    JCC_1 %bb.1, 5, implicit $eflags\n"
                  "  bb.1:\n    RET64\n"),
            "");
}

} // namespace
