//===- LoadDependencesTest.cpp --------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/LoadDependences.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {

class LoadDependencesTest : public MachineTest {
protected:
  /// One line for each instruction of \p Body that something is known of: its
  /// number in the function, "own", "address", the step, and the numbers of the
  /// branches.
  std::string waits(StringRef Body, StringRef Stack = "") {
    MachineFunction &MF = parseFunction("x86_64-linux-gnu", "",
                                        "tracksRegLiveness: false\n" + Stack +
                                            "body: |\n" + Body);
    MachineDominatorTree Dominators(MF);
    MachineLoopInfo Loops(Dominators);
    auto All = findLoadDependences(MF, Loops, Dominators);
    DenseMap<const MachineInstr *, unsigned> Number;
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB)
        Number[&MI] = Number.size();
    std::string Result;
    raw_string_ostream OS(Result);
    for (const MachineBasicBlock &MBB : MF)
      for (const MachineInstr &MI : MBB) {
        auto It = All.find(&MI);
        if (It == All.end())
          continue;
        const LoadDependences &W = It->second;
        OS << Number[&MI] << ':' << (W.FeedsOwnAddress ? " own" : "")
           << (W.FeedsAddress ? " address" : "");
        if (W.KnownStep)
          OS << " step " << W.KnownStep;
        for (const MachineInstr *Branch : W.Branches)
          OS << " @" << Number[Branch];
        OS << '\n';
      }
    return Result;
  }
};

struct Case {
  const char *Name, *Body, *Result, *Stack = "";
};
} // namespace

