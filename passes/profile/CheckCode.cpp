//===- CheckCode.cpp - The code of checks ---------------------------------===//

#include "passes/profile/CheckCode.h"
#include "passes/target/MachineCode.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

CheckCode::CheckCode(MachineFunction &MF, const RecordArrays &Arrays)
    : CodeInserter(MF), Arrays(Arrays) {}

Scratch CheckCode::takeFor(const MachineInstr &Place, uint16_t Used,
                           unsigned Wanted) {
  Scratch S = take(Free.before(Place), Used, Wanted, /*Flags=*/true);
  ++Counts.Checks;
  Counts.KeptFlags += S.KeepsFlags;
  Counts.KeptInVectors += S.InVectors.size();
  Counts.KeptOnStack += S.OnStack.size();
  return S;
}

/// The last insertion point from \p Earliest to \p First where the fewest
/// registers and flags have to be saved.
MachineInstr *CheckCode::insertionPointOf(MachineInstr &First,
                                          MachineInstr &Earliest, uint16_t Used,
                                          unsigned Wanted) const {
  MachineInstr *Best = &First;
  unsigned Least = ~0u;
  for (MachineInstr *MI = &First;; MI = &*std::prev(MI->getIterator())) {
    FreeState S = Free.before(*MI);
    unsigned Registers = popcount<unsigned>(S.General & ~Used);
    // A register costs two moves; the flags are the most expensive.
    unsigned Cost =
        (S.Flags ? 0 : 8) + (Registers >= Wanted ? 0 : Wanted - Registers);
    if (Cost < Least && !MI->isDebugInstr() && !MI->isPosition()) {
      Least = Cost;
      Best = MI;
    }
    if (MI == &Earliest || Least == 0)
      return Best;
  }
}

/// The address of an element of one of the runtime's thread-local variables.
const MachineInstrBuilder &
CheckCode::addThreadVariable(const MachineInstrBuilder &MIB, const char *Name,
                             MCRegister Index, unsigned Scale) {
  MachineOperand Variable = MachineOperand::CreateES(Name, Code.ThreadOffset);
  return MIB.addReg(0)
      .addImm(Index ? Scale : 1)
      .addReg(Index)
      .add(Variable)
      .addReg(Code.FS);
}

/// The operand of a code stamp; with \p Base, the thread pointer, its address.
const MachineInstrBuilder &CheckCode::addStamp(const MachineInstrBuilder &MIB,
                                               unsigned Stamp,
                                               MCRegister Base) {
  int64_t Offset = int64_t(Stamp) * sizeof(uint64_t);
  return MIB.addReg(Base)
      .addImm(1)
      .addReg(0)
      .addGlobalAddress(Arrays.Stamps, Offset, Code.ThreadOffset)
      .addReg(Base ? MCRegister() : Code.FS);
}

void CheckCode::tick() {
  addThreadVariable(add(Code.ADD64mi32), "__udpc_clock").addImm(abi::ClockStep);
}

/// The number to add to the clock for a stamp at \p Place of \p S, larger than
/// earlier ones; none if the clock has to be advanced.
std::optional<unsigned> CheckCode::stepsAt(const Segment &S,
                                           const MachineInstr &Place) const {
  auto Here = llvm::find(S.Instructions, &Place);
  bool IsTicked = false;
  for (auto It = std::make_reverse_iterator(std::next(Here));
       It != S.Instructions.rend(); ++It) {
    if (*It != &Place && (*It)->isCall())
      return IsTicked ? std::optional<unsigned>(0) : std::nullopt;
    if (auto Known = Steps.find(*It); Known != Steps.end())
      return Known->second;
    IsTicked |= Ticks.contains(*It);
  }
  return IsTicked ? std::optional<unsigned>(0) : std::nullopt;
}

static int64_t displacementOf(const X86Code &Code, const X86Operands &Address,
                              int Below) {
  return Address[X86Base].getReg() == Code.RSP ? Below : 0;
}

