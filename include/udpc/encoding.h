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
/// One with two counters may have these, the command being 0 or 1.
constexpr unsigned MaxFirstOfTwo = 63;

/// What an instruction says.
struct Instruction {
  uint8_t Counter;
  uint8_t Command;   ///< 0 to MaxCommand.
  uint8_t Times = 1; ///< 1 to MaxTimes: how often the command is carried out.
  /// How often it is for the next counter, 0 to MaxTimes.
  uint8_t NextTimes = 0;

  constexpr bool hasTwo() const { return NextTimes; }
  /// What it says of its counter and, if it has two, of the next.
  constexpr Instruction first() const { return {Counter, Command, Times}; }
  constexpr Instruction next() const {
    return {static_cast<uint8_t>(Counter + 1), Command, NextTimes};
  }
};

/// RT0877's word: tag, counter number, command. The upper bits of the command
/// are one less than Times. With two counters: a tag for each command, one less
/// than NextTimes, one less than Times, the counter.
constexpr uint32_t Tag = 0xdcff, TagOfTwo = 0xdcfc;
constexpr uint32_t word(Instruction I) {
  return I.hasTwo()
             ? (TagOfTwo | I.Command) << 16 | uint32_t(I.NextTimes - 1) << 11 |
                   uint32_t(I.Times - 1) << 6 | I.Counter
             : Tag << 16 | uint32_t(I.Counter) << 8 |
                   uint32_t(I.Times - 1) << 3 | I.Command;
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
  uint32_t Fields = uint32_t(Code[6]) << 8 | Code[5];
  uint32_t FoundTag = uint32_t(Code[8]) << 8 | Code[7];
  if (FoundTag == Tag)
    Out = {Code[6], static_cast<uint8_t>(Fields & MaxCommand),
           static_cast<uint8_t>((Fields >> 3 & 31) + 1)};
  else if ((FoundTag & ~1u) == TagOfTwo)
    Out = {static_cast<uint8_t>(Fields & MaxFirstOfTwo),
           static_cast<uint8_t>(FoundTag & 1),
           static_cast<uint8_t>((Fields >> 6 & 31) + 1),
           static_cast<uint8_t>((Fields >> 11) + 1)};
  else
    return false;
  return true;
}
} // namespace x86_64

/// riscv64: slti x0, xN, imm, a HINT that the ISA manual designates for custom
/// use. N is one less than Times; imm[7:0] is the counter, imm[10:8] the
/// command, imm[11] 0. With two counters: sltiu x0, xN, imm, another of these
/// HINTs; imm[5:0] is the counter, imm[10:6] one less than NextTimes, imm[11]
/// the command.
namespace riscv64 {
constexpr size_t Size = 4;
constexpr uint32_t SltiZeroZero = 0x00002013, SltiuZeroZero = 0x00003013;
constexpr uint32_t OpcodeMask = 0x80007fff, OpcodeMaskOfTwo = 0x00007fff;
/// As the assembler writes it: signed.
constexpr int32_t immediate(Instruction I) {
  return I.hasTwo()
             ? int32_t((I.NextTimes - 1) << 6 | I.Counter) - (I.Command << 11)
             : int32_t(I.Command) << 8 | I.Counter;
}
constexpr uint32_t registerNumber(Instruction I) { return I.Times - 1; }
constexpr uint32_t instruction(Instruction I) {
  return uint32_t(immediate(I)) << 20 | registerNumber(I) << 15 |
         (I.hasTwo() ? SltiuZeroZero : SltiZeroZero);
}
/// Whether \p Word is a udpc instruction.
constexpr bool isInstruction(uint32_t Word) {
  return (Word & OpcodeMask) == SltiZeroZero ||
         (Word & OpcodeMaskOfTwo) == SltiuZeroZero;
}
/// What \p Word, a udpc instruction, says.
constexpr Instruction fields(uint32_t Word) {
  auto Times = static_cast<uint8_t>((Word >> 15 & 31) + 1);
  if ((Word & OpcodeMaskOfTwo) == SltiuZeroZero)
    return {static_cast<uint8_t>(Word >> 20 & MaxFirstOfTwo),
            static_cast<uint8_t>(Word >> 31), Times,
            static_cast<uint8_t>((Word >> 26 & 31) + 1)};
  return {static_cast<uint8_t>(Word >> 20), static_cast<uint8_t>(Word >> 28),
          Times};
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
