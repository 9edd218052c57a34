//===- CountSegments.h - Increments of code segments ------------*- C++ -*-===//
//
// A segment is a part of a block in which no other code can read counts. All
// sites of a segment are executed equally often, so one increment is enough for
// them. Counts are moved between segments along the edges of the CFG where that
// removes an increment from some path and adds none to any:
//
// - into a segment before it that is executed equally often, if no other code
//   can read counts between the two;
// - into all segments that precede it, if nothing else follows these;
// - into all segments that follow it: the count is the sum of theirs. If one of
//   these has other predecessors, too, the edge is split if it is expected to
//   be taken so rarely that this makes a loop faster.
//
// So each site's count is a sum of slots. Differences, which the conservation
// of flow also allows, are not used here: a thread that reads the counts of
// another one may read a larger subtrahend, since it reads that later, and get
// a count below zero. CountFlow.h uses them where that is accepted.
//
// If a thread stops (a crash, SIGKILL), these counts are wrong: of the code
// since the last point at which counts could be read, the sites of the running
// block may be uncounted, and the sites that would have been next may be
// counted, once for each copy of their code. So counts are moved to later
// segments by one edge only, but through blocks in which nothing can fault.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// The amount that an execution of the segment adds to each slot.
  std::map<uint32_t, int32_t> Amounts;
  /// The increments that were in the segment.
  std::vector<Increment> Increments;
  llvm::BasicBlock *Block = nullptr;
  /// The instruction after which the segment begins; null at the start of a
  /// block.
  llvm::Instruction *Begin = nullptr;
  /// The new increment is inserted before this instruction.
  llvm::Instruction *Place = nullptr;
  /// The address of the thread's slots at Place, or null.
  llvm::Value *Slots = nullptr;
  bool BeginsBlock = false, EndsBlock = false;
  /// Whether it has counts of the segment before it.
  bool HasEarlier = false;
  /// The frequency, in a call of the function, of a block that splits an edge.
  std::optional<double> Frequency;
  /// The reason that its counts are added elsewhere, or null.
  const char *Moved = nullptr;

  bool isCounted() const { return !Amounts.empty(); }
};

/// The estimated number of times that control goes from one block to another in
/// a call of the function; to any block, if \p To is null.
using EdgeFrequencies = llvm::function_ref<double(const llvm::BasicBlock *From,
                                                  const llvm::BasicBlock *To)>;

/// Whether control never enters \p B, so that its counts need no increment.
bool isNeverEntered(const llvm::BasicBlock &B);

class FunctionSegments {
public:
  FunctionSegments(
      llvm::Function &F,
      const llvm::DenseMap<llvm::Instruction *, Increment> &Increments);

  /// Moves counts between blocks. Splits edges where \p Frequencies say that
  /// this saves time, and updates \p DT and \p LI.
  void moveCounts(llvm::DominatorTree &DT, llvm::LoopInfo &LI,
                  EdgeFrequencies Frequencies = nullptr);

  /// The segments in the order of the code.
  std::list<CountSegment> &segments() { return Segments; }
  unsigned numCounted() const;
  CountSegment &firstOf(const llvm::BasicBlock *B) const;
  CountSegment &lastOf(const llvm::BasicBlock *B) const;
  /// Whether no other code can read counts in \p B.
  bool runsThrough(const llvm::BasicBlock *B) const;
  /// Splits the edge between two blocks. Returns the new block's segment.
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
