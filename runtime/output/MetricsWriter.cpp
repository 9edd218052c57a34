//===- MetricsWriter.cpp - Writes totals as metrics -----------------------===//
//
// Uses Prometheus' text format ("Exposition formats", version 0.0.4), which
// node_exporter's textfile collector reads: one series for each event and
// command, whatever the number of sites.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/base/Text.h"
#include "runtime/events/EventMasks.h"
#include "runtime/events/EventNames.h"
#include "runtime/events/EventValues.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/modules/BuildId.h"
#include "runtime/output/Dump.h"
#include "runtime/output/Outputs.h"
#include "runtime/system/Clock.h"
#include "runtime/system/Process.h"
#include <errno.h>

using namespace udpc;
using namespace udpc::rt;

/// Time from which counts are summed, in seconds since 1970.
static uint64_t Created;
static constexpr char CreatedHelp[] =
    " Since when counts have been added up, in seconds since 1970.";

void rt::noteCountsBegin() { Created = wallTime() / 1000000000; }

namespace {

/// Writes metrics. All functions do nothing after an error.
class MetricsWriter {
public:
  explicit MetricsWriter(ProfileWriter &File) : File(File) {
    IdSize = readExecutableBuildId(Id);
  }
  int events();
  int costs(const LineCosts &Costs);
  int error() const { return Error; }

private:
  void text(const char *Text) {
    if (!Error)
      Error = File.write(Text, lengthOf(Text));
  }
  void number(uint64_t N) {
    char Digits[24];
    TextBuffer Out(Digits, sizeof(Digits));
    Out.add(N);
    text(Digits);
  }
  void quoted(const char *Text);
  void family(const char *Name, const char *Type, const char *Help);
  void series(const char *Name, const char *Event, const char *Command,
              uint64_t Count);
  void eventSeries(const int64_t *Sums, bool AreTimes);
  void costSeries(const LineCosts &Costs, bool AreTimes);

  ProfileWriter &File;
  uint8_t Id[MaxBuildId];
  unsigned IdSize;
  int Error = 0;
};

} // namespace

/// Writes a label's value.
void MetricsWriter::quoted(const char *Text) {
  text("\"");
  for (; *Text; ++Text) {
    char One[2] = {*Text, 0};
    text(*Text == '\n'                      ? "\\n"
         : *Text == '\\'                    ? "\\\\"
         : *Text == '"'                     ? "\\\""
         : static_cast<uint8_t>(*Text) < 32 ? " "
                                            : One);
  }
  text("\"");
}

void MetricsWriter::family(const char *Name, const char *Type,
                           const char *Help) {
  text("# HELP ");
  text(Name);
  text(Help);
  text("\n# TYPE ");
  text(Name);
  text(" ");
  text(Type);
  text("\n");
}

void MetricsWriter::series(const char *Name, const char *Event,
                           const char *Command, uint64_t Count) {
  text(Name);
  text("{program=");
  quoted(outputNameParts().Program);
  if (IdSize) {
    text(",build=\"");
    for (unsigned I = 0; I != IdSize; ++I) {
      constexpr char Digits[] = "0123456789abcdef";
      char Byte[3] = {Digits[Id[I] >> 4], Digits[Id[I] & 15], 0};
      text(Byte);
    }
    text("\"");
  }
  text(",event=");
  quoted(Event);
  if (Command) {
    text(",command=");
    quoted(Command);
  }
  text("} ");
  number(Count);
  text("\n");
}

int MetricsWriter::events() {
  updateEvents();
  uint64_t NumCounts = 2 * uint64_t(numEvents());
  MappedArray<int64_t> Counts, Sums;
  if (!NumCounts)
    return Error;
  if (!Counts.allocate(NumCounts) || !Sums.allocate(NumCounts))
    return ENOMEM;
  auto Add = [&](const ThreadRecord &T) {
    if (!readCommands(T, Counts))
      Error = ENOMEM;
    for (uint64_t I = 0; I != NumCounts; ++I)
      Sums[I] = values::limitedAdd(Sums[I], Counts[I]);
  };
  for (const ThreadRecord *T = firstThread(); T && !Error; T = T->Next)
    Add(*T);
  if (!Error)
    Add(otherThreads());
  family("udpc_events_total", "counter",
         " Executions that the sites of a udpc spec have counted.");
  eventSeries(&Sums[0], /*AreTimes=*/false);
  family("udpc_events_created", "gauge", CreatedHelp);
  eventSeries(&Sums[0], /*AreTimes=*/true);
  return Error;
}

void MetricsWriter::eventSeries(const int64_t *Sums, bool AreTimes) {
  const char *Name = AreTimes ? "udpc_events_created" : "udpc_events_total";
  auto Add = [&](int Event, const char *Command, int64_t Count) {
    series(Name, eventName(Event), Command,
           AreTimes    ? Created
           : Count > 0 ? Count
                       : 0);
  };
  // Events that have counted no dec have no series for it.
  for (int E = 0; E != numEvents(); ++E) {
    const int64_t *Of = Sums + 2 * uint64_t(E);
    Add(E, "inc", Of[0]);
    if (Of[1] > 0)
      Add(E, "dec", Of[1]);
  }
}

void MetricsWriter::costSeries(const LineCosts &Costs, bool AreTimes) {
  for (unsigned E = 0; E != abi::NumCostEvents; ++E)
    if (Costs.Counts[E])
      series(AreTimes ? "udpc_costs_created" : "udpc_costs_total",
             abi::CostEventNames[E], nullptr,
             AreTimes ? Created : Costs.Counts[E]);
}

int MetricsWriter::costs(const LineCosts &Costs) {
  family("udpc_costs_total", "counter",
         " Costs of profiled code, by the events of Cachegrind: Ir is "
         "instructions.");
  costSeries(Costs, /*AreTimes=*/false);
  family("udpc_costs_created", "gauge", CreatedHelp);
  costSeries(Costs, /*AreTimes=*/true);
  return Error;
}

bool rt::hasMetricsFile(const DumpContents &) {
  return anySites() || numCostUnits();
}

int rt::writeMetricsFile(DumpContents &Dump, const ProfileTarget &Target) {
  if (numCostUnits())
    if (int Error = Dump.addCosts())
      return Error;
  ProfileWriter &File = Dump.File;
  if (int Error = File.open(Target, /*HasHeader=*/false))
    return Error;
  MetricsWriter Writer(File);
  int Error = anySites() ? Writer.events() : 0;
  if (!Error && numCostUnits())
    Error = Writer.costs(Dump.costs().all());
  if (Error) {
    File.discard();
    return Error;
  }
  return File.close();
}
