//===- MemoryProbes.h - Timed loops over memory --------------- -*- C++ -*-===//
//
// Each function returns nanoseconds of this thread's processor time, per access
// or per instruction. Each address depends on the previous load unless stated
// otherwise.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H
#define UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H

#include "profdata/hints/Hint.h"
#include "tools/udpc/calibrate/TestMemory.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

/// Follows a ring for \p Steps steps from \p At and sets \p At to the end.
double chaseNs(const ChainLine *&At, size_t Steps);

/// Numbers of rings that can be followed at once.
constexpr unsigned ParallelChains[] = {1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 48};
/// Follows a ring from all of \p Starts at once, whose number must be one of
/// ParallelChains. Returns the time per access to any of them.
double chaseTogetherNs(llvm::ArrayRef<const ChainLine *> Starts, size_t Steps);

/// Reads zeros at \p At and every \p Stride bytes after it, \p Count times.
double strideNs(const char *At, size_t Stride, size_t Count);
/// Reads the line at \p At and every \p Stride bytes after it, \p Count times.
/// The values decide a branch, but no address.
double branchingStrideNs(const char *At, size_t Stride, size_t Count);
/// Like branchingStrideNs, with a prefetch of \p Type, \p Delta bytes ahead.
double prefetchedBranchingNs(HintType Type, const char *At, size_t Stride,
                             size_t Delta, size_t Count);

/// Like prefetchedBranchingNs, but looks up each value in a small table, step
/// by step: one of up to 15 branches is mispredicted, and those before it
/// execute too. Fast walks hide the difference: with t0 they take more lines
/// than nta can fetch, these wait less for nta.
double prefetchedBusyNs(HintType Type, const char *At, size_t Stride,
                        size_t Delta, size_t Count);

/// Reads zeros of the lines \p Lines of \p Base, whose numbers are known in
/// advance.
double gatherNs(const char *Base, llvm::ArrayRef<uint32_t> Lines);
/// Like gatherNs, with a prefetch of \p Type, \p Ahead lines ahead. \p Lines
/// has \p Ahead more elements than are read.
double prefetchedGatherNs(HintType Type, const char *Base,
                          llvm::ArrayRef<uint32_t> Lines, size_t Ahead);

/// Executes independent additions. Returns the time per instruction.
double additionNs();

/// Possible numbers of instructions between two misses.
constexpr unsigned InstructionsBetween[] = {32,  64,  96,  128, 160, 192, 224,
                                            256, 320, 384, 448, 512, 640, 768};
/// Follows two rings, with \p Between instructions without effect, one of
/// InstructionsBetween, between a step of one and of the other. Returns the
/// time per pair of steps.
double pairsNs(const ChainLine *&First, const ChainLine *&Second,
               unsigned Between, size_t Steps);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H
