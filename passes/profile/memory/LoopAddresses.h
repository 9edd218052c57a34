//===- LoopAddresses.h - Address changes in loops ---------------*- C++ -*-===//
//
// Analyses the addresses of a loop's memory operations in final x86-64 code:
// their change per iteration, and which of them are so close that they share a
// cache line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_LOOPADDRESSES_H
#define UDPC_PASSES_PROFILE_MEMORY_LOOPADDRESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineDominatorTree;
class MachineInstr;
class MachineLoop;
class MachineLoopInfo;
} // namespace llvm

namespace udpc {

class LoopAddresses {
public:
  /// The index of each block in reverse post-order.
  using BlockOrder = llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>;

  /// Analyses the operations of \p L that are in no nested loop. Loops of more
  /// than MaxBlocks are not analysed.
  LoopAddresses(const llvm::MachineLoop &L, const llvm::MachineLoopInfo &Loops,
                const llvm::MachineDominatorTree &Dominators,
                const BlockOrder &Order);
  static constexpr unsigned MaxBlocks = 256;

  /// The change of the address of \p MI per iteration, in bytes; 0 if it is
  /// unchanged or unknown.
  int64_t stepOf(const llvm::MachineInstr &MI) const;

  /// Calls \p Each with all pairs of operations that may be in one line: the
  /// difference of their addresses is less than a line and the same in each
  /// iteration.
  void forNeighbours(llvm::function_ref<void(const llvm::MachineInstr &,
                                             const llvm::MachineInstr &)>
                         Each) const;

private:
  class Walk;

  struct Operation {
    const llvm::MachineInstr *MI;
    int64_t Offset;
  };

  llvm::DenseMap<const llvm::MachineInstr *, int64_t> Steps;
  /// Addresses that differ by constants, in ascending order.
  std::vector<std::vector<Operation>> Families;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_LOOPADDRESSES_H
