//===- CountSegments.h - Increments that one increment can replace -*- C++
//-*-===//
//
// A segment is a part of a block in which no other code can read counts. All
// sites of a segment are executed equally often, so one increment is enough for
// them. Between segments counts are moved along the edges of the CFG where that
// removes an increment from some path and adds none to any:
//
// - into a segment before it that is executed as often, if no other code can
//   read counts between the two;
// - into all segments from which control comes to it, if it leaves them for
//   nowhere else;
// - into all segments that control goes to, if it comes to them from nowhere
//   else: the count is the sum of theirs.
//
// So each site's count is a sum of slots. Differences, which the conservation
// of flow also allows, are not used: a thread that reads the counts of another
// would find more in the subtrahend, which it reads later, and a count below
// zero.
//
// What a stop of the thread leaves wrong (a crash, SIGKILL): of the code since
// it could last read counts, the sites of the block that was running may be
// uncounted, and those that would have been next may be counted, each once. So
// counts are moved to later segments by one edge only.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_COUNTSEGMENTS_H
#define UDPC_PASSES_LOWERING_COUNTSEGMENTS_H

#include "passes/lowering/Increments.h"
#include <list>
#include <map>

namespace llvm {
class BasicBlock;
class DominatorTree;
class LoopInfo;
} // namespace llvm

namespace udpc {

struct CountSegment {
  /// By slot: what an execution of the segment adds to it.
  std::map<uint32_t, uint32_t> Amounts;
  /// Those that were in the segment.
  std::vector<Increment> Increments;
  /// The new increment is inserted before this instruction.
  llvm::Instruction *Place = nullptr;
  /// The address of the thread's slots at Place, or null.
  llvm::Value *Slots = nullptr;
  bool BeginsBlock = false, EndsBlock = false;
  /// Has counts of the segment before it.
  bool HasEarlier = false;
  /// Why its counts are added elsewhere, or null.
  const char *Moved = nullptr;

  bool isCounted() const { return !Amounts.empty(); }
};

class FunctionSegments {
public:
  FunctionSegments(
      llvm::Function &F,
      const llvm::DenseMap<llvm::Instruction *, Increment> &Increments);

  /// Moves counts between blocks.
  void moveCounts(const llvm::DominatorTree &DT, const llvm::LoopInfo &LI);

  /// In the order of the code.
  std::list<CountSegment> &segments() { return Segments; }
  unsigned numCounted() const;

private:
  llvm::Function &F;
  std::list<CountSegment> Segments;
  /// The first and last segment of each block.
  llvm::DenseMap<const llvm::BasicBlock *,
                 std::pair<CountSegment *, CountSegment *>>
      Ends;

  void addBlock(llvm::BasicBlock &B,
                const llvm::DenseMap<llvm::Instruction *, Increment> &All);
  CountSegment &firstOf(const llvm::BasicBlock *B) const;
  CountSegment &lastOf(const llvm::BasicBlock *B) const;
  bool runsThrough(const llvm::BasicBlock *B) const;
  bool alwaysReaches(llvm::BasicBlock *From, llvm::BasicBlock *To,
                     const llvm::LoopInfo &LI) const;
  void moveToDominator(llvm::BasicBlock *B, const llvm::DominatorTree &DT,
                       const llvm::LoopInfo &LI);
  bool moveToPredecessors(llvm::BasicBlock *B, const llvm::DominatorTree &DT);
  bool moveToSuccessors(llvm::BasicBlock *B);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_COUNTSEGMENTS_H
