//===- LibrarySlotCode.cpp - Increments of slots in libraries -------------===//

#include "passes/profile/LibrarySlotCode.h"
#include "passes/profile/SlotCode.h"
#include "passes/profile/SlotsFunction.h"
#include "passes/target/MachineCode.h"
#include "udpc/abi.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

LibrarySlotCode::LibrarySlotCode(MachineFunction &MF, GlobalVariable &Unit)
    : CodeInserter(MF), Unit(Unit), Slot(MF) {}

/// The first point of \p S with dead flags and a free register, or at least
/// dead flags, and no call before it. The start if there is none.
AddressUse LibrarySlotCode::placeOf(const Segment &S) const {
  CounterInsertionPoint First = counterInsertionPoint(S);
  AddressUse Use;
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

/// Loads the slots' address, less abi::SlotsBias, into \p Register.
LibrarySlotCode::SlowPath LibrarySlotCode::load(int Register) {
  MCContext &Context = MF.getContext();
  SlowPath Path = {Context.createTempSymbol(), Context.createTempSymbol(),
                   Code.General[Register]};
  MCRegister R = Path.Register;
  addAddress(Code.MOV64rm, R,
             moduleAddress(Unit, offsetof(abi::Unit, ChunkPointer)), 0);
  add(Code.TEST64rr).addUse(R).addUse(R);
  jump(X86Equal, Path.Slow);
  add(Code.MOV64rm)
      .addDef(R)
      .addUse(R)
      .addImm(1)
      .addReg(0)
      .addImm(0)
      .addReg(Code.FS);
  MachineInstrBuilder Add = add(Code.ADD64rm).addDef(R).addUse(R);
  for (const MachineOperand &Op :
       moduleAddress(Unit, offsetof(abi::Unit, SlotsDistance)))
    Add.add(Op);
  jump(X86Negative, Path.Slow);
  label(Path.Back);
  return Path;
}

void LibrarySlotCode::finish(const SlowPath &Path) {
  goToCold(Path.Slow);
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  addAddress(Code.LEA64r, Path.Register, moduleAddress(Unit, 0), 0);
  add(Code.PUSH64r).addUse(Path.Register);
  call(SlotsFunctionName);
  add(Code.POP64r).addDef(Path.Register);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Path.Back);
}

/// The unused stack slot, of which the stack pointer is Below lower than in the
/// program.
X86Operands LibrarySlotCode::stackSlot() const {
  return {MachineOperand::CreateReg(Code.RSP, false),
          MachineOperand::CreateImm(1), MachineOperand::CreateReg(0, false),
          MachineOperand::CreateImm(*Slot.offset() + Below),
          MachineOperand::CreateReg(0, false)};
}

void LibrarySlotCode::copyFrom(AddressHolder Source, int Register) {
  MCRegister R = Code.General[Register];
  if (Source == Register)
    return;
  if (Source == StackHolder)
    addAddress(Code.MOV64rm, R, stackSlot(), 0);
  else
    add(HasAvx ? Code.VMOVPQIto64rr : Code.MOVPQIto64rr)
        .addDef(R)
        .addUse(Code.Vector[Source - FirstVector], RegState::Undef);
}

void LibrarySlotCode::copyTo(AddressHolder Holder, int Register) {
  MCRegister R = Code.General[Register];
  if (Holder == StackHolder) {
    MachineInstrBuilder Store = add(Code.MOV64mr);
    for (const MachineOperand &Op : stackSlot())
      Store.add(Op);
    Store.addUse(R);
  } else if (Holder >= FirstVector) {
    add(HasAvx ? Code.VMOV64toPQIrr : Code.MOV64toPQIrr)
        .addDef(Code.Vector[Holder - FirstVector])
        .addUse(R);
  }
}

/// Makes \p Register have the slots' address, copied from \p Source if there is
/// one.
std::optional<LibrarySlotCode::SlowPath>
LibrarySlotCode::provide(int Register, std::optional<AddressHolder> Source) {
  if (!Source)
    return load(Register);
  copyFrom(*Source, Register);
  return std::nullopt;
}

void LibrarySlotCode::insert(const AddressUse &Use, const FreeState &State,
                             unsigned Slot, bool IsRepetition) {
  goTo(*Use.Block, Use.At);
  uint16_t Used = IsRepetition ? 1 << X86Code::RCX : 0;
  // A keeper is not free.
  FreeState Left = State;
  Left.Vector &= ~KeptIn;
  Scratch S = take(Left, Used, Use.Register ? 0 : 1, /*Flags=*/true);
  int Register = Use.Register ? *Use.Register : S.Registers.front();
  save(S);
  std::optional<SlowPath> Path;
  if (!Use.IsKnown)
    Path = provide(Register, Use.Source);
  if (Use.Stores)
    copyTo(StackHolder, Register);
  // It may have been loaded in other blocks, of whose live registers it is not.
  MachineInstrBuilder Count =
      add(IsRepetition ? Code.ADD64mr : Code.INC64m)
          .addReg(Code.General[Register], RegState::Undef)
          .addImm(1)
          .addReg(0)
          .addImm(abi::SlotsBias + int64_t(Slot) * 8)
          .addReg(0);
  if (IsRepetition)
    Count.addReg(Code.General[X86Code::RCX]);
  restore(S);
  if (Path)
    finish(*Path);
}

void LibrarySlotCode::count(const FunctionProfile &P) {
  std::vector<AddressUse> Uses;
  std::vector<FreeState> States;
  for (FunctionProfile::Counter C : P.counters())
    if (const Segment &S = P.segments()[C.Segment]; !S.NumNops) {
      Uses.push_back(placeOf(S));
      States.push_back(Free.at(*Uses.back().Block, Uses.back().At));
    }
  MachineDominatorTree Dominators(MF);
  MachineLoopInfo Loops(Dominators);
  std::vector<AddressLoad> Loads = chooseRegisters(MF, Loops, Free, Slot, Uses);
  for (const AddressLoad &L : Loads)
    if (L.Holder >= FirstVector && L.Holder != StackHolder)
      KeptIn |= 1 << (L.Holder - FirstVector);

  unsigned Next = 0;
  for (FunctionProfile::Counter C : P.counters()) {
    const Segment &S = P.segments()[C.Segment];
    if (!S.NumNops) {
      AddressUse &Use = Uses[Next];
      if (Use.At != Use.Block->end())
        Use.Block = Use.At->getParent();
      insert(Use, States[Next++], C.Slot, S.IsRepetition);
      continue;
    }
    FreeState State = Free.at(*S.Block, S.Block->begin());
    AddressUse Edge;
    Edge.Block = &insertOnFallThrough(*S.Block);
    Edge.At = Edge.Block->end();
    if (State.General)
      Edge.Register = countr_zero<unsigned>(State.General);
    insert(Edge, State, C.Slot, /*IsRepetition=*/false);
  }
  for (const AddressLoad &L : Loads) {
    goTo(L.At == L.Block->end() ? *L.Block : *L.At->getParent(), L.At);
    std::optional<SlowPath> Path = provide(L.Register, L.Source);
    copyTo(L.Holder, L.Register);
    if (Path)
      finish(*Path);
  }
}
