//===- UntiePlaceholders.cpp - Replaces tied placeholders -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnmergedUnits.h"
#include "passes/lowering/vector/TiePlaceholders.h"
#include "passes/lowering/vector/UnreverseVectors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Adds up truth values as 64 bits, at the insertion point of \p B.
class TrueCount {
public:
  TrueCount(IRBuilder<> &B, bool HasPopulationCount)
      : B(B), HasPopulationCount(HasPopulationCount) {}

  Value *of(ArrayRef<Value *> Values) {
    for (Value *V : Values)
      if (auto Lane = laneOf(*V)) {
        auto &Uses = LaneUses[Lane->first];
        Uses.resize(numLanes(*Lane->first));
        ++Uses[Lane->second];
      }
    for (auto &[Vector, Uses] : LaneUses)
      if (all_equal(Uses))
        add(B.CreateMul(countIn(*Vector), B.getInt64(Uses.front())));
    for (Value *V : Values)
      if (auto Lane = laneOf(*V); !Lane || !all_equal(LaneUses[Lane->first]))
        add(B.CreateZExt(V, B.getInt64Ty()));
    return Sum;
  }

private:
  IRBuilder<> &B;
  bool HasPopulationCount;
  /// How often each element of a vector is among the values.
  MapVector<Value *, SmallVector<unsigned>> LaneUses;
  Value *Sum = nullptr;

  void add(Value *V) { Sum = Sum ? B.CreateAdd(Sum, V) : V; }

  static unsigned numLanes(const Value &Vector) {
    return cast<FixedVectorType>(Vector.getType())->getNumElements();
  }

  static std::optional<std::pair<Value *, unsigned>> laneOf(Value &V) {
    using namespace PatternMatch;
    Value *Vector;
    uint64_t Lane;
    if (!match(&V, m_ExtractElt(m_Value(Vector), m_ConstantInt(Lane))))
      return std::nullopt;
    auto *Type = dyn_cast<FixedVectorType>(Vector->getType());
    // More elements might not fit the sum of bytes.
    if (!Type || Lane >= Type->getNumElements() || Type->getNumElements() > 64)
      return std::nullopt;
    return std::pair(Vector, unsigned(Lane));
  }

  Value *countIn(Value &Vector) {
    unsigned N = numLanes(Vector);
    Value *Count =
        HasPopulationCount
            ? B.CreateUnaryIntrinsic(
                  Intrinsic::ctpop,
                  B.CreateZExt(B.CreateBitCast(&Vector, B.getIntNTy(N)),
                               B.getInt64Ty()))
            : B.CreateAddReduce(B.CreateZExt(
                  &Vector, FixedVectorType::get(B.getInt8Ty(), N)));
    return B.CreateZExt(Count, B.getInt64Ty());
  }
};

/// Replaces the tied placeholders of one function.
class Untier {
public:
  Untier(Function &F, FunctionAnalysisManager &FAM) : F(F), FAM(FAM) {}

  /// Unties all placeholders. Returns whether anything has changed.
  bool run() {
    find();
    for (CallInst *Call : InEachIteration) {
      copyPlaceholder(*Call, untiedPlace(*Call));
      erase(Call);
    }
    SmallSetVector<BasicBlock *, 4> WithVectors;
    for (auto &[Key, Calls] : Conditional)
      if (Calls.size() == 1) {
        putBack(*Calls.front());
      } else {
        addUp(Calls);
        WithVectors.insert(Key.first);
      }
    for (BasicBlock *B : WithVectors)
      unreverseVectors(*B);
    return !InEachIteration.empty() || !Conditional.empty();
  }

private:
  Function &F;
  FunctionAnalysisManager &FAM;
  SmallVector<CallInst *> InEachIteration;
  /// Calls by block and by what they count.
  MapVector<std::pair<BasicBlock *, AttributeList>, SmallVector<CallInst *>>
      Conditional;

  void find() {
    for (BasicBlock &B : F)
      for (Instruction &I : B) {
        if (!isPlaceholder(I))
          continue;
        auto *Call = cast<CallInst>(&I);
        size_t NumTies = tiesOf(*Call).size();
        if (NumTies == 1)
          InEachIteration.push_back(Call);
        else if (NumTies == 2)
          Conditional[{&B, Call->getAttributes()}].push_back(Call);
      }
  }

  /// The place of the placeholder without its tie: before the tied load, which
  /// may later be folded into an instruction, and may fault.
  static Instruction &untiedPlace(CallInst &Call) {
    Instruction *Tie = dyn_cast<LoadInst>(tiesOf(Call).front());
    return Tie && mayMergeBetween(*Tie, Call) ? *Tie : Call;
  }

