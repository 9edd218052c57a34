// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/costs/EdgeCounts.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace udpc {

namespace {

class EdgeCountsTest : public MachineTest {
protected:
  /// The count of each edge, as "from>to=count ", or "?" for unknown ones,
  /// where segment I is executed Times[I] times.
  std::string counts(StringRef Body, std::vector<uint64_t> Times,
                     std::optional<std::array<unsigned, 3>> Counted = {}) {
    std::vector<Segment> Segments = findSegments(parse(Body));
    UnitCostTable Unit;
    std::vector<uint32_t> Values;
    for (size_t I = 0; I != Segments.size(); ++I)
      Values.push_back(Unit.newSlot());
    EdgeCounts Edges(Segments, Values);
    if (Counted) {
      Times.push_back((*Counted)[2]);
      Edges.know((*Counted)[0], (*Counted)[1], Unit.newSlot());
    }
    for (auto [I, S] : enumerate(Segments))
      for (unsigned To : S.Successors)
        Edges.need(I, To);
    Edges.derive(Unit);
    for (const abi::DerivedRec &D : Unit.Table.Derived) {
      auto Of = [&](uint32_t Value) {
        return Times[Value & UnitCostTable::DerivedBit
                         ? Unit.Table.NumSlots + (Value & 0xffff)
                         : Value];
      };
      Times.push_back(D.Subtract ? Of(D.Left) - Of(D.Right)
                                 : Of(D.Left) + Of(D.Right));
    }
    std::string Text;
    raw_string_ostream OS(Text);
    for (auto [I, S] : enumerate(Segments))
      for (unsigned To : S.Successors) {
        OS << I << '>' << To << '=';
        std::optional<uint32_t> Value = Edges.value(I, To);
        if (!Value)
          OS << "? ";
        else if (*Value == abi::ZeroValue)
          OS << "0 ";
        else
          OS << Times[*Value & UnitCostTable::DerivedBit
                          ? Unit.Table.NumSlots + (*Value & 0xffff)
                          : *Value]
             << ' ';
      }
    return Text;
  }
};

// The edge around the middle is what the middle does not take.
TEST_F(EdgeCountsTest, EdgeAroundABlockIsWhatItDoesNotTake) {
  EXPECT_EQ(counts("  bb.0:\n    liveins: $eflags\n"
                   "    JCC_1 %bb.2, 5, implicit $eflags\n"
                   "  bb.1:\n    NOOP\n"
                   "  bb.2:\n    RET64\n",
                   {10, 3, 10}),
            "0>2=7 0>1=3 1>2=3 ");
}

// Both ends of the loop go to both of its successors.
static const char LoopLeftFromTheMiddle[] =
    "  bb.0:\n    liveins: $edi\n    NOOP\n"
    "  bb.1:\n    liveins: $edi\n"
    "    CMP32ri $edi, 7, implicit-def $eflags\n"
    "    JCC_1 %bb.3, 4, implicit $eflags\n"
    "  bb.2:\n    liveins: $edi\n"
    "    $edi = DEC32r killed $edi, implicit-def $eflags\n"
    "    JCC_1 %bb.1, 5, implicit $eflags\n"
    "  bb.3:\n    RET64\n";

TEST_F(EdgeCountsTest, LoopsMayBeLeftFromTheMiddle) {
  EXPECT_EQ(counts(LoopLeftFromTheMiddle, {1, 5, 4, 1}),
            "0>1=1 1>3=1 1>2=4 2>1=4 2>3=0 ");
}

static const char Crossing[] = "  bb.0:\n    liveins: $edi\n"
                               "    CMP32ri $edi, 7, implicit-def $eflags\n"
                               "    JCC_1 %bb.2, 4, implicit $eflags\n"
                               "  bb.1:\n    liveins: $edi\n"
                               "    CMP32ri $edi, 3, implicit-def $eflags\n"
                               "    JCC_1 %bb.3, 4, implicit $eflags\n"
                               "    JMP_1 %bb.4\n"
                               "  bb.2:\n    liveins: $edi\n"
                               "    CMP32ri $edi, 9, implicit-def $eflags\n"
                               "    JCC_1 %bb.4, 4, implicit $eflags\n"
                               "  bb.3:\n    RET64\n"
                               "  bb.4:\n    RET64\n";

// How often which way crosses is in no count of a segment but that of the jump
// between.
TEST_F(EdgeCountsTest, SegmentsOfJumpsTellTheirEdges) {
  EXPECT_EQ(counts(Crossing, {10, 4, 1, 6, 8, 2}),
            "0>3=6 0>1=4 1>4=3 1>2=1 2>5=1 3>5=1 3>4=5 ");
}

// Unknown edges stay unknown, and one counter solves all.
TEST_F(EdgeCountsTest, TwoIndirectJumpsToTheSamePlacesNeedOneCounter) {
  const char Body[] =
      "  bb.0:\n    successors: %bb.2, %bb.3\n    liveins: $rax\n"
      "    JMP64r $rax\n"
      "  bb.1:\n    successors: %bb.2, %bb.3\n    liveins: $rax\n"
      "    JMP64r $rax\n"
      "  bb.2:\n    RET64\n"
      "  bb.3:\n    RET64\n";
  EXPECT_EQ(counts(Body, {10, 4, 6, 8}), "0>2=? 0>3=? 1>2=? 1>3=? ");
  EXPECT_EQ(counts(Body, {10, 4, 6, 8}, {{1, 3, 1}}),
            "0>2=3 0>3=7 1>2=3 1>3=1 ");
}

} // namespace

} // namespace udpc
