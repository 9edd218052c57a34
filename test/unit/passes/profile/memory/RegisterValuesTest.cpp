// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/memory/RegisterValues.h"
#include "test/unit/passes/MachineTest.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class RegisterValuesTest : public MachineTest {
protected:
  /// The addresses of all accesses of the first block.
  std::vector<std::optional<SymbolicAddress>> addresses(StringRef Body) {
    MachineFunction &MF = parse(Body);
    RegisterValues Values(MF);
    RegisterFile Registers = Values.atEntry(true);
    std::vector<std::optional<SymbolicAddress>> All;
    for (MachineInstr &MI : MF.front()) {
      auto Accesses = accessesOf(MI);
      for (const MemoryAccess &A : Accesses)
        All.push_back(Values.addressOf(MI, A, Registers));
      Values.execute(MI, Registers, [](unsigned) {});
    }
    return All;
  }

  /// How far the second address is from the first; none if unknown.
  std::optional<int64_t> distance(StringRef Body) {
    auto Two = addresses(Body);
    if (Two.size() < 2 || !Two[0] || !Two[1]) {
      ADD_FAILURE() << "two addresses are expected";
      return std::nullopt;
    }
    if (Two[0]->Key != Two[1]->Key)
      return std::nullopt;
    return Two[1]->Offset - Two[0]->Offset;
  }
};

constexpr StringLiteral Load = "    $rax = MOV64rm $rdi, 1, $noreg, 8, $noreg\n"
                               "    ",
                        Body = "  bb.0:\n    liveins: $rdi, $rsi, $rcx\n",
                        Return = "    RET64 implicit $rax\n";

TEST_F(RegisterValuesTest, FollowsConstants) {
  auto After = [&](StringRef Step, StringRef Base = "rdi") {
    return distance((Body + Load + Step + "\n    $rax = MOV64rm $" + Base +
                     ", 1, $noreg, 8, $noreg\n" + Return)
                        .str());
  };
  EXPECT_EQ(After("NOOP"), 0);
  EXPECT_EQ(After("$rdi = ADD64ri32 $rdi, 48, implicit-def dead $eflags"), 48);
  EXPECT_EQ(After("$rdi = SUB64ri32 $rdi, 48, implicit-def dead $eflags"), -48);
  EXPECT_EQ(After("$rdi = INC64r $rdi, implicit-def dead $eflags"), 1);
  EXPECT_EQ(After("$rdi = DEC64r $rdi, implicit-def dead $eflags"), -1);
  EXPECT_EQ(After("$rsi = MOV64rr $rdi", "rsi"), 0);
  EXPECT_EQ(After("$rsi = LEA64r $rdi, 1, $noreg, -24, $noreg", "rsi"), -24);
  // What depends on another register is another value.
  EXPECT_EQ(After("$rdi = ADD64rr $rdi, $rsi, implicit-def dead $eflags"),
            std::nullopt);
  EXPECT_EQ(After("$rsi = LEA64r $rdi, 1, $rcx, 0, $noreg", "rsi"),
            std::nullopt);
  // The upper half is cleared.
  EXPECT_EQ(After("$edi = MOV32rr $edi"), std::nullopt);
}

TEST_F(RegisterValuesTest, TellsAddressesApart) {
  auto Second = [&](StringRef Operands) {
    return distance(
        (Body + Load + "\n    $rax = MOV64rm " + Operands + "\n" + Return)
            .str());
  };
  EXPECT_EQ(Second("$rdi, 1, $noreg, 40, $noreg"), 32);
  EXPECT_EQ(Second("$rdi, 1, $rsi, 8, $noreg"), std::nullopt);
  EXPECT_EQ(Second("$rdi, 1, $noreg, 8, $fs"), std::nullopt);
  EXPECT_EQ(Second("$rsi, 1, $noreg, 8, $noreg"), std::nullopt);
  // A step of the index counts as often as it is scaled.
  EXPECT_EQ(distance((Body +
                      "    $rax = MOV64rm $rdi, 4, $rsi, 0, $noreg\n"
                      "    $rsi = INC64r $rsi, implicit-def dead $eflags\n"
                      "    $rax = MOV64rm $rdi, 4, $rsi, 0, $noreg\n" +
                      Return)
                         .str()),
            4);
  // Variables are their own.
  EXPECT_EQ(distance((Body +
                      "    $rax = MOV64rm $rip, 1, $noreg, @g, $noreg\n"
                      "    $rax = MOV64rm $rip, 1, $noreg, @g + 16, "
                      "$noreg\n" +
                      Return)
                         .str()),
            16);
}

