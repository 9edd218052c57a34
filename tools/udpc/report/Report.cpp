//===- Report.cpp - Formats reports ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/report/Report.h"
#include "tools/udpc/report/ReportRows.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

static std::string threadName(uint64_t Index) {
  return Index == abi::OtherThreads ? "others" : std::to_string(Index);
}

static int64_t threadNumber(uint64_t Index) {
  return Index == abi::OtherThreads ? -1 : static_cast<int64_t>(Index);
}

static Error printThreads(raw_ostream &OS, const EventReport &Report,
                          const ReportOptions &Options, LeftOut &Out) {
  Listing L({{"event", Table::Left},
             {"thread", Table::Right},
             {"count", Table::Right, ListingColumn::Descending},
             {"share", Table::Right, ListingColumn::Descending}});
  for (const ReportEvent &E : Report.Events)
    for (auto [Thread, Count] : E.Threads) {
      if (isSmall(Count, Options)) {
        ++Out.Small;
        continue;
      }
      ListingCell Name{threadName(Thread), "",
                       static_cast<long double>(Thread)};
      L.add({ListingCell::text(E.Name), Name, ListingCell::count(Count),
             ListingCell::share(Count, E.Total)});
    }
  return printListing(OS, L, Options, Out);
}

/// Returns the module's name; units of old profiles have none.
static std::string moduleName(StringRef Path) {
  return Path.empty() ? "?" : Path.str();
}

static Error printModules(raw_ostream &OS, const EventReport &Report,
                          const ReportOptions &Options, LeftOut &Out) {
  Listing L({{"event", Table::Left},
             {"module", Table::Left},
             {"count", Table::Right, ListingColumn::Descending},
             {"share", Table::Right, ListingColumn::Descending}});
  for (const ReportEvent &E : Report.Events)
    for (const auto &[Module, Count] : E.Modules) {
      if (isSmall(Count, Options)) {
        ++Out.Small;
        continue;
      }
      L.add({ListingCell::text(E.Name), ListingCell::text(moduleName(Module)),
             ListingCell::count(Count), ListingCell::share(Count, E.Total)});
    }
  return printListing(OS, L, Options, Out);
}

/// Returns the file names of the modules with the code of \p Row.
static std::string modulesOf(const ReportRow &Row) {
  return join(map_range(Row.Modules,
                        [](const auto &Share) {
                          return moduleName(sys::path::filename(Share.first));
                        }),
              ", ");
}

static ListingCell onTimeCell(const ReportRow &Row) {
  if (!Row.OnTime)
    return {};
  double Seconds = static_cast<double>(*Row.OnTime) / 1e9;
  return {formatv("{0:F3}", Seconds).str(), "", Seconds};
}

static ListingCell rateCell(const ReportRow &Row) {
  std::optional<double> Rate = Row.rate();
  return Rate ? ListingCell::count(std::llround(*Rate)) : ListingCell();
}

static Error printSites(raw_ostream &OS, const EventReport &Report,
                        const ReportOptions &Options, LeftOut &Out) {
  std::vector<ListingColumn> Columns = {
      {"event", Table::Left},
      {"count", Table::Right, ListingColumn::Descending},
      {"share", Table::Right, ListingColumn::Descending},
      {"command", Table::Left},
      {"kind", Table::Left},
      {"place", Table::Left},
      {"function", Table::Left}};
  bool HasModules = any_of(
      Report.Events, [](const ReportEvent &E) { return E.Modules.size() > 1; });
  if (HasModules)
    Columns.push_back({"module", Table::Left});
  bool HasTimes = any_of(Report.Events,
                         [](const ReportEvent &E) { return E.hasOnTimes(); });
  if (HasTimes)
    append_range(Columns,
                 std::vector<ListingColumn>{
                     {"on (s)", Table::Right, ListingColumn::Descending},
                     {"rate/s", Table::Right, ListingColumn::Descending}});
  Listing L(std::move(Columns));
  for (const ReportEvent &E : Report.Events) {
    std::vector<const ReportRow *> Rows;
    for (const ReportRow &R : E.Rows)
      Rows.push_back(&R);
    // Rows of equal count keep their order.
    sort(Rows, [](const ReportRow *A, const ReportRow *B) {
      return std::make_pair(-A->Count, A) < std::make_pair(-B->Count, B);
    });
    for (const ReportRow *R : Rows) {
      if (isSmall(R->Count, Options)) {
        ++Out.Small;
        continue;
      }
      std::vector<ListingCell> Cells = {
          ListingCell::text(E.Name),
          ListingCell::count(R->Count),
          ListingCell::share(R->Count, E.Whole),
          ListingCell::text(commandWord(R->Command)),
          ListingCell::text(kindWord(R->Kind)),
          placeCell(*R),
          ListingCell::text(R->Function)};
      if (HasModules)
        Cells.push_back(ListingCell::text(modulesOf(*R)));
      if (HasTimes)
        append_range(Cells,
                     std::vector<ListingCell>{onTimeCell(*R), rateCell(*R)});
      L.add(std::move(Cells));
    }
  }
  return printListing(OS, L, Options, Out);
}

