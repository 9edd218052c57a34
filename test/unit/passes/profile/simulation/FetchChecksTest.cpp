// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/simulation/FetchChecks.h"
#include "test/unit/passes/MachineTest.h"
#include "udpc/simulation.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class FetchChecksTest : public MachineTest {
protected:
  /// Each check as "segment+instruction: line", lines counted from that of the
  /// function's start.
  std::string checks(StringRef Body, unsigned NumSets = udpc::abi::RecentCode) {
    MachineFunction &MF = parse(Body);
    std::vector<Segment> Segments = findSegments(MF, Nops());
    FunctionLayout Layout = layOut(MF);
    CodeSpace Space;
    std::string Text;
    raw_string_ostream OS(Text);
    for (const FetchCheck &C :
         findFetchChecks(Segments, Layout, Space, 0, NumSets))
      OS << C.Segment << "+" << C.From << ": " << C.CodeLine - Space.lineOf(0)
         << "; ";
    return Text;
  }

  /// \p Bytes of code, a multiple of 10.
  static std::string bytes(unsigned Bytes) {
    std::string Text;
    for (; Bytes; Bytes -= 10)
      Text += "    $rax = MOV64ri 1311768467294899695\n";
    return Text;
  }
};

TEST_F(FetchChecksTest, EachLineIsCheckedOnce) {
  EXPECT_EQ(checks("  bb.0:\n    RET64\n"), "0+0: 0; ");
  // The seventh instruction is on two lines.
  EXPECT_EQ(checks("  bb.0:\n" + bytes(130) + "    RET64\n"),
            "0+0: 0; 0+0: 1; 0+0: 2; ");
}

TEST_F(FetchChecksTest, ALoopOnOneLineIsCheckedOnce) {
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rsi\n    NOOP\n"
                   "  bb.1:\n    liveins: $rsi\n"
                   "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                   "    JCC_1 %bb.1, 5, implicit $eflags\n"
                   "  bb.2:\n    RET64\n"),
            "0+0: 0; ");
}

TEST_F(FetchChecksTest, ALoopDoesNotCheckTheLineThatItBeginsIn) {
  // The start of the loop has been fetched when the loop is repeated.
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rsi\n    NOOP\n"
                   "  bb.1:\n    liveins: $rsi\n" +
                   bytes(80) +
                   "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                   "    JCC_1 %bb.1, 5, implicit $eflags\n"
                   "  bb.2:\n    RET64\n"),
            "0+0: 0; 1+0: 1; ");
}

TEST_F(FetchChecksTest, LinesOfOneSetEvictEachOther) {
  // A loop over two lines, the first of which is fetched before it as well.
  std::string Loop = "  bb.0:\n    liveins: $rsi\n    NOOP\n"
                     "  bb.1:\n    liveins: $rsi\n" +
                     bytes(80) +
                     "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                     "    JCC_1 %bb.1, 5, implicit $eflags\n"
                     "  bb.2:\n    RET64\n";
  EXPECT_EQ(checks(Loop, 2), "0+0: 0; 1+0: 1; ");
  // With one set each of them evicts the other.
  EXPECT_EQ(checks(Loop, 1), "0+0: 0; 1+0: 0; 1+0: 1; ");
  // A loop on one line fetches nothing else.
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rsi\n    NOOP\n"
                   "  bb.1:\n    liveins: $rsi\n"
                   "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                   "    JCC_1 %bb.1, 5, implicit $eflags\n"
                   "  bb.2:\n    RET64\n",
                   1),
            "0+0: 0; ");
}

TEST_F(FetchChecksTest, AreRepeatedBehindCalls) {
  // The callee may fetch any line.
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rdi\n    NOOP\n"
                   "    CALL64r $rdi, csr_64, implicit $rsp, implicit $ssp\n"
                   "    NOOP\n    RET64\n"),
            "0+0: 0; 0+2: 0; ");
}

TEST_F(FetchChecksTest, AreRepeatedWhereOnlySomeWaysHaveThem) {
  std::string Far = "    TEST64rr $rsi, $rsi, implicit-def $eflags\n"
                    "    JCC_1 %bb.2, 4, implicit $eflags\n";
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rsi\n" + Far + "  bb.1:\n" +
                   bytes(70) + "  bb.2:\n    NOOP\n    RET64\n"),
            "0+0: 0; 1+0: 1; 2+0: 1; ");
}

TEST_F(FetchChecksTest, SetsAreShared) {
  // The line 64 lines further evicts the first.
  EXPECT_EQ(checks("  bb.0:\n    liveins: $rsi\n" + bytes(4160) +
                   "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                   "    JCC_1 %bb.0, 5, implicit $eflags\n"
                   "  bb.1:\n    RET64\n")
                .substr(0, 8),
            "0+0: 0; ");
}

TEST(CodeSpace, PlacesFunctions) {
  CodeSpace A;
  EXPECT_EQ(A.numLines(), 0u);
  FunctionLayout F;
  F.Alignment = 16;
  F.Size = 50;
  uint64_t Start = A.place(F);
  // The runtime decides where units begin.
  EXPECT_EQ(A.lineOf(Start), 0u);
  EXPECT_EQ(A.numLines(), 1u);
  EXPECT_EQ(A.place(F), Start + 64);
  F.Alignment = 1;
  EXPECT_EQ(A.place(F), Start + 64 + 50);
  EXPECT_EQ(A.lineOf(Start + 64), A.lineOf(Start) + 1);
  EXPECT_EQ(A.numLines(), 3u);
}

} // namespace
