//===- CallFrames.h - How a place's caller is found -------------*- C++ -*-===//
//
// Profilers and crash handlers unwind the stack from any instruction. Where
// code of ours moves the stack pointer, or stands apart from the place that it
// belongs to, the call frame information (CFI) has to tell them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_CALLFRAMES_H
#define UDPC_PASSES_PROFILE_CALLFRAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class MCCFIInstruction;
} // namespace llvm

namespace udpc {

/// What the CFI says at a place. Registers go by their DWARF numbers, CFI
/// instructions by their index in the function.
struct FrameRules {
  /// The canonical frame address (CFA), which is the same all through a call,
  /// is this register and an offset...
  unsigned Register = 0;
  int64_t Offset = 0;
  /// ... or what this CFI instruction says.
  std::optional<unsigned> Expression;
  /// What says where registers of the caller are, if not in themselves.
  std::map<unsigned, unsigned> Saved;
};

/// The CFI of final code. Code may be put in afterwards if it leaves the rules
/// behind it as they were.
class CallFrames {
public:
  explicit CallFrames(llvm::MachineFunction &MF);

  /// The rules at \p At in \p MBB; null if the function has no CFI.
  const FrameRules *at(const llvm::MachineBasicBlock &MBB,
                       llvm::MachineBasicBlock::const_iterator At) const;

  /// Whether the CFA is found from the stack pointer.
  bool dependOnStack(const FrameRules &Rules) const {
    return !Rules.Expression && Rules.Register == StackPointer;
  }
  /// Whether a register is expected below the stack pointer, where it was saved
  /// and taken back from.
  bool lookBelowStack(const FrameRules &Rules) const;

  /// Says before \p At, where \p Rules hold, that the stack pointer has gone
  /// down by \p Bytes.
  void lower(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
             const llvm::DebugLoc &Line, const FrameRules *Rules, int Bytes);
  /// Says before \p At that \p Rules hold, with the stack pointer \p Below
  /// bytes further down. In the code so far it was \p Known, if that is known;
  /// changed to what holds then.
  void set(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
           const FrameRules &Rules, int Below,
           std::optional<FrameRules> &Known);

private:
  void apply(unsigned Index, FrameRules &Rules) const;
  void addRulesOf(const llvm::MachineBasicBlock &MBB, unsigned In);
  void add(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
           const llvm::DebugLoc &Line, unsigned Index);

  llvm::MachineFunction &MF;
  bool HasRules;
  unsigned StackPointer = 0;
  std::vector<FrameRules> All;
  /// Indexes into All.
  llvm::DenseMap<const llvm::MachineInstr *, unsigned> Before;
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> Ins, Outs;
  /// The CFI instructions that say how far the stack pointer has moved.
  std::map<int, unsigned> Moves;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_CALLFRAMES_H
