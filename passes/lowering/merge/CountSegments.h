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
// - into all segments that control goes to: the count is the sum of theirs.
//   Where control comes to one of these from elsewhere, too, the edge is split
//   if it is expected to be taken so rarely that this makes a loop faster.
//
// So each site's count is a sum of slots. Differences, which the conservation
// of flow also allows, are not used here: a thread that reads the counts of
// another would find more in the subtrahend, which it reads later, and a count
// below zero. CountFlow.h uses them where that is accepted.
//
// What a stop of the thread leaves wrong (a crash, SIGKILL): of the code since
// it could last read counts, the sites of the block that was running may be
// uncounted, and those that would have been next may be counted, once for each
// copy of their code. So counts are moved to later segments by one edge only,
// but through blocks in which nothing can fault.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_COUNTSEGMENTS_H
#define UDPC_PASSES_LOWERING_MERGE_COUNTSEGMENTS_H

#include "passes/lowering/code/Increments.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/CycleInfo.h"
#include <list>
#include <map>
#include <optional>

namespace llvm {
class BasicBlock;
class DominatorTree;
class LoopInfo;
} // namespace llvm

namespace udpc {

struct CountSegment {
  /// By slot: what an execution of the segment adds to it.
  std::map<uint32_t, int32_t> Amounts;
  /// Those that were in the segment.
  std::vector<Increment> Increments;
  llvm::BasicBlock *Block = nullptr;
  /// What it begins behind, if that is not the start of the block.
  llvm::Instruction *Begin = nullptr;
  /// The new increment is inserted before this instruction.
  llvm::Instruction *Place = nullptr;
  /// The address of the thread's slots at Place, or null.
  llvm::Value *Slots = nullptr;
  bool BeginsBlock = false, EndsBlock = false;
  /// Has counts of the segment before it.
  bool HasEarlier = false;
  /// Of a block that splits an edge, in a call of the function.
  std::optional<double> Frequency;
  /// Why its counts are added elsewhere, or null.
  const char *Moved = nullptr;

  bool isCounted() const { return !Amounts.empty(); }
};

/// How often control goes from one block to another in a call of the function,
/// by estimate; to any, if \p To is null.
using EdgeFrequencies = llvm::function_ref<double(const llvm::BasicBlock *From,
                                                  const llvm::BasicBlock *To)>;

/// Whether control cannot come to \p B, so that no count needs an increment for
/// the case that it does.
bool isNeverEntered(const llvm::BasicBlock &B);

class FunctionSegments {
public:
  FunctionSegments(
      llvm::Function &F,
      const llvm::DenseMap<llvm::Instruction *, Increment> &Increments);

  /// Moves counts between blocks. Splits edges, for which it updates \p DT and
  /// \p LI, where \p Frequencies say that this saves time.
  void moveCounts(llvm::DominatorTree &DT, llvm::LoopInfo &LI,
                  EdgeFrequencies Frequencies = nullptr);

  /// In the order of the code.
  std::list<CountSegment> &segments() { return Segments; }
  unsigned numCounted() const;
  CountSegment &firstOf(const llvm::BasicBlock *B) const;
  CountSegment &lastOf(const llvm::BasicBlock *B) const;
  /// Whether no other code can read counts in \p B.
  bool runsThrough(const llvm::BasicBlock *B) const;
  /// The segment of the edge between two blocks, which is split.
  CountSegment &splitEdge(llvm::BasicBlock *From, llvm::BasicBlock *To,
                          llvm::DominatorTree &DT, llvm::LoopInfo &LI,
                          EdgeFrequencies Frequencies);

private:
  llvm::Function &F;
  std::list<CountSegment> Segments;
  /// The first and last segment of each block.
  llvm::DenseMap<const llvm::BasicBlock *,
                 std::pair<CountSegment *, CountSegment *>>
      Ends;

  void addBlock(llvm::BasicBlock &B,
                const llvm::DenseMap<llvm::Instruction *, Increment> &All);
  bool cannotStop(const llvm::BasicBlock *B) const;
  bool alwaysReaches(llvm::BasicBlock *From, llvm::BasicBlock *To,
                     const llvm::CycleInfo &Cycles) const;
  void moveToDominator(llvm::BasicBlock *B, const llvm::DominatorTree &DT,
                       const llvm::CycleInfo &Cycles);
  bool moveToPredecessors(llvm::BasicBlock *B, const llvm::DominatorTree &DT);
  void moveToSuccessors(llvm::BasicBlock *B, llvm::DominatorTree &DT,
                        llvm::LoopInfo &LI, EdgeFrequencies Frequencies);
};

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_COUNTSEGMENTS_H
