//===- DebugKeys.cpp - Keys from debug information ------------------------===//

#include "profdata/hints/DebugKeys.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/ProfileData/SampleProf.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;
using llvm::sampleprof::FunctionSamples;

/// The name of the function that a part of it has \p Symbol. LLVM and GCC give
/// parts of functions that lie elsewhere symbols of their own.
static StringRef wholeFunction(StringRef Symbol) {
  StringRef Name = Symbol;
  if (Name.consume_back(".cold"))
    return Name;
  auto [Whole, Number] = Symbol.rsplit(".__part.");
  return !Number.empty() && all_of(Number, isDigit) ? Whole : Symbol;
}

/// The name of the machine function, by which hints are found.
static StringRef compilersName(StringRef Symbol) {
  return FunctionSamples::getCanonicalFnName(wholeFunction(Symbol));
}

/// Of the function that debug information calls \p DebugName: that which the
/// compiler knew it by, if it has several.
static StringRef chooseSymbol(StringRef DebugName,
                              ArrayRef<FunctionSymbol> Symbols) {
  StringRef Wanted = FunctionSamples::getCanonicalFnName(DebugName);
  for (const FunctionSymbol &S : Symbols)
    if (compilersName(S.Name) == Wanted)
      return S.Name;
  return Symbols.empty() ? "" : Symbols.front().Name;
}

static StringRef nameOf(const DILineInfo &Frame) {
  StringRef Name = Frame.FunctionName;
  return Name == DILineInfo::BadString ? "" : Name;
}

/// \p Outermost is the compiler's name of the function with the code.
static std::optional<MemoryOperationKey> makeKey(const DIInliningInfo &Stack,
                                                 StringRef Outermost) {
  if (!Stack.getFrame(0).Line)
    return std::nullopt;
  MemoryOperationKey Key;
  for (unsigned I = Stack.getNumberOfFrames(); I-- > 0;) {
    const DILineInfo &Frame = Stack.getFrame(I);
    StringRef Name = Key.Frames.empty() ? Outermost : nameOf(Frame);
    // Functions have no line if only the line table was asked for.
    if (Name.empty() || !Frame.StartLine)
      return std::nullopt;
    Key.Frames.push_back(
        {Name.str(), (Frame.Line - Frame.StartLine) & 0xffff,
         DILocation::getBaseDiscriminatorFromDiscriminator(
             Frame.Discriminator, /*IsFSDiscriminator=*/false)});
  }
  return Key;
}

DebugPlace udpc::makePlace(const DIInliningInfo &Stack,
                           ArrayRef<FunctionSymbol> Symbols) {
  DebugPlace Result;
  if (!Stack.getNumberOfFrames()) {
    Result.Symbol = chooseSymbol("", Symbols);
    return Result;
  }
  const DILineInfo &Innermost = Stack.getFrame(0);
  StringRef DebugName = nameOf(Stack.getFrame(Stack.getNumberOfFrames() - 1));
  Result.Symbol = chooseSymbol(DebugName, Symbols);
  Result.Line = Innermost.Line;
  if (Innermost.FileName != DILineInfo::BadString)
    Result.File = Innermost.FileName;
  Result.Key = makeKey(
      Stack, compilersName(Result.Symbol.empty() ? DebugName : Result.Symbol));
  return Result;
}

// Files are linked, so debug sections need no relocations, although
// --emit-relocs may have kept them.
DebugKeys::DebugKeys(const ELFObjectFileBase &File, StringRef Package) {
  runSafely([&] {
    Context = DWARFContext::create(
        File, DWARFContext::ProcessDebugRelocations::Ignore, nullptr,
        Package.str(), [](Error E) { consumeError(std::move(E)); },
        [](Error E) { consumeError(std::move(E)); });
  });
}

DebugKeys::~DebugKeys() = default;

bool DebugKeys::runSafely(function_ref<void()> Work) {
  CrashRecoveryContext::Enable();
  if (CrashRecoveryContext().RunSafely(Work))
    return true;
  // Who knows in which state it is.
  (void)Context.release();
  return false;
}

DebugPlace DebugKeys::at(uint64_t Address, ArrayRef<FunctionSymbol> Symbols) {
  DILineInfoSpecifier Wanted(
      DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
      DILineInfoSpecifier::FunctionNameKind::LinkageName);
  DIInliningInfo Stack;
  if (Context)
    runSafely([&] {
      Stack = Context->getInliningInfoForAddress(
          {Address, SectionedAddress::UndefSection}, Wanted);
    });
  return makePlace(isDamaged() ? DIInliningInfo() : Stack, Symbols);
}

static bool isFunctionWithLine(const DWARFDie &Die) {
  return Die.getTag() == dwarf::DW_TAG_subprogram &&
         Die.find(
             {dwarf::DW_AT_low_pc, dwarf::DW_AT_ranges, dwarf::DW_AT_inline}) &&
         Die.getDeclLine();
}

namespace {
/// What the units of a file have.
struct UnitFacts {
  bool HasUnits = false;
  bool HasFunctionWithLine = false;
  std::string Missing; ///< A .dwo file, "" if all are there.
};
} // namespace

static UnitFacts factsOf(DWARFContext &Context) {
  UnitFacts Result;
  for (const std::unique_ptr<DWARFUnit> &Unit : Context.compile_units()) {
    DWARFDie Root = Unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false);
    if (!Root)
      continue;
    Result.HasUnits = true;
    if (Unit->getDWOId() && Root.getDwarfUnit() == Unit.get())
      Result.Missing = dwarf::toString(
          Root.find({dwarf::DW_AT_dwo_name, dwarf::DW_AT_GNU_dwo_name}), "");
    for (const DWARFDebugInfoEntry &Entry : Root.getDwarfUnit()->dies())
      if (isFunctionWithLine({Root.getDwarfUnit(), &Entry})) {
        Result.HasFunctionWithLine = true;
        return Result;
      }
  }
  return Result;
}

std::string DebugKeys::whyNone() {
  UnitFacts Facts;
  if (Context)
    runSafely([&] { Facts = factsOf(*Context); });
  if (isDamaged())
    return "its debug information is damaged: link it again";
  if (Facts.HasFunctionWithLine)
    return "";
  if (!Facts.Missing.empty())
    return "its debug information is in files that are not there (" +
           Facts.Missing +
           "): keep them where the compiler put them, or put them together "
           "with llvm-dwp into a file beside the program, named like it with "
           ".dwp behind";
  if (!Facts.HasUnits)
    return "built without debug information, or stripped: compile with -gmlt "
           "-fdebug-info-for-profiling";
  return "its debug information does not say where functions begin: compile "
         "with -fdebug-info-for-profiling too";
}
