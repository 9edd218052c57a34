//===- ProfilePass.cpp - Profiles final code ------------------------------===//

#include "passes/profile/ProfilePass.h"
#include "passes/lowering/UnitRecord.h"
#include "passes/profile/BranchCode.h"
#include "passes/profile/CacheChecks.h"
#include "passes/profile/CallRecords.h"
#include "passes/profile/FunctionProfile.h"
#include "passes/profile/LibrarySlotCode.h"
#include "passes/profile/ProfileOptions.h"
#include "passes/profile/ProfileUnit.h"
#include "passes/profile/RegionCode.h"
#include "passes/profile/SlotCode.h"
#include "passes/sites/SourcePath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc-profile"

STATISTIC(NumSegments, "Number of segments");
STATISTIC(NumCounted, "Number of segments that are counted");

namespace {

class ProfilePass : public ModulePass {
public:
  static char ID;
  ProfilePass(std::shared_ptr<ModuleLines> Lines,
              std::shared_ptr<ModuleKeys> Keys)
      : ModulePass(ID), Lines(std::move(Lines)), Keys(std::move(Keys)) {}

  StringRef getPassName() const override { return "udpc: profile"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineModuleInfoWrapperPass>();
    AU.setPreservesAll();
  }
  bool runOnModule(Module &M) override;

private:
  std::shared_ptr<ModuleLines> Lines;
  std::shared_ptr<ModuleKeys> Keys;
};

} // namespace

char ProfilePass::ID;

static void remark(const FunctionProfile &P) {
  Function &F = P.function().getFunction();
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemark("udpc", "Profiled", F.getSubprogram(),
                              &F.getEntryBlock())
           << ore::NV("Counted", unsigned(P.counters().size())) << " of "
           << ore::NV("Segments", unsigned(P.segments().size()))
           << " segments are counted";
  });
}

static void insertForExecutable(FunctionProfile &P,
                                const FunctionLayout &Layout,
                                const ProfileUnit &Made, CacheChecks *Checks,
                                FunctionCalls *Calls) {
  SlotCode Slots(P.function(), *Made.Slots);
  if (Calls)
    Calls->addTotals(Slots);
  for (FunctionProfile::Counter C : P.counters())
    Slots.count(P.segments()[C.Segment], C.Slot);
  if (Checks) {
    CheckCode Code(P.function(), Checks->variables());
    FunctionChecks Found = Checks->find(P, Layout, Code);
    for (const PlannedCheck &Check : Found.Checks)
      Code.insert(Check);
    countKept(Code);
  }
}

/// Counters and checks share registers, which are chosen for all before the
/// first one is inserted.
static void insertForLibrary(FunctionProfile &P, const FunctionLayout &Layout,
                             const ProfileUnit &Made, CacheChecks *Checks) {
  LibrarySlotCode Slots(P.function(), *Made.Unit);
  std::vector<AddressUse> Uses;
  Slots.addUses(P, Uses);
  size_t NumCounters = Uses.size();
  std::optional<CheckCode> Code;
  FunctionChecks Found;
  if (Checks) {
    Code.emplace(P.function(), Checks->variables());
    Found = Checks->find(P, Layout, *Code);
    for (const PlannedCheck &Check : Found.Checks)
      Uses.push_back(Code->useOf(Check));
  }
  std::vector<AddressLoad> Loads = Slots.choose(Uses);
  Slots.reserve(Uses, Loads);
  if (Code)
    Code->reserve(Uses, Loads);
  Slots.count(P, ArrayRef(Uses).take_front(NumCounters));
  for (auto [Index, Check] : enumerate(Found.Checks))
    Code->insert(Check, &Uses[NumCounters + Index]);
  Slots.load(Loads);
  if (Code)
    countKept(*Code);
}

/// Whether the code generator may take \p MF apart after this pass.
static bool mayBeSplit(const MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  return MF.size() > 1 && (TM.getBBSectionsType() != BasicBlockSection::None ||
                           (TM.Options.EnableMachineFunctionSplitter &&
                            MF.getFunction().hasProfileData()));
}

static void profile(MachineFunction &MF, const FunctionLines &Lines,
                    const FunctionLayout &Layout, const FunctionKeys &Keys,
                    UnitProfile &Unit, const ProfileUnit &Made,
                    CacheChecks *Checks, BranchOutcomes *Outcomes,
                    CallRecords *Records) {
  FunctionProfile P(MF, Lines, Layout, Keys, Unit);
  bool IsLibrary = !Made.Slots->isThreadLocal();
  std::optional<BranchCode> Branches;
  bool OnEdges =
      !mayBeSplit(MF) && !profileOf(MF.getFunction()).AnyBranchModel;
  if (Outcomes)
    Branches.emplace(P, Layout, *Outcomes, IsLibrary, OnEdges);
  std::optional<RegionCode> Region;
  std::string RegionName = regionOf(MF);
  if (!RegionName.empty())
    Region.emplace(MF);
  std::optional<FunctionCalls> Calls;
  if (Records)
    Calls.emplace(P, Records->variables(), /*AllCosts=*/Checks != nullptr);
  NumSegments += P.segments().size();
  NumCounted += P.counters().size();
  remark(P);
  if (IsLibrary)
    insertForLibrary(P, Layout, Made, Checks);
  else
    insertForExecutable(P, Layout, Made, Checks, Calls ? &*Calls : nullptr);
  if (Branches)
    Branches->insert();
  // Behind all other code at entries, and before it at returns.
  if (Calls)
    Records->insert(*Calls, P.index());
  if (Region)
    Region->insert(RegionName);
}

