//===- RegionMatching.cpp - Matches code with regions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/regions/RegionMatching.h"
#include "ir/Markers.h"
#include "ir/SourceNames.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/options/ProfileOptions.h"
#include "passes/sites/SourceFunction.h"
#include "spec/Matching.h"
#include "spec/SignatureText.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// The metadata of patterns: for each pattern of each module that was linked
/// into this one, a node with its record, the contents that the record will
/// have, and the functions' subprograms.
static constexpr StringLiteral PatternsName = "udpc.regions";
/// The attribute of functions that are regions: a region and its pattern, as
/// keyOf makes it, with '\n' between them.
static constexpr StringLiteral RegionAttribute = "udpc-region";

/// A text that distinguishes a pattern from others of its module.
static std::string keyOf(const RegionPlace &P) {
  return P.SpecFile + ":" + std::to_string(P.SpecLine) + ":" + P.Pattern;
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

void udpc::defineMissingRegions(Module &M) {
  optionalRuntimeFunction(M, "__udpc_regions_enter", {});
  optionalRuntimeFunction(M, "__udpc_regions_leave", {});
}

namespace {

class RegionMatching {
public:
  RegionMatching(Module &M, const Markers &Marks) : M(M), Marks(Marks) {}

  /// Adds the functions that \p Entry matches to a region. If \p Place has no
  /// name, each function's own name is used.
  void addFunctions(const SpecEntry &Entry, RegionPlace Place);
  void addMarks(const SpecEntry &Entry, RegionPlace Place);

private:
  void add(const RegionPlace &Place, ArrayRef<Metadata *> Functions);
  void passMark(const Markers::Mark &Mark, const RegionPlace &Place);

  Module &M;
  const Markers &Marks;
};

} // namespace

void RegionMatching::add(const RegionPlace &Place,
                         ArrayRef<Metadata *> Functions) {
  LLVMContext &C = M.getContext();
  Type *I8 = Type::getInt8Ty(C);
  GlobalVariable *Record = makeGlobal(M, I8, true, Constant::getNullValue(I8),
                                      "__udpc_region_place");
  Record->setSection(UDPC_REGIONS_SECTION);
  Record->setAlignment(Align(8));
  appendToUsed(M, {Record});
  SmallVector<Metadata *> Operands = {ConstantAsMetadata::get(Record),
                                      MDString::get(C, Place.encode())};
  append_range(Operands, Functions);
  M.getOrInsertNamedMetadata(PatternsName)
      ->addOperand(MDNode::getDistinct(C, Operands));
}

void RegionMatching::addFunctions(const SpecEntry &Entry, RegionPlace Place) {
  SmallVector<Metadata *> Found;
  Matcher Match(Entry);
  for (Function &F : M) {
    if (F.isDeclaration() || isCompilerGenerated(F.getName()) ||
        F.hasFnAttribute(RegionAttribute))
      continue;
    FunctionNames Names = sourceNamesOf(F);
    if (!Match.matches(Names))
      continue;
    StringRef Reason = reasonNotToCount(F, Names);
    if (!Reason.empty()) {
      OptimizationRemarkEmitter(&F).emit([&] {
        return OptimizationRemarkMissed("udpc", "NoRegion", &F)
               << ore::NV("Function", Names.signature())
               << " is no region: " << ore::NV("Reason", Reason);
      });
      continue;
    }
    F.addFnAttr(RegionAttribute,
                (Place.Region.empty() ? Names.signature() : Place.Region) +
                    "\n" + keyOf(Place));
    if (DISubprogram *SP = F.getSubprogram())
      Found.push_back(SP);
  }
  add(Place, Found);
}

void RegionMatching::passMark(const Markers::Mark &Mark,
                              const RegionPlace &Place) {
  bool IsBegin = Place.Kind == abi::RegionPlaceKind::Begin;
  Instruction *At =
      Mark.Call ? static_cast<Instruction *>(Mark.Call)
                : &*Mark.In->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  IRBuilder<> B(At);
  if (Mark.Call)
    B.SetCurrentDebugLocation(Mark.Call->getDebugLoc());
  else if (DISubprogram *SP = Mark.In->getSubprogram())
    B.SetCurrentDebugLocation(
        DILocation::get(M.getContext(), SP->getScopeLine(), 0, SP));
  Function *Callee = optionalRuntimeFunction(
      M, IsBegin ? "__udpc_region_begin" : "__udpc_region_end", {B.getPtrTy()});
  B.CreateCall(Callee, {B.CreateGlobalString(Place.Region)});
  OptimizationRemarkEmitter(Mark.In).emit([&] {
    return OptimizationRemark("udpc", "Region", At)
           << "region '" << ore::NV("Region", Place.Region)
           << (IsBegin ? "' begins" : "' ends") << " at mark '"
           << ore::NV("Mark", Mark.Name) << "'";
  });
}

void RegionMatching::addMarks(const SpecEntry &Entry, RegionPlace Place) {
  Matcher Match(Entry);
  for (const Markers::Mark &Mark : Marks.Marks)
    if (Match.matchesName(Mark.Name) &&
        Match.matches(sourceNamesOf(*Mark.In))) {
      passMark(Mark, Place);
      ++Place.NumPlaces;
    }
  add(Place, {});
}

/// The entry for the option's \p Glob; none if it is no valid glob.
static std::optional<SpecEntry> entryOf(StringRef Glob) {
  SpecEntry Entry;
  Entry.Literal = Entry.Pattern = Glob.str();
  Entry.Glob = signatureGlob(Glob);
  if (Error E = GlobPattern::create(Entry.Glob).takeError()) {
    consumeError(std::move(E));
    return std::nullopt;
  }
  return Entry;
}

void udpc::matchRegions(Module &M, const EventSpec *Spec,
                        const Markers &Marks) {
  ProfileParts Parts = requestedProfile();
  // The input may be the output of this pass.
  if (!Parts.any() || M.getNamedMetadata(PatternsName))
    return;
  RegionMatching Matching(M, Marks);
  RegionPlace Place;
  if (Spec)
    for (const SpecRegion &R : Spec->Regions) {
      Place = {Spec->File, R.SpecLine, R.Name, R.Begin.Pattern,
               abi::RegionPlaceKind::Function};
      if (!R.End) {
        Matching.addFunctions(R.Begin, Place);
        continue;
      }
      Place.Kind = abi::RegionPlaceKind::Begin;
      Matching.addMarks(R.Begin, Place);
      Place.Pattern = R.End->Pattern;
      Place.Kind = abi::RegionPlaceKind::End;
      Matching.addMarks(*R.End, Place);
    }
  for (StringRef Glob : Parts.Regions)
    if (std::optional<SpecEntry> Entry = entryOf(Glob)) {
      Place = RegionPlace();
      Place.Pattern = Glob.str();
      Matching.addFunctions(*Entry, Place);
    }
}

PreservedAnalyses RegionTailCallsPass::run(Module &M, ModuleAnalysisManager &) {
  for (Function &F : M)
    if (F.hasFnAttribute(RegionAttribute))
      F.addFnAttr("disable-tail-calls", "true");
  return PreservedAnalyses::all();
}

//===----------------------------------------------------------------------===//
// Matched regions
//===----------------------------------------------------------------------===//

bool MatchedRegion::hasFunction(StringRef Attribute) const {
  return Place.Kind == abi::RegionPlaceKind::Function &&
         Attribute.split('\n').second == keyOf(Place);
}

std::vector<MatchedRegion> udpc::findMatchedRegions(const Module &M) {
  std::vector<MatchedRegion> Found;
  const NamedMDNode *Patterns = M.getNamedMetadata(PatternsName);
  if (!Patterns)
    return Found;
  for (const MDNode *Node : Patterns->operands()) {
    auto *Record =
        Node->getNumOperands() < 2
            ? nullptr
            : mdconst::dyn_extract_or_null<GlobalVariable>(Node->getOperand(0));
    // ThinLTO imports the nodes of other modules together with functions.
    if (!Record || Record->isDeclaration())
      continue;
    auto *Bytes = dyn_cast_or_null<MDString>(Node->getOperand(1));
    Expected<std::vector<RegionPlace>> Places =
        RegionPlace::decodeSection(Bytes ? Bytes->getString() : "");
    if (!Places || Places->size() != 1) {
      consumeError(Places.takeError());
      continue;
    }
    MatchedRegion R;
    R.Record = Record;
    R.Place = Places->front();
    for (const MDOperand &Operand : drop_begin(Node->operands(), 2))
      if (auto *SP = dyn_cast_or_null<DISubprogram>(Operand))
        R.Functions.insert(SP);
    Found.push_back(std::move(R));
  }
  return Found;
}

/// Whether \p F is a part that a pass has moved out of a function, whose
/// attributes it has.
static bool isPart(const Function &F) {
  std::string Base = sourceNamesOf(F).Base;
  StringRef Name = Base;
  return Name.contains(".cold") || Name.contains(".extracted") ||
         Name.contains(".resume") || Name.contains(".destroy") ||
         Name.contains(".cleanup");
}

StringRef udpc::regionAttributeOf(const Function &F) {
  return F.getFnAttribute(RegionAttribute).getValueAsString();
}

std::string udpc::regionOf(const Function &F) {
  StringRef Region = regionAttributeOf(F);
  return Region.empty() || isPart(F) ? "" : Region.split('\n').first.str();
}
