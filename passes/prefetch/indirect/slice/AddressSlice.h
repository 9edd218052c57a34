//===- AddressSlice.h - How a loop computes an address ----------*- C++ -*-===//
//
// The address of a[b[i]] in iteration i+d is the result of the same
// instructions for i+d. A slice is these instructions: from the address back to
// the loop's induction variables and to values that the loop does not change.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SLICE_ADDRESSSLICE_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SLICE_ADDRESSSLICE_H

#include "passes/prefetch/indirect/slice/ListStep.h"
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

/// The size of a cache line.
constexpr int64_t LineSize = 64;

/// The address that a load, store or atomic operation accesses; null for
/// others.
const llvm::Value *addressOf(const llvm::Instruction &Access);

/// Whether a copy of \p I, which is no load, may execute with any operands: it
/// has no side effect and does not trap.
bool canCopy(const llvm::Instruction &I);

/// Whether \p I is a division that traps only if the divisor is 0.
bool isUnsignedDivision(const llvm::Instruction &I);

/// A conditional branch on a path: the condition, and the value that it has if
/// the branch continues on the path.
struct PathCondition {
  llvm::Value *Condition = nullptr;
  bool IsTrue = true;
  const llvm::Instruction *Branch = nullptr;
};

struct AddressSlice {
  const llvm::Loop *In = nullptr;
  llvm::Value *Address = nullptr;
  /// If not null, a further load from Address, if all of LastConditions hold.
  /// The prefetched address is Offset bytes after the loaded value.
  llvm::LoadInst *Last = nullptr;
  llvm::SmallVector<PathCondition, 2> LastConditions;
  /// Whether Last is executed where the second iteration of its loop begins.
  bool IsLastInSecond = false;
  int64_t Offset = 0;
  /// If set, the loaded value is an index from which Address of the step is
  /// computed.
  std::optional<IndexStep> Index;
  /// The induction variables that the address depends on, with their constant
  /// steps.
  llvm::MapVector<llvm::PHINode *, llvm::APInt> Inductions;
  /// The instructions from the induction variables to the address, operands
  /// before users. A PHI of an inner loop's header represents its value in the
  /// first iteration of that loop, which is in Initial.
  llvm::SetVector<llvm::Instruction *> Instructions;
  llvm::MapVector<llvm::PHINode *, llvm::Value *> Initial;
  /// The loads among Instructions.
  llvm::SmallVector<llvm::LoadInst *, 2> Loads;
  /// The loads whose own address depends on a load.
  llvm::SmallVector<llvm::LoadInst *, 2> DependentLoads;
  /// The loads that the address of another load, or its execution, depends on.
  llvm::SetVector<llvm::LoadInst *> IndexLoads;
  /// The conditions that must all hold for an iteration to execute a load.
  llvm::MapVector<const llvm::LoadInst *, llvm::SmallVector<PathCondition, 2>>
      Conditions;
  /// The reason if there is no slice; empty otherwise.
  llvm::StringRef Problem;

  /// Returns the slice of the address of \p Access in \p L. \p L contains \p
  /// Access.
  static AddressSlice find(const llvm::Instruction &Access, const llvm::Loop &L,
                           const llvm::LoopInfo &Loops,
                           llvm::ScalarEvolution &Evolution);

  /// Returns the slice of \p V, an operand of \p User.
  static AddressSlice find(llvm::Value &V, const llvm::Instruction &User,
                           const llvm::Loop &L, const llvm::LoopInfo &Loops,
                           llvm::ScalarEvolution &Evolution);

  /// Returns the part of the slice from the load in \p L that the address of \p
  /// Access depends on, if there is exactly one. Other operands are values that
  /// dominate that load.
  static AddressSlice sinceLoad(const llvm::Instruction &Access,
                                const llvm::Loop &L,
                                const llvm::DominatorTree &Dominators);

  /// Adds the instructions that compute the conditions of \p Load, one of
  /// Loads.
  void addConditions(llvm::LoadInst &Load, llvm::ArrayRef<PathCondition> Of,
                     const llvm::LoopInfo &Loops,
                     llvm::ScalarEvolution &Evolution);

  /// The loads of levels up to \p Most: for a[b[c[i]]] the access is level 1,
  /// the load of b[c[i]] level 2.
  llvm::SmallVector<llvm::LoadInst *, 2> loadsOfLevels(unsigned Most) const;

  /// The loads that depend on no others.
  llvm::SmallVector<llvm::LoadInst *, 2> firstLoads() const;

  /// The base and the constant offset of the prefetched address, which identify
  /// it among slices in the same loop.
  std::pair<const llvm::Value *, int64_t> baseAndOffset() const;

  /// Sets LastConditions to \p Of and adds the instructions that compute them.
  void addLastConditions(llvm::ArrayRef<PathCondition> Of,
                         const llvm::LoopInfo &Loops,
                         llvm::ScalarEvolution &Evolution);

  /// Whether the address depends on loaded values. Other addresses advance by a
  /// constant step, which hardware prefetchers follow.
  bool isIndirect() const { return Problem.empty() && !Loads.empty(); }
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICE_ADDRESSSLICE_H
