//===- CheckCode.h - The code of checks -------------------------*- C++ -*-===//
//
// Puts checks into the final code of a function: whether the cache has a line,
// and its stamp if so. The calls of the runtime if not stand at the function's
// end, out of the way. Nothing that the program can see is changed: registers,
// flags, the stack, what is below it.
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

/// The arrays of records that code refers to.
struct RecordArrays {
  llvm::GlobalVariable *Accesses, *Fetches, *Ranges;
  /// Thread-local: the stamps of lines of code.
  llvm::GlobalVariable *Stamps;
};

class CheckCode {
public:
  CheckCode(llvm::MachineFunction &MF, const RecordArrays &Arrays);

  /// Where to check for \p G.
  llvm::MachineInstr *insertionPointOf(const AccessGroup &G) const;
  /// Checks the lines of \p G, in the segment \p In, at \p Place, where its
  /// fetches are checked already, and other groups' checks no later. The
  /// group's records begin at \p Record, an index.
  void addAccess(const AccessGroup &G, const Segment &In,
                 llvm::MachineInstr *Place, uint64_t Record);
  /// Checks the line of code that has \p Stamp, an index, before what \p S
  /// fetches from its instruction \p From on.
  void addFetch(const Segment &S, unsigned From, unsigned Stamp,
                uint64_t Record);
  /// Tells the runtime what the library function that \p Call calls is about to
  /// access.
  void addRange(llvm::MachineInstr &Call, uint64_t Record);

  /// How many checks had to save what they change.
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
                              llvm::MachineInstr &Earliest, uint16_t Used,
                              unsigned Wanted) const;
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
  /// Where the clock is counted up for a fetch.
  llvm::DenseSet<const llvm::MachineInstr *> Ticks;
  /// Where accesses are checked: how much to add to the clock for a stamp that
  /// comes later.
  llvm::DenseMap<const llvm::MachineInstr *, unsigned> Steps;
  bool HasAvx;
  llvm::MachineBasicBlock *Cold = nullptr;
  /// What the CFI says at its end.
  std::optional<FrameRules> ColdRules;
  /// Where code is being added.
  llvm::MachineBasicBlock *Block = nullptr;
  llvm::MachineBasicBlock::iterator At;
  llvm::DebugLoc Line;
  /// What the CFI says at the place that the code is for.
  const FrameRules *Rules = nullptr;
  /// How far the stack pointer is below its place in the program: where code is
  /// being added, and where the last jump away is.
  int Below = 0, BelowAtJump = 0;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CHECKCODE_H
