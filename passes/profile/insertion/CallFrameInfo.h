//===- CallFrameInfo.h - Call frame information at a point ------*- C++ -*-===//
//
// Profilers and crash handlers unwind the stack from any instruction. If
// inserted code moves the stack pointer, or is out of line, it needs call frame
// information (CFI). CodeInserter.h emits it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_INSERTION_CALLFRAMEINFO_H
#define UDPC_PASSES_PROFILE_INSERTION_CALLFRAMEINFO_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <map>
#include <optional>
#include <vector>

namespace llvm {
class MCCFIInstruction;
} // namespace llvm

namespace udpc {

/// The CFI at a point. Registers are DWARF numbers; a CFI instruction is its
/// index in the function.
struct CallFrameRules {
  /// The canonical frame address (CFA) is this register plus an offset...
  unsigned Register = 0;
  int64_t Offset = 0;
  /// ... or given by this CFI instruction.
  std::optional<unsigned> Expression;
  /// The CFI instructions for the locations of saved registers.
  std::map<unsigned, unsigned> Saved;
};

/// The CFI of final code. Code may be inserted afterwards if it restores the
/// rules.
class CallFrameInfo {
public:
  explicit CallFrameInfo(llvm::MachineFunction &MF);

  /// The rules at \p At in \p MBB; null if the function has no CFI.
  const CallFrameRules *at(const llvm::MachineBasicBlock &MBB,
                           llvm::MachineBasicBlock::const_iterator At) const;

  /// Whether the CFA is relative to the stack pointer.
  bool dependOnStack(const CallFrameRules &Rules) const {
    return !Rules.Expression && Rules.Register == StackPointer;
  }
  /// Whether the CFI gives a saved register a location below the stack pointer,
  /// from which it has been restored.
  bool lookBelowStack(const CallFrameRules &Rules) const;

  /// Emits CFI before \p At, where \p Rules hold, for a stack pointer lowered
  /// by \p Bytes.
  void lower(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
             const llvm::DebugLoc &Line, const CallFrameRules *Rules,
             int Bytes);
  /// Emits CFI before \p At to establish \p Rules with the stack pointer
  /// lowered by \p Below. \p Known are the rules so far, if known, and are
  /// updated.
  void set(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
           const CallFrameRules &Rules, int Below,
           std::optional<CallFrameRules> &Known);

private:
  void apply(unsigned Index, CallFrameRules &Rules) const;
  void addRulesOf(const llvm::MachineBasicBlock &MBB, unsigned In);
  void add(llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator At,
           const llvm::DebugLoc &Line, unsigned Index);

  llvm::MachineFunction &MF;
  bool HasRules;
  unsigned StackPointer = 0;
  std::vector<CallFrameRules> All;
  /// Indexes into All.
  llvm::DenseMap<const llvm::MachineInstr *, unsigned> Before;
  llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned> Ins, Outs;
  /// The CFI instructions for stack pointer adjustments.
  std::map<int, unsigned> Moves;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_INSERTION_CALLFRAMEINFO_H
