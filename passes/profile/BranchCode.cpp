//===- BranchCode.cpp - Passes the outcomes of branches -------------------===//

#include "passes/profile/BranchCode.h"
#include "passes/profile/UnitArrays.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumBranches, "Number of branches whose outcomes are passed");
STATISTIC(NumKeptFlags, "Number of branches that keep the flags");

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

BranchOutcomes::BranchOutcomes(Module &M, GlobalVariable &Unit)
    : Unit(Unit), Records(makeRecordArray(M, "__udpc_outcomes")) {}

static abi::OutcomeKind outcomeOf(BranchKind Kind) {
  return Kind == BranchKind::Indirect   ? abi::OutcomeKind::Target
         : Kind == BranchKind::Repeated ? abi::OutcomeKind::Repetitions
                                        : abi::OutcomeKind::Taken;
}

uint64_t BranchOutcomes::add(const FunctionProfile &P, const MachineInstr &MI,
                             BranchKind Kind, uint32_t Address) {
  abi::OutcomeRec R = {};
  R.Address = Address;
  R.Line = P.lineOf(MI);
  R.Kind = static_cast<uint8_t>(outcomeOf(Kind));
  R.IsFirstKnown = Kind == BranchKind::Repeated && knowsRepetitions(MI);
  All.push_back(R);
  return (All.size() - 1) * sizeof(R);
}

void BranchOutcomes::finish(ArrayRef<uint32_t> Lines) {
  RecordWriter Writer(*Records, Unit, All.size(), 3);
  for (const abi::OutcomeRec &R : All)
    Writer.add({R.Address | uint64_t(Lines[R.Line]) << 32,
                R.Kind | uint64_t(R.IsFirstKnown) << 8});
  Writer.finish();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

BranchCode::BranchCode(FunctionProfile &P, const FunctionLayout &Layout,
                       BranchOutcomes &Outcomes, bool IsLibrary)
    : CodeInserter(P.function()), Outcomes(Outcomes), IsLibrary(IsLibrary) {
  uint64_t Start = Outcomes.place(Layout);
  for (const Segment &S : P.segments())
    for (MachineInstr *MI : S.Instructions) {
      BranchKind Kind = branchKindOf(*MI);
      // The execution of a repeated instruction is in another segment.
      if (Kind == BranchKind::None || S.IsRepetition)
        continue;
      auto At = Layout.Extents.find(MI);
      uint64_t Address =
          Start + (At == Layout.Extents.end() ? 0 : At->second.Offset);
      bool FlagsAreLive = Kind == BranchKind::Conditional
                              ? flagsLiveAfter(*MI)
                              : !Free.before(*MI).Flags;
      Branches.push_back(
          {MI, Kind, Outcomes.add(P, *MI, Kind, Address), FlagsAreLive});
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

/// Sets %rdi. Preserves the flags.
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

void BranchCode::insert(const Branch &B) {
  goTo(*B.MI);
  uint16_t General = IsLibrary ? 0 : Free.before(*B.MI).General;
  Scratch S;
  S.KeepsFlags = B.FlagsAreLive;
  for (int I : {X86Code::RDI, X86Code::RSI})
    if (!(General >> I & 1))
      S.OnStack.push_back(I);
  ++NumBranches;
  NumKeptFlags += S.KeepsFlags;
  bool SkipsRedZone = !S.usesStack() && usesRedZone();
  save(S);
  if (SkipsRedZone)
    moveStack(-RedZone);
  setOutcome(B);
  addAddress(Code.LEA64r, Code.General[X86Code::RSI],
             moduleAddress(Outcomes.records(), B.Record), 0);
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
  // What follows preserves the flags, or restores those of the program.
  restore(S);
  if (SkipsRedZone)
    moveStack(RedZone);
  if (TestsOutcome)
    conditionOf(*B.MI).setImm(X86NotEqual);
}

void BranchCode::insert() {
  for (const Branch &B : Branches)
    insert(B);
}
