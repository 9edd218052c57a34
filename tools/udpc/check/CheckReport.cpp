//===- CheckReport.cpp - Phrases of udpc check's formats ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/check/CheckReport.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

std::string udpc::rangeText(const CostRange &Range) {
  std::string Text = grouped(Range.Least);
  if (Range.varies())
    Text += " to " + grouped(Range.Most);
  return Text;
}

std::string udpc::changeText(int64_t Change) {
  return (Change > 0 ? "+" : "") + grouped(Change);
}

std::string udpc::changePercent(int64_t Change, int64_t Base) {
  std::string Text;
  if (Base)
    raw_string_ostream(Text) << format("%+.2f%%", 100.0 * Change / Base);
  return Text;
}

std::string udpc::overText(const CheckReport &Report, const CheckedRow &Row,
                           size_t Event) {
  const CheckedCost &Cost = Row.Costs[Event];
  std::string Change = changeText(Cost.Change);
  std::string Percent = Row.What == CheckedRow::New
                            ? "new"
                            : changePercent(Cost.Change, Cost.Old.Most);
  if (!Percent.empty())
    Change += " (" + Percent + ")";
  return "over the limit of " + Report.Check.Limits[Event]->text() + ": " +
         Report.Check.Events[Event] + " " + rangeText(Cost.Old) + " -> " +
         rangeText(Cost.New) + ", " + Change;
}

std::string udpc::rowName(const CheckedRow &Row) {
  if (Row.Level == CostLevel::File)
    return Row.Key.File;
  if (!isOfFunctions(Row.Level))
    return Row.Key.Name;
  return Row.Key.Name + " (" + placeText(Row.Key.File, Row.Line, 0) + ")";
}

static std::string callsOverText(const CheckedCalls &Calls) {
  std::string Text = "over the limit of " + Calls.Limit->text() + ": calls " +
                     rangeText(Calls.Old) + " -> " + rangeText(Calls.New) +
                     ", " + changeText(Calls.Change);
  std::string Percent = changePercent(Calls.Change, Calls.Old.Most);
  return Percent.empty() ? Text : Text + " (" + Percent + ")";
}

static std::string callsTitle(const std::string &Function) {
  if (Function.empty())
    return "Work moved out of the profiled code";
  return Function == AllAllocations ? "Allocations" : "Calls of " + Function;
}

std::vector<CheckFinding> udpc::otherFindings(const CheckReport &Report) {
  const CostCheck &Check = Report.Check;
  std::vector<CheckFinding> Findings;
  for (const CheckedRow &Row : Check.Rows)
    if (Row.IsMissing)
      Findings.push_back(
          {CheckFinding::Gone, &Row, Row.Key.Name + " is gone",
           "the baseline has " + Row.Key.Name +
               ", the run does not; if this is meant, --allow-gone"});
  auto AddCalls = [&](const CheckedCalls &Calls) {
    if (Calls.IsOver)
      Findings.push_back({CheckFinding::Calls, nullptr,
                          callsTitle(Calls.Name) +
                              (Calls.Region.empty() ? "" : " in ") +
                              Calls.Region,
                          callsOverText(Calls)});
  };
  AddCalls(Check.AllCalls);
  for_each(Check.Calls, AddCalls);
  return Findings;
}

StringRef CheckFinding::file() const {
  if (!Row || Row->Key.File == "???" || sys::path::is_absolute(Row->Key.File))
    return "";
  return Row->Key.File;
}

/// Returns the functions that got dearer in \p Whole, a program or region.
static std::vector<CheckFinding> causes(const CheckReport &R, size_t Event,
                                        size_t Most, const CheckedRow &Whole) {
  bool IsRegion = Whole.Level == CostLevel::Region;
  std::vector<const CheckedRow *> Functions =
      IsRegion
          ? R.Check.changed(CostLevel::RegionFunction, Event, Whole.Key.Name)
          : R.Check.changed(CostLevel::Function, Event);
  std::vector<CheckFinding> Causes;
  for (const CheckedRow *Row : Functions) {
    const CheckedCost &Cost = Row->Costs[Event];
    if (Causes.size() == Most || Cost.Change <= 0)
      break;
    if (Cost.IsOver)
      continue;
    Causes.push_back(
        {CheckFinding::Cause, Row,
         R.Check.Events[Event] + " " + changeText(Cost.Change),
         Row->Key.Name + ": " + R.Check.Events[Event] + " " +
             rangeText(Cost.Old) + " -> " + rangeText(Cost.New) + ", " +
             changePercent(Cost.Change, Whole.Costs[Event].Old.Most) + " of " +
             (IsRegion ? Whole.Key.Name : "the program")});
  }
  return Causes;
}

std::vector<CheckFinding> udpc::allFindings(const CheckReport &R,
                                            size_t MaxCauses) {
  std::vector<CheckFinding> Findings;
  for (size_t Event = 0; Event != R.Check.Events.size(); ++Event) {
    bool IsWhole = false;
    for (const CheckedRow &Row : R.Check.Rows) {
      if (!Row.Costs[Event].IsOver)
        continue;
      bool IsFunction = isOfFunctions(Row.Level);
      IsWhole |= !IsFunction && Row.Level != CostLevel::Region;
      Findings.push_back({CheckFinding::OverLimit, &Row,
                          R.Check.Events[Event] + " of " +
                              (IsFunction ? Row.Key.Name : rowName(Row)),
                          overText(R, Row, Event)});
      if (Row.Level == CostLevel::Region) {
        std::vector<CheckFinding> Causes = causes(R, Event, MaxCauses, Row);
        IsWhole |= Causes.empty();
        append_range(Findings, std::move(Causes));
      }
    }
    if (IsWhole)
      append_range(Findings, causes(R, Event, MaxCauses, R.Check.program()));
  }
  append_range(Findings, otherFindings(R));
  return Findings;
}

std::vector<CheckNote> udpc::checkNotes(const CostCheck &Check) {
  std::vector<CheckNote> Notes;
  auto Add = [&](StringRef Title, bool IsNew) -> std::string & {
    return Notes.emplace_back(CheckNote{Title.str(), "", IsNew}).Text;
  };
  if (Check.WithoutCalls > 0)
    raw_string_ostream(Add("Without calls", true))
        << format("%.1f", Check.WithoutCalls)
        << "% of Ir is in code whose calls were not recorded: no part of "
           "inclusive costs";
  if (Check.TimeSamples)
    raw_string_ostream(Add("Time", true))
        << format("%.1f", 100.0 * Check.UnprofiledSamples / Check.TimeSamples)
        << "% of " << grouped(Check.TimeSamples)
        << " samples of CPU time are in libraries without a profile";
  const CheckedCalls &All = Check.AllCalls;
  if (Check.Calls.empty() && !All.New.Most)
    return Notes;
  bool HasChanged = !Check.Calls.empty();
  std::string &Text = Add("Calls into code without a profile", HasChanged);
  Text = HasChanged ? rangeText(All.Old) + " -> " + rangeText(All.New)
                    : rangeText(All.New) + " as before";
  Text += "; their costs are not counted";
  return Notes;
}
