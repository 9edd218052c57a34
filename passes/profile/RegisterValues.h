//===- RegisterValues.h - Addresses that are alike --------------*- C++ -*-===//
//
// Follows the values of general registers through a function: each is a value
// that nobody knows plus a constant. So code can tell which addresses differ by
// constants.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_REGISTERVALUES_H
#define UDPC_PASSES_PROFILE_REGISTERVALUES_H

#include "passes/profile/MemoryAccesses.h"
#include "passes/profile/X86Code.h"
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

/// By the numbers of X86Code.
using RegisterFile = std::array<RegisterValue, X86Code::NumRegisters>;

/// Addresses with the same key differ by their offsets.
struct SymbolicAddress {
  unsigned Key = 0;
  int64_t Offset = 0;
  int64_t Alignment = 1; ///< Of the address, at most a line.
};

class RegisterValues {
public:
  explicit RegisterValues(const llvm::MachineFunction &MF);

  /// The stack pointer's value when the function is entered.
  static constexpr RegisterValue EntryStack = {1, 0};
  static constexpr int64_t LineBytes = 1 << abi::RecentLineShift;
  /// As X86Code numbers registers.
  static constexpr int StackPointer = 7;

  /// Where control comes from outside: nothing is known but the stack pointer,
  /// and that only where the function begins.
  RegisterFile atEntry(bool IsFunctionEntry);
  /// Where control comes from \p Ends; unless \p AreAll, from elsewhere too,
  /// and only registers that are at the same distance from the frame whichever
  /// way it came keep what is known of them.
  RegisterFile meet(llvm::ArrayRef<const RegisterFile *> Ends, bool AreAll);

  /// What \p MI makes of \p Registers. \p Change is called for each that it may
  /// have changed.
  void execute(const llvm::MachineInstr &MI, RegisterFile &Registers,
               llvm::function_ref<void(unsigned)> Change);

  /// None where code cannot compute the address.
  std::optional<SymbolicAddress> addressOf(const llvm::MachineInstr &MI,
                                           const MemoryAccess &A,
                                           const RegisterFile &Registers);
  /// The key of addresses that are \p V plus a constant.
  unsigned keyOf(const RegisterValue &V) {
    return intern({V.Id, 0, 1, 0, 0, nullptr});
  }

private:
  /// Whose values and symbol an address is made of: base, index, scale,
  /// segment, kind of symbol, symbol.
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

#endif // UDPC_PASSES_PROFILE_REGISTERVALUES_H
