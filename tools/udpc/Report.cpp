//===- Report.cpp - Formats reports ---------------------------------------===//

#include "tools/udpc/Report.h"
#include "profdata/EventDiff.h"
#include "tools/udpc/output/Listing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace llvm;
using namespace udpc;

static std::string threadName(uint64_t Index) {
  return Index == abi::OtherThreads ? "others" : std::to_string(Index);
}

static int64_t threadNumber(uint64_t Index) {
  return Index == abi::OtherThreads ? -1 : static_cast<int64_t>(Index);
}

static std::string place(const ReportRow &Row) {
  return placeText(Row.File, Row.Line, Row.Column);
}

static ListingCell placeCell(const ReportRow &Row) {
  return {place(Row), Row.File, Row.Line + Row.Column / 65536.0L};
}

static bool isSmall(int64_t Count, const ReportOptions &Options) {
  uint64_t Size = Count < 0 ? 0 - static_cast<uint64_t>(Count) : Count;
  return Size < Options.Least;
}

/// Prints the selected part of \p L, and adds the number of omitted rows to \p
/// Out.
static Error finish(raw_ostream &OS, Listing &L, const ReportOptions &Options,
                    LeftOut &Out) {
  if (!Options.Sort.empty())
    if (Error E = L.sort(Options.Sort))
      return E;
  size_t Shown = std::min(L.size(), Options.Limit);
  Out.Shown += Shown;
  Out.Late += L.size() - Shown;
  L.print(OS, Shown);
  return Error::success();
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
  return finish(OS, L, Options, Out);
}

/// A unit of an old profile has no module.
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
  return finish(OS, L, Options, Out);
}

/// The file names of the modules that have the code of \p Row.
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
    // Stable: rows of equal count keep their order.
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
  return finish(OS, L, Options, Out);
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
  return finish(OS, L, Options, Out);
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

/// Nothing if no module is known.
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

/// The columns for the place of a row.
static void rowAttributes(json::OStream &J, const ReportRow &R) {
  J.attribute("kind", kindWord(R.Kind));
  J.attribute("file", R.File);
  J.attribute("line", R.Line);
  if (R.Column)
    J.attribute("column", R.Column);
  J.attribute("function", R.Function);
  J.attribute("command", commandWord(R.Command));
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
                if (isAtLimit(R.Count))
                  J.attribute("overflowed", true);
                modulesAttribute(J, R.Modules);
              });
          });
        });
    });
  });
  OS << '\n';
}

/// What names a row, up to the count.
static void printCsvRow(raw_ostream &OS, StringRef Event, const ReportRow &R) {
  OS << csvField(Event) << ',' << kindWord(R.Kind) << ',' << csvField(R.File)
     << ',' << R.Line << ',' << csvField(R.Function) << ','
     << commandWord(R.Command) << ',';
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

static ListingCell changeCell(const OldAndNew &Counts) {
  if (Counts.New == Counts.Old)
    return {};
  int64_t Change = Counts.change();
  return {(Change > 0 ? "+" : "") + grouped(Change), "",
          std::fabs(static_cast<long double>(Change))};
}

static ListingCell percentCell(const OldAndNew &Counts) {
  if (Counts.New == Counts.Old)
    return {};
  if (!Counts.Old)
    return {"new", "", std::numeric_limits<long double>::infinity()};
  int64_t Change = Counts.change();
  // A level may be below 0; a change up is positive there, too.
  return {(Change > 0 ? "+" : "") + percent(Change, std::abs(Counts.Old)), "",
          std::fabs(static_cast<long double>(Change) / Counts.Old)};
}

Expected<LeftOut> udpc::printDiff(raw_ostream &OS, const EventReport &Old,
                                  const EventReport &New,
                                  const ReportOptions &Options) {
  std::vector<ListingColumn> Columns = {
      {"event", Table::Left},
      {"old", Table::Right, ListingColumn::Descending},
      {"new", Table::Right, ListingColumn::Descending},
      {"change", Table::Right, ListingColumn::Descending},
      {"percent", Table::Right, ListingColumn::Descending}};
  if (Options.Sites)
    append_range(Columns,
                 std::vector<ListingColumn>{{"kind", Table::Left},
                                            {"place", Table::Left},
                                            {"function", Table::Left}});
  Listing L(std::move(Columns));
  LeftOut Out;
  auto Add = [&](const std::string &Event, const OldAndNew &Counts,
                 const ReportRow *Row) {
    if (isSmall(Counts.Old, Options) && isSmall(Counts.New, Options)) {
      ++Out.Small;
      return;
    }
    std::vector<ListingCell> Cells = {ListingCell::text(Event),
                                      ListingCell::count(Counts.Old),
                                      ListingCell::count(Counts.New),
                                      changeCell(Counts), percentCell(Counts)};
    if (Row)
      append_range(Cells,
                   std::vector<ListingCell>{
                       ListingCell::text((kindWord(Row->Kind) + " " +
                                          commandWord(Row->Command))
                                             .str()),
                       placeCell(*Row), ListingCell::text(Row->Function)});
    L.add(std::move(Cells));
  };
  for (const DiffEvent &E : diffEvents(Old, New)) {
    if (!Options.Sites)
      Add(E.Name, E, nullptr);
    else
      for (const DiffRow &R : E.Rows)
        Add(E.Name, R, &R.Row);
  }
  if (Error E = finish(OS, L, Options, Out))
    return E;
  return Out;
}

void udpc::printDiffCsv(raw_ostream &OS, const EventReport &Old,
                        const EventReport &New, const ReportOptions &Options) {
  OS << "event,kind,file,line,function,command,old,new,change\n";
  for (const DiffEvent &E : diffEvents(Old, New)) {
    if (E.Rows.empty())
      OS << csvField(E.Name) << ",,,,,,0,0,0\n";
    for (const DiffRow &R : E.Rows) {
      if (isSmall(R.Old, Options) && isSmall(R.New, Options))
        continue;
      printCsvRow(OS, E.Name, R.Row);
      OS << R.Old << ',' << R.New << ',' << R.change() << '\n';
    }
  }
}

void udpc::printDiffJson(raw_ostream &OS, const EventReport &Old,
                         const EventReport &New, const ReportOptions &Options) {
  json::OStream J(OS, 1);
  auto Counts = [&](const OldAndNew &Counts) {
    J.attribute("old", Counts.Old);
    J.attribute("new", Counts.New);
    J.attribute("change", Counts.change());
    if (isAtLimit(Counts.Old) || isAtLimit(Counts.New))
      J.attribute("overflowed", true);
  };
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("events", [&] {
      for (const DiffEvent &E : diffEvents(Old, New))
        J.object([&] {
          J.attribute("event", E.Name);
          Counts(E);
          J.attributeArray("rows", [&] {
            for (const DiffRow &R : E.Rows)
              if (!isSmall(R.Old, Options) || !isSmall(R.New, Options))
                J.object([&] {
                  rowAttributes(J, R.Row);
                  Counts(R);
                });
          });
        });
    });
  });
  OS << '\n';
}
