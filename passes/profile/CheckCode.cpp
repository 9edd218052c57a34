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

/// The scratch registers of a check, and how live ones are saved.
struct CheckCode::Scratch {
  /// Registers for its own use, by number.
  SmallVector<int, 2> Registers;
  /// Those of them that are live, saved in these vector registers or on the
  /// stack.
  SmallVector<std::pair<int, int>, 2> InVectors;
  SmallVector<int, 2> OnStack;
  bool KeepsFlags = false;
  /// Registers that need not be saved for a call of the runtime.
  uint16_t Free = 0;

  bool usesStack() const { return KeepsFlags || !OnStack.empty(); }
};

/// The red zone of leaf functions.
constexpr int RedZone = 128;

CheckCode::CheckCode(MachineFunction &MF, const RecordArrays &Arrays)
    : MF(MF), Arrays(Arrays), Code(X86Code::get(MF)), Free(MF), Frames(MF),
      HasAvx(MF.getSubtarget().checkFeatures("+avx")) {}

/// Sets the insertion point to \p Place.
void CheckCode::goTo(MachineInstr &Place) {
  Block = Place.getParent();
  // After another terminator.
  if (Place.isTerminator() && &*Block->getFirstTerminator() != &Place)
    Block = &splitBefore(Place);
  At = Place.getIterator();
  Line = locationBefore(Place);
  Rules = Frames.at(*Block, At);
  Below = 0;
}

/// Sets the insertion point to the slow path, the target of the last jump to \p
/// Slow.
void CheckCode::goToCold(MCSymbol *Slow) {
  if (!Cold) {
    Cold = MF.CreateMachineBasicBlock();
    MF.push_back(Cold);
  }
  Block = Cold;
  At = Cold->end();
  Line = DebugLoc();
  label(Slow);
  Below = BelowAtJump;
  if (Rules)
    Frames.set(*Cold, At, *Rules, Below, ColdRules);
}

MachineInstrBuilder CheckCode::add(unsigned Opcode) {
  MachineInstrBuilder MIB =
      BuildMI(*Block, At, Line, MF.getSubtarget().getInstrInfo()->get(Opcode));
  if (Opcode == Code.PUSH64r || Opcode == Code.PUSHF64)
    hasLowered(8);
  if (Opcode == Code.POP64r || Opcode == Code.POPF64)
    hasLowered(-8);
  return MIB;
}

/// The last instruction has lowered the stack pointer by \p Bytes.
void CheckCode::hasLowered(int Bytes) {
  Below += Bytes;
  Frames.lower(*Block, At, Line, Rules, Bytes);
}

void CheckCode::label(MCSymbol *Symbol) {
  add(TargetOpcode::ANNOTATION_LABEL).addSym(Symbol);
}

void CheckCode::jump(MCSymbol *To) { add(Code.JMP_4).addSym(To); }

void CheckCode::jump(int Condition, MCSymbol *To) {
  add(Code.JCC_4).addSym(To).addImm(Condition);
  BelowAtJump = Below;
}

void CheckCode::call(StringRef Name) {
  add(Code.CALL64pcrel32).addExternalSymbol(MF.createExternalSymbolName(Name));
}

/// Preserves the flags.
void CheckCode::moveStack(int Bytes) {
  add(Code.LEA64r)
      .addDef(Code.RSP)
      .addUse(Code.RSP)
      .addImm(1)
      .addReg(0)
      .addImm(Bytes)
      .addReg(0);
  hasLowered(-Bytes);
}

