//===- MemoryProbes.h - Loops whose time is measured ------------*- C++ -*-===//
//
// Each returns nanoseconds of this thread's processor time, per access or
// per instruction. In all of them each address waits for the load before,
// unless there is something else to say.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H
#define UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H

#include "profdata/hints/Hint.h"
#include "tools/udpc/calibrate/TestMemory.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

/// Follows a ring for \p Steps steps from \p At, which becomes where it ends.
double chaseNs(const ChainLine *&At, size_t Steps);

/// How many rings may be followed at once.
constexpr unsigned ParallelChains[] = {1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 48};
/// Follows a ring from all of \p Starts at once; their number is one of
/// ParallelChains. Per access of any.
double chaseTogetherNs(llvm::ArrayRef<const ChainLine *> Starts, size_t Steps);

/// Reads zeros at \p At and each \p Stride bytes further, \p Count times.
double strideNs(const char *At, size_t Stride, size_t Count);
/// Reads the line at \p At and each \p Stride bytes further, \p Count times;
/// what it reads decides a branch, but no address.
double branchingStrideNs(const char *At, size_t Stride, size_t Count);
/// The same with a prefetch of \p Type, \p Delta bytes ahead.
double prefetchedBranchingNs(HintType Type, const char *At, size_t Stride,
                             size_t Delta, size_t Count);

/// The same where what is read is looked up in a small table, step by step: one
/// of up to 15 branches is mispredicted, and those before it execute as well.
/// Fast walks differ: those with t0 take more lines than nta can fetch, these
/// wait less for nta.
double prefetchedBusyNs(HintType Type, const char *At, size_t Stride,
                        size_t Delta, size_t Count);

/// Reads zeros of the lines \p Lines of \p Base. The numbers are known
/// beforehand.
double gatherNs(const char *Base, llvm::ArrayRef<uint32_t> Lines);
/// The same with a prefetch of \p Type, \p Ahead lines ahead. \p Lines has so
/// many more.
double prefetchedGatherNs(HintType Type, const char *Base,
                          llvm::ArrayRef<uint32_t> Lines, size_t Ahead);

/// Additions that do not wait for each other. Per instruction.
double additionNs();

/// How many instructions may be between two misses.
constexpr unsigned InstructionsBetween[] = {32,  64,  96,  128, 160, 192, 224,
                                            256, 320, 384, 448, 512, 640, 768};
/// Follows two rings; between a step of the one and of the other there are
/// \p Between instructions, one of InstructionsBetween, that do nothing. Per
/// pair of steps.
double pairsNs(const ChainLine *&First, const ChainLine *&Second,
               unsigned Between, size_t Steps);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_MEMORYPROBES_H
