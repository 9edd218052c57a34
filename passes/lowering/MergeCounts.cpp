//===- MergeCounts.cpp - One increment for sites that execute together ----===//

#include "passes/lowering/MergeCounts.h"
#include "passes/lowering/CountSegments.h"
#include "passes/lowering/Increments.h"
#include "passes/lowering/InlineAllowance.h"
#include "passes/lowering/MergeInstructions.h"
#include "passes/lowering/UnitRecord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include <map>
#include <numeric>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumMerged, "Number of increments that merging has removed");

/// Operands: slots or null, unit, table, whether it has instructions.
static constexpr StringLiteral UnitsName = "udpc.mergeable_units";

void udpc::allowMerging(Module &M, const UnitGlobals &Unit) {
  LLVMContext &C = M.getContext();
  M.getOrInsertNamedMetadata(UnitsName)->addOperand(MDNode::getDistinct(
      C,
      {Unit.Slots ? ConstantAsMetadata::get(Unit.Slots) : nullptr,
       ConstantAsMetadata::get(Unit.Unit), ConstantAsMetadata::get(Unit.Table),
       ConstantAsMetadata::get(
           ConstantInt::get(Type::getInt1Ty(C), Unit.HasInstructions))}));
}

SiteTable UnitGlobals::readTable() const {
  StringRef Bytes =
      cast<ConstantDataSequential>(Table->getInitializer())->getRawDataValues();
  return cantFail(SiteTable::decode(Bytes));
}

void UnitGlobals::replaceSlots(const SiteTable &Sites, uint32_t NumSlots,
                               ArrayRef<SlotSum> Sums) const {
  LLVMContext &C = Unit->getContext();
  std::vector<uint8_t> Bytes = udpc::replaceSlots(Sites, NumSlots, Sums);
  Table->replaceInitializer(ConstantDataArray::get(C, Bytes));
  Constant *NoCounts =
      Constant::getNullValue(ArrayType::get(Type::getInt64Ty(C), NumSlots));
  if (Slots)
    Slots->replaceInitializer(NoCounts);
  resizeUnit(*Unit, NumSlots, Bytes.size(), NoCounts);
}

namespace {

/// Sites that are executed together: how often each slot counts then. Sorted;
/// the amounts have no common factor.
using SlotSet = std::vector<std::pair<uint32_t, uint32_t>>;

/// The one increment of a segment.
struct NewIncrement {
  Instruction *Place;
  Value *Slots; ///< The address of the thread's slots, or null.
  SlotSet Set;
  uint32_t Amount = 0;

  explicit NewIncrement(const CountSegment &S)
      : Place(S.Place), Slots(S.Slots) {
    for (auto [Slot, Times] : S.Amounts)
      Amount = std::gcd(Amount, Times);
    for (auto [Slot, Times] : S.Amounts)
      Set.emplace_back(Slot, Times / Amount);
  }
};

class UnitMerger {
public:
  UnitMerger(const UnitGlobals &Unit, SlotUses Uses, SiteTable Sites)
      : Unit(Unit), Uses(std::move(Uses)), Sites(std::move(Sites)) {}

  void run(Module &M, FunctionAnalysisManager &FAM) {
    for (Function &F : M)
      if (!F.isDeclaration())
        findSegments(F, FAM);
    if (!AnyMerged)
      return;
    NumMerged += Old.size() - New.size();
    numberSlots();
    emit();
    Unit.replaceSlots(Sites, NumSlots, slotSums());
  }

private:
  const UnitGlobals &Unit;
  SlotUses Uses;
  SiteTable Sites;
  std::vector<NewIncrement> New;
  std::vector<Increment> Old;
  bool AnyMerged = false;
  std::vector<uint32_t> NewSlots;     ///< By old slot that is still used alone.
  std::map<SlotSet, uint32_t> Merged; ///< The slot of each set of several.
  uint32_t NumSlots = 0;

  static constexpr uint32_t None = ~0u;

  void findSegments(Function &F, FunctionAnalysisManager &FAM) {
    FunctionSegments Segments(F, Uses.Increments);
    if (Segments.numCounted() == 0)
      return;
    if (Segments.numCounted() > 1)
      Segments.moveCounts(FAM.getResult<DominatorTreeAnalysis>(F),
                          FAM.getResult<LoopAnalysis>(F));
    for (const CountSegment &S : Segments.segments()) {
      if (S.Moved || S.Increments.size() > 1) {
        AnyMerged = true;
        explain(S);
      }
      append_range(Old, S.Increments);
      if (S.isCounted())
        New.emplace_back(S);
    }
  }

