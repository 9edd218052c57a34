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

namespace {

/// Sites that are executed together, each as often as it is counted. Sorted.
using SiteList = std::vector<uint32_t>;
using Placeholders = DenseMap<Instruction *, Increment>;

struct CounterCommand {
  uint8_t Counter;
  abi::SiteCommand Command;

  bool operator<(const CounterCommand &R) const {
    return std::tie(Counter, Command) < std::tie(R.Counter, R.Command);
  }
  CounterCommand next() const { return {uint8_t(Counter + 1), Command}; }
};

/// The sites of an instruction: those of its counter, and those of the next.
using SiteLists = std::pair<SiteList, SiteList>;

class InstructionMerger {
public:
  InstructionMerger(Module &M, const UnitGlobals &Unit, SiteTable Table)
      : M(M), Unit(Unit), Table(std::move(Table)),
        Target(*findTarget(M.getTargetTriple())),
        NumSites(this->Table.numSlots()), NumSlots(NumSites) {
    assert(NumSites == this->Table.sites().size() &&
           "each site has the slot of its number");
  }

  unsigned run(const Placeholders &All, FunctionAnalysisManager *FAM) {
    split(All, /*Merge=*/FAM != nullptr);
    for (Function &F : M)
      if (auto It = Mergeable.find(&F); It != Mergeable.end()) {
        joinNeighbours(It->second);
        for (const auto &[Which, Counts] : It->second)
          emitMerged(F, Which, Counts, *FAM);
      }
    for (const auto &[Call, I] : All)
      I.erase();
    if (!Slots.empty())
      Unit.replaceSlots(Table, NumSlots, slotSums());
    return NumCounts > NumInstructions ? NumCounts - NumInstructions : 0;
  }

private:
  Module &M;
  const UnitGlobals &Unit;
  SiteTable Table;
  const TargetDescription &Target;
  uint32_t NumSites, NumSlots;
  using ByInstruction = std::map<CounterCommand, Placeholders>;
  DenseMap<Function *, ByInstruction> Mergeable;
  /// The first slots of instructions for several sites.
  std::map<SiteLists, uint32_t> Slots;
  unsigned NumCounts = 0, NumInstructions = 0;

  bool compensates(uint32_t Slot) const { return Slot >= NumSites; }

  CounterCommand instructionOf(uint32_t Slot) const {
    const abi::SiteRec &S = Table.sites()[Slot % NumSites];
    auto Command = static_cast<abi::SiteCommand>(S.Command);
    if (compensates(Slot))
      Command = Command == abi::SiteCommand::Inc ? abi::SiteCommand::Dec
                                                 : abi::SiteCommand::Inc;
    return {static_cast<uint8_t>(Table.events()[S.Event].Counter), Command};
  }

  /// Emits what is not merged, and adds the rest to Mergeable.
  void split(const Placeholders &All, bool Merge) {
    // A slot that only counts up, or only down, has the sign that readers
    // expect. So what compensates for others stays in one slot with them.
    BitVector IsApart(NumSites, !Merge);
    for (const auto &[Call, I] : All)
      for (auto [Slot, Times] : I.Counts)
        if (compensates(Slot))
          IsApart.set(Slot - NumSites);
    for (const auto &[Call, I] : All)
      for (auto [Slot, Times] : I.Counts) {
        NumCounts += Times;
        if (!IsApart[Slot % NumSites])
          append(Mergeable[Call->getFunction()][instructionOf(Slot)], Call,
                 {{Slot, Times}});
        else
          for (uint32_t N = 0; N != Times; ++N)
            emit(Call, Call->getDebugLoc(), instructionOf(Slot),
                 Slot % NumSites, 1);
      }
  }

  static void append(Placeholders &To, Instruction *Call,
                     ArrayRef<std::pair<uint32_t, uint32_t>> Counts) {
    llvm::append_range(To.try_emplace(Call, Increment{Call, Call, nullptr, {}})
                           .first->second.Counts,
                       Counts);
  }

  /// What the instructions of \p All count that have a counter and the next,
  /// and the same command, is merged as one.
  static void joinNeighbours(ByInstruction &All) {
    for (auto It = All.begin(); It != All.end(); ++It) {
      auto Next = All.find(It->first.next());
      if (It->first.Counter > encoding::MaxFirstOfTwo || Next == All.end())
        continue;
      for (const auto &[Call, I] : Next->second)
        append(It->second, Call, I.Counts);
      All.erase(Next);
    }
  }

