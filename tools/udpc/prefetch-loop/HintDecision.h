//===- HintDecision.h - Which hints pay -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_HINTDECISION_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_HINTDECISION_H

#include "tools/udpc/prefetch-loop/LoopState.h"

namespace udpc {

/// The last steps of the loop: compares the best variants with and without
/// each, and decides which hints are written.
class HintDecision {
public:
  explicit HintDecision(LoopState &S) : S(S) {}

  llvm::Error run();

private:
  /// Drops the groups that do not pay.
  llvm::Error prune();
  llvm::Error decide();
  llvm::Expected<BuildComparison> compare(const GroupSet &Before,
                                          const GroupSet &After,
                                          unsigned Rounds,
                                          llvm::StringRef What);
  void noteComparison(llvm::StringRef Before, llvm::StringRef After,
                      const BuildComparison &C);

  LoopState &S;
  GroupSet Kept; ///< The groups that have paid so far.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_HINTDECISION_H
