//===- Metrics.cpp - Profiles as metrics ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/rows/Metrics.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {
struct Family {
  StringRef Name; ///< Without the suffix _total.
  StringRef Label, Help;
};
} // namespace

static constexpr Family Events = {
    "udpc_events", "event",
    "Executions that the sites of a udpc spec have counted."};
static constexpr Family Costs = {
    "udpc_costs", "event",
    "Costs of profiled code, by the events of Cachegrind: Ir is instructions."};
static constexpr Family Runs = {"udpc_runs", "",
                                "Processes that have left a profile."};

/// Returns a label's value in quotes.
static std::string quoted(StringRef Text) {
  std::string Out = "\"";
  for (char C : json::fixUTF8(Text))
    if (C == '\n')
      Out += "\\n";
    else if (C == '\\' || C == '"')
      (Out += '\\') += C;
    else
      Out += C;
  return Out + "\"";
}

namespace {
/// Totals by the module's file name and build ID, event and command. Inc and
/// dec are two series, since their difference may be negative, which counters
/// cannot be.
using Totals =
    std::map<std::tuple<std::string, std::string, std::string, std::string>,
             uint64_t>;
} // namespace

static std::string labelsOf(const Family &F, const Totals::key_type &Key) {
  const auto &[Module, Build, Event, Command] = Key;
  std::string Labels = "{module=" + quoted(Module);
  if (!Build.empty())
    Labels += ",build=" + quoted(Build);
  if (!F.Label.empty())
    Labels += "," + F.Label.str() + "=" + quoted(Event);
  if (!Command.empty())
    Labels += ",command=" + quoted(Command);
  return Labels + "}";
}

static void printFamily(raw_ostream &OS, MetricsFormat Format, const Family &F,
                        const RowBatch &Batch, const Totals &Values) {
  if (Values.empty())
    return;
  bool IsOpen = Format == MetricsFormat::OpenMetrics;
  // The older format has no suffixes.
  std::string Name = F.Name.str() + (IsOpen ? "" : "_total");
  OS << "# HELP " << Name << ' ' << F.Help << "\n# TYPE " << Name
     << " counter\n";
  for (const auto &[Key, Value] : Values) {
    std::string Labels = labelsOf(F, Key);
    OS << F.Name << "_total" << Labels << ' ' << Value << '\n';
    if (IsOpen)
      OS << F.Name << "_created" << Labels << ' ' << Batch.Time << '\n';
  }
  if (IsOpen)
    return;
  // This is a separate family, as metrics libraries write it in this format.
  OS << "# HELP " << F.Name
     << "_created When the newest profile was written, in "
     << "seconds since 1970.\n# TYPE " << F.Name << "_created gauge\n";
  for (const auto &[Key, Value] : Values)
    OS << F.Name << "_created" << labelsOf(F, Key) << ' ' << Batch.Time << '\n';
}

void udpc::printMetrics(raw_ostream &OS, MetricsFormat Format,
                        const RowBatch &Batch, ArrayRef<ProfileRow> Rows) {
  Totals OfEvents, OfCosts, OfRuns;
  for (const ProfileRow &R : Rows) {
    Totals &To = R.Event == RunsEvent ? OfRuns
                 : R.Kind == "cost"   ? OfCosts
                                      : OfEvents;
    auto Build = Batch.BuildIds.find(R.Module);
    uint64_t &Sum = To[{sys::path::filename(R.Module).str(),
                        Build == Batch.BuildIds.end() ? "" : Build->second,
                        R.Event, R.Command}];
    // Sites that count down are negative only if the counts are unbalanced.
    Sum = SaturatingAdd<uint64_t>(Sum, std::max<int64_t>(R.Count, 0));
  }
  printFamily(OS, Format, Runs, Batch, OfRuns);
  printFamily(OS, Format, Events, Batch, OfEvents);
  printFamily(OS, Format, Costs, Batch, OfCosts);
  if (Format == MetricsFormat::OpenMetrics)
    OS << "# EOF\n";
}