static Error printEvents(raw_ostream &OS, const EventReport &Report,
                         const ReportOptions &Options, LeftOut &Out) {
  std::vector<ListingColumn> Columns = {
      {"event", Table::Left},
      {"total", Table::Right, ListingColumn::Descending},
      {"sites", Table::Right, ListingColumn::Descending},
      {"threads", Table::Right, ListingColumn::Descending}};
  if (Options.Shares)
    Columns.insert(Columns.begin() + 2,
                   {"share", Table::Right, ListingColumn::Descending});
  Listing L(std::move(Columns));
  for (const ReportEvent &E : Report.Events) {
    if (isSmall(E.Total, Options)) {
      ++Out.Small;
      continue;
    }
    std::vector<ListingCell> Cells = {
        ListingCell::text(E.Name), ListingCell::count(E.Total),
        ListingCell::count(E.Rows.size()),
        ListingCell::count(count_if(
            E.Threads, [](const auto &Share) { return Share.second; }))};
    int64_t Left = 0;
    for (const ReportRow &R : E.Rows)
      Left = SaturatingAdd<uint64_t>(Left, R.Count);
    if (Options.Shares)
      Cells.insert(Cells.begin() + 2, ListingCell::share(Left, E.Whole));
    L.add(std::move(Cells));
  }
  return printListing(OS, L, Options, Out);
}

Expected<LeftOut> udpc::printTable(raw_ostream &OS, const EventReport &Report,
                                   const ReportOptions &Options) {
  LeftOut Out;
  if (Options.Sites)
    if (Error E = printSites(OS, Report, Options, Out))
      return E;
  if (Options.Threads)
    if (Error E = printThreads(OS, Report, Options, Out))
      return E;
  if (Options.Modules)
    if (Error E = printModules(OS, Report, Options, Out))
      return E;
  if (!Options.Sites && !Options.Threads && !Options.Modules)
    if (Error E = printEvents(OS, Report, Options, Out))
      return E;
  return Out;
}

/// Writes nothing if no module is known.
static void modulesAttribute(json::OStream &J, const ModuleShares &Modules) {
  if (all_of(Modules, [](const auto &Share) { return Share.first.empty(); }))
    return;
  J.attributeArray("modules", [&] {
    for (const auto &[Module, Count] : Modules)
      J.object([&, &Module = Module, Count = Count] {
        J.attribute("module", Module);
        J.attribute("count", Count);
      });
  });
}

void udpc::printJson(raw_ostream &OS, const EventReport &Report) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("events", [&] {
      for (const ReportEvent &E : Report.Events)
        J.object([&] {
          J.attribute("event", E.Name);
          J.attribute("total", E.Total);
          if (E.overflowed())
            J.attribute("overflowed", true);
          J.attributeArray("threads", [&] {
            for (auto [Thread, Count] : E.Threads)
              J.object([&, Thread = Thread, Count = Count] {
                J.attribute("thread", threadNumber(Thread));
                J.attribute("count", Count);
              });
          });
          modulesAttribute(J, E.Modules);
          J.attributeArray("rows", [&] {
            for (const ReportRow &R : E.Rows)
              J.object([&] {
                rowAttributes(J, R);
                J.attribute("count", R.Count);
                if (R.OnTime)
                  J.attribute("on_ns", *R.OnTime);
                if (std::optional<double> Rate = R.rate())
                  J.attribute("rate", *Rate);
                if (values::isAtLimit(R.Count))
                  J.attribute("overflowed", true);
                modulesAttribute(J, R.Modules);
              });
          });
        });
    });
  });
  OS << '\n';
}

void udpc::printThreadsCsv(raw_ostream &OS, const EventReport &Report) {
  OS << "event,thread,count\n";
  for (const ReportEvent &E : Report.Events)
    for (auto [Thread, Count] : E.Threads)
      OS << csvField(E.Name) << ',' << threadName(Thread) << ',' << Count
         << '\n';
}

void udpc::printCsv(raw_ostream &OS, const EventReport &Report) {
  bool HasTimes = any_of(Report.Events,
                         [](const ReportEvent &E) { return E.hasOnTimes(); });
  OS << "event,kind,file,line,function,command,count"
     << (HasTimes ? ",on_ns\n" : "\n");
  for (const ReportEvent &E : Report.Events) {
    if (E.Rows.empty())
      OS << csvField(E.Name) << ",,,,,,0" << (HasTimes ? ",\n" : "\n");
    for (const ReportRow &R : E.Rows) {
      printCsvRow(OS, E.Name, R);
      OS << R.Count;
      if (HasTimes)
        OS << ',' << (R.OnTime ? std::to_string(*R.OnTime) : "");
      OS << '\n';
    }
  }
}