/// %fs:0 contains its own address.
static X86Operands threadPointer(const X86Code &Code) {
  return {MachineOperand::CreateReg(0, false), MachineOperand::CreateImm(1),
          MachineOperand::CreateReg(0, false), MachineOperand::CreateImm(0),
          MachineOperand::CreateReg(Code.FS, false)};
}

static uint16_t registersOf(const X86Code &Code, const X86Operands &Address) {
  uint16_t Used = 0;
  for (X86Address Part : {X86Base, X86Index})
    if (int I = Code.number(Address[Part].getReg().asMCReg()); I >= 0)
      Used |= 1 << I;
  return Used;
}

MachineInstr *CheckCode::insertionPointOf(const AccessGroup &G) const {
  return insertionPointOf(*G.First, *G.Earliest, registersOf(Code, G.Address),
                          2);
}

void CheckCode::addAccess(const AccessGroup &G, const Segment &In,
                          MachineInstr *Place, uint64_t Record) {
  uint16_t Used = registersOf(Code, G.Address);
  bool IsThreadLocal = G.Address[X86Segment].getReg().isValid();
  Scratch S = takeFor(*Place, Used, 2);
  MCContext &Context = MF.getContext();

  goTo(*Place);
  save(S);
  MCRegister LineOf = Code.General[S.Registers[0]],
             Index = Code.General[S.Registers[1]];
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  std::optional<unsigned> Step = stepsAt(In, *Place);
  for (int64_t Delta : G.Checked) {
    addAddress(Code.LEA64r, LineOf, G.Address,
               Delta + displacementOf(Code, G.Address, Below));
    if (IsThreadLocal) {
      addAddress(Code.MOV64rm, Index, threadPointer(Code), 0);
      add(Code.ADD64rr).addDef(LineOf).addUse(LineOf).addUse(Index);
    }
    add(Code.SHR64ri)
        .addDef(LineOf)
        .addUse(LineOf)
        .addImm(abi::RecentLineShift);
    MCRegister LowIndex = Code.LowHalf[S.Registers[1]];
    add(Code.MOV32rr).addDef(LowIndex).addUse(Code.LowHalf[S.Registers[0]]);
    add(Code.AND32ri)
        .addDef(LowIndex)
        .addUse(LowIndex)
        .addImm(abi::DataIndexSize - 1);
    addThreadVariable(add(Code.CMP64mr), "__udpc_data_lines", Index)
        .addUse(LineOf);
    jump(X86NotEqual, Slow);
    addThreadVariable(add(Code.MOV32rm).addDef(LowIndex), "__udpc_data_ways",
                      Index, sizeof(uint32_t));
    if (!Step || *Step + 1 >= abi::ClockStep) {
      tick();
      Step = 0;
    }
    addThreadVariable(add(Code.MOV64rm).addDef(LineOf), "__udpc_clock");
    if (*Step)
      add(Code.LEA64r)
          .addDef(LineOf)
          .addUse(LineOf)
          .addImm(1)
          .addReg(0)
          .addImm(*Step)
          .addReg(0);
    addThreadVariable(add(Code.MOV64mr), "__udpc_data_stamps", Index)
        .addUse(LineOf);
    ++*Step;
  }
  Steps[Place] = *Step;
  label(Back);
  restore(S);

  goToCold(Slow);
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  SmallVector<int, 2> Kept;
  for (int I : {X86Code::RDI, X86Code::RSI})
    if (!(S.Free >> I & 1)) {
      add(Code.PUSH64r).addUse(Code.General[I]);
      Kept.push_back(I);
    }
  MCRegister RDI = Code.General[X86Code::RDI], RSI = Code.General[X86Code::RSI];
  addAddress(Code.LEA64r, RDI, G.Address,
             displacementOf(Code, G.Address, Below));
  if (IsThreadLocal) {
    addAddress(Code.MOV64rm, RSI, threadPointer(Code), 0);
    add(Code.ADD64rr).addDef(RDI).addUse(RDI).addUse(RSI);
  }
  addAddress(Code.LEA64r, RSI,
             moduleAddress(*Arrays.Accesses, Record * sizeof(abi::AccessRec)),
             0);
  call("__udpc_access");
  for (int I : reverse(Kept))
    add(Code.POP64r).addDef(Code.General[I]);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Back);
}

