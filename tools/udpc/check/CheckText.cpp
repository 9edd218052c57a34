//===- CheckText.cpp - udpc check as text ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/check/CheckReport.h"
#include "tools/udpc/output/Elision.h"
#include "tools/udpc/output/Tables.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Maximum number of rows of a table.
static constexpr size_t MaxRows = 20;

namespace {
class FindingPrinter {
public:
  FindingPrinter(raw_ostream &OS, const CheckReport &R)
      : OS(OS), R(R), Check(R.Check) {}
  void print();

private:
  void printTotals();
  void printLevel(CostLevel Level, size_t Event);
  void printRows(ArrayRef<const CheckedRow *> Rows, size_t Event,
                 StringRef What, int64_t Whole);
  void printFunctionsOfRegions(size_t Event);
  void printVarying();
  void printCalls();
  void printVerdict();
  std::string noteOf(const CheckedRow &Row, size_t Event) const;
  bool isShown(CostLevel Level) const;

  raw_ostream &OS;
  const CheckReport &R;
  const CostCheck &Check;
};
} // namespace

void FindingPrinter::printTotals() {
  Table T({"event", "old", "new", "change", "", "limit", ""},
          {Table::Left, Table::Right, Table::Right, Table::Right, Table::Right,
           Table::Left, Table::Left});
  const CheckedRow &Program = Check.program();
  bool IsLimited = is_contained(R.Options.Levels, CostLevel::Program);
  for (auto [I, Cost] : enumerate(Program.Costs)) {
    const CostLimit *Limit = IsLimited ? Check.Limits[I] : nullptr;
    T.add({Check.Events[I], rangeText(Cost.Old), rangeText(Cost.New),
           Cost.Change ? changeText(Cost.Change)
                       : (Cost.isWithinRange() ? "in range" : "0"),
           Cost.Change ? changePercent(Cost.Change, Cost.Old.Most) : "",
           Limit ? Limit->text() : "", Cost.IsOver ? "over" : ""});
  }
  T.print(OS);
}

/// Returns a row's remarks besides its numbers.
std::string FindingPrinter::noteOf(const CheckedRow &Row, size_t Event) const {
  std::vector<std::string> Notes;
  switch (Row.What) {
  case CheckedRow::Common:
    break;
  case CheckedRow::New:
    Notes.push_back("new");
    break;
  case CheckedRow::Gone:
    Notes.push_back("gone");
    break;
  case CheckedRow::Moved:
    Notes.push_back("moved from " + Row.Was.File);
    break;
  case CheckedRow::Renamed:
    Notes.push_back("was " + Row.Was.Name);
    break;
  }
  const CheckedCost &Cost = Row.Costs[Event];
  if (Cost.Old.varies())
    Notes.push_back("varies");
  if (Cost.IsOver)
    Notes.push_back("over " + Check.Limits[Event]->text());
  return join(Notes, ", ");
}

static StringRef levelText(CostLevel Level) {
  return Level == CostLevel::Inclusive ? "function with what it calls"
                                       : costLevelName(Level);
}

void FindingPrinter::printLevel(CostLevel Level, size_t Event) {
  printRows(Check.changed(Level, Event), Event, "by " + levelText(Level).str(),
            R.Old.Total[Event].Most);
}

/// Prints why regions are over their limits, as far as it is known.
void FindingPrinter::printFunctionsOfRegions(size_t Event) {
  for (const CheckedRow &Row : Check.Rows)
    if (Row.Level == CostLevel::Region && Row.Costs[Event].IsOver)
      printRows(Check.changed(CostLevel::RegionFunction, Event, Row.Key.Name),
                Event, "of " + Row.Key.Name + " by function",
                Row.Costs[Event].Old.Most);
}

/// Prints the \p Rows, of one level, that \p What describes.
void FindingPrinter::printRows(ArrayRef<const CheckedRow *> Rows, size_t Event,
                               StringRef What, int64_t Whole) {
  if (Rows.empty())
    return;
  CostLevel Level = Rows.front()->Level;
  size_t NumDearer = count_if(Rows, [&](const CheckedRow *Row) {
    return Row->Costs[Event].Change > 0;
  });
  OS << '\n'
     << shownText(Check.Events[Event]) << ' ' << shownText(What) << ": "
     << NumDearer << " dearer, " << Rows.size() - NumDearer << " cheaper\n";
  // Show the largest changes of both signs, the dearer rows first.
  size_t Cheaper = std::min(Rows.size() - NumDearer, MaxRows / 2);
  size_t Dearer = std::min(NumDearer, MaxRows - Cheaper);
  Cheaper = std::min(Rows.size() - NumDearer, MaxRows - Dearer);
  Table T(
      {"change", Level == CostLevel::RegionFunction ? "of it" : "of all", "old",
       "new", "",
       Level == CostLevel::Inclusive ? "function" : costLevelName(Level).str(),
       ""},
      {Table::Right, Table::Right, Table::Right, Table::Right, Table::Right,
       Table::Left, Table::Left});
  T.setMaxWidth(60);
  for (size_t I = 0; I != Rows.size(); ++I) {
    if (I >= Dearer && I < Rows.size() - Cheaper)
      continue;
    const CheckedRow &Row = *Rows[I];
    const CheckedCost &Cost = Row.Costs[Event];
    T.add({changeText(Cost.Change), changePercent(Cost.Change, Whole),
           rangeText(Cost.Old), rangeText(Cost.New),
           Row.What == CheckedRow::New || Row.What == CheckedRow::Gone
               ? ""
               : changePercent(Cost.Change, Cost.Old.Most),
           rowName(Row), noteOf(Row, Event)});
  }
  T.print(OS);
  if (size_t More = Rows.size() - Dearer - Cheaper)
    OS << More << " more (--format=json)\n";
}

