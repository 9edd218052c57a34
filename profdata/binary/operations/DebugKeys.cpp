//===- DebugKeys.cpp - Keys from debug information ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/DebugKeys.h"
#include "profdata/binary/operations/SymbolNames.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace llvm;
using namespace llvm::object;
using namespace udpc;

// Files are linked, so debug sections need no relocations, although
// --emit-relocs may have kept them.
DebugKeys::DebugKeys(const ELFObjectFileBase &File, StringRef Package) {
  runSafely([&] {
    Context = DWARFContext::create(
        File, DWARFContext::ProcessDebugRelocations::Ignore, nullptr,
        Package.str(), [](Error E) { consumeError(std::move(E)); },
        [](Error E) { consumeError(std::move(E)); });
  });
  if (Context)
    Places.emplace(*Context);
}

bool DebugKeys::runSafely(function_ref<void()> Work) {
  CrashRecoveryContext::Enable();
  if (CrashRecoveryContext().RunSafely(Work))
    return true;
  // After a crash, the state of the DWARF context is undefined.
  Places.reset();
  (void)Context.release();
  return false;
}

DebugPlace DebugKeys::at(uint64_t Address, ArrayRef<FunctionSymbol> Symbols) {
  DebugPlace Result;
  if (Context && runSafely([&] { Result = Places->at(Address, Symbols); }))
    return Result;
  DebugPlace Unknown;
  Unknown.Symbol = chooseSymbol("", Symbols);
  return Unknown;
}

static bool isFunctionWithLine(const DWARFDie &Die) {
  return Die.getTag() == dwarf::DW_TAG_subprogram &&
         Die.find(
             {dwarf::DW_AT_low_pc, dwarf::DW_AT_ranges, dwarf::DW_AT_inline}) &&
         Die.getDeclLine();
}

namespace {
/// Properties of a file's units.
struct UnitFacts {
  bool HasUnits = false;
  bool HasFunctionWithLine = false;
  std::string Missing; ///< A missing .dwo file, or "".
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
    return "built without debug information, or stripped: compile with "
           "-fudpc-discriminate-memops";
  return "its debug information does not say where functions begin: compile "
         "with -fudpc-discriminate-memops";
}
