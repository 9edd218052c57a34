//===- InstructionSizes.h - Sizes of encoded instructions -------*- C++ -*-===//
//
// Computes the sizes of instructions, from which Layout.cpp computes the code
// layout without instrumentation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAIN_INSTRUCTIONSIZES_H
#define UDPC_PASSES_PROFILE_PLAIN_INSTRUCTIONSIZES_H

#include <memory>

namespace llvm {
class MachineFunction;
class MachineInstr;
class MCCodeEmitter;
class MCInst;
} // namespace llvm

namespace udpc {

/// The sizes of the instructions of a function in the object file, where the
/// assembly printer replaces some by shorter ones.
class InstructionSizes {
public:
  explicit InstructionSizes(const llvm::MachineFunction &MF);
  ~InstructionSizes();

  /// The size of \p MI; 0 if it is no code. For a direct jump, the size of its
  /// short form.
  unsigned sizeOf(const llvm::MachineInstr &MI) const;

private:
  unsigned encodedSize(const llvm::MCInst &Inst) const;
  unsigned vectorSize(const llvm::MachineInstr &MI,
                      const llvm::MCInst &Inst) const;

  const llvm::MachineFunction &MF;
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAIN_INSTRUCTIONSIZES_H
