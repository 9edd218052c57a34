//===- CacheCheckCode.cpp - The code of cache checks ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/CacheCheckCode.h"
#include "passes/profile/simulation/OutlinedChecks.h"
#include "passes/target/MachineCode.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "udpc/simulation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

/// Offsets in the tables.
constexpr uint64_t ClockOf = offsetof(abi::SimulationTables, Clock),
                   StampsOf = offsetof(abi::SimulationTables, Stamps),
                   LinesOf = offsetof(abi::SimulationTables, Lines),
                   WaysOf = offsetof(abi::SimulationTables, Ways);

CacheCheckCode::CacheCheckCode(MachineFunction &MF,
                               const CheckVariables &Variables)
    : LibraryCode(MF, Variables.Simulation ? Variables.Unit : nullptr),
      Variables(Variables) {}

/// Adds the operand of an element of one of the thread's tables, at the offset
/// \p Table in SimulationTables.
const MachineInstrBuilder &
CacheCheckCode::addTable(const MachineInstrBuilder &MIB, uint64_t Table,
                         const Registers &R, MCRegister Index, unsigned Scale) {
  if (isLibrary())
    return MIB.addReg(Code.General[R.Tables])
        .addImm(Index ? Scale : 1)
        .addReg(Index)
        .addImm(Table)
        .addReg(0);
  const char *Name = Table == ClockOf    ? "__udpc_clock"
                     : Table == StampsOf ? "__udpc_data_stamps"
                     : Table == LinesOf  ? "__udpc_data_lines"
                                         : "__udpc_data_ways";
  return MIB.addReg(0)
      .addImm(Index ? Scale : 1)
      .addReg(Index)
      .add(MachineOperand::CreateES(Name, Code.ThreadOffset))
      .addReg(Code.FS);
}

/// Adds the operand of a code stamp.
const MachineInstrBuilder &
CacheCheckCode::addStamp(const MachineInstrBuilder &MIB, unsigned Stamp,
                         const Registers &R) {
  if (isLibrary())
    return addWord(MIB, Code.General[R.Slots], -2 - int64_t(Stamp));
  return MIB.addReg(0)
      .addImm(1)
      .addReg(0)
      .addGlobalAddress(Variables.Stamps, int64_t(Stamp) * sizeof(uint64_t),
                        Code.ThreadOffset)
      .addReg(Code.FS);
}

void CacheCheckCode::tick(const Registers &R) {
  addTable(add(Code.ADD64mi32), ClockOf, R).addImm(abi::ClockStep);
}

/// Loads the clock plus \p Step into \p To.
void CacheCheckCode::loadClock(MCRegister To, const Registers &R,
                               unsigned Step) {
  addTable(add(Code.MOV64rm).addDef(To), ClockOf, R);
  if (Step)
    addField(add(Code.LEA64r).addDef(To), To, Step);
}

static int64_t displacementOf(const X86Code &Code, const X86Operands &Address,
                              int Below) {
  return Address[X86Base].getReg() == Code.RSP ? Below : 0;
}

/// The operand of the thread pointer: %fs:0 contains its own address.
static X86Operands threadPointer(const X86Code &Code) {
  return {MachineOperand::CreateReg(0, false), MachineOperand::CreateImm(1),
          MachineOperand::CreateReg(0, false), MachineOperand::CreateImm(0),
          MachineOperand::CreateReg(Code.FS, false)};
}

CacheCheckCode::Registers CacheCheckCode::takeFor(const PlannedCheck &Check,
                                                  const AddressUse *Use) {
  constexpr unsigned NumOwn[] = {/*Access=*/2, /*Fetch=*/1, /*Range=*/0};
  unsigned Wanted = NumOwn[Check.Kind];
  uint16_t Used = Check.Group ? registersOf(Check.Group->Address) : uint16_t(0);
  FreeState State = Free.before(*Check.Place);
  Registers R;
  bool KeepsSlots = false;
  if (Use) {
    // Other registers may have the slots' address for other code.
    State.General = Use->Scratch;
    KeepsSlots = Use->Register && !Use->isOverwritten();
    if (Use->Register)
      Used |= 1 << *Use->Register;
    // An access also needs the tables; a fetch has them in its own register.
    if (Check.Kind == PlannedCheck::Access ? !Use->isOverwritten()
                                           : Use->NeedsAddress && !KeepsSlots)
      ++Wanted;
  }
  R.Saved = take(State, Used, Wanted, /*Flags=*/true);
  R.Own.assign(R.Saved.Registers.begin(), R.Saved.Registers.end());
  ++Counts.Checks;
  Counts.KeptFlags += R.Saved.KeepsFlags;
  Counts.KeptInVectors += R.Saved.InVectors.size();
  Counts.KeptOnStack += R.Saved.OnStack.size();
  if (!Use || !Use->NeedsAddress)
    return R;
  R.Slots = Use->Register ? *Use->Register : R.Own.back();
  if (Check.Kind == PlannedCheck::Fetch)
    R.Tables = R.Own.front();
  else
    R.Tables = Use->isOverwritten() ? R.Slots : R.Own.back();
  return R;
}

