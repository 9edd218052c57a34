//===- BranchCode.cpp - Passes the outcomes of branches -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/BranchCode.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumCalls, "Number of branches whose outcomes are passed by calls");
STATISTIC(NumKeptFlags, "Number of these calls that keep the flags");

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static abi::OutcomeKind outcomeOf(BranchKind Kind) {
  return Kind == BranchKind::Indirect   ? abi::OutcomeKind::Target
         : Kind == BranchKind::Repeated ? abi::OutcomeKind::Repetitions
                                        : abi::OutcomeKind::Taken;
}

static uint16_t placeOf(BranchKind Kind, uint64_t Address) {
  return Kind == BranchKind::Indirect ? abi::targetPlace(Address)
                                      : abi::branchCounter(Address);
}

uint64_t BranchOutcomes::add(const FunctionCosts &P, const MachineInstr &MI,
                             BranchKind Kind, uint32_t Address) {
  abi::OutcomeRec R = {};
  R.Address = Address;
  R.Line = P.lineOf(MI);
  R.Kind = static_cast<uint8_t>(outcomeOf(Kind));
  R.IsFirstKnown = Kind == BranchKind::Repeated && knowsRepetitions(MI);
  R.Place = placeOf(Kind, Address);
  Outcomes.push_back(R);
  return (Outcomes.size() - 1) * sizeof(R);
}

void BranchOutcomes::finish(ArrayRef<uint32_t> Lines, RecordArrays &All) {
  All.start(*Records);
  for (const abi::OutcomeRec &R : Outcomes)
    All.add({R.Address | uint64_t(Lines[R.Line]) << 32,
             R.Kind | uint64_t(R.IsFirstKnown) << 8 | uint64_t(R.Place) << 16});
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

BranchCode::BranchCode(FunctionCosts &P, const FunctionLayout &Layout,
                       BranchOutcomes &Records, bool IsLibrary, bool OnEdges)
    : CodeInserter(P.function()), Records(Records), IsLibrary(IsLibrary) {
  uint64_t Start = Records.place(Layout);
  for (const Segment &S : P.segments())
    for (MachineInstr *MI : S.Instructions) {
      BranchKind Kind = branchKindOf(*MI);
      // The execution of a repeated instruction belongs to another segment.
      if (Kind == BranchKind::None || S.IsRepetition)
        continue;
      auto At = Layout.Extents.find(MI);
      uint64_t Address =
          Start + (At == Layout.Extents.end() ? 0 : At->second.Offset);
      Branch B = {};
      B.MI = MI;
      B.Kind = Kind;
      B.Record = Records.add(P, *MI, Kind, Address);
      B.Place = placeOf(Kind, Address);
      B.FlagsAreLive = Kind == BranchKind::Conditional
                           ? flagsLiveAfter(*MI)
                           : !Free.before(*MI).Flags;
      if (OnEdges && !IsLibrary)
        findEdges(B);
      Branches.push_back(B);
    }
  for (size_t I = 1; I < Branches.size(); ++I) {
    Branch &B = Branches[I - 1], &Next = Branches[I];
    B.IsDeferred =
        B.Target && !B.NotTaken.Flags && Next.Target &&
        Next.MI->getParent() == B.MI->getParent() &&
        Next.MI->getIterator() ==
            next_nodbg(B.MI->getIterator(), B.MI->getParent()->instr_end());
  }
}

bool BranchCode::flagsLiveAfter(const MachineInstr &MI) const {
  const MachineBasicBlock &MBB = *MI.getParent();
  auto Next = std::next(MI.getIterator());
  if (!Free.at(MBB, Next).Flags)
    return true;
  return any_of(MI.operands(), [&](const MachineOperand &Op) {
    return Op.isMBB() && !Free.at(*Op.getMBB(), Op.getMBB()->begin()).Flags;
  });
}

/// The operand of \p MI that is its condition.
static MachineOperand &conditionOf(MachineInstr &MI) {
  for (MachineOperand &Op : reverse(MI.explicit_operands()))
    if (Op.isImm())
      return Op;
  llvm_unreachable("a conditional branch has a condition");
}

/// Loads the outcome into %rdi. Preserves the flags.
void BranchCode::setOutcome(const Branch &B) {
  MCRegister RDI = Code.General[X86Code::RDI];
  MCRegister EDI = Code.LowHalf[X86Code::RDI];
  switch (B.Kind) {
  case BranchKind::None:
    return;
  case BranchKind::Conditional:
    add(Code.SETCCr).addDef(Code.DIL).addImm(conditionOf(*B.MI).getImm());
    add(Code.MOVZX32rr8).addDef(EDI).addUse(Code.DIL);
    return;
  case BranchKind::Locked:
    add(Code.MOV32ri).addDef(EDI).addImm(0);
    return;
  case BranchKind::Repeated:
    add(Code.MOV64rr).addDef(RDI).addUse(Code.General[X86Code::RCX]);
    return;
  case BranchKind::Indirect:
    break;
  }
  const MachineOperand &First = B.MI->getOperand(0);
  bool IsMemory = B.MI->getNumExplicitOperands() >= X86Segment + 1;
  if (!IsMemory) {
    add(Code.MOV64rr).addDef(RDI).addUse(First.getReg());
    return;
  }
  X86Operands Address;
  for (unsigned I = 0; I <= X86Segment; ++I)
    Address.push_back(B.MI->getOperand(I));
  addAddress(Code.MOV64rm, RDI, Address,
             Address[X86Base].getReg() == Code.RSP ? Below : 0);
}

void BranchCode::insertCall(const Branch &B) {
  ++NumCalls;
  goTo(*B.MI);
  uint16_t General = IsLibrary ? 0 : Free.before(*B.MI).General;
  Scratch S;
  S.KeepsFlags = B.FlagsAreLive;
  for (int I : {X86Code::RDI, X86Code::RSI})
    if (!(General >> I & 1))
      S.OnStack.push_back(I);
  NumKeptFlags += S.KeepsFlags;
  bool SkipsRedZone = !S.usesStack() && usesRedZone();
  save(S);
  if (SkipsRedZone)
    moveStack(-RedZone);
  setOutcome(B);
  addAddress(Code.LEA64r, Code.General[X86Code::RSI],
             moduleAddress(Records.records(), B.Record), 0);
  if (IsLibrary)
    call({MachineOperand::CreateReg(Code.RIP, false),
          MachineOperand::CreateImm(1), MachineOperand::CreateReg(0, false),
          MachineOperand::CreateES("__udpc_branch", Code.TableEntry),
          MachineOperand::CreateReg(0, false)});
  else
    call("__udpc_branch");
  bool TestsOutcome = B.Kind == BranchKind::Conditional && !S.KeepsFlags;
  MCRegister RDI = Code.General[X86Code::RDI];
  if (TestsOutcome)
    add(Code.TEST64rr).addUse(RDI).addUse(RDI);
  // The rest preserves the flags, or restores those of the program.
  restore(S);
  if (SkipsRedZone)
    moveStack(RedZone);
  if (TestsOutcome)
    conditionOf(*B.MI).setImm(X86NotEqual);
}

void BranchCode::insert() {
  for (const Branch &B : Branches)
    if (B.IsOnEdges)
      insertOnEdges(B);
    else
      insertCall(B);
}
