//===- MemoryOperand.cpp - The memory operand of an instruction -----------===//

#include "profdata/hints/MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace udpc;

int udpc::x86MemoryOperand(const MCInstrInfo &Instructions, unsigned Opcode) {
  const MCInstrDesc &Desc = Instructions.get(Opcode);
  // Pseudo instructions have no encoding, so X86II has no answer for them
  // either. What is left of them in final code is no access of the program's
  // (TLS_addr64).
  if (Desc.isPseudo())
    return -1;
  unsigned Run = 0;
  for (const auto &[Index, Operand] : enumerate(Desc.operands())) {
    Run = Operand.OperandType == MCOI::OPERAND_MEMORY ? Run + 1 : 0;
    if (Run == X86NumAddressOperands)
      return Index + 1 - X86NumAddressOperands;
  }
  // Only lea has an address, and no access that would say so.
  if (Desc.getNumOperands() == 1 + X86NumAddressOperands &&
      Instructions.getName(Opcode).starts_with("LEA"))
    return 1;
  return -1;
}
