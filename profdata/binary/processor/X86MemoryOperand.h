//===- X86MemoryOperand.h - The memory operand of x86 code ------*- C++ -*-===//
//
// LLVM does not install a header that tells which operands of an x86
// instruction are its memory operand (X86II::getMemoryOperandNo). The
// instruction descriptions tell it too: five successive operands are part of a
// memory operand. The passes use this for machine instructions, readers of
// binaries for decoded ones, and the answers must agree.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H
#define UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MCInstrDesc;
} // namespace llvm

namespace udpc {

/// Offsets from the first of the five operands.
enum X86Address {
  X86Base = 0,
  X86Scale = 1,
  X86Index = 2,
  X86Displacement = 3,
  X86Segment = 4,
  X86NumAddressOperands = 5
};

/// Returns the index of the first memory-operand operand of x86 instructions
/// with the description \p Desc and the name \p Name, or -1. As in LLVM, lea
/// has one; push has none.
int x86MemoryOperand(const llvm::MCInstrDesc &Desc, llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H