  void numberSlots() {
    // Addresses that are computed rely on the old numbers.
    BitVector UsedAlone(Sites.numSlots(), !Uses.AreAllKnown);
    for (const SlotAccess &A : Uses.Others)
      UsedAlone.set(A.Slot);
    for (const NewIncrement &I : New)
      if (I.Set.size() == 1)
        UsedAlone.set(I.Set.front().first);
    NewSlots.assign(Sites.numSlots(), None);
    for (unsigned Slot : UsedAlone.set_bits())
      NewSlots[Slot] = NumSlots++;
    for (const NewIncrement &I : New)
      if (I.Set.size() > 1)
        if (auto [It, IsNew] = Merged.try_emplace(I.Set, NumSlots); IsNew)
          ++NumSlots;
  }

  uint32_t slotOf(const NewIncrement &I) const {
    return I.Set.size() == 1 ? NewSlots[I.Set.front().first]
                             : Merged.at(I.Set);
  }

  static void explain(const CountSegment &S) {
    if (S.Increments.empty())
      return; // It only had counts of others for a while.
    Instruction *First = S.Increments.front().First;
    OptimizationRemarkEmitter ORE(First->getFunction());
    ORE.emit([&] {
      OptimizationRemark R(DEBUG_TYPE, "MergedCounts", First->getDebugLoc(),
                           First->getParent());
      if (S.Moved)
        return R << "counts of this block are added " << S.Moved;
      return R << ore::NV("Increments", unsigned(S.Increments.size()))
               << " increments, which are always executed together, are one";
    });
  }

  void emit() {
    for (const NewIncrement &I : New) {
      IRBuilder<> B(I.Place);
      if (!Unit.Slots) {
        emitCountCall(B, *Unit.Unit, slotOf(I), B.getInt64(I.Amount));
        continue;
      }
      Value *Address =
          I.Slots ? I.Slots : B.CreateThreadLocalAddress(Unit.Slots);
      emitIncrement(B, slotAddress(B, Address, slotOf(I)),
                    B.getInt64(I.Amount));
    }
    for (const Increment &I : Old)
      I.erase();
    for (const SlotAccess &A : Uses.Others)
      renumber(A);
  }

  void renumber(const SlotAccess &A) const {
    IRBuilder<> B(A.Access);
    if (auto *Call = dyn_cast<CallInst>(A.Access))
      return Call->setArgOperand(1, B.getInt32(NewSlots[A.Slot]));
    Value *Address = slotAddress(B, A.Slots, NewSlots[A.Slot]);
    if (auto *Load = dyn_cast<LoadInst>(A.Access))
      Load->setOperand(Load->getPointerOperandIndex(), Address);
    else
      A.Access->setOperand(StoreInst::getPointerOperandIndex(), Address);
  }

  std::vector<SlotSum> slotSums() const {
    std::vector<SlotSum> Sums(NewSlots.size());
    for (auto [Old, New] : enumerate(NewSlots))
      if (New != None)
        Sums[Old].Terms.push_back({New, 1});
    // In the order of their numbers, which do not depend on the set's.
    std::map<uint32_t, const SlotSet *> ByNumber;
    for (const auto &[Set, Slot] : Merged)
      ByNumber[Slot] = &Set;
    for (auto [Slot, Set] : ByNumber)
      for (auto [Old, Times] : *Set)
        Sums[Old].Terms.push_back({Slot, Times});
    return Sums;
  }
};

} // namespace

/// Marks count amounts that the program computes: their slots are signed, which
/// readers see by the sites that have them alone.
static BitVector slotsOfMarks(const SiteTable &T) {
  BitVector Slots(T.numSlots());
  for (const abi::SiteRec &S : T.sites())
    if (S.Kind == static_cast<uint8_t>(abi::SiteKind::Mark))
      for (const abi::CandidateRec &C : T.candidates(S))
        if (C.Value < T.numSlots())
          Slots.set(C.Value);
  return Slots;
}

PreservedAnalyses MergeCountsPass::run(Module &M, ModuleAnalysisManager &MAM) {
  NamedMDNode *Units = M.getNamedMetadata(UnitsName);
  if (!Units)
    return PreservedAnalyses::all();
  auto &FAM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (const MDNode *Node : Units->operands()) {
    if (!Optimise)
      continue;
    auto Operand = [Node](unsigned I) {
      return mdconst::extract_or_null<GlobalVariable>(Node->getOperand(I));
    };
    UnitGlobals Unit = {
        Operand(0), Operand(1), Operand(2),
        mdconst::extract<ConstantInt>(Node->getOperand(3))->isOne()};
    if (Unit.HasInstructions) {
      NumMerged += mergeInstructions(M, Unit, FAM);
      continue;
    }
    SiteTable Sites = Unit.readTable();
    BitVector Apart = slotsOfMarks(Sites);
    SlotUses Uses = Unit.Slots ? findSlotUses(*Unit.Slots, Apart)
                               : findCountCalls(*Unit.Unit, Apart);
    UnitMerger(Unit, std::move(Uses), std::move(Sites)).run(M, FAM);
  }
  for (Function &F : M)
    removeInlineAllowances(F);
  Units->eraseFromParent();
  return PreservedAnalyses::none();
}
