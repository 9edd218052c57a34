//===- udpc/instruction.h - udpc instructions, in C++ -----------*- C++ -*-===//
//
// The fields of udpc instructions, and their encoding and decoding for each
// target. Include udpc/encoding.h, which includes this file in C++.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_INSTRUCTION_H
#define UDPC_INSTRUCTION_H

#include "udpc/abi.h"
#include "udpc/encoding.h"
#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace encoding {

constexpr unsigned MaxCounter = 255;
constexpr unsigned MaxCommand = 7;
/// The highest Times: an instruction may stand for several that are always
/// executed together.
constexpr unsigned MaxTimes = 32;
/// The highest first counter of an instruction with two counters, whose command
/// is 0 or 1.
constexpr unsigned MaxFirstOfTwo = 63;
/// The largest number of parts of an instruction that our compiler emits.
constexpr unsigned MaxParts = 8;

/// A part of an instruction: how often it carries out a command for a counter.
struct CounterPart {
  uint8_t Counter;
  uint8_t Command;
  uint8_t Times;
};

/// The shape of a *set*, an instruction with several neighbouring counters. It
/// has two fields for each counter: how often inc and how often dec are carried
/// out.
struct SetShape {
  uint8_t Number, Counters, IncBits, DecBits;

  constexpr unsigned maxTimes(unsigned Command) const {
    return (1u << (Command ? DecBits : IncBits)) - 1;
  }
  constexpr unsigned shift(unsigned Counter, unsigned Command) const {
    return Counter * (IncBits + DecBits) + (Command ? IncBits : 0);
  }
};
constexpr SetShape SetShapes[] = {{0, 2, 5, 5}, {1, 4, 3, 2}, {2, 7, 2, 1}};
/// The bits of a set, from the highest: the upper bit of its shape's number;
/// the lower bit, if the upper one is 0; the fields.
constexpr unsigned SetBits = 22;
constexpr uint32_t makeSet(const SetShape &S, uint32_t Fields) {
  return uint32_t(S.Number >> 1) << 21 | uint32_t(S.Number & 1) << 20 | Fields;
}
constexpr const SetShape &shapeOfSet(uint32_t Set) {
  return SetShapes[Set >> 21 ? 2 : Set >> 20];
}

/// The fields of an instruction.
struct Instruction {
  uint8_t Counter;
  uint8_t Command;   ///< 0 to MaxCommand.
  uint8_t Times = 1; ///< 1 to MaxTimes: how often the command is carried out.
  /// 0 to MaxTimes: how often it is carried out for the next counter.
  uint8_t NextTimes = 0;
  /// If not 0, the instruction is a set with these bits; its first counter is
  /// Counter.
  uint32_t Set = 0;

  constexpr bool operator==(const Instruction &R) const {
    return Counter == R.Counter && Command == R.Command && Times == R.Times &&
           NextTimes == R.NextTimes && Set == R.Set;
  }
  constexpr bool operator!=(const Instruction &R) const {
    return !(*this == R);
  }

  /// Calls \p Action for each part, in ascending order. A set that our compiler
  /// has not emitted may have more than MaxParts.
  template <typename Function>
  constexpr void forEachPart(Function Action) const {
    if (!Set) {
      Action(CounterPart{Counter, Command, Times});
      if (NextTimes)
        Action(
            CounterPart{static_cast<uint8_t>(Counter + 1), Command, NextTimes});
      return;
    }
    const SetShape &S = shapeOfSet(Set);
    for (unsigned C = 0; C != S.Counters; ++C)
      for (unsigned Command = 0; Command != 2; ++Command)
        if (unsigned Times = Set >> S.shift(C, Command) & S.maxTimes(Command))
          Action(CounterPart{static_cast<uint8_t>(Counter + C),
                             static_cast<uint8_t>(Command),
                             static_cast<uint8_t>(Times)});
  }
  constexpr unsigned numParts() const {
    unsigned N = 0;
    forEachPart([&](CounterPart) { ++N; });
    return N;
  }
  constexpr CounterPart part(unsigned Number) const {
    CounterPart Result = {};
    forEachPart([&](CounterPart P) {
      if (Number-- == 0)
        Result = P;
    });
    return Result;
  }
};

/// The largest values that a target can encode in a set of the shape.
struct SetLimits {
  uint8_t Shape, Counters, MaxInc, MaxDec;
};

