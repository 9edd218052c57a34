//===- PlainLayout.h - Code layout without instrumentation ------*- C++ -*-===//
//
// Computes the addresses that final code would have without instrumentation, as
// the assembler does: instructions are encoded, jumps relaxed, and functions
// and blocks aligned.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAINLAYOUT_H
#define UDPC_PASSES_PROFILE_PLAINLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class MachineModuleInfo;
class Module;
} // namespace llvm

namespace udpc {

/// The offsets of instructions from the function's start.
struct FunctionLayout {
  struct Extent {
    uint32_t Offset;
    uint32_t Size;
  };
  llvm::DenseMap<const llvm::MachineInstr *, Extent> Extents;
  /// The number of NOPs that the assembler inserts before each aligned block,
  /// where there are any. They are executed on fall-through.
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> NumNops;
  uint32_t Size = 0;
  uint32_t Alignment = 1;
};

using ModuleLayout =
    llvm::DenseMap<const llvm::MachineFunction *, FunctionLayout>;

/// Lays out the functions of \p M, each section in the module's order.
ModuleLayout layOut(const llvm::Module &M, llvm::MachineModuleInfo &MMI);

/// Lays out \p Section in sequence.
ModuleLayout layOut(llvm::ArrayRef<const llvm::MachineFunction *> Section);

/// Lays out a function as the only one of its section.
FunctionLayout layOut(const llvm::MachineFunction &MF);

/// Lays out the functions of a unit in sequence, in the lines of
/// FetchRec::CodeLine.
class CodeSpace {
public:
  /// The start of \p Layout, in bytes from line 0 of the unit.
  uint64_t place(const FunctionLayout &Layout);
  /// The line of a byte.
  uint32_t lineOf(uint64_t Byte) const;
  /// The number of lines of all placed functions.
  uint32_t numLines() const;

private:
  uint64_t Next = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAINLAYOUT_H
