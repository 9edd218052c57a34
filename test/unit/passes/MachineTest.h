//===- MachineTest.h - Machine functions for tests --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_PASSES_MACHINETEST_H
#define UDPC_TEST_UNIT_PASSES_MACHINETEST_H

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

/// For tests of code that reads machine functions.
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
    return parseFunction("x86_64-linux-gnu", Features,
                         "tracksRegLiveness: true\nbody: |\n" + Body);
  }

  /// The function f for \p Triple; \p Text is its MIR, but for the name. The
  /// previous one is destroyed.
  llvm::MachineFunction &parseFunction(llvm::StringRef Triple,
                                       llvm::StringRef Features,
                                       const llvm::Twine &Text,
                                       llvm::StringRef Cpu = "") {
    MMI.reset();
    M.reset();
    llvm::Triple T(Triple);
    std::string Error;
    const llvm::Target *Found = llvm::TargetRegistry::lookupTarget(T, Error);
    TM.reset(Found->createTargetMachine(T, Cpu, Features, Options,
                                        llvm::Reloc::PIC_));
    std::string File =
        ("--- |\n  target triple = \"" + Triple +
         "\"\n  @g = internal global [64 x i32] zeroinitializer\n"
         "  declare void @h()\n"
         "  declare ptr @memcpy(ptr, ptr, i64)\n"
         "  define ptr @strcpy(ptr %a, ptr %b) { ret ptr %a }\n"
         "  define void @f() { ret void }\n...\n---\nname: f\n" +
         Text + "...\n")
            .str();
    auto Parser = llvm::createMIRParser(
        llvm::MemoryBuffer::getMemBufferCopy(File, "test"), Context);
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

#endif // UDPC_TEST_UNIT_PASSES_MACHINETEST_H
