//===- LoopSites.h - Loops as sites -----------------------------*- C++ -*-===//
//
// Finds the count points of loops. SpinSites.cpp uses the same planner for spin
// loops.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LOOPSITES_H
#define UDPC_PASSES_SITES_LOOPSITES_H

#include "passes/sites/Site.h"
#include "spec/Matching.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DebugLoc.h"
#include <deque>

namespace llvm {
class Loop;
} // namespace llvm

namespace udpc {

/// The entry edges of \p L, or its back edges; none if one of them cannot be
/// split.
std::optional<std::vector<CountPoint>> edgesOf(const llvm::Loop &L,
                                               bool Iterations);

/// The start of a loop. File is absolute if that is known.
struct LoopPosition {
  std::string File; ///< Absolute where it is known.
  llvm::DebugLoc Start;
};
LoopPosition positionOf(const llvm::Loop &L);

/// Whether \p Entry matches loops that begin at \p P.
bool isAt(const SpecEntry &Entry, const LoopPosition &P);

/// The entries for parts of \p F, if \p F can count.
llvm::SmallVector<const SpecEntry *>
wantedIn(const llvm::Function &F, const std::deque<Matcher> &Matchers);

/// Adds loops to a plan.
class LoopPlanner {
public:
  LoopPlanner(const EventSpec &Spec, SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Plan(Plan), Matches(Matches) {}

  /// Adds a site. \p Points are the count points of \p L, or none. \p Reason
  /// says in remarks why the loop matches.
  void add(const SpecEntry &Entry, const llvm::Loop &L,
           const LoopPosition &Where,
           std::optional<std::vector<CountPoint>> Points,
           llvm::StringRef Reason = "");

private:
  void addPoints(unsigned Number, const llvm::Loop &L,
                 std::vector<CountPoint> Points);
  void found(const SpecEntry &Entry, const llvm::Loop &L,
             llvm::StringRef Reason);
  void missed(const SpecEntry &Entry, const llvm::Loop &L,
              llvm::StringRef Reason);

  const EventSpec &Spec;
  SitePlan &Plan;
  EntryMatches &Matches;
  /// Shared slots, by header and kind.
  llvm::DenseMap<std::pair<llvm::BasicBlock *, unsigned>, unsigned> Slots;
  /// Pairs of a site and the header of a loop that is part of it.
  llvm::DenseSet<std::pair<unsigned, llvm::BasicBlock *>> Known;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LOOPSITES_H
