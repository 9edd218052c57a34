//===- CheckGitHub.cpp - udpc check as workflow commands ------------------===//
//
// Writes workflow commands. Source: GitHub Docs, "Workflow commands for GitHub
// Actions": ::error file={name},line={line},title={title}::{message}.
//
//===----------------------------------------------------------------------===//

#include "profdata/support/ShownText.h"
#include "tools/udpc/check/CheckReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Maximum number of annotations of a kind that GitHub shows for a step.
static constexpr size_t MaxAnnotations = 10;

static std::string escaped(StringRef Text, bool IsProperty) {
  std::string Out;
  for (char C : shownText(Text)) {
    if (C == '%')
      Out += "%25";
    else if (IsProperty && C == ':')
      Out += "%3A";
    else if (IsProperty && C == ',')
      Out += "%2C";
    else
      Out += C;
  }
  return Out;
}

/// Writes an annotation at the place of \p Row, if it is in the project.
static void annotate(raw_ostream &OS, StringRef Kind, const CheckedRow &Row,
                     StringRef Title, StringRef Message) {
  OS << "::" << Kind << ' ';
  if (!Row.Key.File.empty() && !sys::path::is_absolute(Row.Key.File) &&
      Row.Key.File != "???") {
    OS << "file=" << escaped(Row.Key.File, true) << ',';
    if (Row.Line)
      OS << "line=" << Row.Line << ',';
  }
  OS << "title=" << escaped(Title, true) << "::" << escaped(Message, false)
     << '\n';
}

/// Annotates the functions that got dearer in a program or file over its limit.
static void annotateCauses(raw_ostream &OS, const CheckReport &R, size_t Event,
                           size_t Most) {
  for (const CheckedRow *Row : R.Check.changed(CostLevel::Function, Event)) {
    const CheckedCost &Cost = Row->Costs[Event];
    if (!Most || Cost.Change <= 0)
      return;
    if (Cost.IsOver)
      continue;
    --Most;
    annotate(OS, "warning", *Row,
             R.Check.Events[Event] + " " + changeText(Cost.Change),
             Row->Key.Name + ": " + R.Check.Events[Event] + " " +
                 rangeText(Cost.Old) + " -> " + rangeText(Cost.New) + ", " +
                 changePercent(Cost.Change, R.Old.Total[Event].Most) +
                 " of the program");
  }
}

void udpc::printCheckGitHub(raw_ostream &OS, const CheckReport &R) {
  const CostCheck &Check = R.Check;
  for (size_t Event = 0; Event != Check.Events.size(); ++Event) {
    if (!Check.Limits[Event])
      continue;
    bool IsWhole = false;
    for (const CheckedRow &Row : Check.Rows) {
      if (!Row.Costs[Event].IsOver)
        continue;
      IsWhole |= !isOfFunctions(Row.Level);
      annotate(OS, "error", Row,
               Check.Events[Event] + " of " +
                   (isOfFunctions(Row.Level) ? Row.Key.Name : rowName(Row)),
               overText(R, Row, Event));
    }
    if (IsWhole)
      annotateCauses(OS, R, Event, MaxAnnotations);
  }
  for (const CheckFinding &Finding : otherFindings(R))
    OS << "::error title=" << escaped(Finding.Title, true)
       << "::" << escaped(Finding.Text, false) << '\n';
  for (const CheckedRow &Row : Check.Rows)
    if (Row.Level == CostLevel::Region && Row.What == CheckedRow::New)
      OS << "::notice title=" << escaped(Row.Key.Name + " is new", true)
         << "::the baseline lacks it, so no limit applies\n";
  for (const CheckNote &Note : checkNotes(Check))
    if (Note.IsNew)
      OS << "::notice title=" << escaped(Note.Title, true)
         << "::" << escaped(Note.Text, false) << '\n';
    else
      OS << Note.Title << ": " << Note.Text << '\n';
  OS << "udpc check: "
     << (Check.isOver() ? "over the limit" : "within the limits") << '\n';
}
