//===- LoopReport.h - Report of the prefetch loop ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H
#define UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H

#include "profdata/hints/HintSet.h"
#include "tools/udpc/loop/HintSearch.h"
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// The hints of one source line at one place of the inline stack. Copies of a
/// load in an unrolled loop are equivalent, and are kept or dropped together.
struct HintGroup {
  /// The common key without discriminators.
  MemoryOperationKey Line;
  HintSet::FunctionHints Hints;
  std::string Place;  ///< "file:line"; "" if not known.
  std::string Reason; ///< The reason of the recommendation; "" for given hints.
  /// Bytes from one miss to the next; 0: not known.
  int64_t Stride = 0;
  /// The distance relative to the first one.
  double Farther = 1;

  /// The same with \p Times the distance, in whole strides. None if that is not
  /// possible: several hints for one operation are for particular lines.
  std::optional<HintGroup> scaled(double Times) const;
};

/// \p Key without discriminators.
MemoryOperationKey lineOf(MemoryOperationKey Key);
/// Sorted by function.
std::vector<HintGroup> groupsOf(const HintSet &Hints);
/// The hints of a subset of \p Groups.
HintSet hintsOf(llvm::ArrayRef<HintGroup> Groups, const GroupSet &Which,
                bool HasHashes);

/// An operation that misses, without a hint.
struct NotRecommended {
  std::string Place, Reason;
  size_t NumOperations = 1; ///< The number of operations with this place and
                            ///< reason.
};

struct LoopResult {
  std::vector<HintGroup> Groups;
  std::vector<GroupVerdict> Verdicts; ///< By group.
  std::vector<NotRecommended> Others;
  /// The speed-up of the kept hints over none, from separate final runs.
  Comparison Final;
  /// The groups that are kept. None if the final runs show no gain.
  GroupSet Kept;
  std::string Output; ///< The file of kept hints.
  unsigned NumBuilds = 0, NumRuns = 0;
};

void printText(llvm::raw_ostream &OS, const LoopResult &Result);
/// docs/prefetch.md has the schema.
void printJson(llvm::raw_ostream &OS, const LoopResult &Result);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_LOOPREPORT_H