TEST_F(RegisterValuesTest, KnowsNoAddress) {
  // Only the kernel knows the base of %gs, and only the linker the entries of
  // the global offset table.
  auto Of = [&](StringRef Operands) {
    auto All = addresses((Body + "    $rcx = OR64rm $rcx, " + Operands +
                          ", implicit-def dead $eflags\n"
                          "    RET64 implicit $rcx\n")
                             .str());
    // The return pops its address.
    EXPECT_EQ(All.size(), 2u);
    return !All.empty() && All[0].has_value();
  };
  EXPECT_TRUE(Of("$rdi, 1, $noreg, 0, $noreg"));
  EXPECT_FALSE(Of("$rdi, 1, $noreg, 0, $gs"));
  EXPECT_FALSE(Of("$rip, 1, $noreg, target-flags(x86-gotpcrel) @g, $noreg"));
  EXPECT_FALSE(Of("$rip, 1, $noreg, 16, $noreg"));
}

TEST_F(RegisterValuesTest, SaysWhatMayHaveChanged) {
  MachineFunction &MF = parse(
      "  bb.0:\n    liveins: $rbx, $rdi\n"
      "    CALL64r $rdi, csr_64, implicit $rsp, implicit $ssp, "
      "implicit-def $rax\n"
      "    $ebx = MOV32rr $eax\n    RET64 implicit $rax, implicit $rbx\n");
  const X86Code &Code = X86Code::get(MF);
  RegisterValues Values(MF);
  RegisterFile Registers = Values.atEntry(true), Before = Registers;
  std::set<unsigned> Changed;
  auto Execute = [&](MachineInstr &MI) {
    Changed.clear();
    Values.execute(MI, Registers, [&](unsigned R) { Changed.insert(R); });
  };
  Execute(MF.front().front());
  for (auto [Number, General] : enumerate(Code.General)) {
    // The function that is called keeps them.
    bool IsKept =
        StringRef("rbx rsp rbp r12 r13 r14 r15")
            .contains(
                StringRef(MF.getSubtarget().getRegisterInfo()->getName(General))
                    .lower());
    EXPECT_EQ(Changed.count(Number), !IsKept) << Number;
    EXPECT_EQ(Registers[Number] == Before[Number], IsKept) << Number;
  }
  EXPECT_EQ(Registers[X86Code::StackPointer], RegisterValues::EntryStack);
  Execute(*std::next(MF.front().begin()));
  EXPECT_EQ(Changed, std::set<unsigned>{unsigned(
                         Code.number(Code.LowHalf[*Changed.begin()]))});
  EXPECT_FALSE(Registers[*Changed.begin()] == Before[*Changed.begin()]);
}

TEST_F(RegisterValuesTest, MeetsWhereAllAgree) {
  MachineFunction &MF = parse("  bb.0:\n    RET64\n");
  RegisterValues Values(MF);
  constexpr int Stack = X86Code::StackPointer;
  RegisterFile One = Values.atEntry(true), Other = One;
  Other[0] = {One[0].Id, 8};
  RegisterFile Both = Values.meet({&One, &Other}, true);
  EXPECT_EQ(Both[1], One[1]);
  EXPECT_FALSE(Both[0] == One[0] || Both[0] == Other[0]);
  // Some predecessors are not known: only the stack pointer has the same value
  // on all paths.
  RegisterFile Some = Values.meet({&One}, false);
  EXPECT_EQ(Some[Stack], One[Stack]);
  EXPECT_FALSE(Some[1] == One[1]);
  // Not even that is known.
  EXPECT_FALSE(Values.meet({}, false)[Stack] == One[Stack]);
  EXPECT_FALSE(Values.atEntry(false)[Stack] == RegisterValues::EntryStack);
}

} // namespace
