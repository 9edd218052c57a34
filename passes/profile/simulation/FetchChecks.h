//===- FetchChecks.h - Lines of code that need a check ----------*- C++ -*-===//
//
// Code fetches the lines of its instructions: at the start of a segment, up to
// its first call, and after each call, up to the next. Only fetches change the
// code cache, so many lines are known to be the most recent of their sets:
// those fetched on all paths, with no other line of the set and no call since.
// They need no check, and the result is exact if the cache has at least
// RecentCode sets. With one set it is exact for any cache: the line that was
// fetched last of all is the most recent one of its set.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_FETCHCHECKS_H
#define UDPC_PASSES_PROFILE_SIMULATION_FETCHCHECKS_H

#include "passes/profile/placement/Segments.h"
#include "passes/profile/plain/PlainBuild.h"
#include "udpc/simulation.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

/// Lays out the functions of a unit in sequence, in the lines of
/// FetchRec::CodeLine.
class CodeSpace {
public:
  /// The start of \p Layout, in bytes from line 0 of the unit.
  uint64_t place(const FunctionLayout &Layout);
  /// The line of a byte.
  uint32_t lineOf(uint64_t Byte) const;
  /// The number of lines of all placed functions.
  uint32_t numLines() const;

private:
  uint64_t Next = 0;
};

struct FetchCheck {
  unsigned Segment;
  unsigned From; ///< The segment's first instruction that is fetched together
                 ///< with this line: 0, or the one after a call.
  uint32_t CodeLine;
  /// The first instruction that is on the line.
  const llvm::MachineInstr *MI;
};

/// Finds the lines that need a check, in the order of segments and lines. \p
/// Start is the function's start in \p Space. The cache has at least \p NumSets
/// sets, a power of two of up to abi::RecentCode.
std::vector<FetchCheck> findFetchChecks(llvm::ArrayRef<Segment> Segments,
                                        const FunctionLayout &Layout,
                                        const CodeSpace &Space, uint64_t Start,
                                        unsigned NumSets = abi::RecentCode);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_FETCHCHECKS_H
