//===- CodeInserter.h - Inserts code that keeps all state -------*- C++ -*-===//
//
// Inserts code into the final code of a function. Slow paths, which call the
// runtime, are at the function's end. Inserted code preserves registers, flags,
// the stack, and the memory below it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_INSERTION_CODEINSERTER_H
#define UDPC_PASSES_PROFILE_INSERTION_CODEINSERTER_H

#include "passes/profile/insertion/CallFrameInfo.h"
#include "passes/profile/insertion/FreeRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

namespace llvm {
class GlobalValue;
class GlobalVariable;
class MCSymbol;
} // namespace llvm

namespace udpc {

/// The scratch registers of inserted code, and how live ones are saved.
struct Scratch {
  /// Registers for its own use, by number.
  llvm::SmallVector<int, 2> Registers;
  /// The live ones of Registers, saved in these vector registers or on the
  /// stack.
  llvm::SmallVector<std::pair<int, int>, 2> InVectors;
  llvm::SmallVector<int, 2> OnStack;
  bool KeepsFlags = false;
  /// Registers that need not be saved for a call of the runtime.
  uint16_t Free = 0;

  bool usesStack() const { return KeepsFlags || !OnStack.empty(); }
};

class CodeInserter {
public:
  explicit CodeInserter(llvm::MachineFunction &MF);

protected:
  /// For code that needs no free registers: finding them takes time.
  CodeInserter(llvm::MachineFunction &MF, const FreeRegisters &Free);

  /// The red zone of leaf functions.
  static constexpr int RedZone = 128;

  void goTo(llvm::MachineInstr &Place);
  void goTo(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator I);
  void goToCold(llvm::MCSymbol *Slow);
  llvm::MachineInstrBuilder add(unsigned Opcode);
  void hasLowered(int Bytes);
  bool usesRedZone() const { return usesRedZone(Rules); }
  bool usesRedZone(const CallFrameRules *Rules) const;
  Scratch take(const FreeState &State, uint16_t Used, unsigned Wanted,
               bool Flags) const;
  void save(const Scratch &S);
  void restore(const Scratch &S);
  /// Adds the memory operand \p Offset(\p Base) to \p MIB.
  static const llvm::MachineInstrBuilder &
  addField(const llvm::MachineInstrBuilder &MIB, llvm::MCRegister Base,
           int64_t Offset) {
    return MIB.addReg(Base).addImm(1).addReg(0).addImm(Offset).addReg(0);
  }
  void addAddress(unsigned Opcode, llvm::MCRegister To,
                  const X86Operands &Address, int64_t Delta);
  void jump(llvm::MCSymbol *To);
  /// Jumps from the slow path to \p To.
  void jump(llvm::MachineBasicBlock &To);
  void jump(int Condition, llvm::MCSymbol *To);
  void label(llvm::MCSymbol *Symbol);
  void call(llvm::StringRef Name);
  /// Calls through the pointer at \p Address.
  void call(const X86Operands &Address);
  void moveStack(int Bytes);
  /// Sets the insertion point to the function's entry, which nothing jumps to,
  /// after the instructions that must be first there.
  void goToEntry();
  /// The insertion point for an entry in \p MBB.
  static llvm::MachineBasicBlock::iterator
  entryOf(llvm::MachineBasicBlock &MBB);
  /// Whether \p MI must be first where control enters.
  static bool isEntryMarker(const llvm::MachineInstr &MI);
  /// Adds a NOP with the address of a variable of this module, which the
  /// runtime finds after its return address (runtime/entry/NopRecord.h).
  void addRecord(const llvm::GlobalVariable &Variable, uint64_t Offset);
  /// The address of a variable of this module.
  X86Operands moduleAddress(llvm::GlobalValue &Variable, uint64_t Offset) const;

  llvm::MachineFunction &MF;
  const X86Code &Code;
  CallFrameInfo Frames;
  FreeRegisters Free;
  bool HasAvx;
  /// Vector registers in which no registers are saved.
  uint16_t ReservedVectors = 0;
  /// The CFI at the checked instruction.
  const CallFrameRules *Rules = nullptr;
  /// The offset of the stack pointer from its value in the program, at the
  /// insertion point and at the last jump to the slow path.
  int Below = 0, BelowAtJump = 0;

private:
  void addJump();
  llvm::MachineBasicBlock &entryBlock();

  llvm::MachineBasicBlock *Cold = nullptr;
  /// The CFI at the end of Cold.
  std::optional<CallFrameRules> ColdRules;
  /// The insertion point.
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  llvm::DebugLoc Line;
  /// The flags of the program's code there that say whether it belongs to the
  /// prologue or epilogue.
  uint32_t FrameFlags = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_INSERTION_CODEINSERTER_H
