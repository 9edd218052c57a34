//===- MergeInstructions.cpp - One instruction for several sites ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/merge/MergeInstructions.h"
#include "passes/lowering/code/SiteText.h"
#include "passes/lowering/merge/CountSegments.h"
#include "passes/lowering/unit/UnmergedUnits.h"
#include "passes/target/TargetDescription.h"
#include "profdata/tables/SlotSums.h"
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

/// Sites that are executed together, each repeated as often as it is counted.
/// Sorted.
using SiteList = std::vector<uint32_t>;
using Placeholders = DenseMap<Instruction *, Increment>;

struct CounterCommand {
  uint8_t Counter;
  abi::SiteCommand Command;

  bool operator<(const CounterCommand &R) const {
    return std::tie(Counter, Command) < std::tie(R.Counter, R.Command);
  }
};

/// Sites that are executed together, by the counter and command that count
/// them.
using SitesByCounter = std::map<CounterCommand, ArrayRef<uint32_t>>;

/// An instruction and the sites of its parts.
struct MergedInstruction {
  encoding::Instruction Code;
  std::vector<SiteList> Parts;

  size_t numSites() const {
    size_t N = 0;
    for (const SiteList &Sites : Parts)
      N += Sites.size();
    return N;
  }
};

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
        for (const auto &[First, Counts] : It->second)
          emitMerged(F, Counts, *FAM);
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
  /// Placeholders by the first of the counters that one instruction may have
  /// together.
  using ByCounter = std::map<uint8_t, Placeholders>;
  DenseMap<Function *, ByCounter> Mergeable;
  /// The first slot of each instruction for several sites, by its parts and,
  /// for a set, the commands of its parts, whose slots count up.
  using SlotsKey = std::pair<std::vector<SiteList>, std::vector<uint8_t>>;
  std::map<SlotsKey, uint32_t> Slots;
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

  /// Emits instructions that are not merged, and adds the other counts to
  /// Mergeable.
  void split(const Placeholders &All, bool Merge) {
    // A slot that only counts up, or only down, has the sign that readers
    // expect. So a compensating instruction keeps one slot with its site.
    BitVector IsApart(NumSites, !Merge);
    for (const auto &[Call, I] : All)
      for (auto [Slot, Times] : I.Counts)
        if (compensates(Slot))
          IsApart.set(Slot - NumSites);
    for (const auto &[Call, I] : All)
      for (auto [Slot, Times] : I.Counts) {
        NumCounts += Times;
        if (!IsApart[Slot % NumSites])
          append(Mergeable[Call->getFunction()][instructionOf(Slot).Counter],
                 Call, {{Slot, Times}});
        else
          for (uint32_t N = 0; N != Times; ++N)
            emit(Call, Call->getDebugLoc(), codeFor(instructionOf(Slot)),
                 Slot % NumSites);
      }
  }

  static void append(Placeholders &To, Instruction *Call,
                     ArrayRef<std::pair<uint32_t, uint32_t>> Counts) {
    llvm::append_range(To.try_emplace(Call, Increment{Call, Call, nullptr, {}})
                           .first->second.Counts,
                       Counts);
  }

  /// The number of counters from \p First on that one instruction can have.
  unsigned reach(uint8_t First) const {
    unsigned Reach = First <= encoding::MaxFirstOfTwo ? 2 : 1;
    if (Target.canBeginSet(First))
      for (const encoding::SetLimits &L : Target.sets())
        Reach = std::max<unsigned>(Reach, L.Counters);
    return Reach;
  }

  /// Joins the placeholders of counters that one instruction may have, so that
  /// they are merged together.
  void joinNeighbours(ByCounter &All) const {
    for (auto It = All.begin(); It != All.end(); ++It) {
      unsigned End = It->first + reach(It->first);
      for (auto Next = std::next(It); Next != All.end() && Next->first < End;
           Next = All.erase(Next))
        for (const auto &[Call, I] : Next->second)
          append(It->second, Call, I.Counts);
    }
  }

  void emitMerged(Function &F, const Placeholders &All,
                  FunctionAnalysisManager &FAM) {
    FunctionSegments Segments(F, All);
    if (Segments.numCounted() > 1)
      Segments.moveCounts(FAM.getResult<DominatorTreeAnalysis>(F),
                          FAM.getResult<LoopAnalysis>(F));
    for (const CountSegment &S : Segments.segments())
      if (S.isCounted())
        emitSegment(S);
  }

  void emitSegment(const CountSegment &S) {
    std::map<CounterCommand, SiteList> All;
    size_t NumSites = 0;
    for (auto [Site, Times] : S.Amounts) {
      SiteList &Of = All[instructionOf(Site)];
      Of.insert(Of.end(), Times, Site);
      NumSites += Times;
    }
    if (NumSites > 1)
      explain(S, NumSites);
    DebugLoc At;
    if (!S.Increments.empty())
      At = S.Increments[0].First->getDebugLoc();
    SitesByCounter Rest(All.begin(), All.end());
    while (!Rest.empty()) {
      MergedInstruction I = chooseInstruction(Rest);
      emit(S.Place, At, I.Code, slotOf(I));
      size_t Part = 0;
      I.Code.forEachPart([&](encoding::CounterPart P) {
        auto Of =
            Rest.find({P.Counter, static_cast<abi::SiteCommand>(P.Command)});
        Of->second = Of->second.drop_front(I.Parts[Part++].size());
        if (Of->second.empty())
          Rest.erase(Of);
      });
    }
  }

  //===--------------------------------------------------------------------===//
  // The contents of an instruction
  //===--------------------------------------------------------------------===//

  static encoding::Instruction codeFor(CounterCommand Which) {
    return {Which.Counter, static_cast<uint8_t>(Which.Command)};
  }

  /// The instruction that leaves the fewest of \p All. Of several equally good
  /// ones it is the first: for one counter, two counters, a set.
  MergedInstruction chooseInstruction(const SitesByCounter &All) const {
    MergedInstruction Best = ofOneOrTwo(All);
    auto NumDone = [&](const MergedInstruction &I) {
      size_t N = 0, Part = 0;
      I.Code.forEachPart([&](encoding::CounterPart P) {
        auto Of =
            All.find({P.Counter, static_cast<abi::SiteCommand>(P.Command)});
        N += I.Parts[Part++].size() == Of->second.size();
      });
      return std::pair(N, I.numSites());
    };
    if (!Target.canBeginSet(All.begin()->first.Counter))
      return Best;
    for (const encoding::SetLimits &L : Target.sets()) {
      MergedInstruction Set = asSet(All, L);
      if (NumDone(Set) > NumDone(Best))
        Best = std::move(Set);
    }
    return Best;
  }

  static MergedInstruction ofOneOrTwo(const SitesByCounter &All) {
    auto Take = [](ArrayRef<uint32_t> Sites) {
      return Sites.take_front(size_t(encoding::MaxTimes)).vec();
    };
    const auto &[Which, First] = *All.begin();
    MergedInstruction I = {codeFor(Which), {Take(First)}};
    I.Code.Times = I.Parts[0].size();
    auto Next = All.find({uint8_t(Which.Counter + 1), Which.Command});
    if (Which.Counter <= encoding::MaxFirstOfTwo && Next != All.end()) {
      I.Parts.push_back(Take(Next->second));
      I.Code.NextTimes = I.Parts[1].size();
    }
    return I;
  }

  static MergedInstruction asSet(const SitesByCounter &All,
                                 const encoding::SetLimits &Limits) {
    const encoding::SetShape &Shape = encoding::SetShapes[Limits.Shape];
    MergedInstruction I;
    I.Code = {All.begin()->first.Counter, 0};
    uint32_t Fields = 0;
    for (const auto &[Which, Sites] : All) {
      unsigned Counter = Which.Counter - I.Code.Counter;
      bool IsDec = Which.Command == abi::SiteCommand::Dec;
      if (Counter >= Limits.Counters || I.Parts.size() == encoding::MaxParts)
        break;
      I.Parts.push_back(
          Sites.take_front(IsDec ? Limits.MaxDec : Limits.MaxInc).vec());
      Fields |= uint32_t(I.Parts.back().size()) << Shape.shift(Counter, IsDec);
    }
    I.Code.Set = encoding::makeSet(Shape, Fields);
    return I;
  }

  void emit(Instruction *Before, DebugLoc At, encoding::Instruction Code,
            uint32_t Slot) {
    SiteText Text;
    Text.Target = &Target;
    Text.Code = Code;
    Text.Slot = Slot;
    IRBuilder<> B(Before);
    if (At)
      B.SetCurrentDebugLocation(At);
    emitSite(B, Text, *Unit.Unit);
    ++NumInstructions;
  }

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  uint32_t slotOf(const MergedInstruction &I) {
    if (I.numSites() == 1)
      return I.Parts[0].front();
    SlotsKey Key = {I.Parts, {}};
    if (I.Code.Set)
      I.Code.forEachPart(
          [&](encoding::CounterPart P) { Key.second.push_back(P.Command); });
    auto [It, IsNew] = Slots.try_emplace(std::move(Key), NumSlots);
    if (IsNew)
      NumSlots += I.Parts.size() == 1 ? 1 : 1 + I.Parts.size();
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
    // In the order of the slots' numbers, which do not depend on the order of
    // sites.
    std::map<uint32_t, const SlotsKey *> ByNumber;
    for (const auto &[Key, Slot] : Slots)
      ByNumber[Slot] = &Key;
    auto Add = [&Sums](const SiteList &List, SlotSum::Term Each) {
      for (uint32_t Site : List) {
        auto &Terms = Sums[Site].Terms;
        if (Terms.back().Slot == Each.Slot)
          Terms.back().Times += Each.Times;
        else
          Terms.push_back(Each);
      }
    };
    for (auto [Slot, Key] : ByNumber) {
      const auto &[Parts, Commands] = *Key;
      for (auto [N, Sites] : enumerate(Parts)) {
        bool CountsUpForDec = !Commands.empty() && Commands[N];
        uint32_t Alone =
            Parts.size() == 1 ? abi::ZeroValue : Slot + 1 + uint32_t(N);
        Add(Sites, {Slot, CountsUpForDec ? -1 : 1, Alone});
      }
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
