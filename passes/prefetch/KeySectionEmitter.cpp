//===- KeySectionEmitter.cpp - Emits the section of keys ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/KeySectionEmitter.h"
#include "passes/prefetch/OperationKey.h"
#include "udpc/keys.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/GCMetadataPrinter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral StrategyName = "udpc-keys";

namespace {

class KeySectionPrinter : public GCMetadataPrinter {
  void finishAssembly(Module &, GCModuleInfo &, AsmPrinter &Printer) override {
    static_cast<KeySectionEmitter &>(getStrategy()).emit(Printer);
  }
};

} // namespace

static GCRegistry::Add<KeySectionEmitter> Strategy(StrategyName,
                                                   "keys of memory operations");
static GCMetadataPrinterRegistry::Add<KeySectionPrinter>
    Printer(StrategyName, "keys of memory operations");

KeySectionEmitter &KeySectionEmitter::of(GCModuleInfo &Info) {
  return static_cast<KeySectionEmitter &>(*Info.getGCStrategy(StrategyName));
}

uint32_t KeySectionEmitter::name(StringRef Name) {
  auto [It, IsNew] = NameIndex.try_emplace(Name, Names.size());
  if (IsNew)
    Names.push_back(It->first());
  return It->second;
}

uint32_t KeySectionEmitter::scope(const Scope &S) {
  auto [It, IsNew] = ScopeIndex.try_emplace(S, Scopes.size());
  if (IsNew)
    Scopes.push_back(S);
  return It->second;
}

uint32_t KeySectionEmitter::scopeAt(const MachineFunction &MF,
                                    const DILocation &At) {
  const DILocation *Call = At.getInlinedAt();
  if (Call)
    return scope({scopeAt(MF, *Call) + 1,
                  name(nameInKeys(*At.getScope()->getSubprogram())),
                  sampleprof::FunctionSamples::getOffset(Call),
                  keyDiscriminator(*Call, KeyStore::Section)});
  StringRef Symbol = GlobalValue::dropLLVMManglingEscape(MF.getName());
  return scope({0, name(functionInKeys(Symbol)),
                MF.getFunction().getSubprogram()->getLine(), 0});
}

void KeySectionEmitter::add(const MachineFunction &MF, const MCSymbol &Label,
                            const OperationPlace &Place) {
  Operations.push_back({&Label, scopeAt(MF, *Place.At),
                        sampleprof::FunctionSamples::getOffset(Place.At),
                        Place.Discriminator});
}

size_t KeySectionEmitter::emitGroup(AsmPrinter &Printer, size_t I,
                                    unsigned DistanceSize) const {
  MCStreamer &Out = *Printer.OutStreamer;
  const Operation *Last = &Operations[I];
  size_t End = I;
  while (End != Operations.size() &&
         &Operations[End].Label->getSection() == &Last->Label->getSection())
    ++End;
  Out.emitSymbolValue(Last->Label, Printer.getPointerSize());
  Out.emitULEB128IntValue(End - I);
  Operation None = {};
  const Operation *Before = &None;
  for (; I != End; ++I) {
    const Operation &Op = Operations[I];
    if (Before != &None) {
      if (DistanceSize)
        Out.emitAbsoluteSymbolDiff(Op.Label, Before->Label, DistanceSize);
      else
        Out.emitAbsoluteSymbolDiffAsULEB128(Op.Label, Before->Label);
    }
    Out.emitSLEB128IntValue(int64_t(Op.Scope) - Before->Scope);
    Out.emitSLEB128IntValue(int64_t(Op.LineOffset) - Before->LineOffset);
    Out.emitULEB128IntValue(Op.Discriminator);
    Before = &Op;
  }
  return End;
}

void KeySectionEmitter::emit(AsmPrinter &Printer) {
  // A target may have replaced an instruction by others after it was labelled.
  erase_if(Operations,
           [](const Operation &Op) { return !Op.Label->isInSection(); });
  if (Operations.empty())
    return;
  MCStreamer &Out = *Printer.OutStreamer;
  MCContext &Context = Printer.OutContext;
  MCSymbol *Begin = Context.createTempSymbol(),
           *End = Context.createTempSymbol();
  // Linkers that shorten code have no relocations for ULEB128 before
  // binutils 2.41.
  unsigned DistanceSize = Printer.TM.getTargetTriple().isRISCV() ? 4 : 0;
  Out.switchSection(
      Context.getELFSection(UDPC_KEYS_SECTION, ELF::SHT_PROGBITS, 0));
  Out.emitAbsoluteSymbolDiff(End, Begin, 4);
  Out.emitLabel(Begin);
  Out.emitInt16(abi::KeysVersion);
  Out.emitInt8(Printer.getPointerSize());
  Out.emitInt8(DistanceSize);
  Out.emitULEB128IntValue(Names.size());
  for (StringRef Name : Names) {
    Out.emitBytes(Name);
    Out.emitInt8(0);
  }
  Out.emitULEB128IntValue(Scopes.size());
  for (const Scope &S : Scopes)
    for (uint32_t Field : {S.Parent, S.Name, S.Line, S.Discriminator})
      Out.emitULEB128IntValue(Field);
  for (size_t I = 0; I != Operations.size();)
    I = emitGroup(Printer, I, DistanceSize);
  Out.emitLabel(End);
  NameIndex.clear();
  Names.clear();
  ScopeIndex.clear();
  Scopes.clear();
  Operations.clear();
}
