//===- LoopReport.h - What the loop has found ------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H
#define UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H

#include "profdata/hints/HintSet.h"
#include "tools/udpc/loop/HintSearch.h"
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// The hints of one source line in one place of the call stack: copies of a
/// load, of a loop that has been unrolled, do the same thing, and share its
/// fate.
struct HintGroup {
  /// What all keys are without their discriminators.
  MemoryOperationKey Line;
  HintSet::FunctionHints Hints;
  std::string Place;  ///< "file:line"; "" if not known.
  std::string Reason; ///< Why it was recommended; "" if it was given.
  /// Bytes from one miss to the next; 0: not known.
  int64_t Stride = 0;
  /// How many times as far ahead the hints are as they were at first.
  double Farther = 1;

  /// The same with hints that are \p Times as far ahead, on whole strides.
  /// Nothing if that cannot be: of several hints for one operation each has its
  /// line.
  std::optional<HintGroup> scaled(double Times) const;
};

/// \p Key without discriminators.
MemoryOperationKey lineOf(MemoryOperationKey Key);
/// In the order of their functions.
std::vector<HintGroup> groupsOf(const HintSet &Hints);
/// The hints of some of \p Groups.
HintSet hintsOf(llvm::ArrayRef<HintGroup> Groups, const GroupSet &Which,
                bool HasHashes);

/// An operation that misses, and that no hint would help.
struct NotRecommended {
  std::string Place, Reason;
  size_t NumOperations = 1; ///< For which both are the same.
};

struct LoopResult {
  std::vector<HintGroup> Groups;
  std::vector<GroupVerdict> Verdicts; ///< By group.
  std::vector<NotRecommended> Others;
  /// Of the kept hints over none, from runs that have decided nothing else.
  Comparison Final;
  /// The groups that are kept. None if the final runs show no gain.
  GroupSet Kept;
  std::string Output; ///< The file of kept hints.
  unsigned NumBuilds = 0, NumRuns = 0;
};

void printText(llvm::raw_ostream &OS, const LoopResult &Result);
/// docs/prefetch-loop.md has the schema.
void printJson(llvm::raw_ostream &OS, const LoopResult &Result);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H
