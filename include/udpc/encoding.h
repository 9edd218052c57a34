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
constexpr unsigned MaxCommand = 7;
/// An instruction may stand for several that are always executed together.
constexpr unsigned MaxTimes = 32;

/// What an instruction says.
struct Instruction {
  uint8_t Counter;
  uint8_t Command;   ///< 0 to MaxCommand.
  uint8_t Times = 1; ///< 1 to MaxTimes: how often the command is carried out.
};

/// RT0877's word: tag, counter number, command. The upper bits of the command
/// are one less than Times.
constexpr uint32_t Tag = 0xdcff;
constexpr uint32_t word(Instruction I) {
  return Tag << 16 | uint32_t(I.Counter) << 8 | uint32_t(I.Times - 1) << 3 |
         I.Command;
}

/// x86-64: nopw disp32(%rax,%rax,1), the displacement being the word.
namespace x86_64 {
constexpr size_t Size = 9;
constexpr uint8_t Opcode[5] = {0x66, 0x0f, 0x1f, 0x84, 0x00};

/// Whether the Size bytes at \p Code are a udpc instruction.
inline bool decode(const uint8_t *Code, Instruction &Out) {
  for (size_t I = 0; I != sizeof(Opcode); ++I)
    if (Code[I] != Opcode[I])
      return false;
  if (Code[7] != (Tag & 0xff) || Code[8] != Tag >> 8)
    return false;
  Out.Command = Code[5] & MaxCommand;
  Out.Times = static_cast<uint8_t>((Code[5] >> 3) + 1);
  Out.Counter = Code[6];
  return true;
}
} // namespace x86_64

/// riscv64: slti x0, xN, imm, a HINT that the ISA manual designates for custom
/// use. N is one less than Times; imm[7:0] is the counter, imm[10:8] the
/// command, imm[11] 0.
namespace riscv64 {
constexpr size_t Size = 4;
constexpr uint32_t SltiZeroZero = 0x00002013;
constexpr uint32_t OpcodeMask = 0x80007fff;
constexpr uint32_t immediate(Instruction I) {
  return uint32_t(I.Command) << 8 | I.Counter;
}
constexpr uint32_t registerNumber(Instruction I) { return I.Times - 1; }
constexpr uint32_t instruction(Instruction I) {
  return immediate(I) << 20 | registerNumber(I) << 15 | SltiZeroZero;
}
/// Whether \p Word is a udpc instruction.
constexpr bool isInstruction(uint32_t Word) {
  return (Word & OpcodeMask) == SltiZeroZero;
}
/// What \p Word, a udpc instruction, says.
constexpr Instruction fields(uint32_t Word) {
  return {static_cast<uint8_t>(Word >> 20), static_cast<uint8_t>(Word >> 28),
          static_cast<uint8_t>((Word >> 15 & 31) + 1)};
}

/// Whether the Size bytes at \p Code are a udpc instruction.
inline bool decode(const uint8_t *Code, Instruction &Out) {
  uint32_t Word = uint32_t(Code[0]) | uint32_t(Code[1]) << 8 |
                  uint32_t(Code[2]) << 16 | uint32_t(Code[3]) << 24;
  if (!isInstruction(Word))
    return false;
  Out = fields(Word);
  return true;
}
} // namespace riscv64

} // namespace encoding
} // namespace udpc

#endif // UDPC_ENCODING_H
