//===- LoopAddresses.h - How addresses change in a loop ---------*- C++ -*-===//
//
// What final x86-64 code says of the addresses of a loop's memory operations:
// by how much they move from one iteration to the next, and which of them are
// so near each other that they share a line of the cache.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_LOOPADDRESSES_H
#define UDPC_PASSES_PROFILE_LOOPADDRESSES_H

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
  /// The place of each block in reverse post-order.
  using BlockOrder = llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>;

  /// Of the operations of \p L that are in no loop inside it. Loops of more
  /// than MaxBlocks are not looked at.
  LoopAddresses(const llvm::MachineLoop &L, const llvm::MachineLoopInfo &Loops,
                const llvm::MachineDominatorTree &Dominators,
                const BlockOrder &Order);
  static constexpr unsigned MaxBlocks = 256;

  /// By how many bytes the address of \p MI changes per iteration; 0 if not at
  /// all, or if the code does not say it.
  int64_t stepOf(const llvm::MachineInstr &MI) const;

  /// Calls \p Each with all pairs of operations that may be in one line: their
  /// addresses differ by less than that, the same in each iteration.
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
  /// Addresses that differ by constants, in their order.
  std::vector<std::vector<Operation>> Families;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_LOOPADDRESSES_H
