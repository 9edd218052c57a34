//===- EventSheet.cpp - Converts an event report to a cost sheet ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventSheet.h"
#include "profdata/annotate/Annotation.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace llvm;
using namespace udpc;

static bool isDec(const ReportRow &Row) {
  return Row.Command == abi::SiteCommand::Dec;
}

namespace {
/// The columns of an event's rows with `inc` and with `dec`, if there are any.
struct EventColumns {
  std::optional<size_t> Inc, Dec;
  std::optional<size_t> of(const ReportRow &Row) const {
    return isDec(Row) ? Dec : Inc;
  }
};
} // namespace

CostSheet udpc::eventSheet(const EventReport &Report,
                           const EventReport &Whole) {
  CostSheet Sheet;
  std::map<std::string, EventColumns> Columns;
  for (const ReportEvent &E : Report.Events) {
    bool HasDec = any_of(E.Rows, isDec);
    EventColumns &C = Columns[E.Name];
    if (!HasDec || !all_of(E.Rows, isDec)) {
      C.Inc = Sheet.Events.size();
      Sheet.Events.push_back(E.Name);
    }
    if (HasDec) {
      C.Dec = Sheet.Events.size();
      Sheet.Events.push_back(E.Name + " dec");
    }
  }
  auto CountsOf = [&](const ReportRow &Row, size_t Event) {
    CostSheet::Counts Counts(Sheet.numEvents());
    Counts[Event] = Row.Count;
    return Counts;
  };
  Sheet.Total.resize(Sheet.numEvents());
  EventSet Others;
  for (size_t Event = 0; Event != Sheet.numEvents(); ++Event)
    Others.insert(Event);
  for (const ReportEvent &E : Report.Events)
    for (const ReportRow &Row : E.Rows) {
      size_t Event = *Columns[E.Name].of(Row);
      std::string Name = Row.File.empty() ? UnknownFile.str() : Row.File;
      Sheet.Files[Name].Originals.insert(Name);
      Others.erase(Event);
      Sheet.addCentre(Name, Row.Function, Row.Line, CountsOf(Row, Event),
                      Others);
      Others.insert(Event);
    }
  Sheet.Base.resize(Sheet.numEvents());
  for (const ReportEvent &E : Whole.Events)
    for (const ReportRow &Row : E.Rows)
      if (std::optional<size_t> Event = Columns[E.Name].of(Row))
        CostSheet::addTo(Sheet.Base, CountsOf(Row, *Event));
  return Sheet;
}
