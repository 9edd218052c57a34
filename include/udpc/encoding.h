//===- udpc/encoding.h - The udpc instruction in machine code ------------===//
//
// The user-defined performance counter instruction of RT0877 on each target. It
// names a counter (0..255) and a command, uses no register and no memory, and
// does nothing on a processor without a counter unit. docs/instruction.md is
// the prose version.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_ENCODING_H
#define UDPC_ENCODING_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace encoding {

constexpr unsigned MaxCounter = 255;

/// RT0877's word: tag, counter number, command.
constexpr uint32_t Tag = 0xdcff;
constexpr uint32_t word(uint8_t Counter, uint8_t Command) {
  return Tag << 16 | uint32_t(Counter) << 8 | Command;
}

/// x86-64: nopw disp32(%rax,%rax,1), the displacement being the word.
namespace x86_64 {
constexpr size_t Size = 9;
constexpr uint8_t Opcode[5] = {0x66, 0x0f, 0x1f, 0x84, 0x00};

/// Whether the Size bytes at \p Code are a udpc instruction.
inline bool decode(const uint8_t *Code, uint8_t &Counter, uint8_t &Command) {
  for (size_t I = 0; I != sizeof(Opcode); ++I)
    if (Code[I] != Opcode[I])
      return false;
  if (Code[7] != (Tag & 0xff) || Code[8] != Tag >> 8)
    return false;
  Command = Code[5];
  Counter = Code[6];
  return true;
}
} // namespace x86_64

/// riscv64: slti x0, x0, imm, a HINT that the ISA manual designates for custom
/// use. imm[7:0] is the counter, imm[10:8] the command, imm[11] 0.
namespace riscv64 {
constexpr size_t Size = 4;
constexpr uint32_t SltiZeroZero = 0x00002013;
constexpr unsigned MaxCommand = 7;
constexpr uint32_t immediate(uint8_t Counter, uint8_t Command) {
  return uint32_t(Command) << 8 | Counter;
}
constexpr uint32_t instruction(uint8_t Counter, uint8_t Command) {
  return immediate(Counter, Command) << 20 | SltiZeroZero;
}

/// Whether the Size bytes at \p Code are a udpc instruction.
inline bool decode(const uint8_t *Code, uint8_t &Counter, uint8_t &Command) {
  uint32_t Word = uint32_t(Code[0]) | uint32_t(Code[1]) << 8 |
                  uint32_t(Code[2]) << 16 | uint32_t(Code[3]) << 24;
  if ((Word & 0x800fffff) != SltiZeroZero)
    return false;
  Counter = static_cast<uint8_t>(Word >> 20);
  Command = static_cast<uint8_t>(Word >> 28);
  return true;
}
} // namespace riscv64

} // namespace encoding
} // namespace udpc

#endif // UDPC_ENCODING_H
