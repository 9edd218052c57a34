//===- SwitchTimes.cpp - How long sites have been on ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/SwitchTimes.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Crc32.h"
#include "runtime/base/Text.h"
#include "runtime/counts/Modules.h"
#include "runtime/counts/Threads.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
struct SlotState {
  uint32_t NumOn;
  uint64_t Since;
};

struct UnitState {
  UnitState *Next;
  UnitRecord *Times;
  SlotState *Slots;
};
} // namespace

static Pool Memory;
static UnitState *First;
/// States by the number of the unit of instructions.
static UnitState **ByUnit;
static uint32_t NumByUnit;

//===----------------------------------------------------------------------===//
// The unit of the times
//===----------------------------------------------------------------------===//

/// Returns the slot that \p Value is, or is the negation of; otherwise NumSlots
/// or more.
static uint32_t slotOfValue(const TableView &View, uint32_t Value) {
  if (Value == abi::ZeroValue || Value < View.Header->NumSlots)
    return Value;
  const abi::DerivedRec &D = View.Derived[Value - View.Header->NumSlots];
  return D.Left == abi::ZeroValue ? D.Right : Value;
}

/// Returns whether \p D is the sum of the two slots of a part of an instruction
/// with several parts: \p First counts while all parts are on, \p Alone while
/// others are off.
static bool isOfPart(const TableView &View, const abi::DerivedRec &D,
                     uint32_t &First, uint32_t &Alone) {
  First = slotOfValue(View, D.Left);
  Alone = slotOfValue(View, D.Right);
  // The sums of sites begin with their own slots.
  return First >= View.Header->NumSites && First < Alone &&
         Alone < View.Header->NumSlots && Alone - First <= encoding::MaxParts;
}

/// Calls \p Action(First, Alone) for each slot of which \p Value is the sum;
/// First and Alone are equal unless they are the two slots of an instruction's
/// part. A slot that is a term several times is passed several times in a row.
template <typename Function>
static void forEachTerm(const TableView &View, uint32_t Value,
                        Function Action) {
  // Sums of instructions' slots are chains: the left term is another sum.
  while (Value != abi::ZeroValue && Value >= View.Header->NumSlots) {
    const abi::DerivedRec &D = View.Derived[Value - View.Header->NumSlots];
    if (uint32_t First, Alone; isOfPart(View, D, First, Alone))
      return Action(First, Alone);
    forEachTerm(View, D.Right, Action);
    Value = D.Left == D.Right ? abi::ZeroValue : D.Left;
  }
  if (Value != abi::ZeroValue)
    Action(Value, Value);
}

/// Calls \p Action with each slot of the site with that number, once, and with
/// the first slot of its instruction.
template <typename Function>
static void forEachSlot(const TableView &View, uint32_t Number,
                        Function Action) {
  const abi::SiteRec &S = View.Sites[Number];
  uint32_t Last = abi::ZeroValue;
  for (uint32_t C = 0; C != S.NumCandidates; ++C)
    forEachTerm(View, View.Candidates[S.FirstCandidate + C].Value,
                [&](uint32_t First, uint32_t Alone) {
                  if (First == Last)
                    return;
                  Last = First;
                  Action(First, First);
                  if (Alone != First)
                    Action(Alone, First);
                });
}

