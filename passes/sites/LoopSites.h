//===- LoopSites.h - Loops as sites -----------------------------*- C++ -*-===//

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

/// The start of a loop.
struct LoopPosition {
  std::string File; ///< Absolute where it is known.
  llvm::DebugLoc Start;
};
LoopPosition positionOf(const llvm::Loop &L);

/// Whether \p Entry matches loops that begin there.
bool isAt(const SpecEntry &Entry, const LoopPosition &P);

/// The entries for parts of \p F, if F can count.
llvm::SmallVector<const SpecEntry *>
wantedIn(const llvm::Function &F, const std::deque<Matcher> &Matchers);

/// Adds loops to a plan.
class LoopPlanner {
public:
  LoopPlanner(const EventSpec &Spec, SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Plan(Plan), Matches(Matches) {}

  /// \p Points: the count points of \p L, or none. \p Reason: why the loop
  /// matches, for remarks.
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
  /// Sharing slots: by header and kind.
  llvm::DenseMap<std::pair<llvm::BasicBlock *, unsigned>, unsigned> Slots;
  /// Sites, and headers of loops that are in them.
  llvm::DenseSet<std::pair<unsigned, llvm::BasicBlock *>> Known;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LOOPSITES_H
