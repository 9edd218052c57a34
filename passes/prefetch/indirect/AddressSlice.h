//===- AddressSlice.h - How a loop computes an address ----------*- C++ -*-===//
//
// The address of a[b[i]] in iteration i+d is what the same instructions compute
// from i+d. A slice is these instructions: from the address back to the loop's
// induction variables and to values that the loop does not change.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_ADDRESSSLICE_H
#define UDPC_PASSES_PREFETCH_INDIRECT_ADDRESSSLICE_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class DominatorTree;
class Instruction;
class LoadInst;
class Loop;
class LoopInfo;
class PHINode;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace udpc {

/// The address that a load, store or atomic operation accesses; null for
/// others.
const llvm::Value *addressOf(const llvm::Instruction &Access);

/// Whether \p I divides, and traps for the divisor 0 only.
bool isUnsignedDivision(const llvm::Instruction &I);

/// A branch on a path: its condition, and its value there.
struct PathCondition {
  llvm::Value *Condition = nullptr;
  bool IsTrue = true;
  const llvm::Instruction *Branch = nullptr;
};

struct AddressSlice {
  const llvm::Loop *In = nullptr;
  llvm::Value *Address = nullptr;
  /// The induction variables that the address depends on, and their constant
  /// step.
  llvm::MapVector<llvm::PHINode *, llvm::APInt> Inductions;
  /// The instructions between, each after those that it uses. Of the values of
  /// inner loops they use the first: Initial.
  llvm::SetVector<llvm::Instruction *> Instructions;
  llvm::MapVector<llvm::PHINode *, llvm::Value *> Initial;
  /// Those of Instructions that load.
  llvm::SmallVector<llvm::LoadInst *, 2> Loads;
  /// Those of Loads whose own address needs a load.
  llvm::SmallVector<llvm::LoadInst *, 2> DependentLoads;
  /// Those of Loads that tell where another one loads, or whether it does.
  llvm::SetVector<llvm::LoadInst *> IndexLoads;
  /// An iteration does these of Loads only where all their conditions hold.
  llvm::MapVector<const llvm::LoadInst *, llvm::SmallVector<PathCondition, 2>>
      Conditions;
  /// Why there is none; else empty.
  llvm::StringRef Problem;

  /// The slice of the address of \p Access in \p L, which contains it.
  static AddressSlice find(const llvm::Instruction &Access, const llvm::Loop &L,
                           const llvm::LoopInfo &Loops,
                           llvm::ScalarEvolution &Evolution);

  /// The same of \p V, which \p User uses.
  static AddressSlice find(llvm::Value &V, const llvm::Instruction &User,
                           const llvm::Loop &L, const llvm::LoopInfo &Loops,
                           llvm::ScalarEvolution &Evolution);

  /// What the address of \p Access is computed from since the one load that it
  /// needs of \p L; other values are those that there are before that load.
  static AddressSlice sinceLoad(const llvm::Instruction &Access,
                                const llvm::Loop &L,
                                const llvm::DominatorTree &Dominators);

  /// Adds what the conditions of \p Load, one of Loads, are computed from.
  void addConditions(llvm::LoadInst &Load, llvm::ArrayRef<PathCondition> Of,
                     const llvm::LoopInfo &Loops,
                     llvm::ScalarEvolution &Evolution);

  /// Whether what this slice loads is what makes its address: other addresses
  /// are a constant step apart, which the processor sees.
  bool isIndirect() const { return Problem.empty() && !Loads.empty(); }
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_ADDRESSSLICE_H
