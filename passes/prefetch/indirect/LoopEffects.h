//===- LoopEffects.h - What a loop may do beside its loads ------*- C++ -*-===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_LOOPEFFECTS_H
#define UDPC_PASSES_PREFETCH_INDIRECT_LOOPEFFECTS_H

namespace llvm {
class AAResults;
class LoadInst;
class Loop;
class LoopInfo;
class ScalarEvolution;
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
/// may change a value that \p Load loads in a later one.
bool mayChange(const llvm::LoadInst &Load, const llvm::Loop &L,
               llvm::AAResults &Aliases, CalledFunctions &Called);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_LOOPEFFECTS_H
