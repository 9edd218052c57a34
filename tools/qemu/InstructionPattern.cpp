//===- InstructionPattern.cpp - Matches a custom counter instruction ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/InstructionPattern.h"
#include <algorithm>

using namespace udpc;
using namespace udpc::qemu;

void InstructionPattern::addBit(char C, Bit Where) {
  FixedByte &Byte = Bytes[Where.Byte];
  if (C == 'n')
    Number.push_back(Where);
  else if (C == 'c')
    Command.push_back(Where);
  if (C != '0' && C != '1')
    return;
  Byte.Mask |= uint8_t(1u << Where.Shift);
  Byte.Value |= uint8_t(unsigned(C - '0') << Where.Shift);
}

/// Returns the value of a digit, or 16 if \p C is no digit. A lower-case c is a
/// command bit.
static unsigned hexDigit(char C) {
  if (C >= '0' && C <= '9')
    return unsigned(C - '0');
  if (C >= 'A' && C <= 'F')
    return unsigned(C - 'A' + 10);
  return C >= 'a' && C <= 'f' && C != 'c' ? unsigned(C - 'a' + 10) : 16;
}

bool InstructionPattern::addBytes(const std::string &Digits) {
  if (Digits.empty() || Digits.size() % 2)
    return false;
  size_t Begin = Bytes.size();
  Bytes.resize(Begin + Digits.size() / 2);
  for (size_t I = 0; I != Digits.size(); ++I) {
    char C = Digits[I];
    unsigned Digit = hexDigit(C);
    if (Digit == 16 && C != 'n' && C != 'c' && C != '?')
      return false;
    for (unsigned Shift = 4; Shift--;) {
      Bit Where = {uint16_t(Begin + I / 2), uint8_t(Shift + (I % 2 ? 0 : 4))};
      addBit(Digit == 16 ? C : char('0' + (Digit >> Shift & 1)), Where);
    }
  }
  return true;
}

bool InstructionPattern::addBits(const std::string &Bits) {
  if (Bits.empty() || Bits.size() % 8 || Bits.size() > 64 ||
      Bits.find_first_not_of("01nc?") != std::string::npos)
    return false;
  size_t Begin = Bytes.size();
  Bytes.resize(Begin + Bits.size() / 8);
  for (size_t I = 0; I != Bits.size(); ++I) {
    size_t FromLowest = Bits.size() - 1 - I;
    addBit(Bits[I],
           {uint16_t(Begin + FromLowest / 8), uint8_t(FromLowest % 8)});
  }
  return true;
}

std::string InstructionPattern::parse(const std::string &Text) {
  *this = {};
  for (size_t Begin = 0; Begin <= Text.size();) {
    size_t End = std::min(Text.find(';', Begin), Text.size());
    std::string Item = Text.substr(Begin, End - Begin);
    size_t Before = Bytes.size();
    bool Good = Item.compare(0, 6, "bytes:") == 0  ? addBytes(Item.substr(6))
                : Item.compare(0, 5, "bits:") == 0 ? addBits(Item.substr(5))
                                                   : false;
    if (!Good)
      return "'" + Item +
             "' is neither bytes: and pairs of 0-9, a, b, d-f, C, "
             "n, c, ?, nor bits: and 8, 16, ... 64 of 0, 1, n, c, ?";
    Instructions.push_back(Bytes.size() - Before);
    Begin = End + 1;
  }
  if (Bytes.size() > MaxSize)
    return "there are more than 32 bytes";
  if (Number.empty() || Number.size() > 8 || Command.size() > 8)
    return "the counter's number needs 1 to 8 bits, the command at most 8";
  if (std::all_of(Bytes.begin(), Bytes.end(),
                  [](const FixedByte &B) { return !B.Mask; }))
    return "any instruction matches";
  return "";
}

bool InstructionPattern::decode(const uint8_t *Code, uint8_t &Counter,
                                uint8_t &TheCommand) const {
  for (size_t I = 0; I != Bytes.size(); ++I)
    if ((Code[I] & Bytes[I].Mask) != Bytes[I].Value)
      return false;
  auto Read = [&](const std::vector<Bit> &Field) {
    unsigned Value = 0;
    for (Bit B : Field)
      Value = Value << 1 | (Code[B.Byte] >> B.Shift & 1u);
    return uint8_t(Value);
  };
  Counter = Read(Number);
  TheCommand = Read(Command);
  return true;
}
