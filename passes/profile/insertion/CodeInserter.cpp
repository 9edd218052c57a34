//===- CodeInserter.cpp - Inserts code that keeps all state ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/insertion/CodeInserter.h"
#include "passes/target/MachineCode.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace udpc;

CodeInserter::CodeInserter(MachineFunction &MF)
    : MF(MF), Code(X86Code::get(MF)), Frames(MF), Free(MF, &Frames),
      HasAvx(MF.getSubtarget().checkFeatures("+avx")) {}

CodeInserter::CodeInserter(MachineFunction &MF, const FreeRegisters &Free)
    : MF(MF), Code(X86Code::get(MF)), Frames(MF), Free(Free),
      HasAvx(MF.getSubtarget().checkFeatures("+avx")) {}

/// Sets the insertion point to \p Place.
void CodeInserter::goTo(MachineInstr &Place) {
  goTo(*Place.getParent(), Place.getIterator());
  FrameFlags = 0;
}

/// Sets the insertion point to \p I in \p MBB. Inserted code belongs to the
/// prologue if the code there does, so that the prologue does not end there.
void CodeInserter::goTo(MachineBasicBlock &MBB, MachineBasicBlock::iterator I) {
  bool IsEnd = I == MBB.end();
  Block = &MBB;
  // Split the block after another terminator.
  if (!IsEnd && I->isTerminator() && MBB.getFirstTerminator() != I)
    Block = &splitBefore(*I);
  At = I;
  Line = IsEnd ? DebugLoc() : locationBefore(*I);
  FrameFlags = IsEnd ? 0
                     : I->getFlags() & (MachineInstr::FrameSetup |
                                        MachineInstr::FrameDestroy);
  Rules = Frames.at(*Block, I);
  Below = 0;
}

/// Sets the insertion point to the slow path, the target of the last jump to \p
/// Slow.
void CodeInserter::goToCold(MCSymbol *Slow) {
  if (!Cold) {
    Cold = MF.CreateMachineBasicBlock();
    MF.push_back(Cold);
    for (MCPhysReg Register : Code.General)
      Cold->addLiveIn(Register);
  }
  Block = Cold;
  At = Cold->end();
  Line = DebugLoc();
  FrameFlags = 0;
  label(Slow);
  Below = BelowAtJump;
  if (Rules)
    Frames.set(*Cold, At, *Rules, Below, ColdRules);
}

MachineInstrBuilder CodeInserter::add(unsigned Opcode) {
  MachineInstrBuilder MIB =
      BuildMI(*Block, At, Line, MF.getSubtarget().getInstrInfo()->get(Opcode));
  MIB->setFlags(FrameFlags);
  if (Opcode == Code.PUSH64r || Opcode == Code.PUSHF64)
    hasLowered(8);
  if (Opcode == Code.POP64r || Opcode == Code.POPF64)
    hasLowered(-8);
  return MIB;
}

/// Records that the last instruction has lowered the stack pointer by \p Bytes.
void CodeInserter::hasLowered(int Bytes) {
  Below += Bytes;
  Frames.lower(*Block, At, Line, Rules, Bytes);
}

void CodeInserter::label(MCSymbol *Symbol) {
  add(TargetOpcode::ANNOTATION_LABEL).addSym(Symbol);
}

/// Allows a jump within a block. A block for each piece of code between jumps
/// would take much more time and memory: most blocks have several. Later passes
/// look for branches only at blocks' terminators. The verifier objects to
/// instructions after a jump.
void CodeInserter::addJump() { MF.getProperties().setFailsVerification(); }

void CodeInserter::jump(MCSymbol *To) {
  addJump();
  add(Code.JMP_4).addSym(To);
}

void CodeInserter::jump(MachineBasicBlock &To) {
  addJump();
  add(Code.JMP_4).addMBB(&To);
  if (!Block->isSuccessor(&To))
    Block->addSuccessorWithoutProb(&To);
}

void CodeInserter::jump(int Condition, MCSymbol *To) {
  addJump();
  add(Code.JCC_4).addSym(To).addImm(Condition);
  BelowAtJump = Below;
}

void CodeInserter::call(StringRef Name) {
  add(Code.CALL64pcrel32).addExternalSymbol(MF.createExternalSymbolName(Name));
}

void CodeInserter::call(const X86Operands &Address) {
  MachineInstrBuilder Call = add(Code.CALL64m);
  for (const MachineOperand &Op : Address)
    Call.add(Op);
}

