//===- X86Code.h - Opcodes and registers of x86-64 --------------*- C++ -*-===//
//
// Gives the passes LLVM's numbers of the x86-64 opcodes and registers that they
// use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_X86CODE_H
#define UDPC_PASSES_TARGET_X86CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/MC/MCRegister.h"
#include <array>
#include <optional>
#include <vector>

namespace llvm {
class MachineFunction;
class MachineInstr;
class TargetRegisterClass;
} // namespace llvm

namespace udpc {

/// The opcodes, by LLVM's names.
#define UDPC_X86_OPCODES(X)                                                    \
  X(ADD64mi32)                                                                 \
  X(ADD64mr)                                                                   \
  X(ADD64ri32)                                                                 \
  X(ADD64rm)                                                                   \
  X(ADD64rr)                                                                   \
  X(AND32ri)                                                                   \
  X(CALL64m)                                                                   \
  X(CALL64pcrel32)                                                             \
  X(CMP8mi)                                                                    \
  X(CMP64mi32)                                                                 \
  X(CMP64mr)                                                                   \
  X(CMP64ri32)                                                                 \
  X(CMP64rr)                                                                   \
  X(DEC64r)                                                                    \
  X(INC64m)                                                                    \
  X(INC64r)                                                                    \
  X(JCC_4)                                                                     \
  X(JMP_4)                                                                     \
  X(LEA64r)                                                                    \
  X(MOV32ri)                                                                   \
  X(MOV32mr)                                                                   \
  X(MOV32rm)                                                                   \
  X(MOV32rr)                                                                   \
  X(MOV64mi32)                                                                 \
  X(MOV64mr)                                                                   \
  X(MOV64rm)                                                                   \
  X(MOV64ri32)                                                                 \
  X(MOV64rr)                                                                   \
  X(MOV64toPQIrr)                                                              \
  X(MOVPQIto64rr)                                                              \
  X(MOVZX32rr8)                                                                \
  X(NOOPL)                                                                     \
  X(NOOPW)                                                                     \
  X(POP64r)                                                                    \
  X(POPF64)                                                                    \
  X(PREFETCHNTA)                                                               \
  X(PREFETCHT0)                                                                \
  X(PREFETCHT1)                                                                \
  X(PREFETCHT2)                                                                \
  X(PREFETCHW)                                                                 \
  X(PUSH64r)                                                                   \
  X(PUSHF64)                                                                   \
  X(RET64)                                                                     \
  X(SETCCr)                                                                    \
  X(SHR32ri)                                                                   \
  X(SHR64ri)                                                                   \
  X(SUB64ri32)                                                                 \
  X(SUB64rm)                                                                   \
  X(TAILJMPd64)                                                                \
  X(TEST32i32)                                                                 \
  X(TEST64rr)                                                                  \
  X(VMOV64toPQIrr)                                                             \
  X(VMOVPQIto64rr)                                                             \
  X(XOR64rr)

/// LLVM's numbers of the names above. Its headers for x86, which define them,
/// are not installed.
struct X86Code {
#define UDPC_X86_OPCODE(NAME) unsigned NAME = 0;
  UDPC_X86_OPCODES(UDPC_X86_OPCODE)
#undef UDPC_X86_OPCODE

  const llvm::TargetRegisterClass *GR64 = nullptr, *GR32 = nullptr;
  llvm::MCRegister RSP, RIP, FS, EFLAGS, DF, DIL;
  static constexpr unsigned NumRegisters = 16;
  /// The general registers; those that need no REX prefix come first.
  std::array<llvm::MCPhysReg, NumRegisters> General;
  std::array<llvm::MCPhysReg, NumRegisters> LowHalf;
  std::array<llvm::MCPhysReg, NumRegisters> LowByte;
  std::array<llvm::MCPhysReg, NumRegisters> Vector;
  /// Indices in General.
  static constexpr int RAX = 0, RCX = 1, RSI = 4, RDI = 5, RBP = 6,
                       StackPointer = 7, R10 = 10, R11 = 11;
  /// The callee-saved registers: RBX, RBP, RSP, R12 to R15.
  static constexpr uint16_t KeptByCallees = 0xf0c8;

  /// Operand flags of symbols: x@tpoff, x@dtpoff, x@gotoff, x@gotpcrel,
  /// x@gottpoff.
  unsigned ThreadOffset, ModuleThreadOffset, TableOffset, TableEntry,
      ThreadTableEntry;

  static const X86Code &get(const llvm::MachineFunction &MF);
  /// The index in General of the general register that is \p Reg or contains
  /// it; -1 if there is none.
  int number(llvm::MCRegister Reg) const {
    return Reg.id() < Numbers.size() ? Numbers[Reg.id()] : -1;
  }

  /// The index in Vector of the register that is part of \p Reg or equal to it;
  /// -1 if there is none.
  int vectorNumber(llvm::MCRegister Reg) const {
    return Reg.id() < VectorNumbers.size() ? VectorNumbers[Reg.id()] : -1;
  }

  /// A 64-bit register plus a constant.
  struct Sum {
    const llvm::MachineOperand *Register;
    int64_t Offset;
  };
  /// The value that \p MI, a copy or an addition, gives its first operand; none
  /// for other instructions.
  std::optional<Sum> sumOf(const llvm::MachineInstr &MI) const;

private:
  explicit X86Code(const llvm::MachineFunction &MF);
  /// The indices by register.
  std::vector<int8_t> Numbers, VectorNumbers;
};

/// The five operands of an address.
using X86Operands = llvm::SmallVector<llvm::MachineOperand, 5>;

/// The condition codes of jb, je, jne, jbe and js.
constexpr int X86Below = 2, X86Equal = 4, X86NotEqual = 5, X86BelowOrEqual = 6,
              X86Negative = 8;

/// Whether the callee \p Op is a thunk that jumps to the address in r11, by
/// which hardened code calls through pointers (-mretpoline).
bool isIndirectThunk(const llvm::MachineOperand &Op);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_X86CODE_H
