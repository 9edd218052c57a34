//===- LoopNoise.h - Whether the machine is quiet enough --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPNOISE_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPNOISE_H

#include "tools/udpc/prefetch-loop/LoopState.h"

namespace udpc {

/// Runs the plain build against itself, and divides the time by what runs take.
/// Refuses if the machine is too noisy.
llvm::Error measureNoise(LoopState &S);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_LOOPNOISE_H
