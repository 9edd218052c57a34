//===- ModuleInstruction.cpp - An instruction of a module -----------------===//
//
// LLVM's decoder gives an instruction's length and operands. LLVM installs no
// header with the names of x86's opcodes, so the few instructions that change
// control flow are recognised by their bytes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/ModuleInstruction.h"
#include "profdata/binary/InstructionDecoder.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

InstructionReader::InstructionReader(std::unique_ptr<InstructionDecoder> D)
    : Decoder(std::move(D)) {
  // movq (%rip), %rax
  static constexpr uint8_t Load[] = {0x48, 0x8b, 0x05, 0, 0, 0, 0};
  Rip = Decoder->decode(Load, 0).Code.getOperand(1).getReg().id();
}
InstructionReader::InstructionReader(InstructionReader &&) = default;
InstructionReader::~InstructionReader() = default;

Expected<InstructionReader>
InstructionReader::create(const ELFObjectFileBase &File) {
  auto Decoder = InstructionDecoder::create(File);
  if (!Decoder)
    return Decoder.takeError();
  return InstructionReader(std::move(*Decoder));
}

namespace {

struct Prefixes {
  uint8_t Size = 0;
  bool HasSize = false;    ///< 66
  bool HasAddress = false; ///< 67
  bool HasRepeat = false;  ///< F3
  uint8_t Rex = 0;
};

} // namespace

constexpr uint8_t MaxInstructionSize = 15;

static Prefixes prefixesOf(ArrayRef<uint8_t> Bytes) {
  Prefixes P;
  for (; P.Size != Bytes.size(); ++P.Size) {
    switch (uint8_t Byte = Bytes[P.Size]) {
    case 0x66:
      P.HasSize = true;
      continue;
    case 0x67:
      P.HasAddress = true;
      continue;
    case 0xf3:
      P.HasRepeat = true;
      continue;
    case 0xf2:
    case 0xf0:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x26:
    case 0x64:
    case 0x65:
      continue;
    default:
      if ((Byte & 0xf0) != 0x40)
        return P;
      P.Rex = Byte;
      continue;
    }
  }
  return P;
}

/// Sets the target of a branch whose displacement is its last \p Size bytes.
static void setTarget(ArrayRef<uint8_t> Bytes, unsigned Opcode, unsigned Size,
                      ModuleInstruction &I) {
  // Processors disagree on what an operand size of 16 bits means.
  if (I.Size != Opcode + Size) {
    I.IsMovable = false;
    I.Kind = I.Kind == Flow::Call ? Flow::IndirectCall : Flow::IndirectJump;
    return;
  }
  const uint8_t *At = Bytes.data() + Opcode;
  int64_t Distance = Size == 1
                         ? static_cast<int8_t>(*At)
                         : static_cast<int32_t>(support::endian::read32le(At));
  I.IsShort = Size == 1;
  I.Target = I.end() + static_cast<uint64_t>(Distance);
}

/// Classifies the instruction with the opcode 0F and \p Second.
static void classifyTwoBytes(ArrayRef<uint8_t> Bytes, const Prefixes &P,
                             ModuleInstruction &I) {
  uint8_t Second = Bytes[P.Size + 1];
  uint8_t Third = P.Size + 2 < I.Size ? Bytes[P.Size + 2] : 0;
  if (Second >= 0x80 && Second <= 0x8f) {
    I.Kind = Flow::Branch;
    setTarget(Bytes, P.Size + 2, 4, I);
  } else if (Second == 0x05 || Second == 0x34) {
    I.Kind = Flow::SystemCall;
  } else if (Second == 0x07 || Second == 0x35) {
    I.Kind = Flow::Return; // sysret, sysexit
    I.IsMovable = false;
  } else if (Second == 0x0b || Second == 0xb9 || Second == 0xff) {
    I.Kind = Flow::Trap;
  } else if (Second == 0x1e && P.HasRepeat && Third == 0xfa) {
    I.IsEndbr = true;
  } else if (Second == 0x1f) {
    I.IsNop = true;
  }
}

