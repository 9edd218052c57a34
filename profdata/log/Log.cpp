//===- Log.cpp - Reads logs -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/log/Log.h"
#include "profdata/log/LogPayloads.h"
#include "profdata/log/LogRecords.h"
#include "profdata/support/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

const LogModule *LogRun::moduleOf(uint64_t Address) const {
  for (const LogModule &M : Modules)
    if (Address >= M.Start && Address < M.End)
      return &M;
  return nullptr;
}

StringRef udpc::triggerWord(uint32_t Trigger) {
  switch (log::Trigger(Trigger)) {
  case log::Trigger::Interval:
    return "interval";
  case log::Trigger::Call:
    return "call";
  case log::Trigger::Control:
    return "ctl";
  case log::Trigger::Event:
    return "event";
  case log::Trigger::End:
    return "end";
  case log::Trigger::Exec:
    return "exec";
  }
  return "unknown";
}

namespace {
/// Joins the records of several files to runs.
class LogBuilder {
public:
  Error add(MemoryBufferRef File);
  Expected<Log> finish();

private:
  /// A run whose end may be in another file.
  struct OpenRun {
    LogRun Run;
    /// Used to ignore duplicates, since a file may be given twice.
    std::set<uint32_t> Sequences;
  };
  using RunKey = std::pair<uint32_t, uint64_t>; ///< Process, Began.

  bool addRecord(const log::RecordHeader &Header, StringRef Payload);
  bool addStart(const log::RecordHeader &Header, StringRef Payload);
  /// Returns the run of \p Pid in the current file.
  OpenRun &runOf(uint32_t Pid);

  Log Result;
  std::map<RunKey, OpenRun> Runs;
  std::map<uint32_t, RunKey> InFile;
  uint32_t OtherVersion = 0;
};
} // namespace

LogBuilder::OpenRun &LogBuilder::runOf(uint32_t Pid) {
  // A process without a start record gets the key 0.
  RunKey Key = InFile.try_emplace(Pid, RunKey(Pid, 0)).first->second;
  OpenRun &R = Runs[Key];
  R.Run.Pid = Pid;
  return R;
}

bool LogBuilder::addStart(const log::RecordHeader &Header, StringRef Payload) {
  LogRun Run;
  log::StartRec Rec;
  if (!readStart(Payload, Header.Time, Rec, Run))
    return false;
  if (Rec.Version != log::Version) {
    OtherVersion = Rec.Version;
    return true;
  }
  RunKey Key(Header.Pid, Rec.Began);
  InFile[Header.Pid] = Key;
  OpenRun &R = runOf(Header.Pid);
  if (!R.Run.Began) {
    Run.Pid = Header.Pid;
    R.Run = std::move(Run);
  }
  R.Sequences.insert(Header.Sequence);
  return true;
}

/// Adds a record. Returns false if the payload is malformed.
bool LogBuilder::addRecord(const log::RecordHeader &Header, StringRef Payload) {
  auto Type = log::RecordType(Header.Type);
  if (Type == log::RecordType::Start)
    return addStart(Header, Payload);
  OpenRun &R = runOf(Header.Pid);
  if (!R.Sequences.insert(Header.Sequence).second)
    return true;
  LogRun &Run = R.Run;
  auto Add = [&](auto &List, auto Read) {
    typename std::remove_reference_t<decltype(List)>::value_type Item;
    if (!Read(Payload, Item))
      return false;
    Item.Time = Header.Time;
    Item.Sequence = Header.Sequence;
    List.push_back(std::move(Item));
    return true;
  };
  auto AddOfThread = [&](auto &List, auto Read) {
    if (!Add(List, Read))
      return false;
    List.back().Thread = Header.Thread;
    return true;
  };
  switch (Type) {
  case log::RecordType::Start:
    break;
  case log::RecordType::Names:
    return readNames(Payload, Run.Events);
  case log::RecordType::Modules:
    return readModules(Payload, Run.Modules);
  case log::RecordType::Snapshot:
    return Add(Run.Snapshots, readSnapshot);
  case log::RecordType::Sample:
    return AddOfThread(Run.Samples, readSample);
  case log::RecordType::Stack:
    return AddOfThread(Run.Stacks, readStack);
  case log::RecordType::End:
    Run.HasEnded = true;
    return true;
  }
  ++Result.NumUnknown;
  return true;
}