/// Stores the cost table in the unit's record.
static void complete(const ProfileUnit &Made, UnitProfile &Unit,
                     CacheChecks *Checks, BranchOutcomes *Outcomes) {
  std::vector<uint32_t> Lines = Unit.finish();
  if (Checks) {
    Checks->finish(Lines);
    Unit.Table.Flags |= abi::SimulatesCaches;
    if (Checks->supportsAnyI1())
      Unit.Table.Flags |= abi::SupportsAnyI1;
    Unit.Table.NumCodeLines = Checks->numCodeLines();
  }
  if (Outcomes) {
    Outcomes->finish(Lines);
    Unit.Table.Flags |= abi::SimulatesBranches;
    Unit.Table.NumCodeLines =
        std::max(Unit.Table.NumCodeLines, Outcomes->numCodeLines());
  }
  std::vector<uint8_t> Bytes = Unit.Table.finishWithPackedCopy();
  LLVMContext &C = Made.Unit->getContext();
  Made.Costs->replaceInitializer(ConstantDataArray::get(C, Bytes));
  uint64_t NumWords = Checks ? Checks->numWords() : 0;
  Type *I64 = Type::getInt64Ty(C);
  Made.Slots->replaceInitializer(Constant::getNullValue(
      ArrayType::get(I64, NumWords + Unit.Table.NumSlots)));
  auto *Old = cast<ConstantStruct>(Made.Unit->getInitializer());
  constexpr unsigned SlotsField = 4, EarlySlotsField = 14;
  UnitFields Fields;
  Fields.NumSlots = Unit.Table.NumSlots;
  Fields.Slots = Old->getOperand(SlotsField);
  Fields.EarlySlots = Old->getOperand(EarlySlotsField);
  if (NumWords) {
    Fields.EarlySlots = ConstantExpr::getInBoundsGetElementPtr(
        I64, Made.Slots, ConstantInt::get(I64, NumWords));
    Fields.Simulation = Checks->variables().Simulation;
  }
  Fields.Costs = Made.Costs;
  Fields.CostsSize = Bytes.size();
  initialiseUnit(*Made.Unit, Fields);
}

bool ProfilePass::runOnModule(Module &M) {
  std::vector<ProfileUnit> Units = findProfileUnits(M);
  if (Units.empty())
    return false;
  usePathRootsOf(M);
  // LTO links many modules into one, with a unit of each: the first unit gets
  // all of the code.
  const ProfileUnit *Made = &Units.front();
  MachineModuleInfo &MMI = getAnalysis<MachineModuleInfoWrapperPass>().getMMI();
  UnitProfile Unit;
  Unit.Table.SourceFile = Unit.Table.addString(tablePath(Made->SourceFile));
  std::unique_ptr<CacheChecks> Checks;
  std::unique_ptr<BranchOutcomes> Outcomes;
  // Only the code generator's command line has this option.
  bool CanCount = !MMI.getTarget().useEmulatedTLS();
  if (!CanCount)
    warnNotProfiled(M, "udpc counts in thread-local variables; " +
                           Made->SourceFile +
                           " is not counted; compile without -femulated-tls");
  std::unique_ptr<CallRecords> Records;
  ModuleLayout Layout = layOut(M, MMI);
  bool HasSplit = false;
  for (Function &F : M) {
    MachineFunction *MF = MMI.getMachineFunction(F);
    ProfileParts Parts = profileOf(F);
    if (!CanCount || !MF || MF->empty() || !Parts.any())
      continue;
    if (Parts.simulatesCaches() && !Checks)
      Checks = std::make_unique<CacheChecks>(M, MMI, *Made->Unit,
                                             !Made->Slots->isThreadLocal());
    if (Parts.Branches && !Outcomes)
      Outcomes = std::make_unique<BranchOutcomes>(M, *Made->Unit);
    if (Parts.Calls && Made->Slots->isThreadLocal() && !Records)
      Records = std::make_unique<CallRecords>(M, *Made->Unit);
    HasSplit |= mayBeSplit(*MF);
    static const FunctionKeys NoKeys;
    auto Own = Keys->find(MF);
    profile(*MF, (*Lines)[MF], Layout[MF],
            Own == Keys->end() ? NoKeys : Own->second, Unit, *Made,
            Parts.simulatesCaches() ? Checks.get() : nullptr,
            Parts.Branches ? Outcomes.get() : nullptr,
            Parts.Calls ? Records.get() : nullptr);
  }
  if (HasSplit)
    warnNotProfiled(M, "udpc: " + Made->SourceFile +
                           ": the jumps that -fsplit-machine-functions and "
                           "-fbasic-block-sections add between the parts of "
                           "functions are not counted");
  if (Records)
    Records->finish();
  complete(*Made, Unit, Checks.get(), Outcomes.get());
  for (const ProfileUnit &Other : drop_begin(Units)) {
    UnitProfile Nothing;
    Nothing.Table.SourceFile = Nothing.Table.addString(Other.SourceFile);
    complete(Other, Nothing, nullptr, nullptr);
  }
  Lines->clear();
  return true;
}

ModulePass *udpc::createProfilePass(std::shared_ptr<ModuleLines> Lines,
                                    std::shared_ptr<ModuleKeys> Keys) {
  return new ProfilePass(std::move(Lines), std::move(Keys));
}
