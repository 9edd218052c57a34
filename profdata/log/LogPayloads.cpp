//===- LogPayloads.cpp - Decodes the payloads of a log's records ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/LogPayloads.h"
#include "profdata/support/RecordBytes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

static bool takeText(RecordCursor &C, uint64_t Size, std::string &Out) {
  StringRef Text;
  if (!C.take(Size, Text))
    return false;
  Out = Text.str();
  return true;
}

bool udpc::readStart(StringRef Payload, uint64_t Time, log::StartRec &Rec,
                     LogRun &Run) {
  RecordCursor C(Payload);
  if (!C.read(Rec))
    return false;
  Run.ParentPid = Rec.ParentPid;
  Run.Began = Rec.Began;
  Run.WallTime = Rec.WallTime;
  Run.WallTimeAt = Time;
  return takeText(C, Rec.HostSize, Run.Host) &&
         takeText(C, Rec.ProgramSize, Run.Program) &&
         takeText(C, Rec.CommandSize, Run.Command) &&
         takeText(C, Rec.BuildIdSize, Run.BuildId);
}

/// The limit for event numbers. Larger ones are damage: a program has a few
/// thousand events.
static constexpr uint32_t MostNames = 1 << 22;

bool udpc::readNames(StringRef Payload, std::vector<std::string> &Names) {
  RecordCursor C(Payload);
  log::NamesRec Rec;
  // A name takes at least one byte. The list has gaps only for lost records.
  if (!C.read(Rec) || Rec.Count > C.rest().size() ||
      Rec.First > MostNames - std::min(Rec.Count, MostNames))
    return false;
  if (Names.size() < uint64_t(Rec.First) + Rec.Count)
    Names.resize(uint64_t(Rec.First) + Rec.Count);
  for (uint32_t I = 0; I != Rec.Count; ++I) {
    StringRef Name = C.rest().split('\0').first;
    Names[Rec.First + I] = Name.str();
    C.take(std::min(Name.size() + 1, C.rest().size()), Name);
  }
  return true;
}

bool udpc::readModules(StringRef Payload, std::vector<LogModule> &Modules) {
  RecordCursor C(Payload);
  log::ModulesRec List;
  if (!C.read(List) || List.Count > C.rest().size() / sizeof(log::ModuleRec))
    return false;
  std::vector<LogModule> Read;
  for (uint32_t I = 0; I != List.Count; ++I) {
    log::ModuleRec Rec;
    LogModule M;
    if (!C.read(Rec) || !takeText(C, Rec.PathSize, M.Path) ||
        !takeText(C, Rec.BuildIdSize, M.BuildId))
      return false;
    StringRef Padding;
    C.take(std::min<size_t>(-(uint64_t(Rec.PathSize) + Rec.BuildIdSize) & 7,
                            C.rest().size()),
           Padding);
    M.Start = Rec.Start;
    M.End = Rec.End;
    M.Offset = Rec.Offset;
    Read.push_back(std::move(M));
  }
  // Keep closed libraries, unless others occupy their addresses.
  for (LogModule &Old : Modules)
    if (none_of(Read, [&](const LogModule &M) {
          return M.Start < Old.End && Old.Start < M.End;
        }))
      Read.push_back(std::move(Old));
  Modules = std::move(Read);
  return true;
}

/// Reads which events were written separately. Older logs lack this.
static bool readWritten(RecordCursor C, LogSnapshot &S) {
  log::WrittenRec Rec;
  if (!C.read(Rec))
    return true;
  if (Rec.NumEvents > C.rest().size() / sizeof(log::WrittenEventRec))
    return false;
  S.NumResets = Rec.NumResets;
  for (uint32_t I = 0; I != Rec.NumEvents; ++I) {
    log::WrittenEventRec Event;
    if (!C.read(Event))
      return false;
    S.Written.push_back({Event.Event, Event.Times});
  }
  return true;
}

bool udpc::readSnapshot(StringRef Payload, LogSnapshot &S) {
  RecordCursor C(Payload);
  log::SnapshotRec Rec;
  if (!C.read(Rec) || Rec.Reserved || !C.read(Rec.NumEvents, S.Counts) ||
      Rec.NumThreads > C.rest().size() / sizeof(log::ThreadCountsRec))
    return false;
  S.WallTime = Rec.WallTime;
  S.Trigger = Rec.Trigger;
  S.Event = Rec.Event;
  S.NumResets = Rec.NumResets;
  for (uint32_t I = 0; I != Rec.NumThreads; ++I) {
    log::ThreadCountsRec Head;
    LogThread T;
    if (!C.read(Head) || !C.read(Rec.NumEvents, T.Counts))
      return false;
    T.Index = Head.Thread;
    T.Tid = Head.Tid;
    T.HasEnded = Head.HasEnded;
    S.Threads.push_back(std::move(T));
  }
  return readWritten(C, S);
}

bool udpc::readSample(StringRef Payload, LogSample &S) {
  RecordCursor C(Payload);
  log::SampleRec Rec;
  if (!C.read(Rec) || Rec.Reserved || !C.read(Rec.NumEvents, S.Counts) ||
      !C.read(Rec.NumFrames, S.Frames))
    return false;
  S.Pc = Rec.Pc;
  S.Period = Rec.Period;
  S.Event = Rec.Event;
  return true;
}

bool udpc::readStack(StringRef Payload, LogStack &S) {
  RecordCursor C(Payload);
  log::StackRec Rec;
  if (!C.read(Rec) || !C.read(Rec.NumFrames, S.Frames))
    return false;
  S.Count = Rec.Count;
  S.Event = Rec.Event;
  return true;
}
