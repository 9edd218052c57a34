//===- LoopEffects.h - Effects of a loop ------------------------*- C++ -*-===//
//
// Answers for LoadSafety.h what a loop may do besides its loads: end early, or
// change loaded memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOOPEFFECTS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOOPEFFECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class AAResults;
class Instruction;
class LoadInst;
class Loop;
class LoopInfo;
class ScalarEvolution;
class StoreInst;
} // namespace llvm

namespace udpc {

class CalledFunctions;

/// Whether all cycles in \p L are loops. \p Loops has no others.
bool isReducible(const llvm::Loop &L, const llvm::LoopInfo &Loops);

/// Whether each iteration of \p L that begins also ends, so that control
/// reaches the last one.
bool iterationsEnd(const llvm::Loop &L, const llvm::LoopInfo &Loops,
                   llvm::ScalarEvolution &Evolution, CalledFunctions &Called);

/// Whether an iteration of \p L, or another thread that it synchronizes with,
/// may change a value that \p Load loads in a later one. Instructions for which
/// \p IsHarmless returns true are known not to. If \p ByType is false, memory
/// may hold values of other types when \p Load is copied to there: the program
/// stores another index before it loads one.
bool mayChange(
    const llvm::LoadInst &Load, const llvm::Loop &L, llvm::AAResults &Aliases,
    CalledFunctions &Called,
    llvm::function_ref<bool(const llvm::Instruction &)> IsHarmless =
        [](const llvm::Instruction &) { return false; },
    bool ByType = true);

/// Whether \p Store stores only to memory that \p Load loads in this iteration
/// of \p L or has loaded in earlier ones, as where elements of an array are
/// replaced one by one. \p IsBehind says that it is executed after \p Load and
/// the users of its value.
bool isInPlace(const llvm::StoreInst &Store, const llvm::LoadInst &Load,
               bool IsBehind, const llvm::Loop &L,
               llvm::ScalarEvolution &Evolution);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SAFETY_LOOPEFFECTS_H
