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
DebugKeys::DebugKeys(const ELFObjectFileBase &File, StringRef Package)
    : Context(DWARFContext::create(
          File, DWARFContext::ProcessDebugRelocations::Ignore, nullptr,
          Package.str(), [](Error E) { consumeError(std::move(E)); },
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
  std::string Missing;
  for (const std::unique_ptr<DWARFUnit> &Unit : Context->compile_units()) {
    DWARFDie Root = Unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false);
    if (!Root)
      continue;
    HasUnits = true;
    if (Unit->getDWOId() && Root.getDwarfUnit() == Unit.get())
      Missing = dwarf::toString(
          Root.find({dwarf::DW_AT_dwo_name, dwarf::DW_AT_GNU_dwo_name}), "");
    for (const DWARFDebugInfoEntry &Entry : Root.getDwarfUnit()->dies())
      if (isFunctionWithLine({Root.getDwarfUnit(), &Entry}))
        return "";
  }
  if (!Missing.empty())
    return "its debug information is in files that are not there (" + Missing +
           "): keep them where the compiler put them, or put them together "
           "with llvm-dwp into a file beside the program, named like it with "
           ".dwp behind";
  if (!HasUnits)
    return "built without debug information, or stripped: compile with -gmlt "
           "-fdebug-info-for-profiling";
  return "its debug information does not say where functions begin: compile "
         "with -fdebug-info-for-profiling too";
}
