//===- LoopReport.h - Report of the prefetch loop ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPREPORT_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPREPORT_H

#include "tools/udpc/prefetch-loop/search/HintGroup.h"
#include "tools/udpc/prefetch-loop/search/HintSearch.h"
#include "tools/udpc/prefetch-loop/search/VariantSearch.h"
#include <optional>

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// An operation that misses, without a hint.
struct NotRecommended {
  std::string Place, Reason;
  size_t NumOperations = 1; ///< The number of operations with this place and
                            ///< reason.
};

/// A type and distance for the hints of a group, and what was found.
struct TriedVariant {
  HintGroup Hints;
  VariantRecord Found;
};

struct LoopResult {
  std::vector<HintGroup> Groups;                ///< Each with its best variant.
  std::vector<std::vector<TriedVariant>> Tried; ///< By group.
  std::vector<GroupVerdict> Verdicts;           ///< By group.
  std::vector<NotRecommended> Others;
  /// The speed-up of the kept hints over none, from separate final runs.
  BuildComparison Final;
  /// The groups that are kept. None if the final runs show no gain.
  GroupSet Kept;
  std::string Output; ///< The file of kept hints.
  std::string Log;    ///< "": none.
  std::string Figure; ///< What was measured: "cpu".
  /// The standard deviation of the ratio of two runs of the same program.
  double Noise = 0;
  /// The final runs show neither a gain nor that there is none, and their
  /// interval is wider than the noise that is permitted.
  bool IsUndecided = false;
  double Seconds = 0, TimeBudget = 0;
  unsigned NumBuilds = 0, NumRuns = 0;
};

/// "faster", "slower", "little", "none", "unclear".
llvm::StringRef effectWord(Effect E);
/// Why a group was kept or dropped.
std::string groupReason(const LoopResult &Result, unsigned Group);

void printText(llvm::raw_ostream &OS, const LoopResult &Result);
/// docs/prefetch-loop.md has the schema.
void printJson(llvm::raw_ostream &OS, const LoopResult &Result);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPREPORT_H
