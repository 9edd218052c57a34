//===- CheckReport.h - The formats of `udpc check` --------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H
#define UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H

#include "profdata/check/CostCheck.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

/// What the formats show.
struct CheckReport {
  const Baseline &Old, &New;
  const CheckOptions &Options;
  const CostCheck &Check;
  std::string BaselineFile;
  std::vector<std::string> Profiles;
  size_t Top = 20; ///< Rows of a table, at most.
};

/// Tables for people.
void printCheckText(llvm::raw_ostream &OS, const CheckReport &Report);
/// docs/check.md, "JSON".
void printCheckJson(llvm::raw_ostream &OS, const CheckReport &Report);
/// JUnit's XML: a test for each row that a limit applies to.
void printCheckJUnit(llvm::raw_ostream &OS, const CheckReport &Report);
/// GitHub's workflow commands, which annotate pull requests.
void printCheckGitHub(llvm::raw_ostream &OS, const CheckReport &Report);

/// "12,345", or "12,345 to 12,350".
std::string rangeText(const CostRange &Range);
/// "+12,345".
std::string changeText(int64_t Change);
/// "+1.01%"; "" of nothing.
std::string changePercent(int64_t Change, int64_t Base);
/// "over the limit of +1%: Ir 100 -> 102, +2 (+2.00%)".
std::string overText(const CheckReport &Report, const CheckedRow &Row,
                     size_t Event);
/// "f (a.c:12)", the file, the region or the program.
std::string rowName(const CheckedRow &Row);

/// What the costs leave out.
struct CheckNote {
  std::string Title, Text;
  bool IsNew; ///< It says more than that it is as in the baseline.
};
std::vector<CheckNote> checkNotes(const CostCheck &Check);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CHECK_CHECKREPORT_H
