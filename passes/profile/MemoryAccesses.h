//===- MemoryAccesses.h - What instructions access --------------*- C++ -*-===//
//
// The accesses of x86-64 instructions as Valgrind counts them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORYACCESSES_H
#define UDPC_PASSES_PROFILE_MEMORYACCESSES_H

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
  /// How many accesses it counts as: those whose elements are under a mask
  /// count each element. We take it that the mask lets all through.
  uint8_t Times = 1;
  /// The elements have addresses of their own (a gather), and Size is that of
  /// one.
  bool IsScattered = false;
};

/// What \p MI accesses, in this order, with the registers' values before it. A
/// call is the push of its return address alone. A repeated string instruction
/// (rep movs) has the accesses of one repetition. Inline assembly, which nobody
/// has read yet, has none.
llvm::SmallVector<MemoryAccess, 2> accessesOf(const llvm::MachineInstr &MI);

/// Dr and Dw as Cachegrind counts them.
struct AccessCounts {
  unsigned Reads = 0, Writes = 0;
};
AccessCounts accessCountsOf(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORYACCESSES_H
