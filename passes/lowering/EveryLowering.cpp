//===- EveryLowering.cpp - Counting an event with `every` -----------------===//
//
// The event's counter in each thread is biased, so that it passes 0 where the
// runtime has to be called: the test needs no further memory access. On x86-64:
//
//     incq  %fs:words@tpoff
//     jg    cold
//
// The two are inline assembly with a flag as its result, since the three
// instructions of InlineLowering.cpp become one only if nothing else uses the
// sum. The call keeps the general registers, and what else the code needs after
// it is saved in the cold block.
//
//===----------------------------------------------------------------------===//

#include "passes/lowering/EveryUnit.h"
#include "passes/lowering/UnitRecord.h"
#include "profdata/SiteTable.h"
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
      : M(M), Event(makeEveryUnit(M, G.Spec, *G.EveryEvent, G.SiteLowering)),
        // Of a unit without slots.
        OfSites(createInlineOrCall(M, G, Unit)),
        Call(createCallLowering(M, *Event.Unit)) {}

  abi::UnitLowering kind() const override { return OfSites->kind(); }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    if (!Event.Words) {
      CountPoint First = Point;
      First.Slot = 0;
      return Call->emitCount(B, First);
    }
    Value *Words = B.CreateThreadLocalAddress(Event.Words);
    Value *IsAbove = emitStep(B, Words, Point.Step);
    Instruction *Cold = SplitBlockAndInsertIfThen(
        IsAbove, B.GetInsertPoint(), /*Unreachable=*/false,
        MDBuilder(M.getContext()).createUnlikelyBranchWeights());
    emitCall(Cold, B.getCurrentDebugLocation(), Words);
  }

  void describe(UnitFields &Fields) override { OfSites->describe(Fields); }

private:
  static std::unique_ptr<SiteLowering>
  createInlineOrCall(Module &M, const CountingGroup &G, GlobalVariable &Unit) {
    if (G.SiteLowering == Lowering::Call)
      return createCallLowering(M, Unit);
    return createInlineLowering(M, G.Plan.NumSlots, Unit);
  }

  /// Adds \p Step, or 1, to the counter. Returns whether it is above 0 then.
  Value *emitStep(IRBuilder<> &B, Value *Counter, Value *Step);
  void emitCall(Instruction *Before, DebugLoc Loc, Value *Words);

  Module &M;
  EveryUnit Event;
  std::unique_ptr<SiteLowering> OfSites, Call;
};

} // namespace

Value *EveryLowering::emitStep(IRBuilder<> &B, Value *Counter, Value *Step) {
  MDNode *None = MDNode::get(M.getContext(), {});
  if (!M.getTargetTriple().isX86_64()) {
    LoadInst *Old = B.CreateAlignedLoad(B.getInt64Ty(), Counter, Align(8));
    Old->setAtomic(AtomicOrdering::Monotonic);
    Old->setMetadata(LLVMContext::MD_nosanitize, None);
    Value *New = B.CreateAdd(Old, Step ? Step : B.getInt64(1));
    StoreInst *Store = B.CreateAlignedStore(New, Counter, Align(8));
    Store->setAtomic(AtomicOrdering::Monotonic);
    Store->setMetadata(LLVMContext::MD_nosanitize, None);
    if (!Step) // One instruction.
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

void EveryLowering::emitCall(Instruction *Before, DebugLoc Loc, Value *Words) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(Loc);
  static_assert(offsetof(abi::EveryRec, Overflow) == 0, "the first field");
  LoadInst *Function = B.CreateAlignedLoad(B.getPtrTy(), Event.Every, Align(8));
  Function->setMetadata(LLVMContext::MD_nosanitize,
                        MDNode::get(M.getContext(), {}));
  CallInst *Called = B.CreateCall(overflowType(M.getContext()), Function,
                                  {Event.Every, Words});
  Called->setCallingConv(overflowConvention(M));
  Called->setDoesNotThrow();
  Called->addFnAttr(Attribute::Cold);
  Called->addFnAttr(Attribute::WillReturn);
  // A handler runs as signal handlers do: what it shares with the code that it
  // interrupts is volatile or atomic.
  Called->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
}

std::unique_ptr<SiteLowering> udpc::createEveryLowering(Module &M,
                                                        const CountingGroup &G,
                                                        GlobalVariable &Unit) {
  return std::make_unique<EveryLowering>(M, G, Unit);
}

static std::string actionText(const EveryRule &Rule) {
  return (Rule.Period ? "action '" : "with a period from the program: '") +
         everyActionWord(Rule.Action).str() + "'" +
         (Rule.Period
              ? " on each occurrence number " + std::to_string(Rule.Period)
              : std::string());
}

namespace {

/// What shareCounter knows of a site.
struct SharedSite {
  Function *Code = nullptr; ///< A function with one of its points, or null.
  bool CountsDown = false;
};

} // namespace

static void remarkShared(const SpecEvent &Event, Function &F) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemark("udpc", "Every", &F)
           << "event '" << ore::NV("Event", Event.Name)
           << "': " << actionText(*Event.Every) << "; its sites count together";
  });
}

static void remarkDifference(const SpecEvent &Event, const Site &S, Function &F,
                             StringRef Reason) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemarkMissed("udpc", "NoSite", &F)
           << "event '" << ore::NV("Event", Event.Name) << "': no "
           << kindWord(S.Entry->Kind) << " site: " << ore::NV("Reason", Reason);
  });
}

void udpc::shareCounter(CountingGroup &G) {
  SitePlan &Plan = G.Plan;
  std::vector<SharedSite> Shared(Plan.Sites.size());
  for (const CountPoint &P : Plan.Points) {
    Shared[P.Slot].CountsDown |= P.Command == abi::SiteCommand::Dec;
    Shared[P.Slot].Code = P.Unwinds  ? P.Unwinds
                          : P.Before ? P.Before->getFunction()
                                     : P.From->getParent();
  }
  const SpecEvent &Event = G.Spec.Events[*G.EveryEvent];
  std::vector<Site> Kept;
  for (size_t I = 0; I != Plan.Sites.size(); ++I) {
    Site &S = Plan.Sites[I];
    S.Candidates.clear();
    if (!Shared[I].CountsDown) {
      if (Shared[I].Code)
        remarkShared(Event, *Shared[I].Code);
      Kept.push_back(std::move(S));
      continue;
    }
    std::string Reason =
        (S.File + ":" + Twine(S.Line) +
         ": its count is a difference, which has no N-th occurrence; name a "
         "region with a column, or leave 'every' out")
            .str();
    size_t Index = S.Entry - G.Spec.Entries.data();
    --G.Matches.NumSites[Index];
    G.Matches.Reason[Index] = Reason;
    remarkDifference(Event, S, *Shared[I].Code, Reason);
  }
  erase_if(Plan.Points,
           [&](const CountPoint &P) { return Shared[P.Slot].CountsDown; });
  Plan.Sites = std::move(Kept);
  Plan.Derived.clear();
  Plan.NumSlots = 0;
}
