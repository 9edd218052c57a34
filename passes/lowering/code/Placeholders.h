//===- Placeholders.h - Increments until code is inlined --------*- C++ -*-===//
//
// A placeholder represents increments, calls of the runtime or udpc
// instructions. It is a call of llvm.sideeffect with an attribute that says
// which slots it counts. It has no operands, costs nothing by LLVM's estimates,
// and accesses no memory of the program. So functions are simplified, inlined
// and unrolled as without counting, and the optimiser sees one instruction
// instead of an increment's three. Yet it may neither be removed nor be
// executed more or less often. MergeCounts.cpp replaces all of them.
//
// One part of LLVM ignores llvm.sideeffect: the one that computes a program's
// constructors at compile time. It stops at the first constructor that it
// cannot compute, which is the one that registers units, whose priority is the
// highest. UnitEmitter.cpp protects others of that priority.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_CODE_PLACEHOLDERS_H
#define UDPC_PASSES_LOWERING_CODE_PLACEHOLDERS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"
#include <utility>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace udpc {

/// Slots and how much is added to each.
using SlotAmounts = llvm::SmallVector<std::pair<uint32_t, uint32_t>, 1>;

/// Emits a placeholder. \p Unit is the number of the unit in its module.
void emitPlaceholder(llvm::IRBuilder<> &B, unsigned Unit,
                     const SlotAmounts &Counts);

bool isPlaceholder(const llvm::Instruction &I);
/// The unit and the counts of a placeholder.
std::pair<unsigned, SlotAmounts> readPlaceholder(const llvm::Instruction &I);

/// Copies a placeholder to \p Before. The copy is tied to \p Values: no pass
/// merges copies whose values differ.
llvm::CallInst *copyPlaceholder(llvm::CallInst &Placeholder,
                                llvm::Instruction &Before,
                                llvm::ArrayRef<llvm::Value *> Values = {});
/// The values that a placeholder is tied to.
llvm::SmallVector<llvm::Value *, 2> tiesOf(const llvm::CallInst &Placeholder);

/// All placeholders of \p M, in no particular order.
llvm::SmallVector<llvm::CallInst *> findPlaceholders(llvm::Module &M);

/// Joins placeholders that count together. Runs on a function when others have
/// been inlined into it, so that passes find few of them; when it has been
/// simplified, so that a call's copy of it is small; and when loops have been
/// vectorised.
struct JoinPlaceholdersPass : llvm::PassInfoMixin<JoinPlaceholdersPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_CODE_PLACEHOLDERS_H