/// In libraries: provides the slots' address.
std::optional<LibraryCode::SlowPath>
CacheCheckCode::findSlots(const AddressUse *Use, const Registers &R) {
  return Use ? provide(*Use, R.Slots) : std::nullopt;
}

/// In libraries: loads the address of the tables.
void CacheCheckCode::findTables(const Registers &R) {
  if (isLibrary())
    addWord(add(Code.MOV64rm).addDef(Code.General[R.Tables]),
            Code.General[R.Slots], -1);
}

/// Converts the address in register \p Address to the number of its line.
void CacheCheckCode::makeLine(int Address) {
  MCRegister Line = Code.General[Address];
  add(Code.SHR64ri).addDef(Line).addUse(Line).addImm(abi::RecentLineShift);
}

/// Looks up the line whose number is in register \p Line. \p Index gets its
/// place in the index.
void CacheCheckCode::findLine(int Line, int Index, const Registers &R,
                              MCSymbol *Slow) {
  MCRegister Low = Code.LowHalf[Index];
  add(Code.MOV32rr).addDef(Low).addUse(Code.LowHalf[Line]);
  add(Code.AND32ri).addDef(Low).addUse(Low).addImm(abi::DataIndexSize - 1);
  addTable(add(Code.CMP64mr), LinesOf, R, Code.General[Index])
      .addUse(Code.General[Line]);
  jump(X86NotEqual, Slow);
}

/// Stamps the line that was found at \p Index with the clock plus \p Step.
/// Overwrites \p Scratch.
void CacheCheckCode::stampLine(int Scratch, int Index, const Registers &R,
                               bool Ticks, unsigned Step) {
  MCRegister Now = Code.General[Scratch], Way = Code.General[Index];
  addTable(add(Code.MOV32rm).addDef(Code.LowHalf[Index]), WaysOf, R, Way,
           sizeof(uint32_t));
  if (Ticks)
    tick(R);
  loadClock(Now, R, Step);
  addTable(add(Code.MOV64mr), StampsOf, R, Way).addUse(Now);
}

