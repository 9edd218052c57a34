//===- LibraryCode.h - Inserted code of libraries ---------------*- C++ -*-===//
//
// The slots of code that may be in a shared library are in memory of the
// runtime, at another address in each thread (lowering/unit/ThreadSlots.h).
// This code finds them:
//
//     movq  unit.ChunkPointer(%rip), %rax
//     testq %rax, %rax
//     je    find                            # the unit is not registered
//     movq  %fs:(%rax), %rax
//     addq  unit.SlotsDistance(%rip), %rax
//     js    find                            # this thread has no such chunk yet
//
// Resolvers of indirect functions in static programs run before there is a
// thread pointer, so the first test is necessary. Most code finds the result in
// a register (AddressRegisters.h), or copies it from a vector register or from
// a stack slot that the function does not use. The word before the slots points
// to the thread's tables of the simulation or, in units that record calls
// without simulating caches, to its abi::CallState.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SLOTS_LIBRARYCODE_H
#define UDPC_PASSES_PROFILE_SLOTS_LIBRARYCODE_H

#include "passes/profile/addresses/AddressRegisters.h"
#include "passes/profile/insertion/CodeInserter.h"
#include "passes/profile/insertion/UnusedStackSlot.h"

namespace udpc {

class LibraryCode : public CodeInserter {
public:
  /// To be called before code is inserted at the points of a plan with \p Uses
  /// and \p Loads.
  void reserve(llvm::ArrayRef<AddressUse> Uses,
               llvm::ArrayRef<AddressLoad> Loads);

protected:
  /// \p Unit is null in code that only executables can have, which does not
  /// call the functions below.
  LibraryCode(llvm::MachineFunction &MF, llvm::GlobalVariable *Unit);

  /// Code to be inserted at the function's end, after the code that it belongs
  /// to.
  struct SlowPath {
    llvm::MCSymbol *Slow, *Back;
    llvm::MCRegister Register;
  };

  /// Loads the slots' address, less abi::SlotsBias, into \p Register, or copies
  /// it from \p Source if there is one.
  std::optional<SlowPath> provide(int Register,
                                  std::optional<AddressHolder> Source);
  /// Provides the address for \p Use, unless that has it.
  std::optional<SlowPath> provide(const AddressUse &Use, int Register);
  void copyTo(AddressHolder Holder, int Register);
  void finish(const SlowPath &Path);
  /// Adds the operands of word \p Index of the slots, whose address is in \p
  /// Slots; a negative index is before them.
  const llvm::MachineInstrBuilder &addWord(const llvm::MachineInstrBuilder &MIB,
                                           llvm::MCRegister Slots,
                                           int64_t Index) const;

  /// Loads the slots' address into \p Register.
  SlowPath load(int Register);

  std::optional<UnusedStackSlot> Slot;

private:
  void copyFrom(AddressHolder Source, int Register);
  X86Operands stackSlot() const;

  llvm::GlobalVariable *Unit;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SLOTS_LIBRARYCODE_H