/// Returns a copy of the table of \p U with the suffix at the names of events,
/// and a slot for each of its slots. Null if out of memory.
static uint8_t *makeTable(const UnitRecord &U, uint64_t &Size) {
  const TableView &View = U.View;
  const abi::TableHeader &Old = *View.Header;
  uint64_t Strings = Old.StringsSize;
  for (uint32_t E = 0; E != Old.NumEvents; ++E)
    Strings += lengthOf(View.eventName(E)) + sizeof(abi::OnTimeSuffix);
  uint64_t NumCandidates = 0;
  for (uint32_t S = 0; S != Old.NumSites; ++S)
    forEachSlot(View, S, [&](uint32_t, uint32_t) { ++NumCandidates; });
  Size = sizeof(Old) + Old.NumEvents * sizeof(abi::EventRec) +
         Old.NumSites * sizeof(abi::SiteRec) +
         NumCandidates * sizeof(abi::CandidateRec) + Strings;
  Size = (Size + 7) & ~uint64_t(7);
  auto *Table = static_cast<uint8_t *>(Memory.allocate(Size));
  if (!Table || Strings > UINT32_MAX || NumCandidates > UINT32_MAX)
    return nullptr;

  // The checksum identifies the table in each run.
  uint32_t Checksum = crc32(0, U.Table, Old.TotalSize);
  auto *Header = reinterpret_cast<abi::TableHeader *>(Table);
  Header->Magic = abi::TableMagic;
  Header->Version = abi::Version;
  Header->TotalSize = Size;
  Header->NumEvents = Old.NumEvents;
  Header->NumSlots = Old.NumSlots;
  Header->NumSites = Old.NumSites;
  Header->NumCandidates = NumCandidates;
  Header->StringsSize = Strings;
  Header->SourceFile = Old.SourceFile;
  auto *Events = reinterpret_cast<abi::EventRec *>(Header + 1);
  auto *Sites = reinterpret_cast<abi::SiteRec *>(Events + Old.NumEvents);
  auto *Candidates =
      reinterpret_cast<abi::CandidateRec *>(Sites + Old.NumSites);
  auto *Text = reinterpret_cast<char *>(Candidates + NumCandidates);
  copyBytes(Text, View.Strings, Old.StringsSize);
  uint32_t At = Old.StringsSize;
  for (uint32_t E = 0; E != Old.NumEvents; ++E) {
    const char *Name = View.eventName(E);
    size_t Length = lengthOf(Name);
    Events[E] = {At, View.Events[E].Counter};
    copyBytes(Text + At, Name, Length);
    copyBytes(Text + At + Length, abi::OnTimeSuffix, sizeof(abi::OnTimeSuffix));
    At += Length + sizeof(abi::OnTimeSuffix);
  }
  uint32_t C = 0;
  for (uint32_t S = 0; S != Old.NumSites; ++S) {
    Sites[S] = View.Sites[S];
    Sites[S].FirstCandidate = C;
    // Readers add up candidates of equal regions and take the largest sum. So a
    // site of several instructions, or a row of several sites, is on as long as
    // the instruction that was on longest. A part of an instruction is on in
    // one slot or the other, and an instruction for several sites of a row is
    // not counted several times.
    forEachSlot(View, S, [&](uint32_t Slot, uint32_t First) {
      Candidates[C++] = {Slot, Checksum, First, Checksum, S};
    });
    Sites[S].NumCandidates = C - Sites[S].FirstCandidate;
  }
  return Table;
}

static UnitState *makeState(uint32_t Id) {
  findModules();
  const UnitRecord &U = unit(Id);
  uint32_t NumSlots = U.View.Header->NumSlots;
  auto *S = Memory.allocateArray<UnitState>(1);
  auto *Slots = Memory.allocateArray<SlotState>(NumSlots);
  auto *Times = Memory.allocateArray<abi::Unit>(1);
  uint64_t Size = 0;
  uint8_t *Table = makeTable(U, Size);
  if (!S || !Slots || !Times || !Table)
    return nullptr;
  Times->NumSlots = NumSlots;
  Times->Table = Table;
  Times->TableSize = Size;
  *S = {First, registerOwnUnit(Times, U.Module), Slots};
  if (!S->Times)
    return nullptr;
  S->Times->IsHidden = true;
  First = ByUnit[Id] = S;
  return S;
}

static UnitState *findState(uint32_t Unit) {
  return Unit < NumByUnit ? ByUnit[Unit] : nullptr;
}

static bool reserveState(uint32_t Unit) {
  if (Unit < NumByUnit)
    return true;
  uint32_t Larger = 2 * Unit + 64;
  auto **Moved = Memory.allocateArray<UnitState *>(Larger);
  for (uint32_t I = 0; Moved && I != NumByUnit; ++I)
    Moved[I] = ByUnit[I];
  if (!Moved)
    return false;
  ByUnit = Moved;
  NumByUnit = Larger;
  return true;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

static void addTime(UnitState &S, uint32_t Slot, uint64_t Now) {
  SlotState &State = S.Slots[Slot];
  ThreadRecord *T = firstThread();
  if (T && Now > State.Since)
    addToSlotOf(*T, *S.Times, Slot, static_cast<int64_t>(Now - State.Since));
  State.Since = Now;
}

bool rt::noteSwitch(InstructionSite &Site, uint8_t State, uint64_t Now) {
  UnitState *S = findState(Site.Unit);
  if (!S && (!reserveState(Site.Unit) || !(S = makeState(Site.Unit))))
    return false;
  Site.forEachSlotIn(Site.Timed, [&](uint32_t Old) {
    if (!--S->Slots[Old].NumOn)
      addTime(*S, Old, Now);
  });
  Site.Timed = State;
  Site.forEachSlotIn(State, [&](uint32_t Slot) {
    SlotState &New = S->Slots[Slot];
    if (!New.NumOn++)
      New.Since = Now;
  });
  return true;
}

uint32_t rt::numOn(const InstructionSite &Site) {
  const UnitState *S = findState(Site.Unit);
  return S ? S->Slots[Site.slotIn(Site.Timed)].NumOn : 0;
}

void rt::addTimesToSlots(uint64_t Now) {
  for (UnitState *S = First; S; S = S->Next)
    for (uint32_t I = 0; I != S->Times->NumSlots; ++I)
      if (S->Slots[I].NumOn)
        addTime(*S, I, Now);
}

void rt::restartSlots(uint64_t Now) {
  for (UnitState *S = First; S; S = S->Next)
    for (uint32_t I = 0; I != S->Times->NumSlots; ++I)
      S->Slots[I].Since = Now;
}