  static Value *conditionOf(const CallInst &Call) { return tiesOf(Call)[1]; }

  static void erase(CallInst *Call) {
    SmallVector<WeakTrackingVH, 2> Ties;
    append_range(Ties, tiesOf(*Call));
    Call->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Ties);
  }

  /// Moves \p Call, of an iteration that was not vectorised, back to where it
  /// counts if its condition holds: the block from which the placeholder has
  /// come, if that still exists.
  void putBack(CallInst &Call) {
    Value *Condition = conditionOf(Call);
    if (auto *Phi = dyn_cast<PHINode>(Condition);
        Phi && Phi->getParent() == Call.getParent() && isByBlock(*Phi)) {
      SmallPtrSet<BasicBlock *, 4>
          Seen; // Several edges may come from one block.
      for (auto [From, Counts] : zip(Phi->blocks(), Phi->incoming_values()))
        if (cast<ConstantInt>(Counts)->isOne() && Seen.insert(From).second)
          copyPlaceholder(Call, *From->getTerminator());
    } else if (auto *Known = dyn_cast<ConstantInt>(Condition)) {
      if (Known->isOne())
        copyPlaceholder(Call, Call);
    } else {
      DomTreeUpdater Updater(FAM.getResult<DominatorTreeAnalysis>(F),
                             DomTreeUpdater::UpdateStrategy::Eager);
      copyPlaceholder(
          Call, *SplitBlockAndInsertIfThen(Condition, Call.getIterator(),
                                           /*Unreachable=*/false,
                                           /*BranchWeights=*/nullptr, &Updater,
                                           &FAM.getResult<LoopAnalysis>(F)));
    }
    erase(&Call);
  }

  static bool isByBlock(const PHINode &Phi) {
    return all_of(zip(Phi.blocks(), Phi.incoming_values()), [](auto Pair) {
      auto [From, Counts] = Pair;
      auto *Known = dyn_cast<ConstantInt>(Counts);
      return Known && (Known->isZero() || From->getUniqueSuccessor());
    });
  }

  /// Replaces \p Calls by one increment, by the number of conditions that hold.
  void addUp(ArrayRef<CallInst *> Calls) {
    CallInst &Last = *Calls.back();
    IRBuilder<> B(&Last);
    bool HasPopulationCount =
        FAM.getResult<TargetIRAnalysis>(F).getPopcntSupport(64) ==
        TargetTransformInfo::PSK_FastHardware;
    Value *Sum = TrueCount(B, HasPopulationCount)
                     .of(map_to_vector(
                         Calls, [](CallInst *C) { return conditionOf(*C); }));
    auto [Number, Counts] = readPlaceholder(Last);
    for (const UnitGlobals &Unit : unmergedUnits(*F.getParent())) {
      if (Unit.Number != Number)
        continue;
      Value *Slots = Unit.Slots ? slotsAt(Last, *Unit.Slots) : nullptr;
      for (auto [Slot, Amount] : Counts) {
        Value *Increment = B.CreateMul(Sum, B.getInt64(Amount));
        if (Slots)
          emitIncrement(B, slotAddress(B, Slots, Slot), Increment);
        else
          emitCountCall(B, *Unit.Unit, Slot, Increment);
      }
    }
    for (CallInst *Call : Calls)
      erase(Call);
  }

  /// The address of the thread's slots, computed before the loops unless
  /// increments contain it, as on x86-64.
  Value *slotsAt(Instruction &Place, GlobalVariable &Slots) {
    Instruction *At = &Place;
    if (!canShortenCounts(*F.getParent()))
      for (Loop *L = FAM.getResult<LoopAnalysis>(F).getLoopFor(At->getParent());
           L; L = L->getParentLoop())
        if (BasicBlock *Preheader = L->getLoopPreheader())
          At = Preheader->getTerminator();
    return IRBuilder<>(At).CreateThreadLocalAddress(&Slots);
  }
};

} // namespace

PreservedAnalyses UntiePlaceholdersPass::run(Function &F,
                                             FunctionAnalysisManager &FAM) {
  if (!Intrinsic::getDeclarationIfExists(F.getParent(),
                                         Intrinsic::sideeffect) ||
      !Untier(F, FAM).run())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserve<DominatorTreeAnalysis>();
  Kept.preserve<LoopAnalysis>();
  return Kept;
}
