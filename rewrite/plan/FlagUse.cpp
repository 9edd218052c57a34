//===- FlagUse.cpp - How instructions use the flags -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/plan/FlagUse.h"

using namespace llvm;
using namespace udpc;

/// Whether no prefix in \p Prefixes changes the meaning of the opcode, except
/// for the size of its operands.
static bool arePlain(ArrayRef<uint8_t> Prefixes) {
  for (uint8_t Prefix : Prefixes)
    if (Prefix != 0x66 && Prefix != 0x2e && Prefix != 0x64 &&
        (Prefix & 0xf0) != 0x40)
      return false;
  return true;
}

/// Whether \p Number is ADD, OR, AND, SUB, XOR or CMP, but not ADC (2) or SBB
/// (3), which read the carry.
static bool isReplacingOperation(unsigned Number) {
  return Number != 2 && Number != 3;
}

static FlagUse useOfTwoBytes(uint8_t Second) {
  switch (Second) {
  case 0x1f: // nop
  case 0xb6: // movzb
  case 0xb7: // movzw
  case 0xbe: // movsb
  case 0xbf: // movsw
  case 0x10: // movups
  case 0x11:
  case 0x28: // movaps
  case 0x29:
  case 0x57: // xorps
  case 0x6e: // movd
  case 0xef: // pxor
    return FlagUse::None;
  default:
    return FlagUse::Unknown;
  }
}

FlagUse udpc::flagUseOf(const ModuleInstruction &I, ArrayRef<uint8_t> Bytes) {
  if (I.IsEndbr)
    return FlagUse::None;
  if (I.Kind != Flow::Next || I.Opcode >= I.Size ||
      !arePlain(Bytes.take_front(I.Opcode)))
    return FlagUse::Unknown;
  uint8_t Op = Bytes[I.Opcode];
  uint8_t Next = I.Opcode + 1 < I.Size ? Bytes[I.Opcode + 1] : 0;
  unsigned Group = Next >> 3 & 7;
  if (Op == 0x0f)
    return useOfTwoBytes(Next);
  // The six operations with registers, memory, and constants for the
  // accumulator.
  if (Op < 0x40 && (Op & 7) < 6)
    return isReplacingOperation(Op >> 3) ? FlagUse::Replaces : FlagUse::Unknown;
  switch (Op) {
  case 0x80:
  case 0x81:
  case 0x83:
    return isReplacingOperation(Group) ? FlagUse::Replaces : FlagUse::Unknown;
  case 0x84: // test
  case 0x85:
  case 0xa8:
  case 0xa9:
    return FlagUse::Replaces;
  case 0xf6: // test, test, not, neg, mul ...
  case 0xf7:
    return Group <= 1 || Group == 3 ? FlagUse::Replaces : FlagUse::Unknown;
  case 0x63: // movslq
  case 0x68: // push
  case 0x6a:
  case 0x88: // mov
  case 0x89:
  case 0x8a:
  case 0x8b:
  case 0x8d: // lea
  case 0x90:
  case 0xc6: // mov
  case 0xc7:
    return FlagUse::None;
  default:
    // push, pop; mov of constants
    return (Op >= 0x50 && Op <= 0x5f) || (Op >= 0xb0 && Op <= 0xbf)
               ? FlagUse::None
               : FlagUse::Unknown;
  }
}
