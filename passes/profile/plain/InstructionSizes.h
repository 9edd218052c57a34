//===- InstructionSizes.h - Sizes of encoded instructions -------*- C++ -*-===//

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

/// The sizes that the instructions of a function have in the object file: the
/// assembly printer replaces some by shorter ones.
class InstructionSizes {
public:
  explicit InstructionSizes(const llvm::MachineFunction &MF);
  ~InstructionSizes();

  /// 0 for what is no code. The short form of a direct jump.
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
