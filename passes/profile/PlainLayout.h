//===- PlainLayout.h - Code layout without instrumentation ------*- C++ -*-===//
//
// Computes the addresses that final code would have without instrumentation, as
// the assembler does: instructions are encoded, branches relaxed, and blocks
// aligned.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAINLAYOUT_H
#define UDPC_PASSES_PROFILE_PLAINLAYOUT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>

namespace llvm {
class MachineFunction;
class MachineInstr;
class MCCodeEmitter;
} // namespace llvm

namespace udpc {

/// The sizes of instructions.
class CodeSizes {
public:
  explicit CodeSizes(const llvm::MachineFunction &MF);
  ~CodeSizes();

  /// 0 for what is no code. A branch within the function: its short form.
  unsigned sizeOf(const llvm::MachineInstr &MI) const;

private:
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

/// The offsets of instructions from the function's start.
struct FunctionLayout {
  struct Extent {
    uint32_t Offset;
    uint32_t Size;
  };
  llvm::DenseMap<const llvm::MachineInstr *, Extent> Extents;
  uint32_t Size = 0;
  uint32_t Alignment = 1;
};

FunctionLayout layOut(const llvm::MachineFunction &MF, const CodeSizes &Sizes);

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
