//===- SpinLoops.h - Which loops of a module only wait ---------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SPINLOOPS_H
#define UDPC_PASSES_SITES_SPINLOOPS_H

#include "passes/sites/spin/SpinVerdict.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
class Module;
} // namespace llvm

namespace udpc {

class SimpleCopy;
struct SpecEntry;

/// Judges the loops of one module, which must not change meanwhile.
class SpinLoops {
public:
  explicit SpinLoops(llvm::Module &M);
  ~SpinLoops();

  /// The source calls the innermost loop around \p In so.
  void declare(const llvm::Loop &L, llvm::StringRef Name);
  /// The names that the source gives \p L, and its verdict.
  std::vector<std::string> namesOf(const llvm::Loop &L) const;
  /// Whether one of them is what \p Entry names, or it names none.
  bool isNamed(const llvm::Loop &L, const SpecEntry &Entry) const;
  const SpinVerdict &verdictOf(const llvm::Loop &L);

  /// The spin loops within the spin loop \p L, itself first: its parts. How
  /// often it spins is how often any of them goes round.
  llvm::SmallVector<const llvm::Loop *> partsOf(const llvm::Loop &L);

private:
  void judge(const llvm::Function &F);

  llvm::Module &M;
  std::unique_ptr<SimpleCopy> Copy;
  llvm::DenseMap<const llvm::BasicBlock *, SpinVerdict> Verdicts;
  llvm::DenseMap<const llvm::BasicBlock *, std::vector<std::string>> Names;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SPINLOOPS_H
