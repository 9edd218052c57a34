//===- Exits.cpp - Where control leaves a function ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "rewrite/code/Exits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace udpc;

using Contents = ModuleCode::Contents;

namespace {

/// How a register got its value.
enum class Origin { Memory, Copy, Arithmetic, Other };

} // namespace

static ArrayRef<uint8_t> bytesOf(const Contents &C,
                                 const ModuleInstruction &I) {
  const CodeSection *S = C.sectionAt(I.Address);
  return S->Bytes.slice(I.Address - S->Address, I.Size);
}

/// Returns the REX prefix of \p I, or 0.
static uint8_t rexOf(ArrayRef<uint8_t> Bytes, const ModuleInstruction &I) {
  uint8_t Last = I.Opcode ? Bytes[I.Opcode - 1] : 0;
  return (Last & 0xf0) == 0x40 ? Last : 0;
}

/// Returns how \p I writes the register \p Number; none if it does not seem to.
static std::optional<Origin>
originIn(ArrayRef<uint8_t> Bytes, const ModuleInstruction &I, unsigned Number) {
  ArrayRef<uint8_t> Code = Bytes.drop_front(I.Opcode);
  uint8_t Rex = rexOf(Bytes, I);
  uint8_t Op = Code[0];
  if (Op >= 0x58 && Op <= 0x5f) // pop
    return (Op & 7u) + (Rex & 1 ? 8u : 0u) == Number
               ? std::optional(Origin::Memory)
               : std::nullopt;
  if (Code.size() < 2 || Op == 0x0f)
    return std::nullopt;
  uint8_t ModRM = Code[1];
  unsigned Reg = (ModRM >> 3 & 7) + (Rex & 4 ? 8 : 0);
  unsigned Rm = (ModRM & 7) + (Rex & 1 ? 8 : 0);
  bool IsRegister = ModRM >> 6 == 3;
  switch (Op) {
  case 0x8b: // mov r/m, reg
    if (Reg == Number)
      return IsRegister ? Origin::Copy : Origin::Memory;
    break;
  case 0x89: // mov reg, r/m
    if (IsRegister && Rm == Number)
      return Origin::Copy;
    break;
  case 0x8d: // lea
  case 0x63: // movslq
  case 0x03: // add r/m, reg
  case 0x2b: // sub r/m, reg
    if (Reg == Number)
      return Origin::Arithmetic;
    break;
  case 0x01: // add reg, r/m
  case 0x29: // sub reg, r/m
  case 0x81:
  case 0x83:
    if (IsRegister && Rm == Number)
      return Origin::Arithmetic;
    break;
  case 0x33: // xor r/m, reg: decodes a pointer that the C library obfuscated
    if (Reg == Number)
      return Origin::Memory;
    break;
  default:
    break;
  }
  return std::nullopt;
}

/// Returns the register that \p I adds to the register \p Number, or -1 if \p I
/// is not such an addition.
static int addendIn(ArrayRef<uint8_t> Bytes, const ModuleInstruction &I,
                    unsigned Number) {
  ArrayRef<uint8_t> Code = Bytes.drop_front(I.Opcode);
  if ((Code[0] != 0x01 && Code[0] != 0x03) || Code[1] >> 6 != 3)
    return -1;
  uint8_t Rex = rexOf(Bytes, I);
  unsigned Reg = (Code[1] >> 3 & 7) + (Rex & 4 ? 8 : 0);
  unsigned Rm = (Code[1] & 7) + (Rex & 1 ? 8 : 0);
  return static_cast<int>(Reg == Number ? Rm : Reg);
}

/// Returns the origin of the register \p Number at \p Address. With \p
/// ReadsSums, a sum is Origin::Other if one of its operands is from memory.
static Origin originOf(const Contents &C, uint64_t Address, unsigned Number,
                       bool ReadsSums) {
  for (unsigned Steps = 0; Steps != 24; ++Steps) {
    const CodeSection *S = C.sectionAt(Address - 1);
    Address = S ? S->instructionBefore(Address) : 0;
    if (!Address)
      return Origin::Other;
    ModuleInstruction I = C.instructionAt(Address);
    if (!I.fallsThrough() || I.Kind == Flow::Call ||
        I.Kind == Flow::IndirectCall)
      return Origin::Other;
    ArrayRef<uint8_t> Bytes = bytesOf(C, I);
    std::optional<Origin> Found = originIn(Bytes, I, Number);
    if (!Found)
      continue;
    // Virtual tables may contain distances from a loaded pointer; but the
    // address of a jump table may also have been reloaded from the stack.
    auto IsMemory = [&](unsigned Register) {
      return originOf(C, Address, Register, /*ReadsSums=*/false) ==
             Origin::Memory;
    };
    if (int Addend = ReadsSums ? addendIn(Bytes, I, Number) : -1;
        Addend >= 0 && (IsMemory(Addend) || IsMemory(Number)))
      return Origin::Other;
    return *Found;
  }
  return Origin::Other;
}

