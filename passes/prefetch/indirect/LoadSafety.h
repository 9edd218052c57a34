//===- LoadSafety.h - Loads that may execute ahead --------------*- C++ -*-===//
//
// A prefetch cannot fault, but the loads that find its address can. They may
// load only what the program loads as well.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_LOADSAFETY_H
#define UDPC_PASSES_PREFETCH_INDIRECT_LOADSAFETY_H

#include "passes/prefetch/indirect/PathConditions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class AAResults;
class DominatorTree;
} // namespace llvm

namespace udpc {

/// The largest size and alignment of loads on conditions, in bytes.
constexpr uint64_t MaxConditionalLoad = 64;

/// What keeps the loads of a slice from loading what the program may not.
enum class Bound {
  /// Induction variables end at the loop's last iteration, which the program
  /// will reach, and whose loads it will do.
  LastIteration,
  /// Beyond the last iteration they begin again, as the loop will: it is in
  /// another one, whose iterations all load the same.
  FirstIteration,
  /// A load ahead is of what the program loads up to the last iteration, or of
  /// the page in which that one ends.
  PageOfLast,
  /// A load ahead is of the page of the one that the program does at that
  /// moment; else it loads that again.
  Page,
};

struct LoadBound {
  Bound By = Bound::LastIteration;
  /// The prefetch belongs before it.
  llvm::Instruction *Place = nullptr;
  /// An inner loop is bound by a page only, and where it ends its next
  /// execution does not continue: little of what is ahead will be needed.
  bool BeginsElsewhere = false;
  /// Why the loads are not safe; else empty.
  llvm::StringRef Problem;
};

/// For the loops of one function.
class LoadSafety {
public:
  LoadSafety(const llvm::LoopInfo &Loops, const llvm::DominatorTree &Dominators,
             const llvm::PostDominatorTree &PostDominators,
             llvm::ScalarEvolution &Evolution, llvm::AAResults &Aliases)
      : Loops(Loops), Dominators(Dominators),
        Paths(Loops, Dominators, PostDominators), Evolution(Evolution),
        Aliases(Aliases) {}

  /// How the loads of \p Slice, which has some, may execute ahead. Adds the
  /// conditions of loads that not each iteration does.
  LoadBound of(AddressSlice &Slice);

private:
  bool endsEachIteration(const llvm::Loop &L);
  /// Whether an iteration of \p L, the last included, that comes to \p Block
  /// shows that each does.
  bool isOnAllPaths(const llvm::BasicBlock *Block, const llvm::Loop &L);
  bool executesEachIteration(const llvm::LoadInst &Load, const llvm::Loop &L);
  /// Adds to \p Slice when an iteration does each of its loads, if conditions
  /// decide that.
  bool addConditions(AddressSlice &Slice);
  /// Whether the loop around that of \p Slice executes it for the same loads in
  /// each iteration, which stay allowed.
  bool repeats(const AddressSlice &Slice);
  /// Whether the next execution of the loop probably continues where one ends.
  bool continues(const AddressSlice &Slice);
  bool advances(llvm::Value *V, const llvm::Loop &Around,
                llvm::SmallPtrSetImpl<llvm::Value *> &Seen);
  bool mayChange(const llvm::LoadInst &Load, const llvm::Loop &L);
  llvm::StringRef problemOfLoop(const AddressSlice &Slice);
  llvm::StringRef problemUpToLast(const AddressSlice &Slice);
  llvm::Instruction *placeOf(const AddressSlice &Slice);
  llvm::StringRef problemInPage(const AddressSlice &Slice);

  const llvm::LoopInfo &Loops;
  const llvm::DominatorTree &Dominators;
  PathConditions Paths;
  llvm::ScalarEvolution &Evolution;
  llvm::AAResults &Aliases;
  llvm::DenseMap<const llvm::Loop *, bool> Ends;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_LOADSAFETY_H
