//===- CheckJUnit.cpp - udpc check as JUnit's XML -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "tools/udpc/check/CheckReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

namespace {
struct Case {
  const CheckedRow *Row;
  size_t Event;
};
} // namespace

/// Escapes \p Text for XML, which cannot have control characters, not even
/// escaped.
static std::string xml(StringRef Text) {
  std::string Escaped;
  raw_string_ostream OS(Escaped);
  printHTMLEscaped(shownText(Text), OS);
  return Escaped;
}

/// Returns the rows of \p Level that may exceed a limit; none are below the
/// floor.
static std::vector<Case> casesOf(const CheckReport &R, CostLevel Level) {
  std::vector<Case> Cases;
  for (const CheckedRow &Row : R.Check.Rows)
    for (size_t Event = 0; Event != Row.Costs.size(); ++Event) {
      if (Row.Level != Level || !R.Check.Limits[Event] || Row.IsMissing)
        continue;
      const CheckedCost &Cost = Row.Costs[Event];
      bool HasFloor = Level == CostLevel::File || isOfFunctions(Level);
      if (!HasFloor || R.Options.Floor.of(R.Check.Events[Event])
                           .isExceeded(std::max(Cost.Old.Most, Cost.New.Most),
                                       R.Old.Total[Event].Most))
        Cases.push_back({&Row, Event});
    }
  return Cases;
}

static void printCase(raw_ostream &OS, const CheckReport &R, const Case &C) {
  const CheckedRow &Row = *C.Row;
  std::string Class = isOfFunctions(Row.Level) ? Row.Key.File : R.New.Program;
  std::string Name = isOfFunctions(Row.Level) ? Row.Key.Name : rowName(Row);
  OS << "    <testcase classname=\"" << xml(Class) << "\" name=\"" << xml(Name)
     << ": " << xml(R.Check.Events[C.Event]) << "\"";
  if (isOfFunctions(Row.Level) && Row.Line)
    OS << " file=\"" << xml(Row.Key.File) << "\" line=\"" << Row.Line << '"';
  if (!Row.Costs[C.Event].IsOver) {
    OS << "/>\n";
    return;
  }
  OS << ">\n      <failure type=\"cost\" message=\""
     << xml(overText(R, Row, C.Event)) << "\"/>\n    </testcase>\n";
}

static void printNotes(raw_ostream &OS, const CostCheck &Check) {
  std::vector<CheckNote> Notes = checkNotes(Check);
  if (Notes.empty())
    return;
  OS << "    <properties>\n";
  for (const CheckNote &Note : Notes)
    OS << "      <property name=\"" << xml(Note.Title) << "\" value=\""
       << xml(Note.Text) << "\"/>\n";
  OS << "    </properties>\n";
}

/// Prints a suite of what has no row: all of its tests fail.
static void printOthers(raw_ostream &OS, const CheckReport &R,
                        ArrayRef<CheckFinding> Findings) {
  if (Findings.empty())
    return;
  OS << "  <testsuite name=\"regions and calls\" tests=\"" << Findings.size()
     << "\" failures=\"" << Findings.size()
     << "\" errors=\"0\" skipped=\"0\">\n";
  for (const CheckFinding &F : Findings)
    OS << "    <testcase classname=\"" << xml(R.New.Program) << "\" name=\""
       << xml(F.Title) << "\">\n      <failure type=\"cost\" message=\""
       << xml(F.Text) << "\"/>\n    </testcase>\n";
  OS << "  </testsuite>\n";
}

void udpc::printCheckJUnit(raw_ostream &OS, const CheckReport &R) {
  auto Counts = [](ArrayRef<Case> Cases, size_t Others) {
    size_t Failures = count_if(
        Cases, [](const Case &C) { return C.Row->Costs[C.Event].IsOver; });
    return " tests=\"" + std::to_string(Cases.size() + Others) +
           "\" failures=\"" + std::to_string(Failures + Others) +
           "\" errors=\"0\"";
  };
  std::vector<CheckFinding> Others = otherFindings(R);
  std::vector<std::pair<CostLevel, std::vector<Case>>> Suites;
  std::vector<Case> All;
  for (CostLevel Level : R.Options.Levels) {
    Suites.push_back({Level, casesOf(R, Level)});
    append_range(All, Suites.back().second);
  }
  OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"udpc "
        "check\""
     << Counts(All, Others.size()) << ">\n";
  for (const auto &[Level, Cases] : Suites) {
    OS << "  <testsuite name=\"costs by " << costLevelName(Level) << '"'
       << Counts(Cases, 0) << " skipped=\"0\">\n";
    printNotes(OS, R.Check);
    for (const Case &C : Cases)
      printCase(OS, R, C);
    OS << "  </testsuite>\n";
  }
  printOthers(OS, R, Others);
  OS << "</testsuites>\n";
}
