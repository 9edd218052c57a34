//===- LoggedSample.cpp - Samples in the log ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/LoggedSample.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/log/LogWriter.h"

using namespace udpc;
using namespace udpc::rt;

/// Buffer for the counts of the calling thread. Needs the StateLock.
static int64_t *Counts;
static int Capacity;

static bool growCounts() {
  if (numEvents() <= Capacity)
    return true;
  unmapMemory(Counts, Capacity * sizeof(*Counts));
  Capacity = 2 * numEvents();
  Counts = static_cast<int64_t *>(mapMemory(Capacity * sizeof(*Counts)));
  if (!Counts)
    Capacity = 0;
  return Counts;
}

void rt::appendSample(ThreadRecord &Self, const SampledPlace &Place) {
  subtractMasked(Self);
  if (!growCounts() || !readEvents(Counts, &Self))
    return;
  if (!modulesAreWritten())
    writeModules();
  log::SampleRec Rec = {};
  Rec.Pc = Place.Pc;
  Rec.Period = Place.Period;
  Rec.Event = uint32_t(Place.Event);
  Rec.NumEvents = numEvents();
  Rec.NumFrames = Place.NumFrames;
  const LogPiece Pieces[] = {
      {&Rec, sizeof(Rec)},
      {Counts, numEvents() * sizeof(*Counts)},
      {Place.Frames, Place.NumFrames * sizeof(*Place.Frames)}};
  appendLog(log::RecordType::Sample, Self.Index, Pieces, 3);
}