void CacheCheckCode::addAccess(const PlannedCheck &Check,
                               const AddressUse *Use) {
  const AccessGroup &G = *Check.Group;
  bool IsThreadLocal = G.Address[X86Segment].getReg().isValid();
  Registers R = takeFor(Check, Use);
  MCContext &Context = MF.getContext();

  goTo(*Check.Place);
  save(R.Saved);
  std::optional<SlowPath> Path = findSlots(Use, R);
  findTables(R);
  MCRegister LineOf = Code.General[R.Own[0]], Index = Code.General[R.Own[1]];
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  bool Ticks = Check.Ticks;
  unsigned Step = Check.Step;
  auto AddAddress = [&](MCRegister To, int64_t Delta) {
    addAddress(Code.LEA64r, To, G.Address,
               Delta + displacementOf(Code, G.Address, Below));
  };
  // The two bytes are mostly in one line, which then has one check.
  MCSymbol *IsOne = nullptr;
  if (G.Checked.size() == 2 && !IsThreadLocal) {
    IsOne = Context.createTempSymbol();
    if (std::exchange(Ticks, false))
      tick(R);
    AddAddress(LineOf, G.Checked.front());
    AddAddress(Index, G.Checked.back());
    add(Code.XOR64rr).addDef(Index).addUse(Index).addUse(LineOf);
    add(Code.CMP64ri32).addUse(Index).addImm(1 << abi::RecentLineShift);
    jump(X86Below, IsOne);
  }
  for (int64_t Delta : G.Checked) {
    bool IsSecond = IsOne && Delta == G.Checked.back();
    if (!IsOne || IsSecond)
      AddAddress(LineOf, Delta);
    if (IsSecond)
      label(IsOne);
    if (IsThreadLocal) {
      addAddress(Code.MOV64rm, Index, threadPointer(Code), 0);
      add(Code.ADD64rr).addDef(LineOf).addUse(LineOf).addUse(Index);
    }
    makeLine(R.Own[0]);
    findLine(R.Own[0], R.Own[1], R, Slow);
    stampLine(R.Own[0], R.Own[1], R, std::exchange(Ticks, false), Step++);
  }
  label(Back);
  restore(R.Saved);

  if (Path)
    finish(*Path);
  goToCold(Slow);
  if (!IsThreadLocal && Variables.Outlined) {
    addAddress(Code.LEA64r, LineOf, G.Address,
               displacementOf(Code, G.Address, Below));
    callOutlined(Check, {R.Own[0]});
    return jump(Back);
  }
  MCRegister RDI = Code.General[X86Code::RDI], RSI = Code.General[X86Code::RSI];
  callWith(
      R,
      [&] {
        addAddress(Code.LEA64r, RDI, G.Address,
                   displacementOf(Code, G.Address, Below));
        if (IsThreadLocal) {
          addAddress(Code.MOV64rm, RSI, threadPointer(Code), 0);
          add(Code.ADD64rr).addDef(RDI).addUse(RDI).addUse(RSI);
        }
      },
      *Variables.Accesses, Check.Record * sizeof(abi::AccessRec),
      "__udpc_access", offsetof(abi::LibrarySimulation, Access));
  jump(Back);
}

void CacheCheckCode::addFetch(const PlannedCheck &Check,
                              const AddressUse *Use) {
  Registers R = takeFor(Check, Use);
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  goTo(*Check.Place);
  save(R.Saved);
  std::optional<SlowPath> Path = findSlots(Use, R);
  MCRegister Now = Code.General[R.Own.front()];
  addStamp(add(Code.CMP64mi32), Check.Stamp, R).addImm(0);
  jump(X86Equal, Slow);
  findTables(R);
  if (Check.Ticks)
    tick(R);
  loadClock(Now, R, Check.Step);
  addStamp(add(Code.MOV64mr), Check.Stamp, R).addUse(Now);
  label(Back);
  restore(R.Saved);

  if (Path)
    finish(*Path);
  goToCold(Slow);
  if (Variables.Outlined) {
    callOutlined(Check, {R.Own[0]});
    return jump(Back);
  }
  callWith(
      R,
      [&] {
        addStamp(add(Code.LEA64r).addDef(Code.General[X86Code::RDI]),
                 Check.Stamp, R);
      },
      *Variables.Fetches, Check.Record * sizeof(abi::FetchRec), "__udpc_fetch",
      offsetof(abi::LibrarySimulation, Fetch));
  jump(Back);
}

void CacheCheckCode::addRange(const PlannedCheck &Check,
                              const AddressUse *Use) {
  Registers R = takeFor(Check, Use);
  goTo(*Check.Place);
  bool KeepsRAX = !(R.Saved.Free >> X86Code::RAX & 1);
  MCRegister RAX = Code.General[X86Code::RAX];
  save(R.Saved);
  bool SkipsRedZone = !R.Saved.usesStack() && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  if (KeepsRAX)
    add(Code.PUSH64r).addUse(RAX);
  addAddress(
      Code.LEA64r, RAX,
      moduleAddress(*Variables.Ranges, Check.Record * sizeof(abi::RangeRec)),
      0);
  callRuntime("__udpc_range", offsetof(abi::LibrarySimulation, Range));
  if (KeepsRAX)
    add(Code.POP64r).addDef(RAX);
  if (SkipsRedZone)
    moveStack(RedZone);
  restore(R.Saved);
}

void CacheCheckCode::insert(const PlannedCheck &Check, const AddressUse *Use) {
  if (Check.IsOutlined) {
    ++Counts.Checks;
    ++Counts.Outlined;
    return Check.Group ? addOutlinedAccess(Check) : addOutlinedFetch(Check);
  }
  switch (Check.Kind) {
  case PlannedCheck::Access:
    return addAccess(Check, Use);
  case PlannedCheck::Fetch:
    return addFetch(Check, Use);
  case PlannedCheck::Range:
    return addRange(Check, Use);
  }
}
