//===- EventSheet.cpp - Counts of events beside the source ----------------===//

#include "profdata/annotate/EventSheet.h"
#include "profdata/annotate/Annotation.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

static bool isDec(const ReportRow &Row) {
  return Row.Command == abi::SiteCommand::Dec;
}

CostSheet udpc::eventSheet(const EventReport &Report, SiteColumns &Sites) {
  CostSheet Sheet;
  // The columns of an event's rows with `inc`, and of those with `dec`.
  std::vector<std::pair<size_t, size_t>> Columns;
  for (const ReportEvent &E : Report.Events) {
    Columns.push_back({Sheet.Events.size(), Sheet.Events.size()});
    bool HasDec = any_of(E.Rows, isDec);
    if (!HasDec || !all_of(E.Rows, isDec)) {
      Sheet.Events.push_back(E.Name);
      ++Columns.back().second;
    }
    if (HasDec)
      Sheet.Events.push_back(E.Name + " dec");
  }
  Sheet.Total.resize(Sheet.numEvents());
  for (auto [E, Column] : zip_equal(Report.Events, Columns))
    for (const ReportRow &Row : E.Rows) {
      CostSheet::Counts Counts(Sheet.numEvents());
      size_t Event = isDec(Row) ? Column.second : Column.first;
      Counts[Event] = Row.Count;
      std::string Name = Row.File.empty() ? UnknownFileName.str() : Row.File;
      CostSheet::File &File = Sheet.Files[Name];
      File.Originals.insert(Name);
      Sites[{Name, Row.Line}].insert(Event);
      CostSheet::addTo(File.Functions[Row.Function][Row.Line], Counts);
      CostSheet::addTo(Sheet.Total, Counts);
    }
  Sheet.Base = Sheet.Total;
  return Sheet;
}
