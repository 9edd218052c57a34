//===- DebugKeys.cpp - Keys from debug information ------------------------===//

#include "profdata/hints/DebugKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/ProfileData/SampleProf.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;
using llvm::sampleprof::FunctionSamples;

std::string udpc::functionInKeys(StringRef DebugName,
                                 ArrayRef<FunctionSymbol> Symbols) {
  auto IsOfDebugName = [&](const FunctionSymbol &S) {
    return S.Name == DebugName;
  };
  StringRef Name = DebugName;
  if (!Symbols.empty() && none_of(Symbols, IsOfDebugName))
    Name = Symbols.front().Name;
  return FunctionSamples::getCanonicalFnName(Name).str();
}

static std::optional<MemoryOperationKey>
makeKey(const DIInliningInfo &Stack, ArrayRef<FunctionSymbol> Symbols) {
  if (!Stack.getNumberOfFrames() || !Stack.getFrame(0).Line)
    return std::nullopt;
  MemoryOperationKey Key;
  for (unsigned I = Stack.getNumberOfFrames(); I-- > 0;) {
    const DILineInfo &Frame = Stack.getFrame(I);
    StringRef Name = Frame.FunctionName;
    if (Name == DILineInfo::BadString)
      Name = "";
    KeyFrame F;
    F.Function = functionInKeys(
        Name, Key.Frames.empty() ? Symbols : ArrayRef<FunctionSymbol>());
    // Functions have no line if only the line table was asked for.
    if (F.Function.empty() || !Frame.StartLine)
      return std::nullopt;
    F.LineOffset = (Frame.Line - Frame.StartLine) & 0xffff;
    F.Discriminator = DILocation::getBaseDiscriminatorFromDiscriminator(
        Frame.Discriminator, /*IsFSDiscriminator=*/false);
    Key.Frames.push_back(std::move(F));
  }
  return Key;
}

DebugPlace udpc::makePlace(const DIInliningInfo &Stack,
                           ArrayRef<FunctionSymbol> Symbols) {
  DebugPlace Result;
  if (!Stack.getNumberOfFrames())
    return Result;
  const DILineInfo &Innermost = Stack.getFrame(0);
  Result.Line = Innermost.Line;
  if (Innermost.FileName != DILineInfo::BadString)
    Result.File = Innermost.FileName;
  Result.Key = makeKey(Stack, Symbols);
  return Result;
}

// Files are linked, so debug sections need no relocations, although
// --emit-relocs may have kept them.
DebugKeys::DebugKeys(const ELFObjectFileBase &File)
    : Context(DWARFContext::create(
          File, DWARFContext::ProcessDebugRelocations::Ignore, nullptr, "",
          [](Error E) { consumeError(std::move(E)); },
          [](Error E) { consumeError(std::move(E)); })) {}

DebugKeys::~DebugKeys() = default;

DebugPlace DebugKeys::at(uint64_t Address, ArrayRef<FunctionSymbol> Symbols) {
  DILineInfoSpecifier Wanted(
      DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
      DILineInfoSpecifier::FunctionNameKind::LinkageName);
  return makePlace(Context->getInliningInfoForAddress(
                       {Address, SectionedAddress::UndefSection}, Wanted),
                   Symbols);
}

static bool isFunctionWithLine(const DWARFDie &Die) {
  return Die.getTag() == dwarf::DW_TAG_subprogram &&
         Die.find(
             {dwarf::DW_AT_low_pc, dwarf::DW_AT_ranges, dwarf::DW_AT_inline}) &&
         Die.getDeclLine();
}

std::string DebugKeys::whyNone() {
  bool HasUnits = false;
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    HasUnits = true;
    DWARFDie Root = Unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false);
    if (!Root)
      continue;
    for (const DWARFDebugInfoEntry &Entry : Root.getDwarfUnit()->dies())
      if (isFunctionWithLine({Root.getDwarfUnit(), &Entry}))
        return "";
  }
  if (!HasUnits)
    return "built without debug information: compile with -gmlt "
           "-fdebug-info-for-profiling";
  return "its debug information does not say where functions begin: compile "
         "with -fdebug-info-for-profiling besides -gmlt";
}