void FindingPrinter::printVarying() {
  std::vector<std::string> Names;
  for (const CheckedRow &Row : Check.Rows)
    if (Row.Level == CostLevel::Function &&
        any_of(Row.Costs, [](const CheckedCost &C) { return C.Old.varies(); }))
      Names.push_back(shownText(Row.Key.Name));
  if (Names.empty())
    return;
  size_t Shown = std::min<size_t>(Names.size(), 5), More = Names.size() - Shown;
  Names.resize(Shown);
  OS << '\n';
  printSentence(
      OS, "Excluded by rule: changes within the range of the baseline's " +
              Twine(R.Old.NumRuns) + " runs, between which " +
              Twine(Shown + More) +
              (Shown + More == 1 ? " function varies: " : " functions vary: ") +
              join(Names, ", ") +
              (More ? ", " + std::to_string(More) + " more" : ""));
}

void FindingPrinter::printCalls() {
  for (const CheckNote &Note : checkNotes(Check)) {
    OS << '\n';
    printSentence(OS, Note.Title + ": " + Note.Text);
  }
  if (Check.Calls.empty())
    return;
  bool HasRegions = !Check.Calls.back().Region.empty();
  Table T({"old", "new", "function", "", ""},
          {Table::Right, Table::Right, Table::Left, Table::Left, Table::Left});
  T.setMaxWidth(60);
  for (const CheckedCalls &Calls : ArrayRef(Check.Calls).take_front(MaxRows))
    T.add({rangeText(Calls.Old), rangeText(Calls.New),
           Calls.Name.empty() ? "(all)" : Calls.Name,
           !HasRegions            ? ""
           : Calls.Region.empty() ? "of all"
                                  : "of " + Calls.Region,
           Calls.IsOver ? "over " + Calls.Limit->text() : ""});
  T.print(OS);
  if (Check.Calls.size() > MaxRows)
    OS << Check.Calls.size() - MaxRows << " more (--format=json)\n";
}

/// Returns a text such as "3 functions with what they call".
static std::string countText(CostLevel Level, size_t N) {
  if (Level == CostLevel::Program)
    return "the program";
  bool IsOne = N == 1;
  std::string Text = std::to_string(N) + " ";
  if (Level != CostLevel::Inclusive)
    return Text + costLevelName(Level).str() + (IsOne ? "" : "s");
  return Text + (IsOne ? "function with what it calls"
                       : "functions with what they call");
}

void FindingPrinter::printVerdict() {
  OS << '\n';
  if (!Check.isOver()) {
    OS << "Within the limits.\n";
    return;
  }
  for (const CheckFinding &Finding : otherFindings(R))
    printSentence(OS,
                  shownText(Finding.Title) + ": " + shownText(Finding.Text));
  std::vector<std::string> Parts;
  for (CostLevel Level : R.Options.Levels) {
    size_t N = count_if(Check.Rows, [&](const CheckedRow &Row) {
      return Row.Level == Level && Row.isOver() && !Row.IsMissing;
    });
    if (N)
      Parts.push_back(countText(Level, N));
  }
  if (size_t N =
          count_if(Check.Rows, [](const auto &R) { return R.IsMissing; }))
    Parts.push_back(countText(CostLevel::Region, N) + " gone");
  if (Check.AllCalls.IsOver ||
      any_of(Check.Calls, [](const CheckedCalls &C) { return C.IsOver; }))
    Parts.push_back("calls of code without a profile");
  std::string Text = wrapText(
      "Over the limit: " + join(Parts, ", ") +
          ". If this is meant, write the baseline anew (udpc baseline).",
      textWidth(OS));
  auto [Title, Rest] = StringRef(Text).split(':');
  WithColor(OS, raw_ostream::RED, /*Bold=*/true) << Title << ':';
  OS << Rest << '\n';
}

bool FindingPrinter::isShown(CostLevel Level) const {
  return isOfFunctions(Level) || Level == CostLevel::Region ||
         is_contained(R.Options.Levels, Level);
}

void FindingPrinter::print() {
  printTotals();
  if (R.Old.Measured != R.New.Measured)
    printSentence(OS,
                  "note: the caches differ, so misses are not comparable: " +
                      shownText(join(R.Old.Measured, "; ")) + " -> " +
                      shownText(join(R.New.Measured, "; ")));
  for (size_t Event = 0; Event != Check.Events.size(); ++Event)
    if (Check.Limits[Event])
      for (CostLevel Level : {CostLevel::Region, CostLevel::File,
                              CostLevel::Function, CostLevel::Inclusive})
        if (isShown(Level)) {
          printLevel(Level, Event);
          if (Level == CostLevel::Region)
            printFunctionsOfRegions(Event);
        }
  printVarying();
  printCalls();
  printVerdict();
}

void udpc::printCheckText(raw_ostream &OS, const CheckReport &Report) {
  FindingPrinter(OS, Report).print();
}
