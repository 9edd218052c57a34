//===- DiffReport.cpp - Formats differences of two reports ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventDiff.h"
#include "tools/udpc/report/ReportRows.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace llvm;
using namespace udpc;

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
  // A level may be below 0; an increase is positive there too.
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
  if (Error E = printListing(OS, L, Options, Out))
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
    if (values::isAtLimit(Counts.Old) || values::isAtLimit(Counts.New))
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
