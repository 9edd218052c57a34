//===- FetchChecks.h - Which lines of code to check -------------*- C++ -*-===//
//
// Code fetches the lines that its instructions are on: at the start of a
// segment, up to its first call, and behind each call, up to the next. Only
// fetches change the cache of code, so it is known of many lines that they were
// the last ones of their sets: those that were fetched on all ways to the
// place, with no other line of the set and no call since. They need no check,
// and nothing is lost by it, provided that the cache has at least as many sets
// as there are places for recent lines. One place does for any cache: the line
// that was fetched last of all is the most recent one of its set.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_FETCHCHECKS_H
#define UDPC_PASSES_PROFILE_FETCHCHECKS_H

#include "passes/profile/PlainLayout.h"
#include "passes/profile/Segments.h"
#include "udpc/costs.h"
#include "llvm/ADT/ArrayRef.h"

namespace udpc {

struct FetchCheck {
  unsigned Segment;
  unsigned From; ///< Of the segment's instructions, the first that is fetched
                 ///< together with this line: 0, or behind a call.
  uint32_t CodeLine;
  /// The first instruction that is on the line.
  const llvm::MachineInstr *MI;
};

/// In the order of the segments and their lines. \p Start is where the function
/// begins in \p Space. The cache has at least \p NumSets sets, a power of two
/// of up to abi::RecentCode.
std::vector<FetchCheck> findFetchChecks(llvm::ArrayRef<Segment> Segments,
                                        const FunctionLayout &Layout,
                                        const CodeSpace &Space, uint64_t Start,
                                        unsigned NumSets = abi::RecentCode);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_FETCHCHECKS_H
