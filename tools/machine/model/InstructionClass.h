//===- InstructionClass.h - Classes of instructions ----------- -*- C++ -*-===//
//
// Classifies RV64GC instructions by the events that they count for. Pure.
// Source: The RISC-V Instruction Set Manual, volume I: opcode map, chapters "A"
// and "C", and the hints of JALR for return-address stacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_INSTRUCTIONCLASS_H
#define UDPC_TOOLS_MACHINE_MODEL_INSTRUCTIONCLASS_H

#include <stdint.h>

namespace udpc {
namespace machine {

/// Properties of an instruction; a set of them is its class.
enum InstructionBit : uint16_t {
  IsLoad = 1 << 0,
  IsStore = 1 << 1,
  /// A conditional branch.
  IsBranch = 1 << 2,
  IsJalr = 1 << 3,
  /// A jalr that pops the return-address stack.
  IsReturn = 1 << 4,
  /// A jal or jalr that pushes the return-address stack.
  IsCall = 1 << 5,
  /// addi x0, rs1, tag: the counter registers.
  IsRegisterHint = 1 << 6,
  /// slti x0, ... and sltiu x0, ...: the udpc instruction.
  IsUdpc = 1 << 7,
  /// Reads cycle, time or instret.
  IsCounterRead = 1 << 8,
  IsFenceI = 1 << 9,
  /// Has 4 bytes; otherwise 2.
  IsLong = 1 << 10,
  /// Distinguishes a decoded instruction from an unknown one.
  IsDecoded = 1 << 15,
};
using InstructionClass = uint16_t;

/// Instructions that the machine executes instead of the emulator.
constexpr InstructionClass MachineInstructions =
    IsRegisterHint | IsUdpc | IsCounterRead | IsFenceI;

/// Classifies the instruction whose 2 or 4 bytes are in \p Code, the first in
/// the lowest bits. Reserved encodings have no bits but IsDecoded and IsLong.
InstructionClass classify(uint32_t Code);

inline unsigned sizeOf(InstructionClass C) { return C & IsLong ? 4 : 2; }

/// The fields of a register hint; a compressed one has register 0.
struct RegisterHint {
  /// From -32 to 2047; negative tags have no meaning.
  int Tag;
  unsigned Register;
};
RegisterHint registerHint(uint32_t Code);

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_INSTRUCTIONCLASS_H
