// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/simulation/CheckStamps.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class CheckStampsTest : public MachineTest {
protected:
  /// The results of \p Checks: the number that is added to the clock, behind a
  /// "t" if it is advanced.
  std::string stamps(StringRef Body, std::vector<StampedCheck> Checks,
                     bool MayShareSets = false) {
    MachineFunction &MF = parse(Body);
    chooseStamps(findSegments(MF, Nops()), Checks, MayShareSets);
    std::string Text;
    raw_string_ostream OS(Text);
    for (const StampedCheck &C : Checks)
      OS << (C.Ticks ? "t" : "") << C.Step << " ";
    return Text;
  }

  static StampedCheck data(unsigned Segment, unsigned Position,
                           unsigned NumStamps = 1, bool IsOutlined = false) {
    return {Segment, Position, NumStamps, false, IsOutlined};
  }
  static StampedCheck fetch(unsigned Segment, unsigned Position) {
    return {Segment, Position, 1, true};
  }

  const char *Straight = "  bb.0:\n    NOOP\n    NOOP\n    RET64\n";
  /// Segment 0 goes to 1 or 2, both of these to 3.
  const char *Diamond = "  bb.0:\n    liveins: $rsi\n"
                        "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                        "    JCC_1 %bb.2, 4, implicit $eflags\n"
                        "  bb.1:\n    NOOP\n    JMP_1 %bb.3\n"
                        "  bb.2:\n    NOOP\n"
                        "  bb.3:\n    RET64\n";
  const char *Loop = "  bb.0:\n    liveins: $rsi\n    NOOP\n"
                     "  bb.1:\n    liveins: $rsi\n"
                     "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
                     "    JCC_1 %bb.1, 5, implicit $eflags\n"
                     "  bb.2:\n    RET64\n";
};

TEST_F(CheckStampsTest, FollowEachOther) {
  EXPECT_EQ(stamps(Straight, {data(0, 0), data(0, 0, 2), data(0, 2)}),
            "t0 1 3 ");
  // The fetch has advanced the clock, and takes none of the numbers.
  EXPECT_EQ(
      stamps(Straight, {fetch(0, 0), data(0, 0), fetch(0, 1), data(0, 1)}),
      "t0 0 0 1 ");
  EXPECT_EQ(stamps(Straight, {fetch(0, 0), data(0, 0), fetch(0, 1), data(0, 1)},
                   /*MayShareSets=*/true),
            "t0 1 2 3 ");
}

TEST_F(CheckStampsTest, OutlinedArePowersOfTwo) {
  EXPECT_EQ(stamps(Straight, {data(0, 0, 2), data(0, 0), data(0, 0, 1, true),
                              data(0, 1)}),
            "t0 2 4 5 ");
}

TEST_F(CheckStampsTest, ClockStepIsTheLimit) {
  std::vector<StampedCheck> Checks(130, data(0, 0));
  std::string Text = stamps(Straight, Checks);
  EXPECT_EQ(StringRef(Text).count("t0 "), 3u);
  EXPECT_NE(StringRef(Text).find(" 62 t0 1 "), StringRef::npos) << Text;
}

TEST_F(CheckStampsTest, BranchesMeet) {
  // Behind the longer path.
  EXPECT_EQ(
      stamps(Diamond, {data(0, 0), data(1, 0, 2), data(2, 0), data(3, 0)}),
      "t0 1 1 3 ");
  // Only one path has advanced the clock.
  EXPECT_EQ(stamps(Diamond, {data(1, 0), data(3, 0)}), "t0 t0 ");
  EXPECT_EQ(stamps(Diamond, {data(1, 0), data(2, 0), data(3, 0)}), "t0 t0 1 ");
}

TEST_F(CheckStampsTest, EachIterationAdvances) {
  EXPECT_EQ(stamps(Loop, {data(0, 0), data(1, 0), data(1, 1), data(2, 0)}),
            "t0 t0 1 2 ");
  // Fetches of lines of different sets need no order.
  EXPECT_EQ(stamps(Loop, {fetch(0, 0), fetch(1, 0), fetch(2, 0)}), "t0 0 0 ");
  EXPECT_EQ(stamps(Loop, {fetch(0, 0), fetch(1, 0), fetch(2, 0)},
                   /*MayShareSets=*/true),
            "t0 t0 1 ");
}

TEST_F(CheckStampsTest, CallsMayStamp) {
  const char *Calls = "  bb.0:\n    NOOP\n"
                      "    CALL64pcrel32 &g, csr_64, implicit $rsp\n"
                      "    NOOP\n    RET64\n";
  EXPECT_EQ(stamps(Calls, {fetch(0, 0), data(0, 1), fetch(0, 2), data(0, 2)}),
            "t0 0 t0 0 ");
}

} // namespace
