//===- CheckPlaces.cpp - Where checks are inserted ------------------------===//
//
// Chooses the insertion points at which a check saves the fewest registers and
// flags.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/simulation/CacheCheckCode.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

uint16_t CacheCheckCode::registersOf(const X86Operands &Address) const {
  uint16_t Used = 0;
  for (X86Address Part : {X86Base, X86Index})
    if (int I = Code.number(Address[Part].getReg().asMCReg()); I >= 0)
      Used |= 1 << I;
  return Used;
}

/// The last insertion point from \p Earliest to \p First where the fewest
/// registers and flags have to be saved.
MachineInstr *CacheCheckCode::insertionPointOf(MachineInstr &First,
                                               MachineInstr &Earliest,
                                               uint16_t Used,
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

MachineInstr *CacheCheckCode::insertionPointOf(const AccessGroup &G) const {
  return insertionPointOf(*G.First, *G.Earliest, registersOf(G.Address),
                          isLibrary() ? 4 : 2);
}

/// The first insertion point with dead flags and a free register, or at least
/// dead flags, before any call.
MachineInstr *CacheCheckCode::fetchPlace(const Segment &S,
                                         unsigned From) const {
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  MachineInstr *First = nullptr, *WithFlags = nullptr;
  unsigned Wanted = isLibrary() ? 2 : 1;
  for (MachineInstr *MI : ArrayRef(S.Instructions).drop_front(From)) {
    // These instructions must stay first, or mark a position.
    if (!First &&
        (TII.getName(MI->getOpcode()).starts_with("ENDBR") ||
         MI->getOpcode() <= TargetOpcode::GENERIC_OP_END) &&
        !MI->isInlineAsm())
      continue;
    if (!First)
      First = MI;
    FreeState State = Free.before(*MI);
    if (State.Flags && unsigned(popcount(State.General)) >= Wanted)
      return MI;
    if (State.Flags && !WithFlags)
      WithFlags = MI;
    if (MI->isCall() || MI->isTerminator() || MI->isInlineAsm())
      break;
  }
  return WithFlags ? WithFlags : First;
}

AddressUse CacheCheckCode::useOf(const PlannedCheck &Check) const {
  AddressUse Use;
  Use.Block = Check.Place->getParent();
  Use.At = Check.Place->getIterator();
  switch (Check.Kind) {
  case PlannedCheck::Access:
    // The registers are for the line, its index, and the tables.
    Use.NumScratch = 3;
    Use.Operands = registersOf(Check.Group->Address);
    Use.MayOverwrite = true;
    break;
  case PlannedCheck::Fetch:
    // The register is for the tables and then the stamp.
    Use.NumScratch = 1;
    break;
  case PlannedCheck::Range:
    Use.NeedsAddress = false;
    Use.Scratch = Free.before(*Check.Place).General & 1 << X86Code::RAX;
    break;
  }
  return Use;
}
