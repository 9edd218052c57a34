//===- EventCode.h - Code of libraries that counts events -------*- C++ -*-===//

#ifndef UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H
#define UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// Marks the final code of \p MF that finds the slots of events
/// (passes/lowering/ThreadSlots.h) and increments them: what uses the address
/// of the slots, or what it is computed from. Instructions that name a symbol
/// of ours are known without a mark. Code that exists only since a register is
/// taken (a callee-saved one, a spilled value of the program) is not marked.
void markEventCode(llvm::MachineFunction &MF);
bool isMarkedEventCode(const llvm::MachineInstr &MI);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAIN_EVENTCODE_H
