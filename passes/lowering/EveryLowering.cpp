//===- EveryLowering.cpp - Counting an event with `every` -----------------===//
//
// The counter of the event, or of each site, in each thread is biased, so that
// it passes 0 where the runtime has to be called: the test needs no further
// memory access. On x86-64:
//
//     incq  %fs:words@tpoff
//     jg    cold
//
// The two are inline assembly with a flag as its result, since the three
// instructions of InlineLowering.cpp become one only if nothing else uses the
// sum. The call preserves the general registers; the cold block saves the other
// registers that the code needs later.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/EveryLowering.h"
#include "passes/lowering/EveryUnit.h"
#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace udpc;

namespace {

class EveryLowering : public SiteLowering {
public:
  EveryLowering(Module &M, const CountingGroup &G, GlobalVariable &Unit)
      : M(M), Counts(everySiteCounts(G)), Event(makeEveryUnit(M, G)),
        OfSites(createInlineOrCall(M, G, Unit)) {
    if (Counts != EverySiteCounts::Pairs)
      OfEvent = createCallLowering(M, *Event.Unit);
  }

  abi::UnitLowering kind() const override { return OfSites->kind(); }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    if (Counts == EverySiteCounts::Beside)
      OfSites->emitCount(B, Point);
    if (kind() == abi::UnitLowering::Call)
      return emitCountCall(B, Point);
    Value *Counter;
    if (Counts == EverySiteCounts::Pairs)
      Counter = B.CreateConstInBoundsGEP1_64(
          B.getInt64Ty(), B.CreateThreadLocalAddress(OfSites->slots()),
          Point.Slot);
    else
      Counter = B.CreateThreadLocalAddress(Event.Words);
    Value *IsAbove = emitStep(B, Counter, stepOf(B, Point));
    Instruction *Cold = SplitBlockAndInsertIfThen(
        IsAbove, B.GetInsertPoint(), /*Unreachable=*/false,
        MDBuilder(M.getContext()).createUnlikelyBranchWeights());
    emitCall(Cold, B.getCurrentDebugLocation(), Counter);
  }

  void describe(UnitContents &Fields) override {
    OfSites->describe(Fields);
    if (Counts == EverySiteCounts::Pairs)
      Fields.Every = Event.Every;
  }

private:
  static std::unique_ptr<SiteLowering>
  createInlineOrCall(Module &M, const CountingGroup &G, GlobalVariable &Unit) {
    if (G.SiteLowering == Lowering::Call)
      return createCallLowering(M, Unit);
    unsigned NumWords = G.Plan.NumSlots;
    if (everySiteCounts(G) == EverySiteCounts::Pairs)
      NumWords = NumWords / abi::SlotsOfPair * abi::WordsOfPair;
    auto Lower = createInlineLowering(M, NumWords, Unit);
    Lower->slots()->setAlignment(Align(alignof(abi::EveryPair)));
    return Lower;
  }

  /// The amount that \p Point adds to the event; null means 1.
  static Value *stepOf(IRBuilder<> &B, const CountPoint &Point) {
    if (Point.Command == abi::SiteCommand::Inc)
      return Point.Step;
    return Point.Step ? B.CreateNeg(Point.Step) : B.getInt64(-1);
  }

  void emitCountCall(IRBuilder<> &B, const CountPoint &Point) {
    CountPoint OfAll = Point;
    OfAll.Step = stepOf(B, Point);
    if (Counts == EverySiteCounts::Pairs)
      return OfSites->emitCount(B, OfAll);
    OfAll.Slot = 0;
    OfEvent->emitCount(B, OfAll);
  }

  /// Adds \p Step, or 1 if it is null, to the counter. Returns whether the sum
  /// is above 0.
  Value *emitStep(IRBuilder<> &B, Value *Counter, Value *Step);
  void emitCall(Instruction *Before, const DebugLoc &Loc, Value *Pair);

  Module &M;
  EverySiteCounts Counts;
  EveryUnit Event;
  std::unique_ptr<SiteLowering> OfSites, OfEvent;
};

/// Counts by udpc instructions, which the runtime makes count in the event's
/// words as well.
class EveryInstructions : public SiteLowering {
public:
  EveryInstructions(Module &M, const CountingGroup &G,
                    std::unique_ptr<SiteLowering> Instructions)
      : Event(makeEveryUnit(M, G)), Instructions(std::move(Instructions)) {}

