//===- MachineTest.h - Machine functions for tests --------------*- C++ -*-===//

#ifndef UDPC_TEST_UNIT_PASSES_PROFILE_MACHINETEST_H
#define UDPC_TEST_UNIT_PASSES_PROFILE_MACHINETEST_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

namespace udpc {

class MachineTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
  }

  /// The function f for x86-64 Linux whose blocks are \p Body, in MIR.
  llvm::MachineFunction &parse(llvm::StringRef Body,
                               llvm::StringRef Features = "") {
    llvm::Triple T("x86_64-linux-gnu");
    std::string Error;
    const llvm::Target *Found = llvm::TargetRegistry::lookupTarget(T, Error);
    TM.reset(Found->createTargetMachine(T, "", Features, Options,
                                        llvm::Reloc::PIC_));
    std::string Text = ("--- |\n  target triple = \"x86_64-linux-gnu\"\n"
                        "  @g = internal global [64 x i32] zeroinitializer\n"
                        "  declare ptr @memcpy(ptr, ptr, i64)\n"
                        "  define ptr @strcpy(ptr %a, ptr %b) { ret ptr %a }\n"
                        "  define void @f() { ret void }\n...\n---\nname: f\n"
                        "tracksRegLiveness: true\nbody: |\n" +
                        Body + "...\n")
                           .str();
    auto Parser = llvm::createMIRParser(
        llvm::MemoryBuffer::getMemBufferCopy(Text, "test"), Context);
    M = Parser->parseIRModule();
    M->setDataLayout(TM->createDataLayout());
    MMI = std::make_unique<llvm::MachineModuleInfo>(TM.get());
    EXPECT_FALSE(Parser->parseMachineFunctions(*M, *MMI));
    llvm::MachineFunction &MF = *MMI->getMachineFunction(*M->getFunction("f"));
    MF.getRegInfo().freezeReservedRegs();
    return MF;
  }

  llvm::TargetOptions Options;
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::TargetMachine> TM;
  std::unique_ptr<llvm::Module> M;
  std::unique_ptr<llvm::MachineModuleInfo> MMI;
};

/// No NOPs in front of blocks.
using Nops = llvm::DenseMap<const llvm::MachineBasicBlock *, unsigned>;

} // namespace udpc

#endif // UDPC_TEST_UNIT_PASSES_PROFILE_MACHINETEST_H
