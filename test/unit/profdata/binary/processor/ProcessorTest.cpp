//===- ProcessorTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/processor/Processor.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;
using namespace udpc;

namespace {

class Instructions {
public:
  explicit Instructions(StringRef Name) : T(Name), CPU(findProcessor(T)) {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    std::string Error;
    const Target *Found = TargetRegistry::lookupTarget(T, Error);
    EXPECT_TRUE(Found) << Error;
    All.reset(Found->createMCInstrInfo());
    Registers.reset(Found->createMCRegInfo(T));
    for (unsigned Opcode = 0; Opcode != All->getNumOpcodes(); ++Opcode)
      Opcodes[All->getName(Opcode)] = Opcode;
  }
  OperandKind kind(StringRef Name) const {
    auto It = Opcodes.find(Name);
    EXPECT_NE(It, Opcodes.end()) << Name.str();
    return It == Opcodes.end() ? OperandKind::None
                               : CPU->operandKind(All->get(It->second), Name);
  }

  bool hasVector(StringRef Name) const {
    const MCInstrDesc &Desc = All->get(Opcodes.at(Name));
    return CPU->hasVectorOfAddresses(MCInst(), Desc, Name, *Registers);
  }

  Triple T;
  const Processor *CPU;
  std::unique_ptr<MCInstrInfo> All;
  std::unique_ptr<MCRegisterInfo> Registers;
  std::map<StringRef, unsigned> Opcodes;
};

} // namespace

// The encoding says it too: X86II's forms MRMDestMem4VOp3CC to MRM7m, which
// LLVM's own passes go by, are those with a memory operand.
TEST(Processor, IsWhereX86EncodingsHaveOne) {
  Instructions X86("x86_64-linux-gnu");
  unsigned NumMemory = 0;
  for (const auto &[Name, Opcode] : X86.Opcodes) {
    const MCInstrDesc &Desc = X86.All->get(Opcode);
    unsigned Form = Desc.TSFlags & 127;
    if (Form == 0) // Has no encoding.
      continue;
    bool HasMemory = Form >= 19 && Form <= 39 && Form != 21;
    EXPECT_EQ(x86MemoryOperand(Desc, Name) >= 0, HasMemory) << Name.str();
    NumMemory += HasMemory;
  }
  EXPECT_GT(NumMemory, 10000u);
}

TEST(Processor, KnowsOperandsOfX86) {
  Instructions X86("x86_64-linux-gnu");
  for (StringRef Name :
       {"MOV64rm", "ADD64mr", "LEA64r", "LEA64_32r", "LEA32r", "CALL64m",
        "JMP64m", "VGATHERDPSYrm", "VADDPSZrmb", "INC64m", "TILELOADD",
        "ADD64rm_ND", "CLFLUSH", "FLDENVm", "LCMPXCHG64"})
    EXPECT_EQ(X86.kind(Name), OperandKind::Memory) << Name.str();
  for (StringRef Name :
       {"PREFETCHNTA", "PREFETCHT0", "PREFETCHT1", "PREFETCHT2", "PREFETCHW",
        "PREFETCHIT0", "PREFETCHRST2"})
    EXPECT_EQ(X86.kind(Name), OperandKind::Prefetch) << Name.str();
  for (StringRef Name : {"PUSH64r", "RET64", "NOOPL", "NOOPW", "NOOPQ", "NOOP",
                         "CALL64pcrel32", "MOV64rr", "MOVSB", "LEAVE64"})
    EXPECT_EQ(X86.kind(Name), OperandKind::None) << Name.str();
}

TEST(Processor, KnowsOperandsOfRISCV) {
  Instructions RISCV("riscv64-linux-gnu");
  for (StringRef Name : {"LD", "SW", "C_LDSP", "AMOADD_D_AQRL", "LR_W", "SC_D",
                         "FLD", "VLE64_V", "VLUXEI8_V"})
    EXPECT_EQ(RISCV.kind(Name), OperandKind::Memory) << Name.str();
  for (StringRef Name : {"PREFETCH_R", "PREFETCH_W", "PREFETCH_I"})
    EXPECT_EQ(RISCV.kind(Name), OperandKind::Prefetch) << Name.str();
  for (StringRef Name : {"ADDI", "FENCE", "JALR", "CM_PUSH", "CM_POPRET"})
    EXPECT_EQ(RISCV.kind(Name), OperandKind::None) << Name.str();
  EXPECT_TRUE(RISCV.hasVector("VLUXEI8_V"));
  EXPECT_FALSE(RISCV.hasVector("VLE64_V"));
}

TEST(Processor, KnowsOperandsOfAArch64) {
  Instructions AArch64("aarch64-linux-gnu");
  for (StringRef Name : {"LDRXui", "STPXpre", "LDADDX", "CASAX", "SWPX",
                         "LD1Fourv16b", "GLD1D", "LDXRX"})
    EXPECT_EQ(AArch64.kind(Name), OperandKind::Memory) << Name.str();
  for (StringRef Name : {"PRFMui", "PRFUMi", "RPRFM"})
    EXPECT_EQ(AArch64.kind(Name), OperandKind::Prefetch) << Name.str();
  for (StringRef Name : {"ADDXri", "DMB", "FCVTZSUWDr", "BL", "RET"})
    EXPECT_EQ(AArch64.kind(Name), OperandKind::None) << Name.str();
  EXPECT_TRUE(AArch64.hasVector("GLD1D"));
  EXPECT_FALSE(AArch64.hasVector("LDRXui"));
}

TEST(Processor, OtherTargetsAreNotKnown) {
  EXPECT_TRUE(findProcessor(Triple("x86_64-linux-gnu")));
  for (StringRef Name : {"i386-linux-gnu", "powerpc64le-linux-gnu",
                         "riscv32-linux-gnu", "aarch64_be-linux-gnu"})
    EXPECT_FALSE(findProcessor(Triple(Name))) << Name.str();
}