  abi::UnitLowering kind() const override { return Instructions->kind(); }
  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    Instructions->emitCount(B, Point);
  }
  void describe(UnitContents &Fields) override {
    Instructions->describe(Fields);
    Fields.Every = Event.Every;
  }
  GlobalVariable *slots() override { return Instructions->slots(); }

private:
  EveryUnit Event;
  std::unique_ptr<SiteLowering> Instructions;
};

} // namespace

Value *EveryLowering::emitStep(IRBuilder<> &B, Value *Counter, Value *Step) {
  if (!M.getTargetTriple().isX86_64()) {
    auto [Old, New] = emitIncrement(B, Counter, Step ? Step : B.getInt64(1));
    if (!Step) // The test needs only the old value.
      return B.CreateICmpSGE(Old, B.getInt64(0));
    return B.CreateICmpSGT(New, B.getInt64(0));
  }
  SmallVector<Value *, 3> Operands = {Counter};
  if (Step)
    Operands.push_back(Step);
  Operands.push_back(Counter);
  SmallVector<Type *, 3> Types;
  for (Value *V : Operands)
    Types.push_back(V->getType());
  auto *Type = FunctionType::get(B.getInt8Ty(), Types, /*isVarArg=*/false);
  CallInst *Asm = B.CreateCall(
      InlineAsm::get(Type, Step ? "addq $2, $1" : "incq $1",
                     Step ? "={@ccg},=*m,er,*m,~{dirflag},~{fpsr},~{flags}"
                          : "={@ccg},=*m,*m,~{dirflag},~{fpsr},~{flags}",
                     /*hasSideEffects=*/true),
      Operands);
  for (unsigned I : {0u, unsigned(Operands.size()) - 1})
    Asm->addParamAttr(I, Attribute::get(M.getContext(), Attribute::ElementType,
                                        B.getInt64Ty()));
  Asm->setDoesNotThrow();
  Asm->addFnAttr(Attribute::WillReturn);
  Asm->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  return B.CreateICmpNE(Asm, B.getInt8(0));
}

void EveryLowering::emitCall(Instruction *Before, const DebugLoc &Loc,
                             Value *Pair) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Loc);
  static_assert(offsetof(abi::EveryRec, Overflow) == 0, "the first field");
  LoadInst *Function = B.CreateAlignedLoad(B.getPtrTy(), Event.Every, Align(8));
  Function->setNoSanitizeMetadata();
  CallInst *Called =
      B.CreateCall(overflowType(M.getContext()), Function, {Event.Every, Pair});
  Called->setCallingConv(overflowConvention(M));
  Called->setDoesNotThrow();
  Called->addFnAttr(Attribute::Cold);
  Called->addFnAttr(Attribute::WillReturn);
  // A handler runs as signal handlers do: data that it shares with the
  // interrupted code is volatile or atomic.
  Called->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

std::unique_ptr<SiteLowering>
udpc::createEveryLowering(Module &M, const CountingGroup &G,
                          GlobalVariable &Unit,
                          const TargetDescription *Target) {
  if (G.SiteLowering != Lowering::Instruction)
    return std::make_unique<EveryLowering>(M, G, Unit);
  return std::make_unique<EveryInstructions>(
      M, G, createInstructionLowering(M, G.Spec, G.Plan, Unit, *Target));
}

EverySiteCounts udpc::everySiteCounts(const CountingGroup &G) {
  if (G.SiteLowering == Lowering::Instruction ||
      G.Choice == MarkChoice::WithAmount)
    return EverySiteCounts::Beside;
  return G.Spec.Events[*G.EveryEvent].Every->SitesApart.value_or(false)
             ? EverySiteCounts::Pairs
             : EverySiteCounts::Together;
}

static std::string actionText(const EveryRule &Rule) {
  return (Rule.Period ? "action '" : "with a period from the program: '") +
         everyActionWord(Rule.Action).str() + "'" +
         (Rule.Period
              ? " on each occurrence number " + std::to_string(Rule.Period)
              : std::string());
}

namespace {

/// What prepareEvery knows about a site.
struct SitePoints {
  Function *Code = nullptr; ///< A function with one of its points, or null.
  bool IsDifference = false;
};

} // namespace

