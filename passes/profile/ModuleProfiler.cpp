//===- ModuleProfiler.cpp - The profile of a module -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/ModuleProfiler.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/options/ProfileOptions.h"
#include "passes/profile/costs/BlockCosts.h"
#include "passes/profile/costs/FunctionCosts.h"
#include "passes/profile/regions/RegionCode.h"
#include "passes/profile/slots/LibrarySlotCode.h"
#include "passes/profile/slots/SlotCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumSegments, "Number of segments");
STATISTIC(NumCounted, "Number of segments that are counted");

static void remark(const FunctionCosts &P) {
  Function &F = P.function().getFunction();
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemark("udpc", "Profiled", F.getSubprogram(),
                              &F.getEntryBlock())
           << ore::NV("Counted", unsigned(P.counters().size())) << " of "
           << ore::NV("Segments", unsigned(P.segments().size()))
           << " segments are counted";
  });
}

static void insertForExecutable(FunctionCosts &P, const FunctionLayout &Layout,
                                const CostUnitGlobals &Made,
                                CacheChecks *Checks, FunctionCalls *Calls) {
  SlotCode Slots(P.function(), *Made.Slots);
  if (Calls)
    Calls->addTotals(Slots);
  for (FunctionCosts::Counter C : P.counters())
    if (C.Edge)
      Slots.count(*C.Edge, P.segments()[C.Segment], C.Slot);
    else
      Slots.count(P.segments()[C.Segment], C.Slot);
  if (Checks) {
    CacheCheckCode Code(P.function(), Checks->variables());
    FunctionChecks Found = Checks->find(P, Layout, Code);
    for (const PlannedCheck &Check : Found.Checks)
      Code.insert(Check);
    countKept(Code);
  }
}

/// Inserts the code of a function of a library. Counters and checks share
/// registers, which are chosen for all before the first one is inserted.
static void insertForLibrary(FunctionCosts &P, const FunctionLayout &Layout,
                             const CostUnitGlobals &Made, CacheChecks *Checks,
                             FunctionCalls *Calls) {
  LibrarySlotCode Slots(P.function(), *Made.Unit);
  std::vector<SlotAddition> Additions;
  if (Calls)
    Additions = Calls->libraryTotals();
  for (FunctionCosts::Counter C : P.counters())
    Additions.push_back({&P.segments()[C.Segment], C.Slot, 1});
  std::vector<AddressUse> Uses;
  // The offer is the first use.
  if (Calls && Calls->Offer)
    Uses.push_back(*Calls->Offer);
  size_t NumOffers = Uses.size();
  Slots.addUses(Additions, Uses);
  size_t NumCounters = Uses.size() - NumOffers;
  std::optional<CacheCheckCode> Code;
  FunctionChecks Found;
  if (Checks) {
    Code.emplace(P.function(), Checks->variables());
    Found = Checks->find(P, Layout, *Code);
    for (const PlannedCheck &Check : Found.Checks)
      Uses.push_back(Code->useOf(Check));
  }
  std::vector<AddressLoad> Loads = Slots.choose(Uses);
  if (NumOffers)
    Calls->Offer = Uses.front();
  Slots.reserve(Uses, Loads);
  if (Code)
    Code->reserve(Uses, Loads);
  Slots.add(Additions, ArrayRef(Uses).slice(NumOffers, NumCounters));
  for (auto [Index, Check] : enumerate(Found.Checks))
    Code->insert(Check, &Uses[NumOffers + NumCounters + Index]);
  Slots.load(Loads);
  if (Code)
    countKept(*Code);
}

/// Whether the code generator may split \p MF after this pass.
static bool mayBeSplit(const MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  return MF.size() > 1 && (TM.getBBSectionsType() != BasicBlockSection::None ||
                           (TM.Options.EnableMachineFunctionSplitter &&
                            MF.getFunction().hasProfileData()));
}

/// Whether the word before the slots of the module's unit is used by the
/// simulation.
static bool anySimulatesCaches(const Module &M) {
  return any_of(
      M, [](const Function &F) { return profileOf(F).simulatesCaches(); });
}

void ModuleProfiler::profile(MachineFunction &MF) {
  const CostUnitGlobals &Made = Units.front();
  bool IsLibrary = !Made.Slots->isThreadLocal();
  ProfileParts Parts = profileOf(MF.getFunction());
  Regions->add(MF);
  HasAssembly |= instructionsInText(M->getModuleInlineAsm(),
                                    *MF.getTarget().getMCAsmInfo()) != 0;
  if (Parts.simulatesCaches() && !Checks)
    Checks = std::make_unique<CacheChecks>(*M, *Made.Unit, IsLibrary);
  if (Parts.Branches && !Outcomes)
    Outcomes = std::make_unique<BranchOutcomes>(*Made.Unit);
  if (Parts.Calls && !Records)
    Records = std::make_unique<CallRecords>(
        *M, *Made.Unit, IsLibrary, /*FindsState=*/!anySimulatesCaches(*M));
  CacheChecks *OwnChecks = Parts.simulatesCaches() ? Checks.get() : nullptr;
  FunctionLayout OwnLayout = Layout.add(MF);
  static const FunctionKeys NoKeys;
  auto OwnKeys = Keys->find(&MF);

  // The code of branches may be on the same edges.
  bool CountsEdges = !IsLibrary && !Parts.Branches && !mayBeSplit(MF);
  FunctionCosts P(MF, (*Lines)[&MF], OwnLayout,
                  OwnKeys == Keys->end() ? NoKeys : OwnKeys->second,
                  CountsEdges, Unit);
  std::optional<BranchCode> Branches;
  if (Parts.Branches)
    Branches.emplace(P, OwnLayout, *Outcomes, IsLibrary,
                     /*OnEdges=*/!mayBeSplit(MF));
  std::optional<RegionCode> Region;
  std::string RegionName = regionOf(MF.getFunction());
  if (!RegionName.empty())
    Region.emplace(MF);
  std::optional<FunctionCalls> Calls;
  if (Parts.Calls)
    Calls.emplace(P, Records->variables(), /*AllCosts=*/OwnChecks != nullptr);
  NumSegments += P.segments().size();
  NumCounted += P.counters().size();
  remark(P);
  if (IsLibrary)
    insertForLibrary(P, OwnLayout, Made, OwnChecks, Calls ? &*Calls : nullptr);
  else
    insertForExecutable(P, OwnLayout, Made, OwnChecks,
                        Calls ? &*Calls : nullptr);
  if (Branches)
    Branches->insert();
  // This code comes after all other code at entries, and before it at returns.
  if (Calls)
    Records->insert(*Calls, P);
  if (Region)
    Region->insert(RegionName);
}

