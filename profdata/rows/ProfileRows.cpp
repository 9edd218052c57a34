//===- ProfileRows.cpp - Profiles as rows of a table ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/rows/ProfileRows.h"
#include "profdata/events/EventReport.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;
using namespace udpc;

static auto placeOf(const ProfileRow &R) {
  return std::tie(R.Module, R.Event, R.Command, R.Kind, R.File, R.Line,
                  R.Column, R.Function, R.Thread);
}

/// Sorts the rows and adds up those of the same place.
static std::vector<ProfileRow> sorted(std::vector<ProfileRow> Rows) {
  llvm::sort(Rows, [](const ProfileRow &L, const ProfileRow &R) {
    return placeOf(L) < placeOf(R);
  });
  std::vector<ProfileRow> Sum;
  for (ProfileRow &R : Rows) {
    if (!Sum.empty() && placeOf(Sum.back()) == placeOf(R)) {
      int64_t &Count = Sum.back().Count;
      Count = values::limitedAdd(Count, R.Count);
    } else {
      Sum.push_back(std::move(R));
    }
  }
  erase_if(Sum, [](const ProfileRow &R) { return !R.Count; });
  return Sum;
}

/// Returns the number of a thread in rows.
static int64_t threadNumber(uint64_t Index) {
  return Index == abi::OtherThreads ? -2 : static_cast<int64_t>(Index);
}

static void addRuns(std::vector<ProfileRow> &Rows, uint32_t NumRuns) {
  std::set<std::string> Modules;
  for (const ProfileRow &R : Rows)
    Modules.insert(R.Module);
  for (const std::string &Module : Modules) {
    ProfileRow R;
    R.Module = Module;
    R.Event = RunsEvent.str();
    R.Kind = "run";
    R.Count = NumRuns;
    Rows.push_back(std::move(R));
  }
}

std::vector<ProfileRow> udpc::rowsOf(const EventProfile &Profile,
                                     RowOptions Options) {
  std::vector<ProfileRow> Rows;
  auto AddRows = [&](const EventReport &Report, const std::string *OnlyModule) {
    for (const ReportEvent &Event : Report.Events)
      for (const ReportRow &Site : Event.Rows) {
        ProfileRow R;
        R.Event = Event.Name;
        R.Command = commandWord(Site.Command).str();
        R.Kind = kindWord(Site.Kind).str();
        R.File = Site.File;
        R.Line = Site.Line;
        R.Column = Site.Column;
        R.Function = Site.Function;
        if (OnlyModule) {
          R.Module = *OnlyModule;
          for (const auto &[Thread, Count] : Site.Threads) {
            R.Thread = threadNumber(Thread);
            R.Count = Count;
            Rows.push_back(R);
          }
          continue;
        }
        for (const auto &[Module, Count] : Site.Modules) {
          R.Module = Module;
          R.Count = Count;
          Rows.push_back(R);
        }
      }
  };
  if (!Options.Threads) {
    AddRows(EventReport::compute(Profile), nullptr);
  } else {
    for (const std::string &Module : std::set<std::string>(
             Profile.modules().begin(), Profile.modules().end()))
      AddRows(EventReport::compute(Profile,
                                   [&](StringRef M) { return M == Module; }),
              &Module);
  }
  Rows = sorted(std::move(Rows));
  addRuns(Rows, Profile.runs());
  return sorted(std::move(Rows));
}

/// Adds the costs of \p Thread, or of all threads if it is null.
static void addCosts(const CacheProfile &Profile,
                     const CacheProfileThread *Thread,
                     std::vector<ProfileRow> &Rows) {
  CostOptions Options;
  Options.MiddleLevel = true;
  const std::vector<unsigned> Events = eventsOf(Profile, Options);
  for (const FrameCosts &C : costsOf(Profile, Thread)) {
    const CostTable &Table = Profile.Units[C.Unit];
    const abi::LineRec &Line = Table.Lines[C.Line];
    ProfileRow R;
    R.Module = Profile.Modules[C.Unit];
    R.Kind = "cost";
    R.File = Table.string(Line.File).str();
    if (R.File == "???")
      R.File.clear();
    R.Line = Line.Line;
    R.Function = functionOf(Table, C, Options).str();
    if (Thread)
      R.Thread = threadNumber(Thread->Index);
    for (unsigned E : Events) {
      if (!C.Counts[E])
        continue;
      R.Event = abi::CostEventNames[E];
      R.Count = values::limited(C.Counts[E]);
      Rows.push_back(R);
    }
  }
}

std::vector<ProfileRow> udpc::rowsOf(const CacheProfile &Profile,
                                     RowOptions Options) {
  std::vector<ProfileRow> Rows;
  if (!Options.Threads)
    addCosts(Profile, nullptr, Rows);
  else
    for (const CacheProfileThread &T : Profile.Threads)
      addCosts(Profile, &T, Rows);
  Rows = sorted(std::move(Rows));
  addRuns(Rows, Profile.NumRuns);
  return sorted(std::move(Rows));
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

StringRef udpc::rowHeader() {
  return "time\tbatch\thost\tprogram\tbuild\tmodule\tevent\tcommand\tkind\t"
         "file\tline\tcol\tfunction\tthread\tcount\n";
}

static void printTsvText(raw_ostream &OS, StringRef Text) {
  for (char C : Text)
    switch (C) {
    case '\t':
      OS << "\\t";
      break;
    case '\n':
      OS << "\\n";
      break;
    case '\r':
      OS << "\\r";
      break;
    case '\0':
      OS << "\\0";
      break;
    case '\\':
      OS << "\\\\";
      break;
    default:
      OS << C;
    }
  OS << '\t';
}

void udpc::printRows(raw_ostream &OS, RowFormat Format, const RowBatch &Batch,
                     ArrayRef<ProfileRow> Rows) {
  // Names may be in any encoding; JSON is UTF-8.
  auto Text = [](StringRef S) { return json::fixUTF8(S); };
  for (const ProfileRow &R : Rows) {
    auto Found = Batch.BuildIds.find(R.Module);
    StringRef Build;
    if (Found != Batch.BuildIds.end())
      Build = Found->second;
    if (Format == RowFormat::Tsv) {
      OS << Batch.Time << '\t';
      for (StringRef S : {StringRef(Batch.Batch), StringRef(Batch.Host),
                          StringRef(Batch.Program), Build, StringRef(R.Module),
                          StringRef(R.Event), StringRef(R.Command),
                          StringRef(R.Kind), StringRef(R.File)})
        printTsvText(OS, S);
      OS << R.Line << '\t' << R.Column << '\t';
      printTsvText(OS, R.Function);
      OS << R.Thread << '\t' << R.Count << '\n';
      continue;
    }
    json::OStream J(OS);
    J.object([&] {
      J.attribute("time", Batch.Time);
      J.attribute("batch", Text(Batch.Batch));
      J.attribute("host", Text(Batch.Host));
      J.attribute("program", Text(Batch.Program));
      J.attribute("build", Build);
      J.attribute("module", Text(R.Module));
      J.attribute("event", Text(R.Event));
      J.attribute("command", R.Command);
      J.attribute("kind", R.Kind);
      J.attribute("file", Text(R.File));
      J.attribute("line", R.Line);
      J.attribute("col", R.Column);
      J.attribute("function", Text(R.Function));
      J.attribute("thread", R.Thread);
      J.attribute("count", R.Count);
    });
    OS << '\n';
  }
}