static void remarkEvery(const CountedEvent &Event, Function &F,
                        EverySiteCounts Counts) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemark("udpc", "Every", &F)
           << "event '" << ore::NV("Event", Event.Name)
           << "': " << actionText(*Event.Every) << "; its sites count "
           << (Counts == EverySiteCounts::Together ? "together" : "apart");
  });
}

static void remarkDifference(const CountedEvent &Event, const Site &S,
                             Function &F, StringRef Reason) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemarkMissed("udpc", "NoSite", &F)
           << "event '" << ore::NV("Event", Event.Name) << "': no "
           << kindWord(S.Entry->Kind) << " site: " << ore::NV("Reason", Reason);
  });
}

/// Removes \p S, whose count is a difference, from \p G, with a remark.
static void removeSite(CountingGroup &G, const Site &S, Function &Code) {
  std::string Reason =
      (S.File + ":" + Twine(S.Line) +
       ": its count is a difference, which has no N-th occurrence; name a "
       "region with a column, or leave 'every' out")
          .str();
  size_t Index = S.Entry - G.Spec.Entries.data();
  --G.Matches.NumSites[Index];
  G.Matches.Reason[Index] = Reason;
  remarkDifference(G.Spec.Events[*G.EveryEvent], S, Code, Reason);
}

/// Gives the sites of \p Plan the values that \p Counts requires.
static void numberSlots(SitePlan &Plan, EverySiteCounts Counts) {
  unsigned NumSites = Plan.Sites.size();
  bool HasPairs = Counts == EverySiteCounts::Pairs;
  Plan.Derived.clear();
  Plan.NumSlots = HasPairs ? abi::SlotsOfPair * NumSites
                  : Counts == EverySiteCounts::Beside ? NumSites
                                                      : 0;
  for (unsigned I = 0; I != NumSites; ++I) {
    Site &S = Plan.Sites[I];
    S.Candidates.clear();
    bool CountsDown = S.Entry->Command == abi::SiteCommand::Dec;
    auto AddDerived = [&](uint32_t Left, uint32_t Right) {
      Plan.Derived.push_back({Left, Right, /*Subtract=*/true});
      return uint32_t(Plan.NumSlots + Plan.Derived.size() - 1);
    };
    if (HasPairs) {
      // Counter + Offset. The term 0 - Counter declares Counter as signed.
      uint32_t Negated = AddDerived(abi::ZeroValue, abi::SlotsOfPair * I);
      S.Candidates = {
          {AddDerived(abi::SlotsOfPair * I + 1, Negated), 0, 0, 0, 0}};
    } else if (Counts == EverySiteCounts::Beside) {
      S.Candidates = {
          {CountsDown ? AddDerived(abi::ZeroValue, I) : I, 0, 0, 0, 0}};
    }
  }
  for (CountPoint &P : Plan.Points)
    P.Slot *= HasPairs ? abi::SlotsOfPair : 1;
}

void udpc::prepareEvery(CountingGroup &G) {
  SitePlan &Plan = G.Plan;
  EverySiteCounts Counts = everySiteCounts(G);
  std::vector<SitePoints> Points(Plan.Sites.size());
  for (const CountPoint &P : Plan.Points) {
    SitePoints &Of = Points[P.Slot];
    Of.IsDifference |= P.Command != Plan.Sites[P.Slot].Entry->Command;
    Of.Code = P.Unwinds  ? P.Unwinds
              : P.Before ? P.Before->getFunction()
                         : P.From->getParent();
  }
  std::vector<Site> Kept;
  std::vector<unsigned> Numbers(Plan.Sites.size());
  for (size_t I = 0; I != Plan.Sites.size(); ++I) {
    Site &S = Plan.Sites[I];
    if (Points[I].IsDifference) {
      removeSite(G, S, *Points[I].Code);
      continue;
    }
    if (Points[I].Code)
      remarkEvery(G.Spec.Events[*G.EveryEvent], *Points[I].Code, Counts);
    Numbers[I] = Kept.size();
    Kept.push_back(std::move(S));
  }
  erase_if(Plan.Points,
           [&](const CountPoint &P) { return Points[P.Slot].IsDifference; });
  for (CountPoint &P : Plan.Points)
    P.Slot = Numbers[P.Slot];
  Plan.Sites = std::move(Kept);
  numberSlots(Plan, Counts);
}
