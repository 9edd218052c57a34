//===- X86Code.h - The names of x86-64 that profiles use --------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_X86CODE_H
#define UDPC_PASSES_PROFILE_X86CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineOperand.h"
#include "llvm/MC/MCRegister.h"
#include <array>

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// LLVM's numbers for what its headers for x86, which are not installed, have
/// names for.
struct X86Code {
  unsigned LEA64r, SHR64ri, CMP64mr, CMP64mi32, MOV32rm, JCC_4, JMP_4, PUSH64r,
      POP64r, PUSHF64, POPF64, CALL64pcrel32, MOV64rm, ADD64rr, MOV64toPQI,
      MOVPQIto64, VMOV64toPQI, VMOVPQIto64, MOV64mr, MOV32rr, AND32ri,
      ADD64mi32, ADD64mr, INC64m;
  llvm::MCRegister RSP, RIP, FS, EFLAGS, DF;
  static constexpr unsigned NumRegisters = 16;
  /// The general registers, those that need no REX prefix first.
  std::array<llvm::MCPhysReg, NumRegisters> General;
  std::array<llvm::MCPhysReg, NumRegisters> LowHalf;
  std::array<llvm::MCPhysReg, NumRegisters> Vector;
  /// Operand flag of symbols: x@tpoff.
  unsigned ThreadOffset;

  static const X86Code &get(const llvm::MachineFunction &MF);
  /// The index in General of the general register that \p Reg is or is part of;
  /// -1 if there is none.
  int number(llvm::MCRegister Reg) const {
    auto It = Numbers.find(Reg);
    return It == Numbers.end() ? -1 : It->second;
  }
  static constexpr int RAX = 0, RCX = 1, RSI = 4, RDI = 5;
  /// RBX, RBP, RSP, R12 to R15.
  static constexpr uint16_t KeptByCallees = 0xf0c8;

private:
  explicit X86Code(const llvm::MachineFunction &MF);
  llvm::DenseMap<unsigned, int> Numbers;
};

/// The five operands of an address.
using X86Operands = llvm::SmallVector<llvm::MachineOperand, 5>;

/// The condition code of jne.
constexpr int X86Equal = 4, X86NotEqual = 5;

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_X86CODE_H