static void classify(ArrayRef<uint8_t> Bytes, ModuleInstruction &I) {
  Prefixes P = prefixesOf(Bytes.take_front(I.Size));
  I.Opcode = P.Size;
  if (P.Size == I.Size)
    return;
  uint8_t Op = Bytes[P.Size];
  uint8_t ModRM = P.Size + 1 < I.Size ? Bytes[P.Size + 1] : 0;
  if (Op == 0x0f && P.Size + 1 < I.Size)
    return classifyTwoBytes(Bytes, P, I);
  if (Op >= 0x70 && Op <= 0x7f) {
    I.Kind = Flow::Branch;
    setTarget(Bytes, P.Size + 1, 1, I);
  } else if (Op >= 0xe0 && Op <= 0xe3) {
    I.Kind = Flow::Branch; // loop, jrcxz
    setTarget(Bytes, P.Size + 1, 1, I);
  } else if (Op == 0xe8) {
    I.Kind = Flow::Call;
    setTarget(Bytes, P.Size + 1, 4, I);
  } else if (Op == 0xe9 || Op == 0xeb) {
    I.Kind = Flow::Jump;
    setTarget(Bytes, P.Size + 1, Op == 0xeb ? 1 : 4, I);
  } else if (Op == 0xc3 || Op == 0xc2) {
    I.Kind = Flow::Return;
  } else if (Op == 0xca || Op == 0xcb || Op == 0xcf) {
    I.Kind = Flow::Return; // far, from an interrupt
    I.IsMovable = false;
  } else if (Op == 0xff && (ModRM >> 3 & 7) >= 2 && (ModRM >> 3 & 7) <= 5) {
    unsigned Group = ModRM >> 3 & 7;
    I.Kind = Group <= 3 ? Flow::IndirectCall : Flow::IndirectJump;
    I.IsMovable = Group == 2 || Group == 4; // not far
  } else if (Op == 0xc7 && ModRM == 0xf8) {
    I.Kind = Flow::Branch; // xbegin
    setTarget(Bytes, P.Size + 2, 4, I);
    I.IsMovable = false;
  } else if (Op == 0xcc || Op == 0xf4 || Op == 0xf1) {
    I.Kind = Flow::Trap;
  } else if (Op == 0xcd) {
    I.Kind = Flow::SystemCall;
  } else if (Op == 0x90) {
    I.IsNop = !P.HasRepeat && !(P.Rex & 1);
  }
}

/// Finds the four bytes of the RIP-relative operand: these are the bytes whose
/// change changes the operand as expected. Other bytes may follow them.
void InstructionReader::findDisplacement(ArrayRef<uint8_t> Bytes,
                                         ModuleInstruction &I, unsigned Operand,
                                         int64_t Displacement) const {
  for (unsigned Behind : {0, 1, 4, 2, 3}) {
    if (I.Size < 4 + Behind + 2)
      continue;
    unsigned At = I.Size - 4 - Behind;
    uint32_t Value = support::endian::read32le(Bytes.data() + At);
    if (static_cast<int32_t>(Value) != Displacement)
      continue;
    SmallVector<uint8_t, 16> Changed(Bytes.take_front(I.Size));
    uint32_t Other = Value ^ 0x5aa55aa5;
    support::endian::write32le(Changed.data() + At, Other);
    DecodedInstruction D = Decoder->decode(Changed, I.Address);
    if (D.IsValid && D.Size == I.Size && Operand < D.Code.getNumOperands() &&
        D.Code.getOperand(Operand).isImm() &&
        D.Code.getOperand(Operand).getImm() == static_cast<int32_t>(Other)) {
      I.DisplacementAt = At;
      return;
    }
  }
  I.IsMovable = false;
}

/// Decodes an instruction whose first \p PrefixSize bytes are prefixes that do
/// not change the meaning of the others.
bool InstructionReader::readBehindPrefix(
    ArrayRef<uint8_t> Bytes, uint64_t Address, uint8_t PrefixSize,
    ModuleInstruction &I, SmallVectorImpl<uint64_t> *Constants) const {
  Bytes = Bytes.take_front(MaxInstructionSize);
  if (Bytes.size() <= PrefixSize ||
      !read(Bytes.drop_front(PrefixSize), Address + PrefixSize, I, Constants) ||
      I.Size + PrefixSize > MaxInstructionSize)
    return false;
  I.Address = Address;
  I.Size += PrefixSize;
  I.Opcode += PrefixSize;
  if (I.DisplacementAt)
    I.DisplacementAt += PrefixSize;
  return true;
}

bool InstructionReader::read(ArrayRef<uint8_t> Bytes, uint64_t Address,
                             ModuleInstruction &I,
                             SmallVectorImpl<uint64_t> *Constants) const {
  DecodedInstruction D =
      Decoder->decode(Bytes.take_front(MaxInstructionSize), Address);
  if (!D.IsValid)
    return false;
  // LLVM decodes some prefixes, such as LOCK, as separate instructions.
  if (prefixesOf(Bytes.take_front(D.Size)).Size == D.Size)
    return readBehindPrefix(Bytes, Address, D.Size, I, Constants);
  I = ModuleInstruction();
  I.Address = Address;
  I.Size = D.Size;
  classify(Bytes, I);
  for (unsigned N = 0; N != D.Code.getNumOperands(); ++N) {
    const MCOperand &Operand = D.Code.getOperand(N);
    if (Operand.isReg() && Operand.getReg().id() == Rip &&
        N + 3 < D.Code.getNumOperands() && D.Code.getOperand(N + 3).isImm()) {
      int64_t Displacement = D.Code.getOperand(N + 3).getImm();
      I.Reference = I.end() + static_cast<uint64_t>(Displacement);
      findDisplacement(Bytes, I, N + 3, Displacement);
      // Addresses of 32 bits wrap around at another address.
      if (prefixesOf(Bytes.take_front(I.Size)).HasAddress)
        I.IsMovable = false;
      N += 3; // A displacement is not an address.
    } else if (Constants && Operand.isImm() && !I.isDirect()) {
      Constants->push_back(static_cast<uint64_t>(Operand.getImm()));
    }
  }
  return true;
}
