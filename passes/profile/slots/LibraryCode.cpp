//===- LibraryCode.cpp - Inserted code of libraries -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/slots/LibraryCode.h"
#include "passes/profile/slots/CostSlotsFunction.h"
#include "udpc/abi.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

LibraryCode::LibraryCode(MachineFunction &MF, GlobalVariable *Unit)
    : CodeInserter(MF), Unit(Unit) {
  if (Unit)
    Slot.emplace(MF);
}

void LibraryCode::reserve(ArrayRef<AddressUse> Uses,
                          ArrayRef<AddressLoad> Loads) {
  auto Reserve = [&](AddressHolder Holder) {
    if (Holder >= FirstVector && Holder != StackHolder)
      ReservedVectors |= 1 << (Holder - FirstVector);
  };
  for (const AddressUse &U : Uses)
    if (U.Backup)
      Reserve(*U.Backup);
  for (const AddressLoad &L : Loads)
    Reserve(L.Holder);
}

/// The operands of the unused stack slot. The stack pointer is Below lower than
/// in the program.
X86Operands LibraryCode::stackSlot() const {
  return {MachineOperand::CreateReg(Code.RSP, false),
          MachineOperand::CreateImm(1), MachineOperand::CreateReg(0, false),
          MachineOperand::CreateImm(*Slot->offset() + Below),
          MachineOperand::CreateReg(0, false)};
}

void LibraryCode::copyFrom(AddressHolder Source, int Register) {
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

void LibraryCode::copyTo(AddressHolder Holder, int Register) {
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

std::optional<LibraryCode::SlowPath>
LibraryCode::provide(int Register, std::optional<AddressHolder> Source) {
  if (!Source)
    return load(Register);
  copyFrom(*Source, Register);
  return std::nullopt;
}

std::optional<LibraryCode::SlowPath> LibraryCode::provide(const AddressUse &Use,
                                                          int Register) {
  std::optional<SlowPath> Path;
  if (!Use.IsKnown)
    Path = provide(Register, Use.Source);
  if (Use.Backup)
    copyTo(*Use.Backup, Register);
  return Path;
}

LibraryCode::SlowPath LibraryCode::load(int Register) {
  MCContext &Context = MF.getContext();
  SlowPath Path = {Context.createTempSymbol(), Context.createTempSymbol(),
                   Code.General[Register]};
  MCRegister R = Path.Register;
  addAddress(Code.MOV64rm, R,
             moduleAddress(*Unit, offsetof(abi::Unit, ChunkPointer)), 0);
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
       moduleAddress(*Unit, offsetof(abi::Unit, SlotsDistance)))
    Add.add(Op);
  jump(X86Negative, Path.Slow);
  label(Path.Back);
  return Path;
}

void LibraryCode::finish(const SlowPath &Path) {
  goToCold(Path.Slow);
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  addAddress(Code.LEA64r, Path.Register, moduleAddress(*Unit, 0), 0);
  add(Code.PUSH64r).addUse(Path.Register);
  call(CostSlotsFunctionName);
  add(Code.POP64r).addDef(Path.Register);
  if (SkipsRedZone)
    moveStack(RedZone);
  jump(Path.Back);
}

const MachineInstrBuilder &LibraryCode::addWord(const MachineInstrBuilder &MIB,
                                                MCRegister Slots,
                                                int64_t Index) const {
  // The address may have been loaded in another block, and is not among the
  // live-in registers of this one.
  return MIB.addReg(Slots, RegState::Undef)
      .addImm(1)
      .addReg(0)
      .addImm(abi::SlotsBias + Index * int64_t(sizeof(uint64_t)))
      .addReg(0);
}
