//===- MemoryAccesses.h - Memory accesses of instructions -------*- C++ -*-===//
//
// The accesses of x86-64 instructions as Valgrind counts them, for the costs of
// segments and the simulation of caches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_MEMORYACCESSES_H
#define UDPC_PASSES_PROFILE_MEMORY_MEMORYACCESSES_H

#include "udpc/costs.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCRegister.h"

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace udpc {

struct MemoryAccess {
  abi::AccessKind Kind = abi::AccessKind::Load;
  uint16_t Size = 0; ///< Bytes; never 0.
  /// The number of the first of the five operands of the address
  /// (profdata/binary/processor/X86MemoryOperand.h), or -1: then it is Base +
  /// Displacement.
  int Operand = -1;
  llvm::MCRegister Base;
  int32_t Displacement = 0;
  /// The number of counted accesses: masked ones count each element. All
  /// elements are assumed to be enabled.
  uint8_t Times = 1;
  /// Whether the elements have addresses of their own (a gather), and Size is
  /// that of one element.
  bool IsScattered = false;
};

/// The accesses of \p MI in order, with the registers' values before it. A call
/// is only the push of its return address. A repeated string instruction (rep
/// movs) has the accesses of one repetition. Inline assembly, which is not
/// parsed here, has none.
llvm::SmallVector<MemoryAccess, 2> accessesOf(const llvm::MachineInstr &MI);

/// Whether \p MI atomically reads and writes memory other than by comparing:
/// lock add, xchg.
bool isLockedUpdate(const llvm::MachineInstr &MI);

/// Dr and Dw as Cachegrind counts them.
struct AccessCounts {
  unsigned Reads = 0, Writes = 0;
};
AccessCounts accessCountsOf(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_MEMORYACCESSES_H