/// Stores \p I in the record \p R, without abi::KeepFlags.
inline void setRecord(abi::InstructionRec &R, Instruction I) {
  R.Counter = I.Counter;
  R.Command = I.Set ? static_cast<uint8_t>(I.Set >> 8) : I.Command;
  R.More =
      I.Set ? static_cast<uint8_t>(I.Set) : static_cast<uint8_t>(I.Times - 1);
  R.Flags = 0;
  if (I.Set)
    R.Flags = static_cast<uint8_t>(abi::HasSet |
                                   (I.Set >> 21 ? abi::HasTwoCounters : 0) |
                                   (I.Set >> 16 & 31) << abi::HighShift);
  else if (I.NextTimes)
    R.Flags = static_cast<uint8_t>(abi::HasTwoCounters | (I.NextTimes - 1)
                                                             << abi::HighShift);
}
/// Reads the instruction that setRecord() has stored.
inline Instruction fromRecord(const abi::InstructionRec &R) {
  uint32_t High = R.Flags >> abi::HighShift;
  bool HasTwo = R.Flags & abi::HasTwoCounters;
  if (R.Flags & abi::HasSet)
    return {R.Counter, 0, 1, 0,
            uint32_t(HasTwo) << 21 | High << 16 | uint32_t(R.Command) << 8 |
                R.More};
  return {R.Counter, R.Command, static_cast<uint8_t>(R.More + 1),
          static_cast<uint8_t>(HasTwo ? High + 1 : 0)};
}

/// RT0877's word of an instruction, from the highest bits:
/// - one counter: Tag, the counter, Times - 1, the command;
/// - two counters: TagOfTwo and command, NextTimes - 1, Times - 1, the counter;
/// - a set: TagOfSet, the lower 16 bits of the set, the first counter.
constexpr uint32_t Tag = 0xdcff, TagOfTwo = 0xdcfc, TagOfSet = 0xdc;
constexpr uint32_t word(Instruction I) {
  if (I.Set)
    return TagOfSet << 24 | (I.Set & 0xffff) << 8 | I.Counter;
  return I.NextTimes
             ? (TagOfTwo | I.Command) << 16 | uint32_t(I.NextTimes - 1) << 11 |
                   uint32_t(I.Times - 1) << 6 | I.Counter
             : Tag << 16 | uint32_t(I.Counter) << 8 |
                   uint32_t(I.Times - 1) << 3 | I.Command;
}

