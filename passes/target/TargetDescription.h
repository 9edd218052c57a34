//===- TargetDescription.h - Interface of targets ---------------*- C++ -*-===//
//
// The target-specific part of event counting, with one source file for each
// target. A target without a description has no udpc instruction: a call of the
// runtime is used instead (RT0877's rule).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_TARGETDESCRIPTION_H
#define UDPC_PASSES_TARGET_TARGETDESCRIPTION_H

#include "udpc/encoding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include <cstdint>
#include <string>

namespace llvm {
class DebugLoc;
class Triple;
} // namespace llvm

namespace udpc {

/// A target with a udpc instruction. Instances are constants.
class TargetDescription {
public:
  virtual ~TargetDescription() = default;

  virtual bool fits(const llvm::Triple &T) const = 0;

  /// The instruction as one line of assembly (udpc/encoding.h has its bits). It
  /// changes no register and has no effect.
  virtual std::string instruction(encoding::Instruction I) const = 0;
  /// The sets that instructions can contain, and whether \p Counter may be the
  /// first of one.
  virtual llvm::ArrayRef<encoding::SetLimits> sets() const = 0;
  virtual bool canBeginSet(unsigned Counter) const = 0;
  /// Inserts the instruction before \p Before, at \p At in the source.
  virtual llvm::MachineInstr &insertInstruction(
      llvm::MachineBasicBlock &MBB, llvm::MachineBasicBlock::iterator Before,
      const llvm::DebugLoc &At, encoding::Instruction I) const = 0;

  /// Whether the runtime can patch the instruction to count. Then units have
  /// thread-local slots.
  virtual bool isPatchable() const = 0;

  /// LLVM's name of the register that a patched-in instruction changes; "" if
  /// there is none.
  virtual llvm::StringRef flagsRegister() const = 0;

  /// LLVM's names of instructions that must stay first in a function or block:
  /// landing pads of indirect branches.
  virtual llvm::ArrayRef<llvm::StringRef> landingPads() const = 0;
};

/// The description for \p T, or null.
const TargetDescription *findTarget(const llvm::Triple &T);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_TARGETDESCRIPTION_H
