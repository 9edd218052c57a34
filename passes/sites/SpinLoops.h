//===- SpinLoops.h - Spin loops of a module ---------------------*- C++ -*-===//
//
// Answers which loops of a module only wait, by the source's declarations and
// by analysis (SpinJudge.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SPINLOOPS_H
#define UDPC_PASSES_SITES_SPINLOOPS_H

#include "passes/sites/spin/SpinJudge.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
class Module;
} // namespace llvm

namespace udpc {

struct SpecEntry;

/// Classifies the loops of one module, which must not change meanwhile.
class SpinLoops {
public:
  explicit SpinLoops(const llvm::Module &M) : Judge(M) {}

  /// Records that the source gives \p L the name \p Name.
  void declare(const llvm::Loop &L, llvm::StringRef Name);
  /// The names that the source gives \p L.
  std::vector<std::string> namesOf(const llvm::Loop &L) const;
  /// Whether \p Entry matches one of the names of \p L, or has no name.
  bool isNamed(const llvm::Loop &L, const SpecEntry &Entry) const;
  const SpinVerdict &verdictOf(const llvm::Loop &L);

  /// The parts of the spin loop \p L: itself and the spin loops nested in it.
  /// Its iterations are the sum of theirs.
  llvm::SmallVector<const llvm::Loop *> partsOf(const llvm::Loop &L);

private:
  SpinJudge Judge;
  llvm::DenseMap<const llvm::BasicBlock *, SpinVerdict> NamedVerdicts;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<std::string>> Names;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPINLOOPS_H
