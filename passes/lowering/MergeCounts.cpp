//===- MergeCounts.cpp - One increment for sites that execute together ----===//

#include "passes/lowering/MergeCounts.h"
#include "passes/lowering/Increments.h"
#include "passes/lowering/UnitRecord.h"
#include "profdata/SlotSums.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <map>
#include <numeric>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumMerged, "Number of increments that merging has removed");

/// Operands: slots, unit, table.
static constexpr StringLiteral UnitsName = "udpc.mergeable_units";

void udpc::allowMerging(Module &M, GlobalVariable &Slots, GlobalVariable &Unit,
                        GlobalVariable &Table) {
  M.getOrInsertNamedMetadata(UnitsName)->addOperand(
      MDNode::getDistinct(M.getContext(), {ConstantAsMetadata::get(&Slots),
                                           ConstantAsMetadata::get(&Unit),
                                           ConstantAsMetadata::get(&Table)}));
}

namespace {

/// Sites that are executed together: how often each slot counts then.
using SlotSet = std::vector<std::pair<uint32_t, uint32_t>>;

/// Increments that one increment can replace.
struct Sequence {
  std::vector<Increment> Increments;
  SlotSet Slots;       ///< Sorted; the amounts have no common factor.
  uint32_t Amount = 0; ///< The factor.

  void finish() {
    std::map<uint32_t, uint32_t> Amounts;
    for (const Increment &I : Increments)
      Amounts[I.Slot] += I.Amount;
    for (auto [Slot, Times] : Amounts)
      Amount = std::gcd(Amount, Times);
    for (auto [Slot, Times] : Amounts)
      Slots.emplace_back(Slot, Times / Amount);
  }
};

class UnitMerger {
public:
  UnitMerger(GlobalVariable &Slots, GlobalVariable &Unit, GlobalVariable &Table,
             SlotUses Uses, SiteTable Sites)
      : Slots(Slots), Unit(Unit), Table(Table), Uses(std::move(Uses)),
        Sites(std::move(Sites)) {}

  void run(Module &M) {
    for (Function &F : M)
      for (BasicBlock &B : F)
        findSequences(B);
    if (none_of(Sequences,
                [](const Sequence &S) { return S.Increments.size() > 1; }))
      return;
    numberSlots();
    explain();
    emit();
    replaceRecords();
  }

private:
  GlobalVariable &Slots, &Unit, &Table;
  SlotUses Uses;
  SiteTable Sites;
  std::vector<Sequence> Sequences;
  std::vector<uint32_t> NewSlots;     ///< By old slot that is still used alone.
  std::map<SlotSet, uint32_t> Merged; ///< The slot of each set of several.
  uint32_t NumSlots = 0;

  static constexpr uint32_t None = ~0u;

  void findSequences(BasicBlock &B) {
    Sequence S;
    SmallPtrSet<const Instruction *, 4> Stores; // Of its increments.
    auto Finish = [&] {
      if (!S.Increments.empty()) {
        S.finish();
        Sequences.push_back(std::move(S));
      }
      S = Sequence();
    };
    for (Instruction &I : B) {
      auto It = Uses.Increments.find(&I);
      if (It != Uses.Increments.end()) {
        S.Increments.push_back(It->second);
        Stores.insert(It->second.Store);
      } else if (!Stores.count(&I) && !mayMergeOver(I)) {
        Finish();
      }
    }
    Finish();
  }

  void numberSlots() {
    // Addresses that are computed rely on the old numbers.
    BitVector UsedAlone(Sites.numSlots(), !Uses.AreAllKnown);
    for (const SlotAccess &A : Uses.Others)
      UsedAlone.set(A.Slot);
    for (const Sequence &S : Sequences)
      if (S.Slots.size() == 1)
        UsedAlone.set(S.Slots.front().first);
    NewSlots.assign(Sites.numSlots(), None);
    for (unsigned Slot : UsedAlone.set_bits())
      NewSlots[Slot] = NumSlots++;
    for (const Sequence &S : Sequences)
      if (S.Slots.size() > 1)
        if (auto [It, IsNew] = Merged.try_emplace(S.Slots, NumSlots); IsNew)
          ++NumSlots;
  }

  uint32_t slotOf(const Sequence &S) const {
    return S.Slots.size() == 1 ? NewSlots[S.Slots.front().first]
                               : Merged.at(S.Slots);
  }

  void explain() const {
    for (const Sequence &S : Sequences) {
      if (S.Increments.size() == 1)
        continue;
      Instruction *First = S.Increments.front().Load;
      OptimizationRemarkEmitter ORE(First->getFunction());
      ORE.emit([&] {
        return OptimizationRemark(DEBUG_TYPE, "MergedCounts",
                                  First->getDebugLoc(), First->getParent())
               << ore::NV("Increments", unsigned(S.Increments.size()))
               << " increments, which are always executed together, are one";
      });
    }
  }

  void emit() {
    for (const Sequence &S : Sequences) {
      const Increment &First = S.Increments.front();
      IRBuilder<> B(First.Load);
      emitIncrement(B, slotAddress(B, First.Slots, slotOf(S)),
                    B.getInt64(S.Amount));
      for (const Increment &I : S.Increments)
        I.erase();
      NumMerged += S.Increments.size() - 1;
    }
    for (const SlotAccess &A : Uses.Others) {
      IRBuilder<> B(A.Access);
      Value *Address = slotAddress(B, A.Slots, NewSlots[A.Slot]);
      if (auto *Load = dyn_cast<LoadInst>(A.Access))
        Load->setOperand(Load->getPointerOperandIndex(), Address);
      else
        A.Access->setOperand(StoreInst::getPointerOperandIndex(), Address);
    }
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

  void replaceRecords() {
    LLVMContext &C = Unit.getContext();
    std::vector<uint8_t> Bytes = replaceSlots(Sites, NumSlots, slotSums());
    Table.replaceInitializer(ConstantDataArray::get(C, Bytes));
    Constant *NoCounts =
        Constant::getNullValue(ArrayType::get(Type::getInt64Ty(C), NumSlots));
    Slots.replaceInitializer(NoCounts);
    resizeUnit(Unit, NumSlots, Bytes.size(), NoCounts);
  }
};

} // namespace

/// The bytes of a table's initialiser.
static StringRef bytesOf(const GlobalVariable &Table) {
  return cast<ConstantDataSequential>(Table.getInitializer())
      ->getRawDataValues();
}

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

PreservedAnalyses MergeCountsPass::run(Module &M, ModuleAnalysisManager &) {
  NamedMDNode *Units = M.getNamedMetadata(UnitsName);
  if (!Units)
    return PreservedAnalyses::all();
  for (const MDNode *Node : Units->operands()) {
    auto Operand = [Node](unsigned I) {
      return mdconst::extract<GlobalVariable>(Node->getOperand(I));
    };
    GlobalVariable *Slots = Operand(0), *Unit = Operand(1), *Table = Operand(2);
    if (!Optimise)
      continue;
    SiteTable Sites = cantFail(SiteTable::decode(bytesOf(*Table)));
    SlotUses Uses = findSlotUses(*Slots, slotsOfMarks(Sites));
    UnitMerger(*Slots, *Unit, *Table, std::move(Uses), std::move(Sites)).run(M);
  }
  Units->eraseFromParent();
  return PreservedAnalyses::none();
}
