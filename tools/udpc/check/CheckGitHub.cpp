//===- CheckGitHub.cpp - udpc check as workflow commands ------------------===//
//
// Writes workflow commands. Source: GitHub Docs, "Workflow commands for GitHub
// Actions": ::error file={name},line={line},title={title}::{message}.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/support/ShownText.h"
#include "tools/udpc/check/CheckReport.h"
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

/// Writes an annotation at the place of \p Finding, if it is in the project.
static void annotate(raw_ostream &OS, const CheckFinding &Finding) {
  OS << (Finding.isError() ? "::error " : "::warning ");
  if (StringRef File = Finding.file(); !File.empty()) {
    OS << "file=" << escaped(File, true) << ',';
    if (Finding.Row->Line)
      OS << "line=" << Finding.Row->Line << ',';
  }
  OS << "title=" << escaped(Finding.Title, true)
     << "::" << escaped(Finding.Text, false) << '\n';
}

void udpc::printCheckGitHub(raw_ostream &OS, const CheckReport &R) {
  const CostCheck &Check = R.Check;
  for (const CheckFinding &Finding : allFindings(R, MaxAnnotations))
    annotate(OS, Finding);
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
