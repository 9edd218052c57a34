//===- SiteSectionEmitter.cpp - Emits the records of instructions ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/SiteSectionEmitter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/GCMetadataPrinter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSectionELF.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSymbolELF.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral StrategyName = "udpc-sites";

namespace {

class SiteSectionPrinter : public GCMetadataPrinter {
  void finishAssembly(Module &, GCModuleInfo &, AsmPrinter &Printer) override {
    static_cast<SiteSectionEmitter &>(getStrategy()).emit(Printer);
  }
};

} // namespace

static GCRegistry::Add<SiteSectionEmitter>
    Strategy(StrategyName, "records of udpc instructions");
static GCMetadataPrinterRegistry::Add<SiteSectionPrinter>
    Printer(StrategyName, "records of udpc instructions");

SiteSectionEmitter &SiteSectionEmitter::of(GCModuleInfo &Info) {
  return static_cast<SiteSectionEmitter &>(*Info.getGCStrategy(StrategyName));
}

/// Whether LLVM writes \p Name without quotes in a section's link. GNU as does
/// not find a quoted name there.
static bool isPlainName(StringRef Name) {
  return all_of(Name,
                [](char C) { return isAlnum(C) || C == '_' || C == '.'; });
}

/// The section for \p R: linked to the section of its function, and in the same
/// COMDAT group. If the function's name has to be quoted, each record has a
/// section of its own.
static MCSectionELF *sectionOf(const SiteSectionEmitter::Record &R,
                               AsmPrinter &Printer) {
  const auto &Code = cast<MCSectionELF>(R.Label->getSection());
  unsigned Flags = ELF::SHF_ALLOC | ELF::SHF_LINK_ORDER;
  if (Code.getGroup())
    Flags |= ELF::SHF_GROUP;
  return Printer.OutContext.getELFSection(
      UDPC_SITES_SECTION, ELF::SHT_PROGBITS, Flags, 0, Code.getGroup(),
      Code.isComdat(), MCSection::NonUniqueID,
      cast<MCSymbolELF>(isPlainName(R.Function->getName()) ? R.Function
                                                           : R.Label));
}

/// Prevents linkers from folding the code section of \p R with an equal one
/// (--icf), which would have the sites of both. They compare relocations, and
/// the one added here refers to \p Section, which belongs to one function. It
/// changes no bytes.
static void keepUnique(const SiteSectionEmitter::Record &R,
                       MCSectionELF &Section, MCStreamer &Out) {
  MCContext &Context = Out.getContext();
  MCSymbol *Here = Context.createTempSymbol();
  Out.emitLabel(Here);
  Out.switchSection(&R.Label->getSection());
  Out.emitRelocDirective(*MCSymbolRefExpr::create(R.Label, Context),
                         "BFD_RELOC_NONE",
                         MCSymbolRefExpr::create(Here, Context));
  Out.switchSection(&Section);
}

void SiteSectionEmitter::emit(AsmPrinter &Printer) {
  MCStreamer &Out = *Printer.OutStreamer;
  MCContext &Context = Printer.OutContext;
  auto EmitDistance = [&](const MCSymbol *To, int64_t Offset = 0) {
    MCSymbol *Here = Context.createTempSymbol();
    Out.emitLabel(Here);
    const MCExpr *There = MCSymbolRefExpr::create(To, Context);
    if (Offset)
      There = MCBinaryExpr::createAdd(
          There, MCConstantExpr::create(Offset, Context), Context);
    Out.emitValue(MCBinaryExpr::createSub(
                      There, MCSymbolRefExpr::create(Here, Context), Context),
                  sizeof(abi::InstructionRec::Address));
  };
  const MCSection *Code = nullptr;
  for (const Record &R : Records) {
    MCSectionELF *Section = sectionOf(R, Printer);
    Out.switchSection(Section);
    if (&R.Label->getSection() != Code)
      keepUnique(R, *Section, Out);
    Code = &R.Label->getSection();
    EmitDistance(R.Label);
    EmitDistance(R.Unit, R.UnitOffset);
    abi::InstructionRec Rec = R.Text.record();
    Out.emitInt32(Rec.Slot);
    for (uint8_t Byte : {Rec.Counter, Rec.Command, Rec.Flags, Rec.More})
      Out.emitInt8(Byte);
  }
  Records.clear();
}
