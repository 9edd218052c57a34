//===- Snapshot.cpp - Snapshots of all counters ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/Snapshot.h"
#include "runtime/counts/Threads.h"
#include "runtime/events/EventBias.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/log/LogWriter.h"
#include "runtime/system/Clock.h"
#include "runtime/system/MemoryImage.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// Buffers that later snapshots reuse. Guarded by the StateLock.
static MemoryImage Payload, Scratch;

/// Appends \p Size bytes to the payload.
static int add(const void *Data, uint64_t Size) {
  return Payload.writeAt(Data, Size, Payload.Size);
}

/// Appends the counts of \p T, or of all threads if it is null.
static int addCounts(const ThreadRecord *T) {
  auto *Counts = reinterpret_cast<int64_t *>(Scratch.Bytes);
  return readEvents(Counts, T) ? add(Counts, numEvents() * sizeof(*Counts))
                               : ENOMEM;
}

static int addThread(const ThreadRecord &T, log::SnapshotRec &Rec) {
  log::ThreadCountsRec Head = {};
  bool IsOthers = T.Index == abi::OtherThreads;
  Head.Thread = IsOthers ? log::OtherThreads : T.Index;
  Head.Tid = T.Tid;
  Head.HasEnded = T.HasEnded;
  ++Rec.NumThreads;
  int Error = add(&Head, sizeof(Head));
  return Error ? Error : addCounts(&T);
}

/// Adds the threads. An ended thread, whose counts do not change, is in one
/// snapshot of each file.
static int addThreads(log::SnapshotRec &Rec) {
  int Error = 0;
  for (ThreadRecord *T = firstThread(); T && !Error; T = T->Next)
    if (!T->HasEnded || T->LoggedEnd != logPart())
      Error = addThread(*T, Rec);
  const ThreadRecord &Others = otherThreads();
  return Error || !Others.Blocks.Units ? Error : addThread(Others, Rec);
}

/// Adds the events that were written or reset alone, if there are any.
static int addWritten() {
  const EventWrites &Writes = eventWrites();
  if (!Writes.NumEvents)
    return 0;
  const log::WrittenRec Rec = {NumResets - Writes.Sum, Writes.NumEvents};
  int Error = add(&Rec, sizeof(Rec));
  return Error ? Error
               : add(Writes.Events, Rec.NumEvents * sizeof(*Writes.Events));
}

static int fillPayload(log::SnapshotRec &Rec) {
  Payload.Size = 0;
  if (int Error = add(&Rec, sizeof(Rec)))
    return Error;
  if (int Error = addCounts(nullptr))
    return Error;
  if (options().log_threads)
    if (int Error = addThreads(Rec))
      return Error;
  if (int Error = addWritten())
    return Error;
  return Payload.writeAt(&Rec, sizeof(Rec), 0);
}

/// Makes room for a thread's counts.
static int growScratch() {
  uint64_t Bytes = uint64_t(numEvents()) * sizeof(int64_t);
  return Scratch.Capacity >= Bytes ? 0 : Scratch.allocate(2 * Bytes);
}

int rt::takeSnapshotLocked(log::Trigger Why, uint32_t Event) {
  if (!logIsOn())
    return 0;
  updateEvents();
  if (!numEvents())
    return 0;
  if (!modulesAreWritten())
    writeModules();
  subtractMasked();
  collectLateCounts();
  log::SnapshotRec Rec = {};
  Rec.WallTime = wallTime();
  Rec.Trigger = static_cast<uint32_t>(Why);
  Rec.Event = Event;
  Rec.NumEvents = numEvents();
  Rec.NumResets = NumResets;
  int Error = growScratch();
  if (!Error)
    Error = fillPayload(Rec);
  if (Error)
    return Error;
  const LogPiece All = {Payload.Bytes, Payload.Size};
  if (!appendLog(log::RecordType::Snapshot, log::None, &All, 1))
    return EIO;
  for (ThreadRecord *T = firstThread(); T; T = T->Next)
    if (T->HasEnded)
      T->LoggedEnd = logPart();
  return 0;
}

int rt::takeSnapshot(log::Trigger Why, uint32_t Event) {
  if (!ownsCounts())
    return 0;
  BoundedStateLock Lock;
  return Lock.held() ? takeSnapshotLocked(Why, Event) : EDEADLK;
}

void rt::finishLog() {
  if (!logIsOpen())
    return;
  takeSnapshotLocked(log::Trigger::End);
  writeModules();
  endLog();
}
