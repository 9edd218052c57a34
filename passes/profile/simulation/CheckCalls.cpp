//===- CheckCalls.cpp - The calls of checks -------------------------------===//
//
// Calls of the runtime in slow paths, and calls of outlined checks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/simulation/CacheCheckCode.h"
#include "passes/profile/simulation/OutlinedChecks.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "udpc/simulation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;
using namespace udpc;

/// Calls a function of the runtime; \p Pointer is its offset in
/// abi::LibrarySimulation.
void CacheCheckCode::callRuntime(StringRef Name, uint64_t Pointer) {
  if (isLibrary())
    call(moduleAddress(*Variables.Simulation, Pointer));
  else
    call(Name);
}

/// Adds the slow path: a call with two arguments. \p SetFirst sets the first;
/// the second is a record.
void CacheCheckCode::callWith(const Registers &R, function_ref<void()> SetFirst,
                              GlobalValue &Records, uint64_t Offset,
                              StringRef Name, uint64_t Pointer) {
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone)
    moveStack(-RedZone);
  SmallVector<int, 2> Kept;
  for (int I : {X86Code::RDI, X86Code::RSI})
    if (!(R.Saved.Free >> I & 1)) {
      add(Code.PUSH64r).addUse(Code.General[I]);
      Kept.push_back(I);
    }
  SetFirst();
  addAddress(Code.LEA64r, Code.General[X86Code::RSI],
             moduleAddress(Records, Offset), 0);
  callRuntime(Name, Pointer);
  for (int I : reverse(Kept))
    add(Code.POP64r).addDef(Code.General[I]);
  if (SkipsRedZone)
    moveStack(RedZone);
}

/// The registers that an outlined check changes; fewer if not enough are free.
SmallVector<int, 3>
CacheCheckCode::registersFor(const PlannedCheck &Check) const {
  unsigned Wanted = Check.Group ? 1 + Check.Group->Checked.size() : 2;
  uint16_t Used = Check.Group ? registersOf(Check.Group->Address) : 0;
  SmallVector<int, 3> Result;
  for (unsigned Left = Free.before(*Check.Place).General & ~Used;
       Left && Result.size() != Wanted; Left &= Left - 1)
    Result.push_back(countr_zero(Left));
  return Result;
}

bool CacheCheckCode::canOutline(const PlannedCheck &Check) const {
  if (!Variables.Outlined || Check.Kind == PlannedCheck::Range)
    return false;
  if (const AccessGroup *G = Check.Group)
    if (G->Address[X86Segment].getReg().isValid() || G->Checked.size() > 2)
      return false;
  unsigned Wanted = Check.Group ? 1 + Check.Group->Checked.size() : 2;
  return Free.before(*Check.Place).Flags &&
         registersFor(Check).size() == Wanted;
}

/// Calls an outlined check, or the slow path of an inline one, which changes
/// only \p Registers and the flags. For accesses these have the addresses, and
/// the instruction after the call has the offset of the record.
void CacheCheckCode::callOutlined(const PlannedCheck &Check,
                                  ArrayRef<int> Registers, bool Ticks,
                                  unsigned Step) {
  bool IsFetch = Check.Kind == PlannedCheck::Fetch;
  Function &F = Variables.Outlined->get(
      {IsFetch, SmallVector<int, 3>(Registers), Ticks, Step});
  if (IsFetch)
    add(Code.MOV32ri)
        .addDef(Code.LowHalf[Registers.front()])
        .addImm(static_cast<int32_t>(Check.Stamp << FetchNumberBits |
                                     Check.Record));
  // The flags are dead. -128 fits a byte, 128 does not.
  MCRegister RSP = Code.RSP;
  bool SkipsRedZone = !Below && usesRedZone();
  if (SkipsRedZone) {
    add(Code.ADD64ri32).addDef(RSP).addUse(RSP).addImm(-RedZone);
    hasLowered(RedZone);
  }
  add(Code.CALL64pcrel32).addGlobalAddress(&F);
  if (!IsFetch)
    add(Code.TEST32i32)
        .addImm(static_cast<int32_t>(Check.Record * sizeof(abi::AccessRec)));
  if (SkipsRedZone) {
    add(Code.SUB64ri32).addDef(RSP).addUse(RSP).addImm(-RedZone);
    hasLowered(-RedZone);
  }
}

void CacheCheckCode::addOutlinedAccess(const PlannedCheck &Check) {
  const AccessGroup &G = *Check.Group;
  SmallVector<int, 3> Registers = registersFor(Check);
  goTo(*Check.Place);
  for (auto [Delta, Register] : zip(G.Checked, Registers))
    addAddress(Code.LEA64r, Code.General[Register], G.Address, Delta);
  callOutlined(Check, Registers, Check.Ticks, Check.Step);
}

void CacheCheckCode::addOutlinedFetch(const PlannedCheck &Check) {
  goTo(*Check.Place);
  callOutlined(Check, registersFor(Check), Check.Ticks, Check.Step);
}
