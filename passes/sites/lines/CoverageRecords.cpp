//===- CoverageRecords.cpp - The front end's coverage records -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/CoverageRecords.h"
#include "ir/SkippedSource.h"
#include "passes/sites/SourcePath.h"
#include "passes/sites/lines/SkippedRegions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

static StringRef bytesOf(const Constant *C) {
  if (const auto *Data = dyn_cast_or_null<ConstantDataSequential>(C))
    return Data->getRawDataValues();
  return "";
}

static uint64_t intOf(const Constant *C) {
  const auto *Int = dyn_cast_or_null<ConstantInt>(C);
  return Int ? Int->getZExtValue() : 0;
}

static bool isFunctionRecord(const GlobalVariable &GV) {
  return GV.getName().starts_with("__covrec_") && GV.hasInitializer();
}

/// The files of the translation unit; the first is the compilation directory.
static Expected<std::vector<std::string>> readFiles(const Module &M) {
  std::vector<std::string> Files;
  const GlobalVariable *GV = M.getNamedGlobal(getCoverageMappingVarName());
  if (!GV || !GV->hasInitializer())
    return Files;
  const Constant *Init = GV->getInitializer();
  const Constant *Header = Init->getAggregateElement(0u);
  uint64_t Version = Header ? intOf(Header->getAggregateElement(3u)) : 0;
  RawCoverageFilenamesReader Reader(bytesOf(Init->getAggregateElement(1u)),
                                    Files);
  if (Error E = Reader.read(static_cast<CovMapVersion>(Version)))
    return std::move(E);
  return Files;
}

/// The source without code that the clang plugin has collected; \p Folder is
/// the compilation directory.
static Expected<SkippedRegions> readSkippedRegions(const Module &M,
                                                   StringRef Folder) {
  const GlobalVariable *GV =
      M.getGlobalVariable(SkippedSourceVariable, /*AllowInternal=*/true);
  if (!GV || !GV->hasInitializer())
    return SkippedRegions({});
  Expected<std::vector<SkippedSource>> Inclusions =
      decodeSkippedSource(bytesOf(GV->getInitializer()));
  if (!Inclusions)
    return Inclusions.takeError();
  for (SkippedSource &S : *Inclusions)
    for (std::string &File : S.Files) {
      // LLVM's reader does the same for the names of the records.
      SmallString<256> Path(File);
      if (!sys::path::is_absolute(Path)) {
        Path = Folder;
        sys::path::append(Path, File);
        sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      }
      File = absolutePath(Path, "");
    }
  return SkippedRegions(std::move(*Inclusions));
}

/// Whether the function was emitted. Records of other functions have one
/// region. An `extern inline gnu_inline` function that is defined again has
/// both records, of which llvm-cov drops the one that was not emitted.
static bool isEmitted(const GlobalVariable &Record) {
  return Record.getName().ends_with("u");
}

Expected<std::vector<CoveredFunction>> udpc::readCoverageRecords(Module &M) {
  std::vector<CoveredFunction> Result;
  Expected<std::vector<std::string>> Files = readFiles(M);
  if (!Files)
    return Files.takeError();
  if (Files->empty())
    return Result;

  Expected<SkippedRegions> Skipped = readSkippedRegions(M, Files->front());
  if (!Skipped)
    return Skipped.takeError();
  DenseMap<uint64_t, unsigned> ByName;
  for (GlobalVariable &GV : M.globals()) {
    if (!isFunctionRecord(GV))
      continue;
    const Constant *Init = GV.getInitializer();
    CoveredFunction Covered;
    Covered.NameHash = intOf(Init->getAggregateElement(0u));
    std::vector<StringRef> FileNames;
    ArrayRef<std::string> UnitFiles = *Files;
    RawCoverageMappingReader Reader(bytesOf(Init->getAggregateElement(4u)),
                                    UnitFiles, FileNames, Covered.Expressions,
                                    Covered.Regions);
    if (Error E = Reader.read())
      return std::move(E);
    for (StringRef Name : FileNames)
      Covered.Files.push_back(absolutePath(Name, ""));
    bool IsEmitted = isEmitted(GV);
    if (IsEmitted)
      Skipped->addTo(Covered.Regions, Covered.Files);
    auto [It, IsNew] = ByName.try_emplace(Covered.NameHash, Result.size());
    if (IsNew)
      Result.push_back(std::move(Covered));
    else if (IsEmitted)
      Result[It->second] = std::move(Covered);
  }

  // Functions that were never emitted have a record (all counts 0) as well;
  // their names are in a separate list, in which the unit's file precedes those
  // of static functions.
  auto NameOf = [](const GlobalVariable &GV) {
    StringRef Name =
        cast<ConstantDataArray>(GV.getInitializer())->getRawDataValues();
    return Name.drop_front(Name.rfind(':') + 1);
  };
  if (GlobalVariable *Unused =
          M.getNamedGlobal(getCoverageUnusedNamesVarName()))
    for (const Use &U : Unused->getInitializer()->operands())
      if (auto *GV = dyn_cast<GlobalVariable>(U->stripPointerCasts())) {
        auto It = ByName.find(IndexedInstrProf::ComputeHash(
            cast<ConstantDataArray>(GV->getInitializer())->getRawDataValues()));
        if (It != ByName.end())
          Result[It->second].Name = NameOf(*GV).str();
      }

  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Counter = dyn_cast<InstrProfIncrementInst>(&I);
      if (!Counter)
        continue;
      GlobalVariable *NameVar = Counter->getName();
      auto It = ByName.find(IndexedInstrProf::ComputeHash(
          cast<ConstantDataArray>(NameVar->getInitializer())
              ->getRawDataValues()));
      if (It == ByName.end())
        continue;
      CoveredFunction &Covered = Result[It->second];
      Covered.Name = F.getName().str();
      Covered.Code = &F;
      Covered.Counters[Counter->getIndex()->getZExtValue()].push_back(Counter);
    }
  return Result;
}

void udpc::removeCoverageRecords(Module &M) {
  for (Function &F : M) {
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isa<InstrProfInstBase>(I))
        I.eraseFromParent();
    F.setMetadata(getPGOFuncNameMetadataName(), nullptr);
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() &&
        F.getName().starts_with("llvm.instrprof."))
      F.eraseFromParent();
  SmallVector<GlobalVariable *, 32> Dead;
  for (GlobalVariable &GV : M.globals())
    if (isFunctionRecord(GV) || GV.getName() == getCoverageMappingVarName() ||
        GV.getName() == getCoverageUnusedNamesVarName())
      Dead.push_back(&GV);
  removeFromUsedLists(M, [&](Constant *C) {
    return is_contained(Dead, C->stripPointerCasts());
  });
  for (GlobalVariable *GV : Dead)
    GV->eraseFromParent();
  // The names of functions are unused now, except by dead casts on GPUs, which
  // have them in another address space.
  for (GlobalVariable &GV : make_early_inc_range(M.globals()))
    if (GV.getName().starts_with(getInstrProfNameVarPrefix())) {
      GV.removeDeadConstantUsers();
      if (GV.use_empty())
        GV.eraseFromParent();
    }
}
