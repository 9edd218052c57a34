//===- SlotCode.cpp - Code that increments slots --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/slots/SlotCode.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetDescription.h"
#include "passes/target/Targets.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace udpc;

SlotCode::SlotCode(MachineFunction &MF, const GlobalVariable &Slots)
    : MF(MF), Slots(Slots) {}

/// Emits the instruction \p What before \p At.
void SlotCode::make(MachineBasicBlock &MBB, MachineBasicBlock::iterator At,
                    const Addition &What) {
  const X86Code &X86 = X86Code::get(MF);
  DebugLoc Line = At == MBB.end() ? DebugLoc() : locationBefore(*At);
  // The flags ensure that the function's prologue does not end there.
  uint32_t Flags = At == MBB.end()
                       ? 0
                       : At->getFlags() & (MachineInstr::FrameSetup |
                                           MachineInstr::FrameDestroy);
  MachineInstrBuilder MI = BuildMI(
      MBB, At, Line, MF.getSubtarget().getInstrInfo()->get(What.Opcode));
  MI.addReg(0).addImm(1).addReg(0).add(What.Variable).addReg(X86.FS);
  if (What.Opcode == X86.ADD64mr)
    MI.addReg(X86.General[X86Code::RCX]);
  if (What.Opcode == X86.ADD64mi32)
    MI.addImm(What.Amount);
  MI->setFlags(Flags);
}

SlotCode::Saver &SlotCode::saver() {
  if (!Saving)
    Saving.emplace(MF);
  return *Saving;
}

/// Inserts \p What with the flags saved below the red zone, where leaf
/// functions have their variables.
void SlotCode::insertKeepingFlags(MachineBasicBlock &MBB,
                                  MachineBasicBlock::iterator At,
                                  const Addition &What) {
  Scratch Flags;
  Flags.KeepsFlags = true;
  saver().goTo(MBB, At);
  saver().save(Flags);
  make(MBB, At, What);
  saver().restore(Flags);
}

/// The insertion point of a counter of \p S, in a block of its own on an edge.
static CounterInsertionPoint placeOf(const Segment &S) {
  CounterInsertionPoint Place;
  if (S.IsRepetition) {
    MachineInstr &MI = *S.Instructions.front();
    Place.Block = MI.getParent();
    Place.At = MI.getIterator();
    Place.FlagsAreLive = areFlagsLive(*Place.Block, Place.At, x86_64Target());
  } else {
    Place = counterInsertionPoint(S);
  }
  if (S.NumNops) {
    Place.Block = &insertOnFallThrough(*S.Block);
    Place.At = Place.Block->end();
  }
  return Place;
}

void SlotCode::insert(CounterInsertionPoint Place, const Addition &What) {
  // Split the block after another terminator.
  if (Place.At != Place.Block->end() && Place.At->isTerminator() &&
      Place.Block->getFirstTerminator() != Place.At)
    Place.Block = &splitBefore(*Place.At);
  if (Place.FlagsAreLive)
    insertKeepingFlags(*Place.Block, Place.At, What);
  else
    make(*Place.Block, Place.At, What);
}

SlotCode::Addition SlotCode::increment(unsigned Opcode, unsigned Slot) const {
  MachineOperand Variable = MachineOperand::CreateGA(
      &Slots, int64_t(Slot) * 8, X86Code::get(MF).ThreadOffset);
  return {Opcode, Variable, 0};
}

void SlotCode::count(const Segment &S, unsigned Slot) {
  const X86Code &X86 = X86Code::get(MF);
  insert(placeOf(S),
         increment(S.IsRepetition ? X86.ADD64mr : X86.INC64m, Slot));
}

void SlotCode::count(const CriticalEdge &Edge, const Segment &To,
                     unsigned Slot) {
  MachineBasicBlock *Block;
  if (MachineInstr *Branch = Edge.Branch) {
    CallFrameInfo &Frames = saver().Frames;
    const CallFrameRules *Rules = Frames.at(*Branch->getParent(), *Branch);
    Block = &insertOnBranch(*Branch);
    if (Rules)
      Frames.set(*Block, Block->begin(), *Rules, /*Below=*/0, StubRules);
  } else {
    Block = &insertOnFallThrough(*To.Block);
  }
  make(*Block, Block->getFirstTerminator(),
       increment(X86Code::get(MF).INC64m, Slot));
}

void SlotCode::add(const Segment &S, ArrayRef<StateAddition> All) {
  const X86Code &X86 = X86Code::get(MF);
  if (All.empty())
    return;
  CounterInsertionPoint Place = placeOf(S);
  for (const StateAddition &A : All) {
    MachineOperand Variable =
        MachineOperand::CreateES(A.Variable, X86.ThreadOffset);
    Variable.setOffset(A.Offset);
    insert(Place,
           {S.IsRepetition ? X86.ADD64mr : X86.ADD64mi32, Variable, A.Amount});
    // Inserting may have split the block.
    if (Place.At != Place.Block->end())
      Place.Block = Place.At->getParent();
  }
}
