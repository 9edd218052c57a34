//===- SpinLoops.h - Spin loops of a module ---------------------*- C++ -*-===//

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

  /// The source gives the innermost loop around \p In this name.
  void declare(const llvm::Loop &L, llvm::StringRef Name);
  /// The names that the source gives \p L, and its verdict.
  std::vector<std::string> namesOf(const llvm::Loop &L) const;
  /// Whether \p Entry matches one of them, or has no name.
  bool isNamed(const llvm::Loop &L, const SpecEntry &Entry) const;
  const SpinVerdict &verdictOf(const llvm::Loop &L);

  /// The spin loop \p L and the spin loops nested in it: its parts. Its
  /// iterations are the sum of theirs.
  llvm::SmallVector<const llvm::Loop *> partsOf(const llvm::Loop &L);

private:
  SpinJudge Judge;
  llvm::DenseMap<const llvm::BasicBlock *, SpinVerdict> NamedVerdicts;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<std::string>> Names;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPINLOOPS_H