static const Case Cases[] = {
    {"a list and a field of its elements", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $rax = ADD64rm $rax, $rdi, 1, $noreg, 8, $noreg, implicit-def $eflags
    $rdx = MOV64rm $rdi, 1, $noreg, 96, $noreg
    $rdi = MOV64rm $rdi, 1, $noreg, 0, $noreg
    TEST64rr $rdi, $rdi, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64 $rax
)",
     // Load 2 is absent: it is in another cache line, and nothing
     // depends on it.
     "1: own address @5\n3: own address @5\n"},
    {"a column with a constant stride decides a branch", R"(
  bb.0:
    $r8 = MOV64rr $rsi
  bb.1:
    $r9d = MOV32rm $rcx, 1, $noreg, 0, $noreg
    CMP32ri $r9d, 100, implicit-def $eflags
    JCC_1 %bb.3, 2, implicit $eflags
  bb.2:
    $r10d = MOV32ri 1
    JMP_1 %bb.4
  bb.3:
    $r10d = XOR32rr undef $r10d, undef $r10d, implicit-def $eflags
  bb.4:
    INC64m $rdx, 8, $r10, 0, $noreg, implicit-def $eflags
    $rcx = ADD64ri32 $rcx, 4160, implicit-def $eflags
    $r8 = DEC64r $r8, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.5:
    RET64
)",
     // Branch 10 is the loop's latch. The address in 7 depends on the
     // direction of branch 3, which the processor predicts.
     "1: step 4160 @3\n"},
    {"an index from a table", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $r8d = MOV32rm $rsi, 4, $rax, 0, $noreg, implicit-def $r8
    $r8d = MOV32rm $rdi, 4, $r8, 0, $noreg
    CMP32ri $r8d, 100, implicit-def $eflags
    $r9d = CMOV32rr $r9d, $r8d, 2, implicit $eflags
    $rax = LEA64r $rax, 1, $noreg, 2, $noreg
    CMP64rr $rax, $rdx, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64 $r9d
)",
     "1: address step 8\n"},
    {"dependences through spills and flags", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $rax = MOV64rm $rdi, 1, $noreg, 0, $noreg
    MOV64mr $rsp, 1, $noreg, 8, $noreg, $rax :: (store (s64) into %stack.0)
    CALL64pcrel32 @h, csr_64, implicit $rsp, implicit $ssp, implicit-def $eax
    $rcx = MOV64rm $rsp, 1, $noreg, 8, $noreg :: (load (s64) from %stack.0)
    TEST64rr $rcx, $rcx, implicit-def $eflags
    $cl = SETCCr 4, implicit $eflags
    TEST8rr $cl, $cl, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64
)",
     "1: @8\n",
     "stack:\n - { id: 0, type: spill-slot, offset: -16, size: "
     "8, alignment: 8 }\n"},
    {"a call clobbers the register", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $rcx = MOV64rm $rbx, 1, $noreg, 0, $noreg
    CALL64pcrel32 @h, csr_64, implicit $rsp, implicit $ssp
    $rbx = ADD64ri32 $rbx, 64, implicit-def $eflags
    TEST64rr $rcx, $rcx, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64
)",
     "1: step 64\n"},
    {"a call changes the stack pointer, on which slots do not depend", R"(
  bb.0:
    $ebx = XOR32rr undef $ebx, undef $ebx, implicit-def $eflags
  bb.1:
    $rcx = MOV64rm $rsp, 1, $noreg, 0, $noreg :: (load (s64) from %stack.0)
    $esi = MOV32rm $rcx, 4, $rbx, 0, $noreg
    $rdi = MOV64rr $rcx
    CALL64pcrel32 @h, csr_64, implicit $rsp, implicit $ssp, implicit $rdi, implicit $rsi, implicit-def $rsp, implicit-def $ssp
    $rbx = ADD64ri32 $rbx, 64, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64
)",
     "",
     "stack:\n - { id: 0, type: spill-slot, offset: -16, size: "
     "8, alignment: 8 }\n"},
    {"a chase through two loads", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $rax = MOV64rm $rdi, 1, $noreg, 0, $noreg
    $rax = LEA64r $rax, 1, $noreg, 256, $noreg
    $rdi = MOV64rm $rax, 1, $noreg, 0, $noreg
    $rdi = AND64ri32 $rdi, -8, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64
)",
     "1: own address @5\n3: own address @5\n"},
    {"strides in place, through copies and in some iterations only", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $rcx = LEA64r $rdi, 1, $noreg, 128, $noreg
    $eax = MOV32rm $rcx, 1, $noreg, 0, $noreg
    $eax = MOV32rm $rdi, 1, $noreg, 120, $noreg
    $eax = MOV32rm $rbx, 8, $rsi, 0, $noreg
    CMP32rr $eax, $edx, implicit-def $eflags
    JCC_1 %bb.3, 4, implicit $eflags
  bb.2:
    $rbx = ADD64ri32 $rbx, 8, implicit-def $eflags
  bb.3:
    $eax = MOV32rm $rdi, 1, $noreg, 0, $noreg
    $rsi = SUB64ri32 $rsi, 3, implicit-def $eflags
    $rdi = MOV64rr $rcx
    $r9 = INC64r $r9, implicit-def $eflags
    $eax = MOV32rm $r9, 1, $noreg, 0, $noreg
    CMP64rr $rsi, $rdx, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.4:
    RET64
)",
     // 4 is stepped in some iterations only.
     "2: step 128\n3: step 128\n4: @6\n8: step 128\n12: step 1\n"},
    {"a stride of the inner loop only", R"(
  bb.0:
    $eax = XOR32rr undef $eax, undef $eax, implicit-def $eflags
  bb.1:
    $r8d = MOV32rm $rsi, 4, $rcx, 0, $noreg
    $rdx = MOV64rr $r8
  bb.2:
    $eax = MOV32rm $rdx, 1, $noreg, 0, $noreg
    $rdi = ADD64ri32 $rdi, 8, implicit-def $eflags
    $rdx = ADD64ri32 $rdx, 8, implicit-def $eflags
    CMP64rr $rdx, $r9, implicit-def $eflags
    JCC_1 %bb.2, 5, implicit $eflags
  bb.3:
    $eax = MOV32rm $rdi, 1, $noreg, 0, $noreg
    $rcx = INC64r $rcx, implicit-def $eflags
    CMP64rr $rcx, $r10, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.4:
    RET64
)",
     "1: address step 4 @7\n3: step 8\n"},
    {"no loop", R"(
  bb.0:
    $rax = MOV64rm $rdi, 1, $noreg, 0, $noreg
    $rax = MOV64rm $rax, 1, $noreg, 0, $noreg
    TEST64rr $rax, $rax, implicit-def $eflags
    JCC_1 %bb.2, 5, implicit $eflags
  bb.1:
    NOOP
  bb.2:
    RET64
)",
     ""},
};

TEST_F(LoadDependencesTest, AreFound) {
  for (const Case &C : Cases)
    EXPECT_EQ(waits(C.Body, C.Stack), C.Result) << C.Name;
}

TEST_F(LoadDependencesTest, MayBeOnMoreLoadsThanAWordHasBits) {
  std::string Body = "  bb.0:\n    NOOP\n  bb.1:\n";
  for (unsigned I = 0; I != 70; ++I)
    Body += "    $eax = MOV32rm $rdi, 1, $noreg, " + std::to_string(I * 64) +
            ", $noreg\n";
  Body += R"(    CMP32rr $eax, $edx, implicit-def $eflags
    JCC_1 %bb.1, 5, implicit $eflags
  bb.2:
    RET64
)";
  EXPECT_EQ(waits(Body), "70: @72\n");
}
