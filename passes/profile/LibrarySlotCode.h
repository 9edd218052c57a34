//===- LibrarySlotCode.h - Increments of slots in libraries -----*- C++ -*-===//
//
// The slots of code that a shared library may have are in memory of the
// runtime, at another address in each thread (lowering/ThreadSlots.h). What
// finds them:
//
//     movq  unit.ChunkPointer(%rip), %rax
//     testq %rax, %rax
//     je    find                            # the unit is not registered
//     movq  %fs:(%rax), %rax
//     addq  unit.SlotsDistance(%rip), %rax
//     js    find                            # this thread has no such chunk yet
//
// Resolvers of indirect functions in static programs run before there is a
// thread pointer, so the first test is necessary. Most counters find the result
// in a register (AddressRegisters.h), and are `incq slot(%rax)` alone. Others
// copy it from a vector register, or from a stack slot that the function does
// not use.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H
#define UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H

#include "passes/profile/AddressRegisters.h"
#include "passes/profile/CodeInserter.h"
#include "passes/profile/FunctionProfile.h"
#include "passes/profile/UnusedStackSlot.h"

namespace udpc {

class LibrarySlotCode : CodeInserter {
public:
  LibrarySlotCode(llvm::MachineFunction &MF, llvm::GlobalVariable &Unit);

  /// Inserts the counters of \p P.
  void count(const FunctionProfile &P);

private:
  /// What is to be done behind the code that it belongs to.
  struct SlowPath {
    llvm::MCSymbol *Slow, *Back;
    llvm::MCRegister Register;
  };

  AddressUse placeOf(const Segment &S) const;
  void insert(const AddressUse &Use, const FreeState &State, unsigned Slot,
              bool IsRepetition);
  SlowPath load(int Register);
  void finish(const SlowPath &Path);
  std::optional<SlowPath> provide(int Register,
                                  std::optional<AddressHolder> Source);
  X86Operands stackSlot() const;
  void copyFrom(AddressHolder Source, int Register);
  void copyTo(AddressHolder Holder, int Register);

  llvm::GlobalVariable &Unit;
  UnusedStackSlot Slot;
  /// The vector registers that keep the address somewhere.
  uint16_t KeptIn = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_LIBRARYSLOTCODE_H
