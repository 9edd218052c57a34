//===- LogPayloads.cpp - Decodes the payloads of a log's records ----------===//

#include "profdata/log/LogPayloads.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

/// Removes a record from the front of \p Rest.
template <typename T> static bool take(StringRef &Rest, T &Out) {
  if (Rest.size() < sizeof(T))
    return false;
  std::memcpy(&Out, Rest.data(), sizeof(T));
  Rest = Rest.drop_front(sizeof(T));
  return true;
}

template <typename T>
static bool takeArray(StringRef &Rest, uint64_t N, std::vector<T> &Out) {
  if (N > Rest.size() / sizeof(T))
    return false;
  Out.resize(N);
  if (N)
    std::memcpy(Out.data(), Rest.data(), N * sizeof(T));
  Rest = Rest.drop_front(N * sizeof(T));
  return true;
}

static bool takeText(StringRef &Rest, uint64_t Size, std::string &Out) {
  if (Size > Rest.size())
    return false;
  Out = Rest.take_front(Size).str();
  Rest = Rest.drop_front(Size);
  return true;
}

bool udpc::readStart(StringRef Rest, uint64_t Time, log::StartRec &Rec,
                     LogRun &Run) {
  if (!take(Rest, Rec))
    return false;
  Run.ParentPid = Rec.ParentPid;
  Run.Began = Rec.Began;
  Run.WallTime = Rec.WallTime;
  Run.WallTimeAt = Time;
  return takeText(Rest, Rec.HostSize, Run.Host) &&
         takeText(Rest, Rec.ProgramSize, Run.Program) &&
         takeText(Rest, Rec.CommandSize, Run.Command) &&
         takeText(Rest, Rec.BuildIdSize, Run.BuildId);
}

/// The limit for event numbers. Larger ones are damage: a program has a few
/// thousand events.
static constexpr uint32_t MostNames = 1 << 22;

bool udpc::readNames(StringRef Rest, std::vector<std::string> &Names) {
  log::NamesRec Rec;
  // A name takes at least one byte. The list has gaps only for lost records.
  if (!take(Rest, Rec) || Rec.Count > Rest.size() ||
      Rec.First > MostNames - std::min(Rec.Count, MostNames))
    return false;
  if (Names.size() < uint64_t(Rec.First) + Rec.Count)
    Names.resize(uint64_t(Rec.First) + Rec.Count);
  for (uint32_t I = 0; I != Rec.Count; ++I) {
    auto [Name, Left] = Rest.split('\0');
    Names[Rec.First + I] = Name.str();
    Rest = Left;
  }
  return true;
}

bool udpc::readModules(StringRef Rest, std::vector<LogModule> &Modules) {
  log::ModulesRec List;
  if (!take(Rest, List) || List.Count > Rest.size() / sizeof(log::ModuleRec))
    return false;
  std::vector<LogModule> Read;
  for (uint32_t I = 0; I != List.Count; ++I) {
    log::ModuleRec Rec;
    LogModule M;
    if (!take(Rest, Rec) || !takeText(Rest, Rec.PathSize, M.Path) ||
        !takeText(Rest, Rec.BuildIdSize, M.BuildId))
      return false;
    Rest = Rest.drop_front(std::min<size_t>(
        -(uint64_t(Rec.PathSize) + Rec.BuildIdSize) & 7, Rest.size()));
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
static bool readWritten(StringRef Rest, LogSnapshot &S) {
  log::WrittenRec Rec;
  if (!take(Rest, Rec))
    return true;
  if (Rec.NumEvents > Rest.size() / sizeof(log::WrittenEventRec))
    return false;
  S.NumResets = Rec.NumResets;
  for (uint32_t I = 0; I != Rec.NumEvents; ++I) {
    log::WrittenEventRec Event;
    if (!take(Rest, Event))
      return false;
    S.Written.push_back({Event.Event, Event.Times});
  }
  return true;
}

bool udpc::readSnapshot(StringRef Rest, LogSnapshot &S) {
  log::SnapshotRec Rec;
  if (!take(Rest, Rec) || Rec.Reserved ||
      !takeArray(Rest, Rec.NumEvents, S.Counts) ||
      Rec.NumThreads > Rest.size() / sizeof(log::ThreadCountsRec))
    return false;
  S.WallTime = Rec.WallTime;
  S.Trigger = Rec.Trigger;
  S.Event = Rec.Event;
  S.NumResets = Rec.NumResets;
  for (uint32_t I = 0; I != Rec.NumThreads; ++I) {
    log::ThreadCountsRec Head;
    LogThread T;
    if (!take(Rest, Head) || !takeArray(Rest, Rec.NumEvents, T.Counts))
      return false;
    T.Index = Head.Thread;
    T.Tid = Head.Tid;
    T.HasEnded = Head.HasEnded;
    S.Threads.push_back(std::move(T));
  }
  return readWritten(Rest, S);
}

bool udpc::readSample(StringRef Rest, LogSample &S) {
  log::SampleRec Rec;
  if (!take(Rest, Rec) || Rec.Reserved ||
      !takeArray(Rest, Rec.NumEvents, S.Counts) ||
      !takeArray(Rest, Rec.NumFrames, S.Frames))
    return false;
  S.Pc = Rec.Pc;
  S.Period = Rec.Period;
  S.Event = Rec.Event;
  return true;
}

bool udpc::readStack(StringRef Rest, LogStack &S) {
  log::StackRec Rec;
  if (!take(Rest, Rec) || !takeArray(Rest, Rec.NumFrames, S.Frames))
    return false;
  S.Count = Rec.Count;
  S.Event = Rec.Event;
  return true;
}