  void emitMerged(Function &F, CounterCommand Which, const Placeholders &All,
                  FunctionAnalysisManager &FAM) {
    FunctionSegments Segments(F, All);
    if (Segments.numCounted() > 1)
      Segments.moveCounts(FAM.getResult<DominatorTreeAnalysis>(F),
                          FAM.getResult<LoopAnalysis>(F));
    for (const CountSegment &S : Segments.segments())
      if (S.isCounted())
        emitSegment(S, Which);
  }

  void emitSegment(const CountSegment &S, CounterCommand Which) {
    SiteLists All;
    for (auto [Site, Times] : S.Amounts) {
      bool IsFirst = instructionOf(Site).Counter == Which.Counter;
      SiteList &Of = IsFirst ? All.first : All.second;
      Of.insert(Of.end(), Times, Site);
    }
    if (All.first.size() + All.second.size() > 1)
      explain(S, All.first.size() + All.second.size());
    DebugLoc At;
    if (!S.Increments.empty())
      At = S.Increments[0].First->getDebugLoc();
    ArrayRef<uint32_t> First = All.first, Next = All.second;
    while (!First.empty() || !Next.empty()) {
      SiteLists Part = {takeSites(First), takeSites(Next)};
      CounterCommand Counter = Which;
      if (Part.first.empty()) {
        std::swap(Part.first, Part.second);
        Counter = Which.next();
      }
      emit(S.Place, At, Counter, slotOf(Part), Part.first.size(),
           Part.second.size());
    }
  }

  /// Removes from \p Rest what an instruction can say.
  static SiteList takeSites(ArrayRef<uint32_t> &Rest) {
    SiteList Taken = Rest.take_front(size_t(encoding::MaxTimes)).vec();
    Rest = Rest.drop_front(Taken.size());
    return Taken;
  }

  void emit(Instruction *Before, DebugLoc At, CounterCommand Which,
            uint32_t Slot, uint8_t Times, uint8_t NextTimes = 0) {
    SiteText Text;
    Text.Target = &Target;
    Text.Counter = Which.Counter;
    Text.Command = Which.Command;
    Text.Times = Times;
    Text.NextTimes = NextTimes;
    Text.Slot = Slot;
    IRBuilder<> B(Before);
    if (At)
      B.SetCurrentDebugLocation(At);
    emitSite(B, Text, *Unit.Unit);
    ++NumInstructions;
  }

  uint32_t slotOf(const SiteLists &Part) {
    if (Part.first.size() == 1 && Part.second.empty())
      return Part.first.front();
    auto [It, IsNew] = Slots.try_emplace(Part, NumSlots);
    if (IsNew)
      NumSlots += Part.second.empty() ? 1 : abi::SlotsOfTwoCounters;
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
    std::vector<SlotSum> Sums(NumSites);
    for (uint32_t Slot = 0; Slot != Sums.size(); ++Slot)
      Sums[Slot].Terms.push_back({Slot, 1});
    // In the order of their numbers, which do not depend on the sites'.
    std::map<uint32_t, const SiteLists *> ByNumber;
    for (const auto &[Lists, Slot] : Slots)
      ByNumber[Slot] = &Lists;
    auto Add = [&Sums](const SiteList &List, SlotSum::Term Each) {
      for (uint32_t Site : List) {
        auto &Terms = Sums[Site].Terms;
        if (Terms.back().Slot == Each.Slot)
          ++Terms.back().Times;
        else
          Terms.push_back(Each);
      }
    };
    for (auto [Slot, Lists] : ByNumber) {
      bool HasTwo = !Lists->second.empty();
      Add(Lists->first, {Slot, 1, HasTwo ? Slot + 1 : 0});
      Add(Lists->second, {Slot, 1, Slot + 2});
    }
    return Sums;
  }
};

} // namespace

unsigned udpc::emitInstructions(Module &M, const UnitGlobals &Unit,
                                const Placeholders &Placeholders,
                                FunctionAnalysisManager *FAM) {
  if (Placeholders.empty())
    return 0;
  return InstructionMerger(M, Unit, Unit.readTable()).run(Placeholders, FAM);
}
