//===- PrefetchCodeMaker.h - Code of computed prefetches --------*- C++ -*-===//
//
// Common code of targets without 32-bit displacements: an address that does not
// fit a prefetch is computed in a free register. Used by the AArch64 and RISC-V
// prefetches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H
#define UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H

#include "passes/target/LiveRegisters.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineOperand.h"
#include <optional>

namespace udpc {

/// Whether \p MI is an instruction of the target, or a pseudo of such, that
/// loads or stores, and neither a call nor inline assembly.
bool loadsOrStores(const llvm::MachineInstr &MI);

/// The address of a memory operation: Base + Offset, or Base + Symbol, a low
/// part that the linker fills in.
struct OperandAddress {
  const llvm::MachineOperand *Base = nullptr; ///< Null: no such address.
  const llvm::MachineOperand *Symbol = nullptr;
  int64_t Offset = 0;
  /// The reason for no base, such as "the address is a vector".
  llvm::StringRef Reason;

  static OperandAddress none(llvm::StringRef Why) {
    OperandAddress A;
    A.Reason = Why;
    return A;
  }
};

/// Collects the code for one memory operation. It has the operation's location,
/// which does not affect keys, since the code has no memory operations.
class PrefetchCodeMaker {
public:
  /// \p Candidates are registers for addresses, in order of preference.
  PrefetchCodeMaker(llvm::MachineInstr &MI,
                    llvm::ArrayRef<llvm::MCPhysReg> Candidates,
                    LiveRegisters &Live);

  /// Appends an instruction.
  llvm::MachineInstrBuilder add(unsigned Opcode);

  /// Returns a register that is free before the operation and was not returned
  /// before; none if there is none.
  llvm::MCRegister takeRegister();

  /// \p Offset, rounded to a multiple of \p Granule (at most 64) if that is in
  /// the same cache line by the operation's alignment. \p Delta is the hint's
  /// delta.
  std::optional<int64_t> fitOffset(int64_t Offset, int64_t Delta,
                                   unsigned Granule) const;

  PrefetchCode take(llvm::StringRef Reason = "");
  /// Deletes the code. Returns the reason only.
  PrefetchCode none(llvm::StringRef Reason);

private:
  void findFreeRegisters();

  llvm::MachineInstr &MI;
  llvm::ArrayRef<llvm::MCPhysReg> Candidates;
  LiveRegisters &Live;
  std::optional<llvm::SmallVector<llvm::MCRegister, 2>> Free;
  PrefetchCode Code;
};

/// Adds the register \p MO, which is read, to \p MIB, without a kill flag, as
/// the operation reads it too.
void addBase(const llvm::MachineInstrBuilder &MIB,
             const llvm::MachineOperand &MO);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H
