//===- MergeInstructions.cpp - One instruction for several sites ----------===//

#include "passes/lowering/MergeInstructions.h"
#include "passes/lowering/CountSegments.h"
#include "passes/lowering/MergeCounts.h"
#include "passes/lowering/SiteText.h"
#include "passes/target/TargetDescription.h"
#include "profdata/SlotSums.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// What the instruction \p I of a unit says, if it is one.
static std::optional<SiteText> siteTextOf(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  auto *Code = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Code ? readSiteText(Code->getAsmString()) : std::nullopt;
}

namespace {

/// Sites that are executed together, each as often as it is counted. Sorted.
using SiteList = std::vector<uint32_t>;

class InstructionMerger {
public:
  InstructionMerger(Module &M, const UnitGlobals &Unit, SiteTable Sites)
      : M(M), Unit(Unit), Sites(std::move(Sites)),
        Target(*findTarget(M.getTargetTriple())),
        NumSlots(this->Sites.numSlots()) {}

  unsigned run(FunctionAnalysisManager &FAM) {
    find();
    int Removed = 0;
    for (Function &F : M)
      if (auto It = Found.find(&F); It != Found.end())
        for (const auto &[Counter, Instructions] : It->second)
          Removed += merge(F, Counter, Instructions, FAM);
    if (!Slots.empty())
      Unit.replaceSlots(Sites, NumSlots, slotSums());
    return Removed > 0 ? Removed : 0;
  }

private:
  /// A counter and a command: instructions with others are not merged.
  using CounterCommand = std::pair<uint8_t, abi::SiteCommand>;
  using Instructions = DenseMap<Instruction *, Increment>;

  Module &M;
  const UnitGlobals &Unit;
  SiteTable Sites;
  const TargetDescription &Target;
  DenseMap<Function *, std::map<CounterCommand, Instructions>> Found;
  std::map<SiteList, uint32_t> Slots; ///< Of instructions for several sites.
  uint32_t NumSlots;

  void find() {
    std::vector<std::pair<Instruction *, SiteText>> All;
    // A slot that only counts up, or only down, has the sign that readers
    // expect. So what compensates for others stays in one slot with them.
    BitVector Compensated(Sites.numSlots());
    for (User *U : Unit.Unit->users()) {
      auto *I = dyn_cast<Instruction>(U);
      std::optional<SiteText> Text = I ? siteTextOf(*I) : std::nullopt;
      if (!Text || Text->Times != 1 || Text->Slot >= Sites.numSlots())
        continue;
      All.emplace_back(I, *Text);
      if (Sites.sites()[Text->Slot].Command != uint8_t(Text->Command))
        Compensated.set(Text->Slot);
    }
    for (const auto &[I, Text] : All)
      if (!Compensated[Text.Slot])
        Found[I->getFunction()][{Text.Counter, Text.Command}].try_emplace(
            I, Increment{I, I, nullptr, {{Text.Slot, 1}}});
  }

  /// Returns how many fewer instructions there are.
  int merge(Function &F, CounterCommand Which, const Instructions &All,
            FunctionAnalysisManager &FAM) {
    if (All.size() < 2)
      return 0;
    int Removed = 0;
    FunctionSegments Segments(F, All);
    if (Segments.numCounted() > 1)
      Segments.moveCounts(FAM.getResult<DominatorTreeAnalysis>(F),
                          FAM.getResult<LoopAnalysis>(F));
    std::vector<Increment> Old;
    for (const CountSegment &S : Segments.segments()) {
      if (S.isCounted() && S.Increments.size() == 1 && S.Amounts.size() == 1 &&
          S.Amounts.begin()->second == 1 &&
          S.Amounts.begin()->first == S.Increments[0].Counts.front().first)
        continue; // As it was.
      append_range(Old, S.Increments);
      Removed += S.Increments.size();
      if (S.isCounted())
        Removed -= emit(S, Which);
    }
    for (const Increment &I : Old)
      I.erase();
    return Removed;
  }

  /// Returns the number of instructions.
  unsigned emit(const CountSegment &S, CounterCommand Which) {
    SiteList All;
    for (auto [Site, Times] : S.Amounts)
      All.insert(All.end(), Times, Site);
    explain(S, All.size());
    unsigned Count = 0;
    for (ArrayRef<uint32_t> Rest = All; !Rest.empty(); ++Count) {
      ArrayRef<uint32_t> Part = Rest.take_front(size_t(encoding::MaxTimes));
      Rest = Rest.drop_front(Part.size());
      SiteText Text;
      Text.Target = &Target;
      std::tie(Text.Counter, Text.Command) = Which;
      Text.Times = Part.size();
      Text.Slot = slotOf(Part);
      IRBuilder<> B(S.Place);
      if (!S.Increments.empty())
        B.SetCurrentDebugLocation(S.Increments[0].First->getDebugLoc());
      emitSite(B, Text, *Unit.Unit);
    }
    return Count;
  }

  uint32_t slotOf(ArrayRef<uint32_t> Part) {
    if (Part.size() == 1)
      return Part.front();
    auto [It, IsNew] = Slots.try_emplace(Part.vec(), NumSlots);
    NumSlots += IsNew;
    return It->second;
  }

  static void explain(const CountSegment &S, size_t NumSites) {
    OptimizationRemarkEmitter ORE(S.Place->getFunction());
    ORE.emit([&] {
      return OptimizationRemark("udpc", "MergedInstructions",
                                S.Place->getDebugLoc(), S.Place->getParent())
             << "one instruction for " << ore::NV("Sites", unsigned(NumSites))
             << " sites, which are always executed together";
    });
  }

  std::vector<SlotSum> slotSums() const {
    std::vector<SlotSum> Sums(Sites.numSlots());
    for (uint32_t Slot = 0; Slot != Sums.size(); ++Slot)
      Sums[Slot].Terms.push_back({Slot, 1});
    // In the order of their numbers, which do not depend on the sites'.
    std::map<uint32_t, const SiteList *> ByNumber;
    for (const auto &[List, Slot] : Slots)
      ByNumber[Slot] = &List;
    for (auto [Slot, List] : ByNumber)
      for (uint32_t Site : *List) {
        auto &Terms = Sums[Site].Terms;
        if (Terms.back().Slot == Slot)
          ++Terms.back().Times;
        else
          Terms.push_back({Slot, 1});
      }
    return Sums;
  }
};

} // namespace

unsigned udpc::mergeInstructions(Module &M, const UnitGlobals &Unit,
                                 FunctionAnalysisManager &FAM) {
  SiteTable Sites = Unit.readTable();
  // Each site has the slot of its number.
  if (Sites.numSlots() != Sites.sites().size())
    return 0;
  return InstructionMerger(M, Unit, std::move(Sites)).run(FAM);
}
