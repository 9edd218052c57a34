//===- Segments.h - Instructions always executed together -------*- C++ -*-===//
//
// Divides final code into segments, the units whose executions and costs are
// counted.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLACEMENT_SEGMENTS_H
#define UDPC_PASSES_PROFILE_PLACEMENT_SEGMENTS_H

#include "passes/profile/plain/PlainBuild.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Instructions that are always executed together. A machine basic block has
/// several segments if control may leave or enter it in the middle: `jne A; jmp
/// B`, setjmp.
struct Segment {
  llvm::MachineBasicBlock *Block = nullptr;
  /// The instructions that emit code, in order.
  std::vector<llvm::MachineInstr *> Instructions;
  /// Whether these are the repetitions of one string instruction (rep movs).
  /// The execution of the instruction itself, which counts as one more, belongs
  /// to the preceding segment, which contains it as well.
  bool IsRepetition = false;
  /// If not 0, the number of alignment NOPs before Block, executed on
  /// fall-through. Other edges into it bypass them.
  unsigned NumNops = 0;
  /// The successors, by index.
  llvm::SmallVector<unsigned, 2> Successors;
  /// Whether control enters from outside the function, or leaves it. Calls that
  /// return do neither.
  bool IsEntry = false, IsExit = false;
};

/// Whether \p MI is a string instruction with a repeat prefix.
bool isRepeated(const llvm::MachineInstr &MI);

/// The segments of final code: those with instructions in its order, NOPs, then
/// repetitions.
std::vector<Segment> findSegments(llvm::MachineFunction &MF,
                                  const NopsOfBlocks &NumNops = NopsOfBlocks());

/// The indices of segments, predecessors first, except by edges back.
std::vector<unsigned> reversePostOrder(llvm::ArrayRef<Segment> Segments);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLACEMENT_SEGMENTS_H
