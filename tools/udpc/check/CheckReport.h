//===- CheckReport.h - Output formats of udpc check ----------- -*- C++ -*-===//
//
// Writes the result of `udpc check` in each of its formats, and the phrases
// that the formats share.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H
#define UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H

#include "profdata/check/CostCheck.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

/// The result and inputs of a check.
struct CheckReport {
  const Baseline &Old, &New;
  const CheckOptions &Options;
  const CostCheck &Check;
  std::string BaselineFile;
  std::vector<std::string> Profiles;
};

/// Prints tables for people.
void printCheckText(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints JSON (docs/check.md, "JSON").
void printCheckJson(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints JUnit's XML: a test for each row that a limit applies to.
void printCheckJUnit(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints SARIF, which code review tools show at the lines of a change.
void printCheckSarif(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints Markdown, for the summary of a job or a comment.
void printCheckMarkdown(llvm::raw_ostream &OS, const CheckReport &Report);
/// Prints GitHub's workflow commands, which annotate pull requests.
void printCheckGitHub(llvm::raw_ostream &OS, const CheckReport &Report);

/// Formats a range: "12,345", or "12,345 to 12,350".
std::string rangeText(const CostRange &Range);
/// Formats a change: "+12,345".
std::string changeText(int64_t Change);
/// Formats a relative change: "+1.01%"; "" if \p Base is 0.
std::string changePercent(int64_t Change, int64_t Base);
/// Describes a cost: "over the limit of +1%: Ir 100 -> 102, +2 (+2.00%)".
std::string overText(const CheckReport &Report, const CheckedRow &Row,
                     size_t Event);
/// Returns "f (a.c:12)", the file, the region or the program.
std::string rowName(const CheckedRow &Row);

/// Something that the report points out.
struct CheckFinding {
  enum Kind {
    OverLimit, ///< A cost over its limit.
    Cause,     ///< A function that got dearer in what is over its limit.
    Gone,      ///< A region that is missing.
    Calls,     ///< More calls of code without a profile.
  };

  Kind What;
  const CheckedRow *Row; ///< Null for calls.
  std::string Title, Text;

  bool isError() const { return What != Cause; }
  /// Returns the file relative to the project, or "".
  llvm::StringRef file() const;
};

/// Returns what is over a limit, each followed by at most \p MaxCauses causes.
std::vector<CheckFinding> allFindings(const CheckReport &Report,
                                      size_t MaxCauses);
/// Returns those that are no costs: what is gone, and calls.
std::vector<CheckFinding> otherFindings(const CheckReport &Report);

/// A note about costs that are not in the profiles.
struct CheckNote {
  std::string Title, Text;
  bool IsNew; ///< Whether it differs from the baseline.
};
std::vector<CheckNote> checkNotes(const CostCheck &Check);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H
