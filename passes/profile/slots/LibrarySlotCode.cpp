//===- LibrarySlotCode.cpp - Increments of slots in libraries -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/slots/LibrarySlotCode.h"
#include "passes/profile/slots/SlotCode.h"
#include "passes/target/MachineCode.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;
using namespace udpc;

/// The first point of the segment with dead flags and a free register, or at
/// least dead flags, and no call before it. The start if there is none.
AddressUse LibrarySlotCode::placeOf(const SlotAddition &A) const {
  const Segment &S = *A.Where;
  CounterInsertionPoint First = counterInsertionPoint(S);
  AddressUse Use;
  if (A.StateOffset) {
    Use.NumScratch = 1;
    Use.MayOverwrite = true;
  }
  Use.Block = First.Block;
  Use.At = First.At;
  if (S.IsRepetition) {
    Use.At = S.Instructions.front()->getIterator();
    Use.Block = Use.At->getParent();
    return Use;
  }
  auto Here = First.At == First.Block->end()
                  ? S.Instructions.end()
                  : llvm::find(S.Instructions, &*First.At);
  for (MachineInstr *MI : make_range(Here, S.Instructions.end())) {
    FreeState State = Free.before(*MI);
    if (State.Flags && State.General) {
      Use.At = MI->getIterator();
      return Use;
    }
    if (MI->isCall() || MI->isTerminator() || MI->isInlineAsm())
      break;
  }
  return Use;
}

void LibrarySlotCode::insert(const AddressUse &Use, const FreeState &State,
                             const SlotAddition &What) {
  bool IsRepetition = What.Where->IsRepetition;
  goTo(*Use.Block, Use.At);
  uint16_t Used = IsRepetition ? 1 << X86Code::RCX : 0;
  unsigned Wanted = Use.Register ? 0 : 1;
  // The thread's state is loaded into the register of the slots or another one.
  bool NeedsOther = What.StateOffset && Use.Register && !Use.isOverwritten();
  FreeState Usable = State;
  if (NeedsOther) {
    Wanted = 1;
    Used |= 1 << *Use.Register;
    Usable.General = Use.Scratch;
  }
  Scratch S = take(Usable, Used, Wanted, /*Flags=*/true);
  int Register = Use.Register ? *Use.Register : S.Registers.front();
  save(S);
  std::optional<SlowPath> Path = provide(Use, Register);
  unsigned Opcode = IsRepetition       ? Code.ADD64mr
                    : What.Amount == 1 ? Code.INC64m
                                       : Code.ADD64mi32;
  MCRegister Words = Code.General[Register];
  if (What.StateOffset) {
    MCRegister State = Words;
    if (NeedsOther)
      State = Code.General[S.Registers.front()];
    addWord(CodeInserter::add(Code.MOV64rm).addDef(State), Words, -1);
    Words = State;
  }
  MachineInstrBuilder Add = CodeInserter::add(Opcode);
  if (What.StateOffset)
    addField(Add, Words, *What.StateOffset);
  else
    addWord(Add, Words, What.Slot);
  if (IsRepetition)
    Add.addReg(Code.General[X86Code::RCX]);
  else if (What.Amount != 1)
    Add.addImm(What.Amount);
  restore(S);
  if (Path)
    finish(*Path);
}

void LibrarySlotCode::addUses(ArrayRef<SlotAddition> All,
                              std::vector<AddressUse> &Uses) const {
  for (const SlotAddition &A : All)
    if (!A.Where->NumNops)
      Uses.push_back(placeOf(A));
}

std::vector<AddressLoad>
LibrarySlotCode::choose(std::vector<AddressUse> &Uses) const {
  MachineDominatorTree Dominators(MF);
  MachineLoopInfo Loops(Dominators);
  return chooseRegisters(MF, Loops, Free, *Slot, Uses);
}

void LibrarySlotCode::add(ArrayRef<SlotAddition> All,
                          ArrayRef<AddressUse> Uses) {
  for (const SlotAddition &A : All) {
    const Segment &S = *A.Where;
    if (!S.NumNops) {
      AddressUse Use = Uses.consume_front();
      bool IsEnd = Use.At == Use.Block->end();
      FreeState State =
          IsEnd ? Free.at(*Use.Block, Use.At) : Free.before(*Use.At);
      if (!IsEnd)
        Use.Block = Use.At->getParent();
      insert(Use, State, A);
      continue;
    }
    FreeState State = Free.at(*S.Block, S.Block->begin());
    AddressUse Edge;
    Edge.Block = &insertOnFallThrough(*S.Block);
    Edge.At = Edge.Block->end();
    // Free registers may hold the address for others, so nothing else is
    // written to them.
    if (State.General)
      Edge.Register = countr_zero<unsigned>(State.General);
    insert(Edge, State, A);
  }
}

void LibrarySlotCode::load(ArrayRef<AddressLoad> Loads) {
  for (const AddressLoad &L : Loads) {
    goTo(L.At == L.Block->end() ? *L.Block : *L.At->getParent(), L.At);
    std::optional<SlowPath> Path = provide(L.Register, L.Source);
    copyTo(L.Holder, L.Register);
    if (Path)
      finish(*Path);
  }
}
