//===- ExportRows.cpp - Row formats for databases -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/fleet/rows/ExportRows.h"
#include "profdata/binary/ModuleBuildId.h"
#include "profdata/rows/Metrics.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/export/ExportFormats.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/xxhash.h"
#include <limits.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

std::string udpc::hostName() {
  char Name[HOST_NAME_MAX + 1] = {};
  return gethostname(Name, sizeof(Name) - 1) ? "" : Name;
}

std::string udpc::batchName(StringRef Content, StringRef Host) {
  std::string Text = (Content + Twine('\0') + Host).str();
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true, /*Width=*/16);
}

/// Adds the build IDs of \p Modules. \p At returns the content of a module's
/// table.
static void addBuildIds(ArrayRef<std::string> Modules, StringRef Section,
                        function_ref<StringRef(size_t)> At,
                        std::map<std::string, std::string> &BuildIds) {
  std::map<std::string, std::vector<StringRef>> Tables;
  for (size_t I = 0; I != Modules.size(); ++I)
    if (!Modules[I].empty() && !At(I).empty())
      Tables[Modules[I]].push_back(At(I));
  for (const auto &[Module, Bytes] : Tables)
    if (!BuildIds.count(Module))
      if (std::string Id = moduleBuildId(Module, Section, Bytes); !Id.empty())
        BuildIds[Module] = Id;
}

Expected<std::vector<ProfileRow>>
udpc::rowsOf(const ProfileSum &Sum, RowOptions Options, RowBatch &Batch) {
  for (const auto &[Module, Ids] : systemTables().takeBuildIds()) {
    if (Ids.size() > 1)
      return createStringError(Module + ": the profiles are of " +
                               Twine(Ids.size()) +
                               " builds: export those of each build by "
                               "themselves");
    Batch.BuildIds[Module] = *Ids.begin();
  }
  std::vector<ProfileRow> Rows;
  if (const auto *Events = Sum.get<EventProfile>()) {
    addBuildIds(
        Events->modules(), UDPC_TABLES_SECTION,
        [&](size_t I) { return Events->units()[I].bytes(); }, Batch.BuildIds);
    Batch.Program = Events->command().str();
    Rows = rowsOf(*Events, Options);
  } else if (const auto *Costs = Sum.get<CacheProfile>()) {
    addBuildIds(
        Costs->Modules, UDPC_COSTS_SECTION,
        [&](size_t I) { return Costs->Units[I].bytes(); }, Batch.BuildIds);
    Batch.Program = Costs->Command;
    Rows = rowsOf(*Costs, Options);
  } else {
    return createStringError("rows and metrics are made of profiles of udpc, "
                             "not of files in formats of Valgrind");
  }
  if (any_of(Rows, [](const ProfileRow &R) { return R.Count == INT64_MAX; }))
    WithColor::warning(errs(), "udpc")
        << "counts beyond 2^63 - 1 are written as that\n";
  return std::move(Rows);
}

/// Returns the fields that all rows of \p Settings.Files have in common.
static RowBatch batchOf(const RowSettings &Settings) {
  RowBatch Batch;
  Batch.Host = Settings.Host ? *Settings.Host : hostName();
  std::string Content;
  for (const std::string &File : Settings.Files) {
    sys::fs::file_status Status;
    if (sys::fs::status(File, Status) || !sys::fs::is_regular_file(Status))
      continue;
    Batch.Time = std::max<uint64_t>(
        Batch.Time, sys::toTimeT(Status.getLastModificationTime()));
    if (auto Buffer = MemoryBuffer::getFile(File))
      Content += batchName((*Buffer)->getBuffer(), "");
  }
  if (Settings.Time)
    Batch.Time = *Settings.Time;
  Batch.Batch = batchName(Content + std::to_string(Batch.Time), Batch.Host);
  return Batch;
}

/// Writes the rows that --event selects.
static Error writeRows(StringRef Format, const ExportInput &Input,
                       raw_ostream &OS) {
  RowBatch Batch = batchOf(Input.Rows);
  RowOptions Options;
  Options.Threads = Input.Rows.Threads;
  Expected<std::vector<ProfileRow>> Rows = rowsOf(Input.Sum, Options, Batch);
  if (!Rows)
    return Rows.takeError();
  erase_if(*Rows, [&](const ProfileRow &R) {
    return R.Event != RunsEvent && !Input.Filter.matchesEvent(R.Event);
  });
  if (Format == "rows") {
    printRows(OS, RowFormat::Json, Batch, *Rows);
  } else if (Format == "rows-tsv") {
    OS << rowHeader();
    printRows(OS, RowFormat::Tsv, Batch, *Rows);
  } else {
    printMetrics(OS,
                 Format == "openmetrics" ? MetricsFormat::OpenMetrics
                                         : MetricsFormat::Prometheus,
                 Batch, *Rows);
  }
  return Error::success();
}

static Provides Writer(WriteRows, writeRows);
