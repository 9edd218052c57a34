//===- CheckCode.h - The code of checks -------------------------*- C++ -*-===//
//
// Inserts checks into the final code of a function: whether the cache has a
// line, and if so the store of its stamp. Slow paths, which call the runtime,
// are at the function's end. Checks preserve registers, flags, the stack, and
// the memory below it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CHECKCODE_H
#define UDPC_PASSES_PROFILE_CHECKCODE_H

#include "passes/profile/AccessGroups.h"
#include "passes/profile/CallFrames.h"
#include "passes/profile/FreeRegisters.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"

namespace llvm {
class GlobalVariable;
class MCSymbol;
} // namespace llvm

namespace udpc {

/// The arrays of records that the code references.
struct RecordArrays {
  llvm::GlobalVariable *Accesses, *Fetches, *Ranges;
  /// Thread-local: the stamps of lines of code.
  llvm::GlobalVariable *Stamps;
};

class CheckCode {
public:
  CheckCode(llvm::MachineFunction &MF, const RecordArrays &Arrays);

  /// The insertion point of the check of \p G.
  llvm::MachineInstr *insertionPointOf(const AccessGroup &G) const;
  /// Inserts the check of \p G, in the segment \p In, at \p Place, after its
  /// fetch checks and those of earlier groups. \p Record is the index of the
  /// group's first record.
  void addAccess(const AccessGroup &G, const Segment &In,
                 llvm::MachineInstr *Place, uint64_t Record);
  /// Inserts the check of the code line with stamp index \p Stamp, before the
  /// fetches of \p S from instruction \p From on.
  void addFetch(const Segment &S, unsigned From, unsigned Stamp,
                uint64_t Record);
  /// Inserts the call that simulates the accesses of the library function that
  /// \p Call calls.
  void addRange(llvm::MachineInstr &Call, uint64_t Record);

  /// The number of checks that save flags or registers.
  struct Statistics {
    unsigned Checks = 0, KeptFlags = 0, KeptInVectors = 0, KeptOnStack = 0;
  };
  const Statistics &statistics() const { return Counts; }

private:
  struct Scratch;

  void goTo(llvm::MachineInstr &Place);
  void goToCold(llvm::MCSymbol *Slow);
  llvm::MachineInstrBuilder add(unsigned Opcode);
  void hasLowered(int Bytes);
  bool usesRedZone() const;
  llvm::MachineInstr *insertionPointOf(llvm::MachineInstr &First,
                                       llvm::MachineInstr &Earliest,
                                       uint16_t Used, unsigned Wanted) const;
  Scratch take(const llvm::MachineInstr &At, uint16_t Used, unsigned Wanted,
               bool Flags);
  void save(const Scratch &S);
  void restore(const Scratch &S);
  void addAddress(unsigned Opcode, llvm::MCRegister To,
                  const X86Operands &Address, int64_t Delta);
  const llvm::MachineInstrBuilder &
  addStamp(const llvm::MachineInstrBuilder &MIB, unsigned Stamp,
           llvm::MCRegister Base = {});
  const llvm::MachineInstrBuilder &
  addThreadVariable(const llvm::MachineInstrBuilder &MIB, const char *Name,
                    llvm::MCRegister Index = {}, unsigned Scale = 8);
  void tick();
  std::optional<unsigned> stepsAt(const Segment &S,
                                  const llvm::MachineInstr &Place) const;
  void jump(llvm::MCSymbol *To);
  void jump(int Condition, llvm::MCSymbol *To);
  void label(llvm::MCSymbol *Symbol);
  void call(llvm::StringRef Name);
  void moveStack(int Bytes);

  llvm::MachineFunction &MF;
  const RecordArrays &Arrays;
  const X86Code &Code;
  FreeRegisters Free;
  CallFrames Frames;
  Statistics Counts;
  /// Insertion points where the clock is advanced for a fetch.
  llvm::DenseSet<const llvm::MachineInstr *> Ticks;
  /// By insertion point of an access check: the number to add to the clock for
  /// a later stamp.
  llvm::DenseMap<const llvm::MachineInstr *, unsigned> Steps;
  bool HasAvx;
  llvm::MachineBasicBlock *Cold = nullptr;
  /// The CFI at its end.
  std::optional<FrameRules> ColdRules;
  /// The insertion point.
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  llvm::DebugLoc Line;
  /// The CFI at the checked instruction.
  const FrameRules *Rules = nullptr;
  /// The offset of the stack pointer from its value in the program, at the
  /// insertion point and at the last jump to the slow path.
  int Below = 0, BelowAtJump = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CHECKCODE_H