/// Stores the cost table in the unit's record.
static void complete(const CostUnitGlobals &Made, UnitCostTable &Unit,
                     CacheChecks *Checks, BranchOutcomes *Outcomes,
                     GlobalVariable *LibraryCalls) {
  std::vector<uint32_t> Lines = Unit.finish();
  RecordArrays Records;
  if (Checks) {
    Checks->finish(Lines, Records);
    Unit.Table.Flags |= abi::SimulatesCaches;
    if (Checks->supportsAnyI1())
      Unit.Table.Flags |= abi::SupportsAnyI1;
    Unit.Table.NumCodeLines = Checks->numCodeLines();
  }
  if (Outcomes) {
    Outcomes->finish(Lines, Records);
    Unit.Table.Flags |= abi::SimulatesBranches;
    Unit.Table.NumCodeLines =
        std::max(Unit.Table.NumCodeLines, Outcomes->numCodeLines());
  }
  std::vector<uint8_t> Bytes = Unit.Table.finishWithPackedCopy();
  LLVMContext &C = Made.Unit->getContext();
  Made.Costs->replaceInitializer(ConstantDataArray::get(C, Bytes));
  uint64_t NumWords = Checks ? Checks->numWords() : LibraryCalls ? 1 : 0;
  Type *I64 = Type::getInt64Ty(C);
  Made.Slots->replaceInitializer(Constant::getNullValue(
      ArrayType::get(I64, NumWords + Unit.Table.NumSlots)));
  UnitContents Fields;
  Fields.NumSlots = Unit.Table.NumSlots;
  Fields.Slots = unitField(*Made.Unit, UnitField::Slots);
  Fields.EarlySlots = unitField(*Made.Unit, UnitField::EarlySlots);
  if (NumWords) {
    Fields.EarlySlots = ConstantExpr::getInBoundsGetElementPtr(
        I64, Made.Slots, ConstantInt::get(I64, NumWords));
    Fields.Simulation = Checks ? Checks->variables().Simulation : LibraryCalls;
  }
  Fields.Costs = Made.Costs;
  Fields.CostsSize = Bytes.size();
  initialiseUnit(*Made.Unit, Fields);
  Records.appendTo(*Made.Unit);
}

void ModuleProfiler::finish() {
  if (HasSplit)
    warnNotProfiled(*M, "udpc: " + Units.front().SourceFile +
                            ": the jumps that -fsplit-machine-functions and "
                            "-fbasic-block-sections add between the parts of "
                            "functions are not counted");
  if (HasAssembly)
    warnNotProfiled(*M, "udpc: " + Units.front().SourceFile +
                            ": assembler code outside of functions is not "
                            "profiled; its instructions and memory accesses "
                            "are missing in the profile");
  if (Records)
    Records->finish();
  Regions->finish();
  complete(Units.front(), Unit, Checks.get(), Outcomes.get(),
           Records ? Records->variables().Library : nullptr);
  // Free the table, as the units are written while all else is in memory.
  Unit = UnitCostTable();
  for (const CostUnitGlobals &Other : drop_begin(Units)) {
    UnitCostTable Nothing;
    Nothing.Table.SourceFile = Nothing.Table.addString(Other.SourceFile);
    complete(Other, Nothing, nullptr, nullptr, nullptr);
  }
  Lines->clear();
}

void ModuleProfiler::start(Module &InModule) {
  M = &InModule;
  Units = findCostUnits(*M);
  if (Units.empty())
    return;
  Regions.emplace(*M);
  Unit.Table.SourceFile = Unit.Table.addString(Units.front().SourceFile);
  if (!Units.front().Slots->isThreadLocal() &&
      any_of(*M, [](const Function &F) { return profileOf(F).Calls; }))
    for (unsigned I = 0; I != abi::NumLibraryCallSlots; ++I)
      Unit.newSlot();
  for (const Function &F : *M)
    if (!F.isDeclarationForLinker() && profileOf(F).any())
      Last = &F;
  if (!Last)
    finish();
}

bool ModuleProfiler::add(MachineFunction &MF) {
  if (Checks && Checks->outlined().emit(MF))
    return true;
  const Function &F = MF.getFunction();
  if (!Last || !profileOf(F).any())
    return false;
  // Only the code generator's command line has this option.
  if (MF.getTarget().useEmulatedTLS()) {
    StringRef SourceFile = Units.front().SourceFile;
    warnNotProfiled(*M, "udpc counts in thread-local variables; " + SourceFile +
                            " is not counted; compile without -femulated-tls");
    Last = nullptr;
    finish();
    return true;
  }
  if (!MF.empty()) {
    HasSplit |= mayBeSplit(MF);
    profile(MF);
  }
  Lines->erase(&MF);
  if (&F == Last) {
    Last = nullptr;
    finish();
  }
  return true;
}