Error LogBuilder::add(MemoryBufferRef File) {
  InFile.clear();
  bool HasRecords = false;
  uint64_t Malformed = 0;
  visitRecords(File, Result.Damages,
               [&](const log::RecordHeader &Header, StringRef Payload) {
                 HasRecords = true;
                 if (!addRecord(Header, Payload))
                   ++Malformed;
               });
  if (OtherVersion)
    return createStringError(File.getBufferIdentifier() +
                             ": a log of version " + Twine(OtherVersion) +
                             "; this udpc reads " + Twine(log::Version));
  if (!HasRecords && File.getBufferSize())
    return createStringError(File.getBufferIdentifier() +
                             ": no log, or damaged: it has no intact record");
  // An empty file means that the process was killed between creating it and
  // writing the first record.
  if (!HasRecords)
    Result.Damages.push_back({File.getBufferIdentifier().str(), 0, 0, "empty"});
  if (Malformed)
    Result.Damages.push_back(
        {File.getBufferIdentifier().str(), 0, 0,
         (Twine(Malformed) + " records with a right checksum but malformed "
                             "contents")
             .str()});
  return Error::success();
}

/// Names the events of \p NumEvents whose name is lost: "event 3".
static void nameEvents(std::vector<std::string> &Names, size_t NumEvents) {
  if (Names.size() < NumEvents)
    Names.resize(NumEvents);
  for (size_t I = 0; I != Names.size(); ++I)
    if (Names[I].empty())
      Names[I] = ("event " + Twine(I)).str();
}

static void finishRun(LogRun &Run) {
  auto ByTime = [](const auto &A, const auto &B) {
    return std::tie(A.Time, A.Sequence) < std::tie(B.Time, B.Sequence);
  };
  sort(Run.Snapshots, ByTime);
  sort(Run.Samples, ByTime);
  sort(Run.Stacks, ByTime);
  size_t Events = 0;
  for (const LogSnapshot &S : Run.Snapshots)
    Events = std::max(Events, S.Counts.size());
  for (const LogSample &S : Run.Samples)
    Events = std::max(Events, S.Counts.size());
  nameEvents(Run.Events, Events);
}

Expected<Log> LogBuilder::finish() {
  if (Runs.empty() && !Result.Damages.empty())
    return createStringError(Result.Damages.front().File + ": " +
                             Result.Damages.front().What);
  for (auto &[Key, R] : Runs) {
    // Records before the first one do not count as missing, since the oldest
    // files of a rotated log are deleted.
    if (!R.Sequences.empty())
      R.Run.NumMissing = uint64_t(*R.Sequences.rbegin()) -
                         *R.Sequences.begin() + 1 - R.Sequences.size();
    R.Run.HasBeginning = R.Run.Began && R.Sequences.count(0);
    finishRun(R.Run);
    Result.Runs.push_back(std::move(R.Run));
  }
  sort(Result.Runs, [](const LogRun &A, const LogRun &B) {
    return std::tie(A.Began, A.Pid) < std::tie(B.Began, B.Pid);
  });
  return std::move(Result);
}

Expected<Log> Log::parse(ArrayRef<MemoryBufferRef> Files) {
  LogBuilder Builder;
  for (MemoryBufferRef File : Files)
    if (Error E = Builder.add(File))
      return std::move(E);
  return Builder.finish();
}

Expected<Log> Log::read(ArrayRef<std::string> Files) {
  LogBuilder Builder;
  for (const std::string &File : Files) {
    Expected<std::unique_ptr<MemoryBuffer>> Buffer =
        readWholeOrInput(File, isLog);
    if (!Buffer)
      return Buffer.takeError();
    if (Error E = Builder.add(**Buffer))
      return std::move(E);
  }
  return Builder.finish();
}

bool Log::isLog(StringRef Bytes) { return Bytes.starts_with("UDPL"); }

bool Log::isCounterLog(StringRef Bytes) {
  return Bytes.ltrim().starts_with("{") && Bytes.contains("\"max_inst\"");
}
