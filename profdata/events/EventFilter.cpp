//===- EventFilter.cpp - Selects events and rows of a report --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace udpc;

template <typename T>
static Error parse(StringRef Option, StringRef Glob, std::optional<T> &Into) {
  if (Glob.empty())
    return Error::success();
  Expected<T> Parsed = T::create(Glob);
  if (!Parsed)
    return createStringError(Option + ": " + toString(Parsed.takeError()));
  Into = std::move(*Parsed);
  return Error::success();
}

Expected<EventFilter> EventFilter::create(EventGlobs Globs) {
  EventFilter F;
  F.Globs = std::make_shared<EventGlobs>(std::move(Globs));
  if (Error E = parse("--event", F.Globs->Event, F.Event))
    return E;
  if (Error E = parse("--function", F.Globs->Function, F.Function))
    return E;
  if (Error E = parse("--file", F.Globs->File, F.File))
    return E;
  if (Error E = parse("--module", F.Globs->Module, F.Module))
    return E;
  return F;
}

bool EventFilter::matchesRow(StringRef InFunction, StringRef InFile) const {
  return (!Function || matchesFunction(*Function, InFunction)) &&
         (!File || File->matches(InFile));
}

EventReport EventFilter::apply(const EventProfile &Profile,
                               const EventReport &All) const {
  EventReport Report = All;
  if (Module) {
    // The count of a line must be computed anew, because the largest region
    // decides it.
    Report = EventReport::compute(
        Profile, [&](StringRef Path) { return Module->matches(Path); });
    Report.Unmatched = All.Unmatched;
    for (ReportEvent &E : Report.Events)
      E.Whole = find_if(All.Events, [&](const ReportEvent &Of) {
                  return Of.Name == E.Name;
                })->Whole;
  }
  if (Event) {
    erase_if(Report.Events,
             [&](const ReportEvent &E) { return !matchesEvent(E.Name); });
    erase_if(Report.Unmatched,
             [&](const UnmatchedEntry &U) { return !matchesEvent(U.Event); });
  }
  if (choosesRows())
    removeRows(Report);
  return Report;
}

void EventFilter::removeRows(EventReport &Report) const {
  for (ReportEvent &E : Report.Events) {
    erase_if(E.Rows, [&](const ReportRow &Row) {
      return !matchesRow(Row.Function, Row.File);
    });
    E.Total = 0;
    for (auto &[Thread, Count] : E.Threads)
      Count = 0;
    for (auto &[Module, Count] : E.Modules)
      Count = 0;
    for (const ReportRow &Row : E.Rows)
      E.addContribution(Row);
  }
  erase_if(Report.Events, [](const ReportEvent &E) { return E.Rows.empty(); });
}

Error EventFilter::nothingMatches(const EventReport &All) const {
  std::string Known;
  StringSet<> Named;
  bool HasEvent = false;
  for (const ReportEvent &E : All.Events) {
    if (Named.insert(E.Name).second)
      Known += (Known.empty() ? "" : ", ") + E.Name;
    HasEvent |= matchesEvent(E.Name);
  }
  if (!HasEvent)
    return createStringError("--event: no event matches '" + Globs->Event +
                             "'; there are: " + Known);
  std::string Options;
  if (Function)
    Options += " --function='" + Globs->Function + "'";
  if (File)
    Options += " --file='" + Globs->File + "'";
  if (Module)
    Options += " --module='" + Globs->Module + "'";
  return createStringError("no line or function of the events matches" +
                           Options + "; 'udpc report --sites' shows all");
}
