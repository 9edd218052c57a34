//===- ModuleInstruction.h - An instruction of a module ---------*- C++ -*-===//
//
// Decodes single x86-64 instructions: where control goes next, and how the
// instruction can be moved. Used by all parts of rewrite/ that read code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REWRITE_CODE_MODULEINSTRUCTION_H
#define UDPC_REWRITE_CODE_MODULEINSTRUCTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

class InstructionDecoder;

/// Where control goes after an instruction.
enum class Flow : uint8_t {
  Next,
  Branch,       ///< To Target or to the next instruction.
  Jump,         ///< To Target.
  IndirectJump, ///< To an address in a register or in memory.
  Call,         ///< To Target, and back to the next instruction.
  IndirectCall,
  SystemCall, ///< Into the kernel, and back.
  Return,
  Trap, ///< Nowhere: UD2, HLT, INT3.
};

struct ModuleInstruction {
  uint64_t Address = 0;
  uint8_t Size = 0;
  Flow Kind = Flow::Next;
  bool IsNop = false;
  bool IsEndbr = false;
  /// Whether it is a branch whose displacement has one byte.
  bool IsShort = false;
  /// Whether it can be executed elsewhere if its displacements are adjusted.
  bool IsMovable = true;
  /// The offset of the opcode in the instruction.
  uint8_t Opcode = 0;
  /// The offset of a displacement of 4 bytes to Reference, or 0.
  uint8_t DisplacementAt = 0;
  /// The target of a Branch, Jump or Call.
  uint64_t Target = 0;
  /// The address that a RIP-relative operand refers to.
  uint64_t Reference = 0;

  uint64_t end() const { return Address + Size; }
  bool isDirect() const {
    return Kind == Flow::Branch || Kind == Flow::Jump || Kind == Flow::Call;
  }
  /// Whether the next instruction may be executed after this one.
  bool fallsThrough() const {
    return Kind != Flow::Jump && Kind != Flow::IndirectJump &&
           Kind != Flow::Return && Kind != Flow::Trap;
  }
  /// Whether execution may be suspended in this instruction and resume at the
  /// next one.
  bool mayBeReturnedTo() const {
    return Kind == Flow::Call || Kind == Flow::IndirectCall ||
           Kind == Flow::SystemCall;
  }
};

/// Decodes x86-64 instructions.
class InstructionReader {
public:
  static llvm::Expected<InstructionReader>
  create(const llvm::object::ELFObjectFileBase &File);
  InstructionReader(InstructionReader &&);
  ~InstructionReader();

  /// Decodes the instruction at the start of \p Bytes. Returns false if there
  /// is none. Appends to \p Constants, unless it is null, the operands that may
  /// be absolute addresses.
  bool read(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
            ModuleInstruction &I,
            llvm::SmallVectorImpl<uint64_t> *Constants = nullptr) const;

private:
  explicit InstructionReader(std::unique_ptr<InstructionDecoder> D);
  bool readBehindPrefix(llvm::ArrayRef<uint8_t> Bytes, uint64_t Address,
                        uint8_t PrefixSize, ModuleInstruction &I,
                        llvm::SmallVectorImpl<uint64_t> *Constants) const;
  void findDisplacement(llvm::ArrayRef<uint8_t> Bytes, ModuleInstruction &I,
                        unsigned Operand, int64_t Displacement) const;

  std::unique_ptr<InstructionDecoder> Decoder;
  unsigned Rip = 0; ///< LLVM's number of RIP.
};

} // namespace udpc

#endif // UDPC_REWRITE_CODE_MODULEINSTRUCTION_H