/// The insertion point of the check of fetches from instruction \p From of \p S
/// on: the first one with dead flags and a free register, or at least dead
/// flags, before any call.
static MachineInstr *fetchPlace(const Segment &S, unsigned From,
                                const FreeRegisters &Free) {
  const MachineInstr &Start = *S.Instructions.front();
  const TargetInstrInfo &TII = *Start.getMF()->getSubtarget().getInstrInfo();
  MachineInstr *First = nullptr, *WithFlags = nullptr;
  for (MachineInstr *MI : ArrayRef(S.Instructions).drop_front(From)) {
    // These must stay first, or mark a position.
    if (!First &&
        (TII.getName(MI->getOpcode()).starts_with("ENDBR") ||
         MI->getOpcode() <= TargetOpcode::GENERIC_OP_END) &&
        !MI->isInlineAsm())
      continue;
    if (!First)
      First = MI;
    FreeState State = Free.before(*MI);
    if (State.Flags && State.General)
      return MI;
    if (State.Flags && !WithFlags)
      WithFlags = MI;
    if (MI->isCall() || MI->isTerminator() || MI->isInlineAsm())
      break;
  }
  return WithFlags ? WithFlags : First;
}

void CheckCode::addFetch(const Segment &S, unsigned From, unsigned Stamp,
                         uint64_t Record) {
  MachineInstr *Place = fetchPlace(S, From, Free);
  if (!Place)
    return; // A lone endbr64: the segment after it is on the same line.
  Scratch Kept = takeFor(*Place, 0, 1);
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  goTo(*Place);
  save(Kept);
  MCRegister Now = Code.General[Kept.Registers[0]];
  addStamp(add(Code.CMP64mi32), Stamp).addImm(0);
  jump(X86Equal, Slow);
  tick();
  addThreadVariable(add(Code.MOV64rm).addDef(Now), "__udpc_clock");
  Ticks.insert(Place);
  addStamp(add(Code.MOV64mr), Stamp).addUse(Now);
  label(Back);
  restore(Kept);

  goToCold(Slow);
  bool SkipsRedZone = !Kept.usesStack() && usesRedZone();
  MCRegister RDI = Code.General[X86Code::RDI], RSI = Code.General[X86Code::RSI];
  if (SkipsRedZone)
    moveStack(-RedZone);
  SmallVector<int, 2> Pushed;
  for (int I : {X86Code::RDI, X86Code::RSI})
    if (!(Kept.Free >> I & 1)) {
      add(Code.PUSH64r).addUse(Code.General[I]);
      Pushed.push_back(I);
    }
  addAddress(Code.MOV64rm, RDI, threadPointer(Code), 0);
  addStamp(add(Code.LEA64r).addDef(RDI), Stamp, RDI);
  addAddress(Code.LEA64r, RSI,
             moduleAddress(*Arrays.Fetches, Record * sizeof(abi::FetchRec)), 0);
  call("__udpc_fetch");
  for (int I : reverse(Pushed))
    add(Code.POP64r).addDef(Code.General[I]);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Back);
}

void CheckCode::addRange(MachineInstr &Call, uint64_t Record) {
  Scratch Kept = takeFor(Call, 0, 0);
  goTo(Call);
  bool KeepsRAX = !(Kept.Free >> X86Code::RAX & 1);
  MCRegister RAX = Code.General[X86Code::RAX];
  save(Kept);
  bool SkipsRedZone = !Kept.usesStack() && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  if (KeepsRAX)
    add(Code.PUSH64r).addUse(RAX);
  addAddress(Code.LEA64r, RAX,
             moduleAddress(*Arrays.Ranges, Record * sizeof(abi::RangeRec)), 0);
  call("__udpc_range");
  if (KeepsRAX)
    add(Code.POP64r).addDef(RAX);
  if (SkipsRedZone)
    moveStack(RedZone);
  restore(Kept);
}
