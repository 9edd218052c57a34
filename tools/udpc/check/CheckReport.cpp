//===- CheckReport.cpp - Phrases of udpc check's formats ------------------===//

#include "tools/udpc/check/CheckReport.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/Format.h"
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

std::vector<CheckFinding> udpc::otherFindings(const CheckReport &Report) {
  const CostCheck &Check = Report.Check;
  std::vector<CheckFinding> Findings;
  for (const CheckedRow &Row : Check.Rows)
    if (Row.IsMissing)
      Findings.push_back(
          {Row.Key.Name + " is gone",
           "the baseline has " + Row.Key.Name +
               ", the run does not; if this is meant, --allow-gone"});
  if (Check.AllCalls.IsOver)
    Findings.push_back(
        {"Work moved out of the profiled code", callsOverText(Check.AllCalls)});
  for (const CheckedCalls &Calls : Check.Calls)
    if (Calls.IsOver)
      Findings.push_back({"Calls of " + Calls.Name, callsOverText(Calls)});
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
