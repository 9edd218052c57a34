//===- BranchEdges.cpp - Updates of the predictor on edges ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/BranchCode.h"
#include "passes/target/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumEdges, "Number of updates of the branch predictor on edges");
STATISTIC(NumEdgesKeepingFlags, "Number of them that keep the flags");
STATISTIC(NumStubs, "Number of edges that lead over code out of line");

/// Whether \p Target is reached only if \p MI is taken.
static bool ownsTarget(const MachineInstr &MI,
                       const MachineBasicBlock &Target) {
  const MachineBasicBlock &From = *MI.getParent();
  if (Target.pred_size() != 1 || From.isLayoutSuccessor(&Target) ||
      Target.hasAddressTaken() || Target.isEHPad() || Target.isEntryBlock())
    return false;
  unsigned Times = 0;
  for (const MachineInstr &Other : From)
    for (const MachineOperand &Op : Other.operands())
      Times += Op.isMBB() && Op.getMBB() == &Target;
  return Times == 1;
}

/// The first place in \p MBB for code that is executed whenever the block is.
static MachineBasicBlock::iterator firstPlace(MachineBasicBlock &MBB) {
  return find_if_not(MBB, [](const MachineInstr &MI) {
    return MI.isPosition() || MI.isDebugInstr() || mustBeFirst(MI);
  });
}

/// Decides whether the code for \p B is on its edges, and if so, where.
void BranchCode::findEdges(Branch &B) const {
  MachineInstr &MI = *B.MI;
  if (B.Kind == BranchKind::Locked) {
    B.IsOnEdges = true;
    B.NotTaken = Free.before(MI);
    return;
  }
  if (B.Kind != BranchKind::Conditional || !MI.getOperand(0).isMBB())
    return;
  B.IsOnEdges = true;
  B.Target = MI.getOperand(0).getMBB();
  B.OwnsTarget = ownsTarget(MI, *B.Target);
  B.Taken = Free.at(*B.Target, B.Target->begin());
  MachineBasicBlock &MBB = *MI.getParent();
  auto Next = std::next(MachineBasicBlock::iterator(MI));
  MachineFunction::iterator After = std::next(MBB.getIterator());
  B.NotTaken = Next == MBB.end() && After != MF.end()
                   ? Free.at(*After, After->begin())
                   : Free.at(MBB, Next);
}

/// Adds the operand at \p At of the calling thread's tables, plus \p Index.
MachineInstrBuilder BranchCode::addTable(const MachineInstrBuilder &MIB,
                                         MCRegister Index, uint64_t At) {
  MachineOperand Table =
      MachineOperand::CreateES("__udpc_branch_tables", Code.ThreadOffset);
  Table.setOffset(static_cast<int64_t>(At));
  return MIB.addReg(Index).addImm(1).addReg(0).add(Table).addReg(Code.FS);
}

/// Adds an update of the predictor. Shifts the outcome into the history. The
/// index of the counter is the shifted history, shifted back.
BranchCode::SlowPath BranchCode::addUpdate(const Outcome &What, int Register) {
  MCContext &Context = MF.getContext();
  SlowPath Path = {What, Context.createTempSymbol(),
                   Context.createTempSymbol()};
  MCRegister Whole = Code.General[Register], Low = Code.LowHalf[Register];
  constexpr uint64_t HistoryOf = offsetof(abi::BranchTables, History),
                     CountersOf = offsetof(abi::BranchTables, Counters);
  addTable(add(Code.MOV32rm).addDef(Low), {}, HistoryOf);
  add(Code.LEA64r)
      .addDef(Whole)
      .addUse(Whole)
      .addImm(1)
      .addReg(Whole)
      .addImm(What.Taken ? 2 : 0)
      .addReg(0);
  addTable(add(Code.MOV32mr), {}, HistoryOf).addUse(Low);
  add(Code.SHR32ri).addDef(Low).addUse(Low).addImm(1);
  add(Code.MOVZX32rr8).addDef(Low).addUse(Code.LowByte[Register]);
  addTable(add(Code.CMP8mi), Whole, CountersOf + What.Of->Place - What.Taken)
      .addImm(What.Taken ? 3 : 0);
  jump(X86NotEqual, Path.Slow);
  label(Path.Back);
  ++NumEdges;
  return Path;
}

/// Adds the call, which preserves all registers.
void BranchCode::addSlowPath(const SlowPath &Path, const Scratch &S) {
  MCRegister RSI = Code.General[X86Code::RSI];
  bool KeepsRSI = !(S.Free >> X86Code::RSI & 1);
  goToCold(Path.Slow);
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  if (KeepsRSI)
    add(Code.PUSH64r).addUse(RSI);
  addAddress(Code.LEA64r, RSI,
             moduleAddress(Records.records(), Path.What.Of->Record), 0);
  call(Path.What.Taken ? "__udpc_branch_taken" : "__udpc_branch_not_taken");
  if (KeepsRSI)
    add(Code.POP64r).addDef(RSI);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Path.Back);
}

/// Adds the updates for \p All at the insertion point, where \p State holds,
/// and a jump to \p To. Leaves the insertion point.
void BranchCode::addUpdates(const Outcomes &All, const FreeState &State,
                            MachineBasicBlock *To) {
  Scratch S = take(State, 0, 1, /*Flags=*/true);
  NumEdgesKeepingFlags += S.KeepsFlags;
  save(S);
  SmallVector<SlowPath, 2> Paths;
  for (const Outcome &What : All)
    Paths.push_back(addUpdate(What, S.Registers.front()));
  restore(S);
  if (To)
    jump(*To);
  for (const SlowPath &Path : Paths)
    addSlowPath(Path, S);
}

void BranchCode::addTaken(const Branch &B, const Outcomes &All) {
  if (B.OwnsTarget) {
    goTo(*B.Target, firstPlace(*B.Target));
    return addUpdates(All, B.Taken);
  }
  ++NumStubs;
  goTo(*B.MI);
  MCSymbol *Stub = MF.getContext().createTempSymbol();
  B.MI->getOperand(0) = MachineOperand::CreateMCSymbol(Stub);
  BelowAtJump = 0;
  goToCold(Stub);
  addUpdates(All, B.Taken, B.Target);
}

void BranchCode::insertOnEdges(const Branch &B) {
  if (B.Kind == BranchKind::Locked) {
    goTo(*B.MI);
    return addUpdates({{&B, false}}, B.NotTaken);
  }
  Outcomes Taken = Deferred, NotTaken = Deferred;
  Taken.push_back({&B, true});
  NotTaken.push_back({&B, false});
  Deferred.clear();
  if (B.IsDeferred) {
    Deferred = NotTaken;
  } else {
    goTo(*B.MI->getParent(), std::next(MachineBasicBlock::iterator(B.MI)));
    addUpdates(NotTaken, B.NotTaken);
  }
  addTaken(B, Taken);
}
