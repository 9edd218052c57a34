//===- InstructionDecoder.cpp - Decodes instructions of a binary ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/InstructionDecoder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

struct InstructionDecoder::Machinery {
  const Processor *CPU = nullptr;
  Triple TheTriple;
  MCTargetOptions Options;
  std::unique_ptr<const MCRegisterInfo> Registers;
  std::unique_ptr<const MCAsmInfo> Assembler;
  std::unique_ptr<const MCSubtargetInfo> Subtarget;
  std::unique_ptr<const MCInstrInfo> Instructions;
  std::unique_ptr<MCContext> Context;
  std::unique_ptr<const MCDisassembler> Disassembler;
  std::unique_ptr<MCInstPrinter> Printer;
  std::vector<OperandKind> Kinds; ///< By opcode.
};

InstructionDecoder::InstructionDecoder() = default;
InstructionDecoder::~InstructionDecoder() = default;

Expected<std::unique_ptr<InstructionDecoder>>
InstructionDecoder::create(const ELFObjectFileBase &File) {
  auto MC = std::make_unique<Machinery>();
  MC->TheTriple = File.makeTriple();
  const Triple &T = MC->TheTriple;
  auto Unknown = [&] {
    return createStringError(
        "a file for " + Triple::getArchTypeName(T.getArch()) +
        ", of which no memory operations are known; "
        "there are those of " +
        processorNames([](const Processor &) { return true; }));
  };
  MC->CPU = findProcessor(T);
  if (!MC->CPU)
    return Unknown();
  MC->CPU->initializeDisassembler();
  std::string Ignored;
  const Target *TheTarget = TargetRegistry::lookupTarget(T, Ignored);
  if (!TheTarget)
    return Unknown();

  Expected<SubtargetFeatures> Features = File.getFeatures();
  if (!Features)
    return Features.takeError();
  for (StringRef Feature : MC->CPU->missingFeatures(File))
    Features->AddFeature(Feature);
  MC->Registers.reset(TheTarget->createMCRegInfo(T));
  if (!MC->Registers)
    return Unknown();
  MC->Assembler.reset(
      TheTarget->createMCAsmInfo(*MC->Registers, T, MC->Options));
  MC->Subtarget.reset(TheTarget->createMCSubtargetInfo(
      T, File.tryGetCPUName().value_or(""), Features->getString()));
  MC->Instructions.reset(TheTarget->createMCInstrInfo());
  if (!MC->Assembler || !MC->Subtarget || !MC->Instructions)
    return Unknown();
  MC->Context = std::make_unique<MCContext>(
      T, MC->Assembler.get(), MC->Registers.get(), MC->Subtarget.get());
  MC->Disassembler.reset(
      TheTarget->createMCDisassembler(*MC->Subtarget, *MC->Context));
  MC->Printer.reset(TheTarget->createMCInstPrinter(
      T, MC->Assembler->getAssemblerDialect(), *MC->Assembler,
      *MC->Instructions, *MC->Registers));
  if (!MC->Disassembler || !MC->Printer)
    return Unknown();
  MC->Printer->setPrintImmHex(true);
  MC->Printer->setPrintBranchImmAsAddress(true);
  for (unsigned Opcode = 0; Opcode != MC->Instructions->getNumOpcodes();
       ++Opcode)
    MC->Kinds.push_back(MC->CPU->operandKind(
        MC->Instructions->get(Opcode), MC->Instructions->getName(Opcode)));

  std::unique_ptr<InstructionDecoder> Result(new InstructionDecoder);
  Result->MC = std::move(MC);
  return Result;
}

DecodedInstruction InstructionDecoder::decode(ArrayRef<uint8_t> Bytes,
                                              uint64_t Address) const {
  DecodedInstruction Result;
  uint64_t Size = 0;
  Result.IsValid =
      MC->Disassembler->getInstruction(Result.Code, Size, Bytes, Address,
                                       nulls()) == MCDisassembler::Success;
  if (!Result.IsValid)
    Size = MC->Disassembler->suggestBytesToSkip(Bytes, Address);
  Result.Size = std::clamp<uint64_t>(Size, 1, Bytes.size());
  return Result;
}

OperandKind InstructionDecoder::kindOf(const MCInst &I) const {
  return MC->Kinds[I.getOpcode()];
}

const MCInstrDesc &InstructionDecoder::descriptionOf(const MCInst &I) const {
  return MC->Instructions->get(I.getOpcode());
}

std::string InstructionDecoder::whyNotPrefetchable(const MCInst &I) const {
  StringRef Name = MC->Instructions->getName(I.getOpcode());
  bool IsVector =
      MC->CPU->hasVectorOfAddresses(I, descriptionOf(I), Name, *MC->Registers);
  return IsVector ? "the index is a vector" : "";
}

std::string InstructionDecoder::assembly(const MCInst &I,
                                         uint64_t Address) const {
  std::string Text;
  raw_string_ostream OS(Text);
  MC->Printer->printInst(&I, Address, "", *MC->Subtarget, OS);
  StringRef Trimmed = StringRef(Text).trim();
  std::string Result(Trimmed);
  std::replace(Result.begin(), Result.end(), '\t', ' ');
  return Result;
}
