//===- MemoryOperand.h - The memory operand of an instruction ---*- C++ -*-==//
//
// LLVM installs no header that says where an x86 instruction has its memory
// operand (X86II::getMemoryOperandNo). The instruction descriptions say it too:
// five operands in a row that are part of a memory operand. The passes ask this
// of machine instructions, readers of binaries of decoded ones, and the answers
// must be the same.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_MEMORYOPERAND_H
#define UDPC_PROFDATA_BINARY_MEMORYOPERAND_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MCInstrDesc;
class Triple;
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

enum class OperandKind {
  None,
  Memory,
  Prefetch,
};

/// Whether the rules for memory operations are known for \p T.
bool knowsMemoryOperations(const llvm::Triple &T);

/// What instructions with the description \p Desc and the name \p Name have on
/// \p T, when they come from a disassembler.
OperandKind operandKindOf(const llvm::Triple &T, const llvm::MCInstrDesc &Desc,
                          llvm::StringRef Name);

/// Whether each element of what such an instruction accesses has an address of
/// its own, on targets other than x86, where the index register says it.
bool hasVectorOfAddresses(const llvm::Triple &T, llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MEMORYOPERAND_H
