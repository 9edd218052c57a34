//===- FunctionCosts.h - Segments and costs of a function -------*- C++ -*-===//
//
// The costs of one function's final code before insertions: its segments, their
// costs by place, and the values of their execution counts. Used by the code
// that ModuleProfiler.cpp inserts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_COSTS_FUNCTIONCOSTS_H
#define UDPC_PASSES_PROFILE_COSTS_FUNCTIONCOSTS_H

#include "passes/profile/costs/UnitCostTable.h"
#include "passes/profile/memory/LoadDependences.h"
#include "passes/profile/placement/CounterPlacement.h"
#include "passes/profile/placement/CriticalEdges.h"
#include "passes/profile/placement/ExpectedTimes.h"
#include "passes/profile/placement/Segments.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

class FunctionCosts {
public:
  /// Adds \p MF to \p Unit and chooses the slots; also those of edges if \p
  /// CountsEdges.
  FunctionCosts(llvm::MachineFunction &MF, const FunctionLines &Lines,
                const FunctionLayout &Layout, const FunctionKeys &Keys,
                bool CountsEdges, UnitCostTable &Unit);
  FunctionCosts(const FunctionCosts &) = delete;

  llvm::MachineFunction &function() const { return MF; }
  /// The index of the CodeRec.
  uint32_t index() const { return Index; }
  UnitCostTable &unit() const { return Unit; }

  /// The segments in code order. Inserted code does not move their
  /// instructions, but may split blocks.
  llvm::ArrayRef<Segment> segments() const { return Segments; }
  /// The index of the BlockRec of \p S, one of segments().
  uint32_t blockOf(const Segment &S) const {
    return FirstBlock + static_cast<uint32_t>(&S - Segments.data());
  }
  /// The provisional value (UnitCostTable) that counts \p S.
  uint32_t valueOf(const Segment &S) const {
    return Unit.Table.Blocks[blockOf(S)].Value;
  }
  /// The provisional value that counts how often the branch \p MI is taken;
  /// ZeroValue if unknown. May add a derived value.
  uint32_t takenValue(const llvm::MachineInstr &MI) {
    auto [It, New] = TakenOf.try_emplace(&MI, abi::ZeroValue);
    if (New)
      It->second = findTaken(MI);
    return It->second;
  }

  /// The dependences on the value that \p MI loads, if caches are simulated;
  /// null if unknown.
  const LoadDependences *dependencesOf(const llvm::MachineInstr &MI) const {
    auto It = DependencesOf.find(&MI);
    return It == DependencesOf.end() ? nullptr : &It->second;
  }

  /// The segment of \p MI; null if it is no code. For a repeated string
  /// instruction, the segment that counts its repetitions.
  const Segment *segmentOf(const llvm::MachineInstr &MI) const;

  /// The FrameRec, or NoIndex, and the cost centre (provisional) of \p MI.
  uint32_t frameOf(const llvm::MachineInstr &MI) const;
  /// The FrameRec that is the key of the memory operation \p MI, or NoIndex.
  uint32_t keyFrameOf(const llvm::MachineInstr &MI) {
    return Unit.keyFrame(Keys.of(MI), Keys.Store);
  }
  uint32_t lineOf(const llvm::MachineInstr &MI) const;

  /// The counter of a segment, by index, or of an edge to it.
  struct Counter {
    uint32_t Segment;
    const CriticalEdge *Edge; ///< Null for a segment's counter.
    uint32_t Slot;
  };
  llvm::ArrayRef<Counter> counters() const { return Counters; }

  /// The expected number of executions of each segment; repetitions have none.
  llvm::ArrayRef<uint64_t> expectedTimes() const { return Times.Segments; }
  /// The CalleeRec of the call \p MI, or NoIndex.
  uint32_t calleeOf(const llvm::MachineInstr &MI) const {
    auto It = CalleeOf.find(&MI);
    return It == CalleeOf.end() ? abi::NoIndex : It->second;
  }

private:
  struct CostLocation {
    uint32_t Frame, Line;
  };

  uint32_t findTaken(const llvm::MachineInstr &MI);
  void addCode();
  void placeLines(const FunctionLines &Lines);
  CounterPlacement::Result placeCounters() const;
  std::vector<uint32_t> countSegments(const llvm::MachineLoopInfo &Loops);
  void addLoops(const llvm::MachineLoopInfo &Loops);
  void addCosts(const FunctionLines &Lines);
  void addCallees();

  llvm::MachineFunction &MF;
  const FunctionKeys &Keys;
  UnitCostTable &Unit;
  uint32_t Index = 0, FirstBlock = 0;
  std::vector<Segment> Segments;
  std::vector<CriticalEdge> Edges;
  std::vector<Counter> Counters;
  ExpectedTimes Times;
  llvm::DenseMap<const llvm::MachineInstr *, uint32_t> CalleeOf;
  llvm::DenseMap<const llvm::MachineInstr *, CostLocation> Locations;
  llvm::DenseMap<const llvm::MachineInstr *, LoadDependences> DependencesOf;
  llvm::DenseMap<const llvm::MachineInstr *, uint32_t> TakenOf;
  llvm::DenseMap<const llvm::MachineInstr *, uint32_t> SegmentOf;
  llvm::DenseMap<const llvm::MachineBasicBlock *, uint32_t> LoopOf;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_COSTS_FUNCTIONCOSTS_H
