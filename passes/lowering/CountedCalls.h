//===- CountedCalls.h - Keeps calls of counted functions -------*- C++ -*-===//
//
// `__attribute__((const))` and `pure` let the optimiser merge calls, move them
// out of loops and remove them. A function that counts writes memory, so what
// the source declares is no longer true of it, nor of the functions that call
// it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_COUNTEDCALLS_H
#define UDPC_PASSES_LOWERING_COUNTEDCALLS_H

#include "passes/lowering/Lowering.h"

namespace udpc {

/// Removes what the source declares about the memory that functions access, for
/// every function that counts, or may call one that does, in the exact ones of
/// \p Groups. Functions that other units define are judged by the spec's
/// function entries; a remark names those that lines, loops or marks may be
/// counted in. To be called before the points are lowered.
void keepCountedCalls(llvm::Module &M, const std::deque<CountingGroup> &Groups);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_COUNTEDCALLS_H
