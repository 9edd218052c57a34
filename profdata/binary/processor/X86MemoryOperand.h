//===- X86MemoryOperand.h - The memory operand of x86 code ------*- C++ -*-==//
//
// LLVM installs no header that says where an x86 instruction has its memory
// operand (X86II::getMemoryOperandNo). The instruction descriptions say it too:
// five operands in a row that are part of a memory operand. The passes ask this
// of machine instructions, readers of binaries of decoded ones, and the answers
// must be the same.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H
#define UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MCInstrDesc;
} // namespace llvm

namespace udpc {

/// Offsets from the first of the five.
enum X86Address {
  X86Base = 0,
  X86Scale = 1,
  X86Index = 2,
  X86Displacement = 3,
  X86Segment = 4,
  X86NumAddressOperands = 5
};

/// The number of the first operand of the memory operand that x86 instructions
/// with the description \p Desc and the name \p Name have, or -1. As LLVM has
/// it, lea has one; push has none.
int x86MemoryOperand(const llvm::MCInstrDesc &Desc, llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_PROCESSOR_X86MEMORYOPERAND_H