/// Whether the table of addresses at \p Table begins with an address in \p
/// Function.
static bool isLabelTable(const Contents &C, uint64_t Table, int32_t Function) {
  ArrayRef<uint8_t> Bytes = C.dataAt(Table);
  if (Bytes.size() < 8)
    return false;
  uint64_t First = support::endian::read64le(Bytes.data());
  return C.functionOf(C.rangeAt(First)) == Function;
}

/// Returns the table of `jmp *Table(,%register,8)`, or 0.
static uint64_t tableOf(ArrayRef<uint8_t> Bytes, const ModuleInstruction &I) {
  ArrayRef<uint8_t> Operand = Bytes.drop_front(I.Opcode + 1);
  constexpr uint8_t HasIndex = 0x24, EightTimes = 0xc5;
  if (Operand.size() != 6 || Operand[0] != HasIndex ||
      (Operand[1] & 0xc7) != EightTimes)
    return 0;
  return support::endian::read32le(Operand.data() + 2);
}

JumpKind udpc::kindOfIndirectJump(const Contents &C, uint64_t Address) {
  ModuleInstruction I = C.instructionAt(Address);
  if (!I.IsMovable)
    return JumpKind::Unknown;
  ArrayRef<uint8_t> Bytes = bytesOf(C, I);
  uint8_t ModRM = Bytes[I.Opcode + 1];
  if (I.Reference)
    return JumpKind::Leaves; // A pointer, as in the linkage table.
  int32_t Function = C.functionOf(C.rangeAt(Address));
  if (Function < 0)
    return JumpKind::Unknown;
  const CodeRangeOfFunction &F = C.Ranges[Function];
  if (uint64_t Table = tableOf(Bytes, I);
      Table && isLabelTable(C, Table, Function))
    return JumpKind::Stays;
  if (ModRM >> 6 != 3)
    return F.HasLabels ? JumpKind::Either : JumpKind::Leaves;
  unsigned Number = (ModRM & 7) + (rexOf(Bytes, I) & 1 ? 8 : 0);
  switch (originOf(C, Address, Number, /*ReadsSums=*/true)) {
  case Origin::Arithmetic:
    return F.HasJumpTable ? JumpKind::Stays : JumpKind::Unknown;
  case Origin::Memory:
  case Origin::Copy:
    return F.HasLabels ? JumpKind::Either : JumpKind::Leaves;
  case Origin::Other:
    return F.HasLabels || F.HasJumpTable ? JumpKind::Either : JumpKind::Leaves;
  }
  return JumpKind::Unknown;
}

std::optional<SiteRefusal> udpc::findExits(const Contents &C,
                                           ArrayRef<AddressRange> Ranges,
                                           std::vector<FunctionExit> &Exits,
                                           uint64_t &Where) {
  auto IsInside = [&](uint64_t Address) {
    return any_of(Ranges, [&](AddressRange R) { return R.contains(Address); });
  };
  for (AddressRange Range : Ranges) {
    if (int32_t R = C.rangeAt(Range.Begin); R >= 0 && C.Ranges[R].UnknownCode) {
      Where = C.Ranges[R].UnknownCode;
      return SiteRefusal::UnknownExits;
    }
    for (const FlowInstruction &F : C.flowsIn(Range)) {
      if (!F.IsReached)
        continue;
      if (F.Kind == Flow::Return)
        Exits.push_back({F.Address, ExitCondition::Always});
      else if (F.Kind == Flow::Jump && !IsInside(F.Target))
        Exits.push_back({F.Address, ExitCondition::Always});
      else if (F.Kind == Flow::Branch && !IsInside(F.Target))
        Exits.push_back({F.Address, ExitCondition::IfTaken});
      if (F.Kind != Flow::IndirectJump)
        continue;
      JumpKind Kind = kindOfIndirectJump(C, F.Address);
      if (Kind == JumpKind::Leaves)
        Exits.push_back({F.Address, ExitCondition::Always});
      else if (Kind == JumpKind::Either)
        Exits.push_back({F.Address, ExitCondition::IfOutside});
      else if (Kind == JumpKind::Unknown) {
        Where = F.Address;
        return SiteRefusal::UnknownExits;
      }
    }
  }
  if (Exits.empty()) {
    Where = Ranges.front().Begin;
    return SiteRefusal::NoReturn;
  }
  return std::nullopt;
}
