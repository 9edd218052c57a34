//===- RegisterValues.h - Symbolic register values --------------*- C++ -*-===//
//
// Tracks the values of general registers through a function, as symbols plus
// constants, to find addresses that differ by constants.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MEMORY_REGISTERVALUES_H
#define UDPC_PASSES_PROFILE_MEMORY_REGISTERVALUES_H

#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/target/X86Code.h"
#include "udpc/simulation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <tuple>

namespace llvm {
class TargetInstrInfo;
} // namespace llvm

namespace udpc {

struct RegisterValue {
  unsigned Id = 0;
  int64_t Offset = 0;
  bool operator==(const RegisterValue &O) const {
    return Id == O.Id && Offset == O.Offset;
  }
};

/// The values of registers, by X86Code's numbers.
using RegisterFile = std::array<RegisterValue, X86Code::NumRegisters>;

/// A symbolic address. Addresses with the same key differ only by their
/// offsets.
struct SymbolicAddress {
  unsigned Key = 0;
  int64_t Offset = 0;
  int64_t Alignment = 1; ///< Known alignment, at most a line.
};

class RegisterValues {
public:
  explicit RegisterValues(const llvm::MachineFunction &MF);

  /// The stack pointer's value when the function is entered.
  static constexpr RegisterValue EntryStack = {1, 0};
  static constexpr int64_t LineBytes = 1 << abi::RecentLineShift;

  /// The values at an entry from outside: only the stack pointer is known, and
  /// only at the function's start.
  RegisterFile atEntry(bool IsFunctionEntry);
  /// Merges the states \p Ends of predecessors. Unless \p AreAll, there are
  /// other predecessors, and only registers with the same frame offset on all
  /// paths stay known.
  RegisterFile meet(llvm::ArrayRef<const RegisterFile *> Ends, bool AreAll);

  /// Applies \p MI to \p Registers. \p Change is called for each register that
  /// it may change.
  void execute(const llvm::MachineInstr &MI, RegisterFile &Registers,
               llvm::function_ref<void(unsigned)> Change);

  /// The address of \p A; none if code cannot compute it.
  std::optional<SymbolicAddress> addressOf(const llvm::MachineInstr &MI,
                                           const MemoryAccess &A,
                                           const RegisterFile &Registers);
  /// The key of addresses \p V plus a constant.
  unsigned keyOf(const RegisterValue &V) {
    return intern({V.Id, 0, 1, 0, 0, nullptr});
  }

private:
  /// The parts of an address: base, index, scale, segment, kind of symbol,
  /// symbol.
  using Parts =
      std::tuple<unsigned, unsigned, int64_t, unsigned, unsigned, const void *>;
  unsigned intern(const Parts &P) {
    return Keys.try_emplace(P, Keys.size()).first->second;
  }
  RegisterValue fresh() { return {NextValue++, 0}; }
  bool isKept(unsigned Register) const;

  const llvm::MachineFunction &MF;
  const X86Code &Code;
  const llvm::TargetInstrInfo &TII;
  unsigned NextValue = EntryStack.Id + 1;
  std::map<Parts, unsigned> Keys;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MEMORY_REGISTERVALUES_H
