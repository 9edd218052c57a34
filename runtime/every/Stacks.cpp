//===- Stacks.cpp - Action count-by-stack ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/every/Stacks.h"
#include "runtime/events/EventNames.h"
#include "runtime/every/StackTable.h"
#include "runtime/log/LogWriter.h"
#include "runtime/perf/UserStack.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static StackTable *Table;

UserStack rt::stackOf(const Overflow &O) {
  return UserStack(CodeState{reinterpret_cast<uint64_t>(O.Code.Place),
                             O.Code.StackPointer, O.Code.FramePointer});
}

void rt::prepareStacks() {
  for (EveryEvent *E = firstEveryEvent(); E && !Table; E = E->Next)
    if (E->SpecAction == abi::EveryAction::CountByStack)
      __atomic_store_n(&Table,
                       static_cast<StackTable *>(mapMemory(sizeof(StackTable))),
                       __ATOMIC_RELEASE);
}

void rt::countStack(const Overflow &O) {
  UserStack Stack = stackOf(O);
  StackTable *T = __atomic_load_n(&Table, __ATOMIC_ACQUIRE);
  if (!T || !T->add(O.Event.Index, Stack.Frames, Stack.NumFrames, O.Passed))
    __atomic_fetch_add(&O.Event.OtherStacks, O.Passed, __ATOMIC_RELAXED);
}

static bool append(const EveryEvent &E, uint64_t Count, const uint64_t *Frames,
                   uint32_t NumFrames) {
  log::StackRec Rec = {Count, uint32_t(eventNumber(E)), NumFrames};
  const LogPiece Pieces[] = {{&Rec, sizeof(Rec)},
                             {Frames, NumFrames * sizeof(*Frames)}};
  return appendLog(log::RecordType::Stack, log::None, Pieces, 2);
}

static const EveryEvent *eventWithIndex(uint32_t Index) {
  const EveryEvent *E = firstEveryEvent();
  while (E && E->Index != Index)
    E = E->Next;
  return E;
}

void rt::writeStacks() {
  if (!Table || !logIsOn())
    return;
  updateEvents();
  writeModules();
  Table->forEach([](StackTable::Entry &Entry, const StackTable::Stack &S) {
    uint64_t Now = __atomic_load_n(&Entry.Count, __ATOMIC_RELAXED);
    const EveryEvent *E =
        Now != Entry.Written ? eventWithIndex(S.Event) : nullptr;
    if (E && append(*E, Now - Entry.Written, S.frames(), S.NumFrames))
      Entry.Written = Now;
  });
  for (EveryEvent *E = firstEveryEvent(); E; E = E->Next)
    if (uint64_t N = __atomic_exchange_n(&E->OtherStacks, 0, __ATOMIC_RELAXED))
      append(*E, N, nullptr, 0);
}

void rt::clearStacks() {
  if (!Table)
    return;
  Table->forEach([](StackTable::Entry &Entry, const StackTable::Stack &) {
    Entry.Count = Entry.Written = 0;
  });
  for (EveryEvent *E = firstEveryEvent(); E; E = E->Next)
    E->OtherStacks = 0;
}