/// x86-64: nopw disp32(%rax,%rax,1). The displacement is the word. The upper
/// bits of a set are in the SIB byte, which names the registers of the address.
namespace x86_64 {
constexpr size_t Size = 9;
constexpr uint8_t Opcode[5] = {0x66, 0x0f, 0x1f, 0x84, 0x00};
/// x86-64 encodes all sets, with any first counter.
constexpr SetLimits Sets[] = {{0, 2, 31, 31}, {1, 4, 7, 3}, {2, 7, 3, 1}};
constexpr bool canBeginSet(unsigned Counter) { return Counter <= MaxCounter; }

/// The SIB byte: scale << 6 | index << 3 | base. In sets the scale field is 2
/// or 3, and the number of the index register is odd, so that it is not %rsp,
/// which means no index.
constexpr uint8_t addressByte(Instruction I) {
  return static_cast<uint8_t>(
      I.Set ? 0x88 | (I.Set >> 19 & 7) << 4 | (I.Set >> 16 & 7) : 0);
}

/// Decodes the Size bytes at \p Code. False if they are no udpc instruction.
inline bool decode(const uint8_t *Code, Instruction &Out) {
  for (size_t I = 0; I != sizeof(Opcode) - 1; ++I)
    if (Code[I] != Opcode[I])
      return false;
  uint32_t Address = Code[4];
  uint32_t Fields = uint32_t(Code[6]) << 8 | Code[5];
  uint32_t FoundTag = uint32_t(Code[8]) << 8 | Code[7];
  if ((Address & 0x88) == 0x88 && FoundTag >> 8 == TagOfSet) {
    Out = {Code[5], 0};
    Out.Set = (Address >> 4 & 7) << 19 | (Address & 7) << 16 |
              (FoundTag & 0xff) << 8 | Code[6];
    return Out.Set && Out.numParts();
  }
  if (Address != Opcode[4])
    return false;
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
/// the command. Small sets: slti with imm[11] = 1; N is the first counter,
/// imm[10] 1 for the shape of seven counters, of which five fit; imm[9:0] has
/// their bits from the first on, inc and dec, or three bits for inc and two for
/// dec of two counters.
namespace riscv64 {
constexpr size_t Size = 4;
constexpr uint32_t SltiZeroZero = 0x00002013, SltiuZeroZero = 0x00003013;
constexpr uint32_t OpcodeMask = 0x00007fff;
constexpr SetLimits Sets[] = {{0, 2, 7, 3}, {2, 5, 1, 1}};
constexpr bool canBeginSet(unsigned Counter) { return Counter <= 31; }

constexpr unsigned bitsFor(unsigned Most) {
  return Most == 1 ? 1 : Most == 3 ? 2 : 3;
}
/// Converts the fields of a set with \p L to the bits of an immediate, or with
/// \p Decode the bits to fields.
constexpr uint32_t convertSet(const SetLimits &L, uint32_t Fields,
                              bool Decode) {
  const SetShape &S = SetShapes[L.Shape];
  uint32_t Result = 0;
  unsigned At = 0;
  for (unsigned C = 0; C != L.Counters; ++C)
    for (unsigned Command = 0; Command != 2; ++Command) {
      unsigned Most = Command ? L.MaxDec : L.MaxInc;
      unsigned From = Decode ? At : S.shift(C, Command);
      unsigned To = Decode ? S.shift(C, Command) : At;
      Result |= (Fields >> From & Most) << To;
      At += bitsFor(Most);
    }
  return Result;
}
constexpr uint32_t setImmediate(uint32_t Set) {
  bool IsLong = Set >> 21;
  return uint32_t(IsLong) << 10 | convertSet(Sets[IsLong], Set, false);
}

/// The immediate operand of \p I, signed as in assembly.
constexpr int32_t immediate(Instruction I) {
  if (I.Set)
    return int32_t(setImmediate(I.Set)) - (1 << 11);
  return I.NextTimes
             ? int32_t((I.NextTimes - 1) << 6 | I.Counter) - (I.Command << 11)
             : int32_t(I.Command) << 8 | I.Counter;
}
constexpr uint32_t registerNumber(Instruction I) {
  return I.Set ? I.Counter : I.Times - 1;
}
constexpr bool isUnsigned(Instruction I) { return !I.Set && I.NextTimes; }
constexpr uint32_t instruction(Instruction I) {
  return uint32_t(immediate(I)) << 20 | registerNumber(I) << 15 |
         (isUnsigned(I) ? SltiuZeroZero : SltiZeroZero);
}
/// Whether \p Word is a udpc instruction. An empty set is none.
constexpr bool isInstruction(uint32_t Word) {
  return (Word & OpcodeMask) == SltiuZeroZero ||
         ((Word & OpcodeMask) == SltiZeroZero &&
          (!(Word >> 31) || (Word >> 20 & 0x3ff)));
}
/// The fields of \p Word, a udpc instruction.
constexpr Instruction fields(uint32_t Word) {
  auto Number = static_cast<uint8_t>(Word >> 15 & 31);
  auto Times = static_cast<uint8_t>(Number + 1);
  if ((Word & OpcodeMask) == SltiuZeroZero)
    return {static_cast<uint8_t>(Word >> 20 & MaxFirstOfTwo),
            static_cast<uint8_t>(Word >> 31), Times,
            static_cast<uint8_t>((Word >> 26 & 31) + 1)};
  if (Word >> 31) {
    const SetLimits &L = Sets[Word >> 30 & 1];
    return {Number, 0, 1, 0,
            makeSet(SetShapes[L.Shape], convertSet(L, Word >> 20, true))};
  }
  return {static_cast<uint8_t>(Word >> 20),
          static_cast<uint8_t>(Word >> 28 & 7), Times};
}

/// Decodes the Size bytes at \p Code. False if they are no udpc instruction.
inline bool decode(const uint8_t *Code, Instruction &Out) {
  uint32_t Word = uint32_t(Code[0]) | uint32_t(Code[1]) << 8 |
                  uint32_t(Code[2]) << 16 | uint32_t(Code[3]) << 24;
  if (!isInstruction(Word))
    return false;
  Out = fields(Word);
  return true;
}
} // namespace riscv64

static_assert(UDPC_WORD(200, 1, 32) == word({200, 1, 32}) &&
                  UDPC_WORD_OF_TWO(63, 1, 32, 31) == word({63, 1, 32, 31}) &&
                  UDPC_RISCV64(200, 1, 32) ==
                      riscv64::instruction({200, 1, 32}) &&
                  UDPC_RISCV64_OF_TWO(63, 1, 32, 31) ==
                      riscv64::instruction({63, 1, 32, 31}),
              "the macros of udpc/encoding.h encode the same");

} // namespace encoding
} // namespace udpc

#endif // UDPC_INSTRUCTION_H
