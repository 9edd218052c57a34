//===- SpinJudge.h - Decides which loops only wait --------------*- C++ -*-===//
//
// A *spin loop* only waits: its exit depends on memory that the loop itself
// does not write, or on a compare-and-swap or exchange that it retries, and its
// body has no other effect but to pass time. docs/spec.md has the full
// definition.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPIN_SPINJUDGE_H
#define UDPC_PASSES_SITES_SPIN_SPINJUDGE_H

#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <string>

namespace llvm {
class BasicBlock;
class Function;
class Module;
} // namespace llvm

namespace udpc {

class SimpleCopy;

struct SpinVerdict {
  bool IsSpin = false;
  /// Names the deciding instruction.
  std::string Reason;
};

/// Judges the loops of a module, which must not change meanwhile.
class SpinJudge {
public:
  explicit SpinJudge(const llvm::Module &M);
  ~SpinJudge();

  /// The verdict on the loop with the header \p Header.
  const SpinVerdict &verdictOf(const llvm::BasicBlock &Header);

private:
  void judge(const llvm::Function &F);

  const llvm::Module &M;
  std::unique_ptr<SimpleCopy> Copy;
  llvm::DenseMap<const llvm::BasicBlock *, SpinVerdict> Verdicts;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPIN_SPINJUDGE_H
