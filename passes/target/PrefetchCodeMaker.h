//===- PrefetchCodeMaker.h - Makes code that prefetches ---------*- C++ -*-===//
//
// What targets without displacements of 32 bits have in common: an address that
// does not fit a prefetch is computed in a register that nobody needs there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H
#define UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H

#include "passes/target/PrefetchTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineOperand.h"
#include <optional>

namespace udpc {

/// Whether \p MI is an instruction of the target, or will become some, that
/// loads or stores, and neither a call nor inline assembly.
bool loadsOrStores(const llvm::MachineInstr &MI);

/// Where a memory operation accesses memory: Base + Offset, or Base + Symbol, a
/// low part that the linker fills in.
struct OperandAddress {
  const llvm::MachineOperand *Base = nullptr; ///< Null: no such address.
  const llvm::MachineOperand *Symbol = nullptr;
  int64_t Offset = 0;
  /// Why there is no base: "the address is a vector".
  llvm::StringRef Reason;

  static OperandAddress none(llvm::StringRef Why) {
    OperandAddress A;
    A.Reason = Why;
    return A;
  }
};

/// Collects the code for one memory operation. All of it gets the operation's
/// location. No key of another operation depends on that: keys go to memory
/// operations, and this code has none.
class PrefetchCodeMaker {
public:
  /// \p Candidates are the registers that addresses may be computed in, the
  /// best ones first.
  PrefetchCodeMaker(llvm::MachineInstr &MI,
                    llvm::ArrayRef<llvm::MCPhysReg> Candidates,
                    LiveRegisters &Live);

  /// Appends an instruction.
  llvm::MachineInstrBuilder add(unsigned Opcode);

  /// A register that is free right before the operation and that was not taken
  /// before; none if there is none.
  llvm::MCRegister takeRegister();

  /// \p Offset, moved to a multiple of \p Granule (at most 64) if that leads to
  /// the same cache line whatever the base is, as far as the operation's
  /// alignment tells. \p Delta is what the hint adds to the address.
  std::optional<int64_t> fitOffset(int64_t Offset, int64_t Delta,
                                   unsigned Granule) const;

  PrefetchCode take(llvm::StringRef Reason = "");
  /// Drops the code.
  PrefetchCode none(llvm::StringRef Reason);

private:
  void findFreeRegisters();

  llvm::MachineInstr &MI;
  llvm::ArrayRef<llvm::MCPhysReg> Candidates;
  LiveRegisters &Live;
  std::optional<llvm::SmallVector<llvm::MCRegister, 2>> Free;
  PrefetchCode Code;
};

/// Adds \p MO, a register that is read, to \p MIB. It is not the last one to
/// read it, the operation does so too.
void addBase(const llvm::MachineInstrBuilder &MIB,
             const llvm::MachineOperand &MO);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_PREFETCHCODEMAKER_H