/// Adds \p Bytes to the stack pointer. Preserves the flags.
void CodeInserter::moveStack(int Bytes) {
  addField(add(Code.LEA64r).addDef(Code.RSP), Code.RSP, Bytes);
  hasLowered(-Bytes);
}

/// Whether memory below the stack pointer may be in use: variables of a leaf
/// function, the return address that a hardened call reads after the call, or
/// registers that an epilogue has popped, which unwinders may still read.
bool CodeInserter::usesRedZone(const CallFrameRules *Rules) const {
  return !MF.getFrameInfo().adjustsStack() ||
         MF.getFunction().hasFnAttribute(Attribute::SpeculativeLoadHardening) ||
         (Rules && Frames.lookBelowStack(*Rules));
}

Scratch CodeInserter::take(const FreeState &State, uint16_t Used,
                           unsigned Wanted, bool Flags) const {
  Scratch S;
  S.Free = State.General;
  S.KeepsFlags = Flags && !State.Flags;
  for (int I = 0; I != X86Code::NumRegisters; ++I)
    if (S.Registers.size() != Wanted && (State.General & ~Used) >> I & 1)
      S.Registers.push_back(I);
  uint16_t Taken = Used;
  for (int I : S.Registers)
    Taken |= 1 << I;
  uint16_t Vectors = State.Vector & ~ReservedVectors;
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
    } else {
      S.OnStack.push_back(I);
    }
  }
  return S;
}

void CodeInserter::save(const Scratch &S) {
  for (auto [Register, Vector] : S.InVectors)
    add(HasAvx ? Code.VMOV64toPQIrr : Code.MOV64toPQIrr)
        .addDef(Code.Vector[Vector])
        .addUse(Code.General[Register]);
  if (!S.usesStack())
    return;
  moveStack(-RedZone);
  if (S.KeepsFlags) {
    // The direction flag is saved as well; code relies on its value without
    // setting it.
    for (MachineOperand &Op : add(Code.PUSHF64)->implicit_operands())
      if (Op.isReg() && Op.isUse() && Op.getReg() == Code.DF)
        Op.setIsUndef();
  }
  for (int I : S.OnStack)
    add(Code.PUSH64r).addUse(Code.General[I]);
}

void CodeInserter::restore(const Scratch &S) {
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

/// Adds \p Delta to \p Displacement.
static void move(MachineOperand &Displacement, int64_t Delta) {
  if (Displacement.isImm())
    Displacement.setImm(Displacement.getImm() + Delta);
  else if (Delta)
    Displacement.setOffset(Displacement.getOffset() + Delta);
}

void CodeInserter::addAddress(unsigned Opcode, MCRegister To,
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

X86Operands CodeInserter::moduleAddress(GlobalValue &Variable,
                                        uint64_t Offset) const {
  return {MachineOperand::CreateReg(Code.RIP, false),
          MachineOperand::CreateImm(1), MachineOperand::CreateReg(0, false),
          MachineOperand::CreateGA(&Variable, static_cast<int64_t>(Offset)),
          MachineOperand::CreateReg(0, false)};
}

void CodeInserter::addRecord(const GlobalVariable &Variable, uint64_t Offset) {
  MachineInstrBuilder Nop = add(Code.NOOPL);
  for (const MachineOperand &Op :
       moduleAddress(const_cast<GlobalVariable &>(Variable), Offset))
    Nop.add(Op);
}

/// The entry block if nothing jumps to it, else a new one before it.
MachineBasicBlock &CodeInserter::entryBlock() {
  MachineBasicBlock &Front = MF.front();
  if (Front.pred_empty())
    return Front;
  MachineBasicBlock *Entry = MF.CreateMachineBasicBlock(Front.getBasicBlock());
  MF.insert(Front.getIterator(), Entry);
  for (const auto &LiveIn : Front.liveins())
    Entry->addLiveIn(LiveIn);
  Entry->addSuccessor(&Front);
  return *Entry;
}

bool CodeInserter::isEntryMarker(const MachineInstr &MI) {
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  return mustBeFirst(MI) || TII.getName(MI.getOpcode()).starts_with("ENDBR");
}

void CodeInserter::goToEntry() {
  MachineBasicBlock &MBB = entryBlock();
  goTo(MBB, entryOf(MBB));
}

MachineBasicBlock::iterator CodeInserter::entryOf(MachineBasicBlock &MBB) {
  auto First = MBB.begin();
  for (auto It = First; It != MBB.end(); ++It)
    if (isEntryMarker(*It))
      First = std::next(It);
    else if (!It->isMetaInstruction())
      break;
  return First;
}
