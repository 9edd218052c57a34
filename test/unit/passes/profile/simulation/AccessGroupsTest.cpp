// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/simulation/AccessGroups.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class AccessGroupsTest : public MachineTest {
protected:
  /// Each group as "segment: displacements | what is checked", and how far its
  /// check may be put before its first member.
  std::string groups(StringRef Body) {
    MachineFunction &MF = parse(Body);
    std::vector<Segment> Segments = findSegments(MF, Nops());
    AccessGroups Found = groupAccesses(MF, Segments);
    std::string Text;
    raw_string_ostream OS(Text);
    for (const AccessGroup &G : Found.Groups) {
      OS << G.Segment << ":";
      for (const GroupMember &Member : G.Members)
        OS << " " << Member.Displacement;
      OS << " |";
      for (int64_t Delta : G.Checked)
        OS << " " << Delta;
      auto &In = Segments[G.Segment].Instructions;
      OS << " <" << find(In, G.First) - find(In, G.Earliest) << "; ";
    }
    return Text;
  }
};

constexpr StringLiteral Load8 = " :: (load (s64), align 8)\n";

std::string load(StringRef To, StringRef Base, int Displacement,
                 StringRef Memory = Load8) {
  return ("    $" + To + " = MOV64rm $" + Base + ", 1, $noreg, " +
          Twine(Displacement) + ", $noreg" + Memory)
      .str();
}

TEST_F(AccessGroupsTest, AccessesByOneBaseAreAGroup) {
  // The second check is for the last byte, which may be in the next line.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n" + load("rax", "rdi", 0) +
                   load("rcx", "rdi", 24) + load("rdx", "rdi", 8) +
                   "    RET64 implicit $rax, implicit $rcx, implicit $rdx\n"),
            "0: 0 24 | 0 31 <0; ");
  // Known to be in the same line as what has been accessed.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n" +
                   load("rax", "rdi", 0, " :: (load (s64), align 64)\n") +
                   load("rcx", "rdi", 56) +
                   "    RET64 implicit $rax, implicit $rcx\n"),
            "0: 0 | 0 <0; ");
  // One access alone may be in two lines if nothing is known of it.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n" +
                   load("rax", "rdi", 0, "\n") + "    RET64 implicit $rax\n"),
            "0: 0 | 0 7 <0; ");
}

TEST_F(AccessGroupsTest, AccessesFarApartAreTwo) {
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n" + load("rax", "rdi", 0) +
                   load("rcx", "rdi", 64) +
                   "    RET64 implicit $rax, implicit $rcx\n"),
            "0: 0 | 0 <0; 0: 0 | 0 <1; ");
}

TEST_F(AccessGroupsTest, AChangedBaseBeginsAnother) {
  // A chase: the check of the second must not come before the first is done.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n" + load("rdi", "rdi", 0) +
                   load("rdi", "rdi", 0) + "    RET64 implicit $rdi\n"),
            "0: 0 | 0 <0; 0: 0 | 0 <0; ");
  // A base that is incremented by a constant stays in the group.
  EXPECT_EQ(
      groups("  bb.0:\n    liveins: $rdi\n" + load("rax", "rdi", 0) +
             "    $rdi = ADD64ri32 $rdi, 16, implicit-def dead $eflags\n" +
             load("rcx", "rdi", 0) +
             "    RET64 implicit $rax, implicit $rcx\n"),
      "0: 0 16 | 0 23 <0; ");
  // So is a copy.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi\n    $rsi = MOV64rr $rdi\n" +
                   load("rax", "rdi", 0) + load("rcx", "rsi", 0) +
                   "    RET64 implicit $rax, implicit $rcx\n"),
            "0: 0 | 0 <1; ");
}

TEST_F(AccessGroupsTest, PushesOfAFrameAreOnTwoLines) {
  // The ABI aligns the stack, so the first push is on the line of the return
  // address, and the second with all that follows on another.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rbx, $r14, $rdi\n"
                   "    PUSH64r $r14, implicit-def $rsp, implicit $rsp\n"
                   "    PUSH64r $rbx, implicit-def $rsp, implicit $rsp\n"
                   "    $rsp = SUB64ri32 $rsp, 8, implicit-def dead $eflags\n"
                   "    MOV64mr $rsp, 1, $noreg, 0, $noreg, $rdi\n"
                   "    $rsp = ADD64ri32 $rsp, 8, implicit-def dead $eflags\n"
                   "    $rbx = POP64r implicit-def $rsp, implicit $rsp\n"
                   "    $r14 = POP64r implicit-def $rsp, implicit $rsp\n"
                   "    RET64 implicit $rbx, implicit $r14\n"),
            "0: 0 | 0 <0; ");
}

TEST_F(AccessGroupsTest, CallsEndAGroup) {
  // The callee changes the caches.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rbx, $rdi\n" +
                   load("rax", "rbx", 0) +
                   "    CALL64r $rdi, csr_64, implicit $rsp, implicit $ssp\n" +
                   load("rax", "rbx", 0) + "    RET64 implicit $rax\n"),
            "0: 0 | 0 <0; 0: 0 | 0 <0; ");
}

TEST_F(AccessGroupsTest, LinesOfEarlierBlocksAreKnownOnAllPathsOnly) {
  std::string Branch = "    TEST64rr $rsi, $rsi, implicit-def $eflags\n"
                       "    JCC_1 %bb.2, 4, implicit $eflags\n";
  // Accessed on all paths to bb.2.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi, $rsi\n" +
                   load("rax", "rdi", 0) + Branch +
                   "  bb.1:\n    liveins: $rdi, $rax\n    NOOP\n"
                   "  bb.2:\n    liveins: $rdi, $rax\n" +
                   load("rcx", "rdi", 0) + "    JMP64r $rcx\n"),
            "0: 0 | 0 <0; ");
  // Not on that from bb.0.
  EXPECT_EQ(groups("  bb.0:\n    liveins: $rdi, $rsi\n" + Branch +
                   "  bb.1:\n    liveins: $rdi\n" + load("rax", "rdi", 0) +
                   "  bb.2:\n    liveins: $rdi\n" + load("rcx", "rdi", 0) +
                   "    JMP64r $rcx\n"),
            "1: 0 | 0 <0; 2: 0 | 0 <0; ");
  // Each iteration needs a check of its own.
  EXPECT_EQ(
      groups("  bb.0:\n    liveins: $rdi, $rsi\n" + load("rax", "rdi", 0) +
             "  bb.1:\n    liveins: $rdi, $rsi\n" + load("rax", "rdi", 0) +
             "    $rsi = DEC64r $rsi, implicit-def $eflags\n"
             "    JCC_1 %bb.1, 5, implicit $eflags\n"
             "  bb.2:\n    liveins: $rax\n    JMP64r $rax\n"),
      "0: 0 | 0 <0; 1: 0 | 0 <0; ");
}

TEST_F(AccessGroupsTest, AccessesWithoutAnAddressAreInNone) {
  // Only the kernel knows the base of %gs.
  MachineFunction &MF = parse("  bb.0:\n    $rax = MOV64rm $noreg, 1, $noreg, "
                              "0, $gs\n    JMP64r $rax\n");
  std::vector<Segment> Segments = findSegments(MF, Nops());
  AccessGroups Found = groupAccesses(MF, Segments);
  EXPECT_EQ(Found.NumAccesses, 1u);
  EXPECT_EQ(Found.NumUnknown, 1u);
  EXPECT_TRUE(Found.Groups.empty());
}

} // namespace
