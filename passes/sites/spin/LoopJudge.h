//===- LoopJudge.h - Does a loop only wait? --------------------*- C++ -*-===//
//
// A *spin loop* only waits: its exit depends on memory that the loop itself
// does not write, or on a compare-and-swap or exchange that it retries, and its
// body has no other effect but to pass time. docs/spin.md says it at length.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H
#define UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H

#include <string>

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class Triple;
} // namespace llvm

namespace udpc {

struct SpinVerdict {
  bool IsSpin = false;
  /// Names the instruction that decided.
  std::string Reason;
};

/// Judges \p L, a loop of a SimpleCopy. \p TrustHelpers: calls of helpers are
/// taken to be tests of a lock, so a loop that is no spin loop then is none.
SpinVerdict judgeLoop(const llvm::Loop &L, const llvm::LoopInfo &Loops,
                      const llvm::DominatorTree &Dominators,
                      const llvm::Triple &T, bool TrustHelpers);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_LOOPJUDGE_H
