//===- CheckMarkdown.cpp - udpc check as Markdown -------------------------===//
//
// Markdown with GitHub's tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/support/ShownText.h"
#include "tools/udpc/check/CheckReport.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <tuple>

using namespace llvm;
using namespace udpc;

/// Maximum number of rows of a table.
static constexpr size_t MaxRows = 10;

/// Returns \p Text with the characters escaped that Markdown or HTML would
/// interpret, also in tables.
static std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : shownText(Text)) {
    if (StringRef("\\`*_[]<>|~&@#").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

static void printHead(raw_ostream &OS, StringRef Name) {
  OS << "\n| " << Name << " | old | new | change | |\n"
     << "| --- | ---: | ---: | ---: | ---: |\n";
}

static void printRow(raw_ostream &OS, StringRef Name, const CheckedCost &Cost,
                     int64_t Base) {
  OS << "| " << escaped(Name) << " | " << rangeText(Cost.Old) << " | "
     << rangeText(Cost.New) << " | " << changeText(Cost.Change) << " | "
     << changePercent(Cost.Change, Base) << " |\n";
}

/// Prints those of \p Rows that changed most, up or down.
static void printRows(raw_ostream &OS, std::vector<const CheckedRow *> Rows,
                      size_t Event, const std::string &Title) {
  if (Rows.empty())
    return;
  llvm::sort(Rows, [&](const CheckedRow *A, const CheckedRow *B) {
    int64_t OfA = A->Costs[Event].Change, OfB = B->Costs[Event].Change;
    return std::make_tuple(-std::abs(OfA), -OfA, A->Key) <
           std::make_tuple(-std::abs(OfB), -OfB, B->Key);
  });
  printHead(OS, escaped(Title));
  for (const CheckedRow *Row : ArrayRef(Rows).take_front(MaxRows))
    printRow(OS, rowName(*Row), Row->Costs[Event], Row->Costs[Event].Old.Most);
  if (Rows.size() > MaxRows)
    OS << "\n" << Rows.size() - MaxRows << " more\n";
}

void udpc::printCheckMarkdown(raw_ostream &OS, const CheckReport &R) {
  const CostCheck &Check = R.Check;
  OS << "### udpc check: "
     << (Check.isOver() ? "over the limit" : "within the limits") << "\n\n";
  for (const CheckFinding &Finding : allFindings(R, /*MaxCauses=*/0))
    OS << "- **" << escaped(Finding.Title) << "**: " << escaped(Finding.Text)
       << '\n';
  printHead(OS, escaped(R.New.Program));
  for (auto [Event, Cost] : zip_equal(Check.Events, Check.program().Costs))
    printRow(OS, Event, Cost, Cost.Old.Most);
  for (auto [Event, Name] : enumerate(Check.Events)) {
    if (!Check.Limits[Event])
      continue;
    printRows(OS, Check.changed(CostLevel::Region, Event), Event,
              Name + " by region");
    for (const CheckedRow &Row : Check.Rows)
      if (Row.Level == CostLevel::Region && Row.Costs[Event].IsOver)
        printRows(OS,
                  Check.changed(CostLevel::RegionFunction, Event, Row.Key.Name),
                  Event, Name + " of " + Row.Key.Name + " by function");
    printRows(OS, Check.changed(CostLevel::Function, Event), Event,
              Name + " by function");
  }
  for (const CheckNote &Note : checkNotes(Check))
    OS << '\n' << escaped(Note.Title) << ": " << escaped(Note.Text) << '\n';
}