/// Whether memory below the stack pointer may be in use: variables of a leaf
/// function, the return address that a hardened call reads after the call, or
/// registers that an epilogue has popped, which unwinders may still read.
bool CheckCode::usesRedZone() const {
  return !MF.getFrameInfo().adjustsStack() ||
         MF.getFunction().hasFnAttribute(Attribute::SpeculativeLoadHardening) ||
         (Rules && Frames.lookBelowStack(*Rules));
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

CheckCode::Scratch CheckCode::take(const MachineInstr &Place, uint16_t Used,
                                   unsigned Wanted, bool Flags) {
  Scratch S;
  FreeState State = Free.before(Place);
  S.Free = State.General;
  S.KeepsFlags = Flags && !State.Flags;
  ++Counts.Checks;
  Counts.KeptFlags += S.KeepsFlags;
  for (int I = 0; I != X86Code::NumRegisters; ++I)
    if (S.Registers.size() != Wanted && (State.General & ~Used) >> I & 1)
      S.Registers.push_back(I);
  uint16_t Taken = Used;
  for (int I : S.Registers)
    Taken |= 1 << I;
  uint16_t Vectors = State.Vector;
  for (int I = 0; S.Registers.size() != Wanted; ++I) {
    // Unwinders read the caller's registers from their CFI locations, not from
    // ours.
    if ((Taken | X86Code::KeptByCallees) >> I & 1)
      continue;
    S.Registers.push_back(I);
    S.Free |= 1 << I;
    if (Vectors) {
      int V = countr_zero<unsigned>(Vectors);
      Vectors &= Vectors - 1;
      S.InVectors.push_back({I, V});
      ++Counts.KeptInVectors;
    } else {
      S.OnStack.push_back(I);
      ++Counts.KeptOnStack;
    }
  }
  return S;
}

void CheckCode::save(const Scratch &S) {
  for (auto [Register, Vector] : S.InVectors)
    add(HasAvx ? Code.VMOV64toPQIrr : Code.MOV64toPQIrr)
        .addDef(Code.Vector[Vector])
        .addUse(Code.General[Register]);
  if (!S.usesStack())
    return;
  moveStack(-RedZone);
  if (S.KeepsFlags)
    add(Code.PUSHF64);
  for (int I : S.OnStack)
    add(Code.PUSH64r).addUse(Code.General[I]);
}

void CheckCode::restore(const Scratch &S) {
  if (S.usesStack()) {
    for (int I : reverse(S.OnStack))
      add(Code.POP64r).addDef(Code.General[I]);
    if (S.KeepsFlags)
      add(Code.POPF64);
    moveStack(RedZone);
  }
  for (auto [Register, Vector] : S.InVectors)
    add(HasAvx ? Code.VMOVPQIto64rr : Code.MOVPQIto64rr)
        .addDef(Code.General[Register])
        .addUse(Code.Vector[Vector]);
}

/// Adds \p Delta to a displacement.
static void move(MachineOperand &Displacement, int64_t Delta) {
  if (Displacement.isImm())
    Displacement.setImm(Displacement.getImm() + Delta);
  else if (Delta)
    Displacement.setOffset(Displacement.getOffset() + Delta);
}

void CheckCode::addAddress(unsigned Opcode, MCRegister To,
                           const X86Operands &Address, int64_t Delta) {
  MachineInstrBuilder MIB = add(Opcode).addDef(To);
  for (auto [Part, Op] : enumerate(Address)) {
    MachineOperand Copy = Op;
    if (Part == X86Displacement)
      move(Copy, Delta);
    if (Part == X86Segment && Opcode == Code.LEA64r)
      Copy = MachineOperand::CreateReg(0, false);
    MIB.add(Copy);
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

static X86Operands recordAddress(const X86Code &Code, GlobalVariable *Array,
                                 uint64_t Offset) {
  return {MachineOperand::CreateReg(Code.RIP, false),
          MachineOperand::CreateImm(1), MachineOperand::CreateReg(0, false),
          MachineOperand::CreateGA(Array, static_cast<int64_t>(Offset)),
          MachineOperand::CreateReg(0, false)};
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
  Scratch S = take(*Place, Used, 2, /*Flags=*/true);
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
  addAddress(
      Code.LEA64r, RSI,
      recordAddress(Code, Arrays.Accesses, Record * sizeof(abi::AccessRec)), 0);
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
  Scratch Kept = take(*Place, 0, 1, /*Flags=*/true);
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
  addAddress(
      Code.LEA64r, RSI,
      recordAddress(Code, Arrays.Fetches, Record * sizeof(abi::FetchRec)), 0);
  call("__udpc_fetch");
  for (int I : reverse(Pushed))
    add(Code.POP64r).addDef(Code.General[I]);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Back);
}

void CheckCode::addRange(MachineInstr &Call, uint64_t Record) {
  Scratch Kept = take(Call, 0, 0, /*Flags=*/true);
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
             recordAddress(Code, Arrays.Ranges, Record * sizeof(abi::RangeRec)),
             0);
  call("__udpc_range");
  if (KeepsRAX)
    add(Code.POP64r).addDef(RAX);
  if (SkipsRedZone)
    moveStack(RedZone);
  restore(Kept);
}
