//===- InstructionClass.cpp - Classes of instructions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/InstructionClass.h"
#include "include/udpc/encoding.h"

using namespace udpc;
using namespace udpc::machine;

/// The registers that the manual calls link registers: ra and t0.
static bool isLink(unsigned Register) { return Register == 1 || Register == 5; }

static InstructionClass classifyJalr(unsigned Rd, unsigned Rs1) {
  InstructionClass C = IsJalr;
  if (isLink(Rd))
    C |= IsCall;
  if (isLink(Rs1) && Rd != Rs1)
    C |= IsReturn;
  return C;
}

static InstructionClass classifyAtomic(uint32_t Code) {
  switch (Code >> 27) {
  case 0x02: // lr
    return IsLoad;
  case 0x03: // sc
    return IsStore;
  default:
    return IsLoad | IsStore;
  }
}

static InstructionClass classifySystem(uint32_t Code) {
  // csrrs rd, csr, x0 only: the form of rdcycle, rdtime and rdinstret.
  unsigned Csr = Code >> 20;
  bool OnlyReads = (Code & 0x000ff07f) == 0x00002073;
  return OnlyReads && Csr >= 0xc00 && Csr <= 0xc02 ? IsCounterRead : 0;
}

static InstructionClass classifyLong(uint32_t Code) {
  unsigned Rd = Code >> 7 & 31, Rs1 = Code >> 15 & 31, Funct3 = Code >> 12 & 7;
  switch (Code & 0x7f) {
  case 0x03: // LOAD
  case 0x07: // LOAD-FP
    return IsLoad;
  case 0x23: // STORE
  case 0x27: // STORE-FP
    return IsStore;
  case 0x2f: // AMO
    return classifyAtomic(Code);
  case 0x63: // BRANCH
    return IsBranch;
  case 0x67: // JALR
    return classifyJalr(Rd, Rs1);
  case 0x6f: // JAL
    return isLink(Rd) ? IsCall : 0;
  case 0x73: // SYSTEM
    return classifySystem(Code);
  case 0x0f: // MISC-MEM
    return Funct3 == 1 ? IsFenceI : 0;
  case 0x13: // OP-IMM
    if (encoding::riscv64::isInstruction(Code))
      return IsUdpc;
    // The canonical NOP is a hint without a tag.
    return Rd == 0 && Funct3 == 0 && Code >> 15 ? IsRegisterHint : 0;
  default:
    return 0;
  }
}

static InstructionClass classifyShort(uint32_t Code) {
  unsigned Funct3 = Code >> 13 & 7, Rd = Code >> 7 & 31, Rs2 = Code >> 2 & 31;
  bool HasBit12 = Code >> 12 & 1;
  switch (Code & 3) {
  case 0:
    // c.addi4spn, c.fld, c.lw, c.ld, reserved, c.fsd, c.sw, c.sd.
    return Funct3 == 0 || Funct3 == 4 ? 0 : Funct3 < 4 ? IsLoad : IsStore;
  case 1:
    if (Funct3 == 0)
      return Rd == 0 && (Rs2 || HasBit12) ? IsRegisterHint : 0;
    return Funct3 >= 6 ? IsBranch : 0;
  default:
    // c.slli, c.fldsp, c.lwsp, c.ldsp, c.jr and others, c.fsdsp, c.swsp,
    // c.sdsp.
    if (Funct3 != 4)
      return Funct3 == 0 ? 0 : Funct3 < 4 ? IsLoad : IsStore;
    if (Rs2 || !Rd)
      return 0;
    return classifyJalr(HasBit12 ? 1 : 0, Rd);
  }
}

InstructionClass machine::classify(uint32_t Code) {
  if ((Code & 3) == 3)
    return classifyLong(Code) | IsDecoded | IsLong;
  return classifyShort(Code & 0xffff) | IsDecoded;
}

RegisterHint machine::registerHint(uint32_t Code) {
  if ((Code & 3) == 3)
    return {static_cast<int32_t>(Code) >> 20, Code >> 15 & 31};
  int Low = Code >> 2 & 31;
  return {Code >> 12 & 1 ? Low - 32 : Low, 0};
}
