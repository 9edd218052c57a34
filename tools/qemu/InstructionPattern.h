//===- InstructionPattern.h - Matches a custom instruction ---- -*- C++ -*-===//
//
// RT0877 lets an existing instruction without effect, or a pair of
// instructions, be the counter instruction. A pattern says which, bit for bit,
// and where the counter's number and the command are:
//
//   bytes:660f1f8400ccnnffdc    hexadecimal digits, in the order of memory
//   bits:0cccnnnnnnnn00000010000000010011
//                               bits of an instruction of one to eight bytes as
//                               a little-endian number, the highest first
//   bits:...;bytes:...          one after another, as one
//
// n is part of the number, c of the command, ? of neither. The parts of a field
// follow each other, the highest first. Without c the command is 0.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_INSTRUCTIONPATTERN_H
#define UDPC_TOOLS_QEMU_INSTRUCTIONPATTERN_H

#include <stddef.h>
#include <stdint.h>
#include <string>
#include <vector>

namespace udpc {
namespace qemu {

class InstructionPattern {
public:
  /// Returns an error message, or "".
  std::string parse(const std::string &Text);

  bool empty() const { return Instructions.empty(); }
  /// The size of the first instruction and of all, in bytes.
  size_t firstSize() const { return Instructions[0]; }
  size_t size() const { return Bytes.size(); }
  static constexpr size_t MaxSize = 32;

  /// Whether the size() bytes at \p Code are the instruction.
  bool decode(const uint8_t *Code, uint8_t &Counter, uint8_t &Command) const;

private:
  /// A bit of the code.
  struct Bit {
    uint16_t Byte;
    uint8_t Shift;
  };
  struct FixedByte {
    uint8_t Mask, Value;
  };
  void addBit(char C, Bit Where);
  bool addBytes(const std::string &Digits);
  bool addBits(const std::string &Bits);

  std::vector<size_t> Instructions; ///< Their sizes.
  std::vector<FixedByte> Bytes;
  /// The highest first.
  std::vector<Bit> Number, Command;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_INSTRUCTIONPATTERN_H
