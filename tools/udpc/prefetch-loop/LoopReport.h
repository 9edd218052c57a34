//===- LoopReport.h - Report of the prefetch loop ---------------*- C++ -*-===//
//
// The result of the loop, and its output as text and JSON.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

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

/// An operation that misses but has no hint.
struct NotRecommended {
  std::string Place, Reason;
  size_t NumOperations = 1; ///< The number of operations with this place and
                            ///< reason.
};

/// A type and distance for the hints of a group, and its measurements.
struct TriedVariant {
  HintGroup Hints;
  VariantRecord Found;
};

/// The result of the loop.
struct LoopResult {
  std::vector<HintGroup> Groups;                ///< Each with its best variant.
  std::vector<std::vector<TriedVariant>> Tried; ///< By group.
  std::vector<GroupVerdict> Verdicts;           ///< By group.
  std::vector<NotRecommended> Others;
  /// The speed-up of the kept hints over no hints, from separate final runs.
  BuildComparison Final;
  /// The groups that are kept; none if the final runs show no gain.
  GroupSet Kept;
  std::string Output; ///< The file of kept hints.
  std::string Log;    ///< Empty if there is no log.
  std::string Figure; ///< The measured figure: "cpu".
  /// The standard deviation of the ratio of two runs of the same program.
  double Noise = 0;
  /// Whether the final runs show neither a gain nor its absence, with an
  /// interval wider than the permitted noise.
  bool IsUndecided = false;
  double Seconds = 0, TimeBudget = 0;
  unsigned NumBuilds = 0, NumRuns = 0;
};

/// Returns "faster", "slower", "little", "none", "unclear".
llvm::StringRef effectWord(Effect E);
/// Returns why a group was kept or dropped.
std::string groupReason(const LoopResult &Result, unsigned Group);

void printText(llvm::raw_ostream &OS, const LoopResult &Result);
/// Prints JSON; docs/prefetch-loop.md has the schema.
void printJson(llvm::raw_ostream &OS, const LoopResult &Result);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPREPORT_H
