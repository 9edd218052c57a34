//===- UnitEmitter.cpp - Emits the unit's record, table and registration --===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/UnitEmitter.h"
#include "ir/AddedFunctions.h"
#include "ir/DeferredUnit.h"
#include "passes/lowering/EveryLowering.h"
#include "passes/lowering/code/Placeholders.h"
#include "passes/lowering/merge/LateCounts.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/lowering/unit/UnmergedUnits.h"
#include "passes/sites/SourcePath.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// Whether the counts of \p G may be merged.
static bool isMergeable(const CountingGroup &G) {
  return G.SiteFidelity == Fidelity::Exact && !G.EveryEvent;
}

namespace {

/// Emits the code of the count points of a group.
struct GroupCode {
  const CountingGroup &G;
  unsigned Number; ///< The number of the unit in placeholders.
  SiteLowering &Lower;

  void emit(IRBuilder<> &B, const CountPoint &Point) const {
    if (isMergeable(G) && !Point.Step)
      emitPlaceholder(B, Number, {{slotOf(Point), 1}});
    else
      Lower.emitCount(B, Point);
  }

private:
  /// The slot of \p Point in a placeholder. An instruction that compensates for
  /// one of its site has a number after the slots (MergeInstructions.h).
  uint32_t slotOf(const CountPoint &Point) const {
    bool Compensates = G.SiteLowering == Lowering::Instruction &&
                       Point.Command != G.Plan.Sites[Point.Slot].Entry->Command;
    return Point.Slot + (Compensates ? G.Plan.NumSlots : 0);
  }
};

} // namespace

static void emitBefore(const GroupCode &Code, const CountPoint &Point) {
  IRBuilder<> B(Point.Before);
  B.SetCurrentDebugLocation(noLine(*Point.Before->getFunction()));
  Code.emit(B, Point);
}

static void emitOnUnwind(const GroupCode &Code, const CountPoint &Point) {
  // A personality of another language would prevent inlining into C++ callers.
  Function &F = *Point.Unwinds;
  if (!F.hasPersonalityFn() && F.getName().starts_with("_Z"))
    F.setPersonalityFn(cast<Constant>(
        F.getParent()
            ->getOrInsertFunction(
                "__gxx_personality_v0",
                FunctionType::get(Type::getInt32Ty(F.getContext()), true))
            .getCallee()));
  // Gives every call that may throw a clean-up, as `finally` would.
  EscapeEnumerator Escapes(F, "udpc.unwind");
  while (IRBuilder<> *At = Escapes.Next()) {
    if (!isa<ResumeInst>(&*At->GetInsertPoint()))
      continue;
    IRBuilder<> B(&*At->GetInsertPoint());
    B.SetCurrentDebugLocation(noLine(F));
    Code.emit(B, Point);
  }
}

std::vector<uint8_t> udpc::encodeTable(StringRef SourceFile,
                                       const EventSpec &Spec,
                                       Fidelity SiteFidelity,
                                       const SitePlan &Plan,
                                       const EntryMatches &Matches) {
  SiteTableBuilder Table;
  Table.setSourceFile(SourceFile);
  Table.setNumSlots(Plan.NumSlots);
  for (const CountedEvent &E : Spec.Events)
    Table.addEvent(E.Name, E.Counter);
  for (size_t I = 0; I != Spec.Entries.size(); ++I) {
    const SpecEntry &E = Spec.Entries[I];
    Table.addEntry(E.Event, E.Kind, E.Command, E.Pattern, Spec.File, E.SpecLine,
                   Matches.NumSites[I],
                   SiteFidelity == Fidelity::Transparent ? abi::TransparentEntry
                                                         : 0);
  }
  for (const DerivedValue &D : Plan.Derived)
    Table.addDerived(D.Left, D.Right, D.Subtract);
  for (const Site &S : Plan.Sites) {
    abi::SiteRec Rec = {};
    Rec.Event = S.Entry->Event;
    Rec.Kind = static_cast<uint8_t>(S.Entry->Kind);
    Rec.Command = static_cast<uint8_t>(S.Entry->Command);
    Rec.File = Table.addString(S.File);
    Rec.Line = S.Line;
    Rec.Column = S.Column;
    Rec.Function = Table.addString(S.Function);
    Table.addSite(Rec, S.Candidates);
  }
  return Table.finish();
}

/// The insertion point on the edge of \p P, splitting it if necessary.
static Instruction *placeOnEdge(const CountPoint &P) {
  Instruction *Branch = P.From->getTerminator();
  if (P.From->getSingleSuccessor())
    return Branch;
  if (P.To->getUniquePredecessor() == P.From)
    return &*P.To->getFirstInsertionPt();
  Instruction *Place =
      SplitBlockPredecessors(P.To, {P.From}, ".udpc")->getTerminator();
  // Loop metadata (unroll, vectorize) belongs to the latch.
  if (P.IsBackEdge) {
    Place->setMetadata(LLVMContext::MD_loop,
                       Branch->getMetadata(LLVMContext::MD_loop));
    Branch->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  return Place;
}

static void placeEdges(std::deque<CountingGroup> &Groups) {
  std::map<std::pair<BasicBlock *, BasicBlock *>, Instruction *> Places;
  for (CountingGroup &G : Groups)
    for (CountPoint &P : G.Plan.Points) {
      if (!P.From)
        continue;
      auto [It, New] = Places.try_emplace({P.From, P.To}, nullptr);
      if (New)
        It->second = placeOnEdge(P);
      P.Before = It->second;
    }
}

static std::unique_ptr<SiteLowering>
createLowering(Module &M, const CountingGroup &G, GlobalVariable &Unit,
               const TargetDescription *Target) {
  if (G.EveryEvent)
    return createEveryLowering(M, G, Unit, Target);
  switch (G.SiteLowering) {
  case Lowering::Inline:
    return createInlineLowering(M, G.Plan.NumSlots, Unit);
  case Lowering::Call:
    return createCallLowering(M, Unit);
  case Lowering::Instruction:
    return createInstructionLowering(M, G.Spec, G.Plan, Unit, *Target);
  case Lowering::Auto:
    break;
  }
  llvm_unreachable("auto has been resolved");
}

/// Emits the record, table and registration of one group. A transparent group
/// has no sites yet.
static void emitUnit(Module &M, CountingGroup &G, GlobalVariable &Unit,
                     SiteLowering &Lower, unsigned Number) {
  Type *I8 = Type::getInt8Ty(M.getContext());
  GlobalVariable *Table =
      makeGlobal(M, I8, true, Constant::getNullValue(I8), "__udpc_table");
  Table->setSection(UDPC_TABLES_SECTION);
  std::vector<uint8_t> Bytes = encodeTable(M.getSourceFileName(), G.Spec,
                                           G.SiteFidelity, G.Plan, G.Matches);
  Table->replaceInitializer(ConstantDataArray::get(M.getContext(), Bytes));
  UnitContents Fields;
  Fields.NumSlots = G.Plan.NumSlots;
  Fields.Table = Table;
  Fields.TableSize = Bytes.size();
  Lower.describe(Fields);
  Fields.Kind = Lower.kind();
  initialiseUnit(Unit, Fields);
  listUnit(M, Unit);
  appendToUsed(M, {Table});
  bool HasInstructions = Fields.Kind == abi::UnitLowering::Instruction;
  if (isMergeable(G)) {
    bool OnlyLines = all_of(G.Plan.Sites, [](const auto &S) {
      return S.Entry->Kind == abi::SiteKind::Line;
    });
    allowMerging(M, {Lower.slots(), &Unit, Table, HasInstructions, Number,
                     /*HasDifferences=*/OnlyLines});
    if (G.Spec.LateCounts && Lower.slots() && !HasInstructions)
      allowLateCounts(*Lower.slots());
  }
  if (G.SiteFidelity == Fidelity::Transparent)
    deferUnit(M, G.Spec, Unit, *Table, Lower.slots());
}

/// Prevents constructors of the priority that addUnitHooks() uses from being
/// computed at compile time, which ignores placeholders.
static void keepFirstConstructors(Module &M) {
  auto *List = M.getNamedGlobal("llvm.global_ctors");
  auto *All = List && List->hasInitializer()
                  ? dyn_cast<ConstantArray>(List->getInitializer())
                  : nullptr;
  if (!All)
    return;
  FunctionType *Type =
      FunctionType::get(llvm::Type::getVoidTy(M.getContext()), false);
  for (Value *Item : All->operands()) {
    auto *Entry = dyn_cast<ConstantStruct>(Item);
    auto *F = Entry ? dyn_cast<Function>(Entry->getOperand(1)) : nullptr;
    if (!F || F->isDeclaration() || F->hasFnAttribute(Attribute::Naked) ||
        !cast<ConstantInt>(Entry->getOperand(0))->isZero())
      continue;
    IRBuilder<> B(&*F->getEntryBlock().getFirstInsertionPt());
    B.SetCurrentDebugLocation(noLine(*F));
    CallInst *Call =
        B.CreateCall(InlineAsm::get(Type, "", "", /*hasSideEffects=*/true));
    Call->setDoesNotThrow();
    Call->addFnAttr(Attribute::WillReturn);
    Call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  }
}

void udpc::lowerGroups(Module &M, std::deque<CountingGroup> &Groups,
                       const TargetDescription *Target) {
  // Names of units are assigned in the order of groups.
  std::vector<GlobalVariable *> Units;
  std::vector<std::unique_ptr<SiteLowering>> Lowerings;
  for (CountingGroup &G : Groups) {
    Units.push_back(makeUnit(M, "__udpc_unit"));
    Lowerings.push_back(createLowering(M, G, *Units.back(), Target));
  }
  placeEdges(Groups);
  std::vector<GroupCode> Codes;
  for (auto [G, Lower] : zip(Groups, Lowerings))
    Codes.push_back({G, unsigned(Codes.size()), *Lower});
  for (const GroupCode &Code : Codes)
    for (const CountPoint &Point : Code.G.Plan.Points)
      if (Point.Before)
        emitBefore(Code, Point);
  // These replace calls, which may be insertion points of others: emit them
  // last.
  for (const GroupCode &Code : Codes)
    for (const CountPoint &Point : Code.G.Plan.Points)
      if (Point.Unwinds)
        emitOnUnwind(Code, Point);

  for (auto [Number, G] : enumerate(Groups))
    emitUnit(M, G, *Units[Number], *Lowerings[Number], Number);
  keepFirstConstructors(M);
  addUnitHooks(M);
  // The hooks have a later priority than the units, which are registered first.
  if (any_of(Groups, [](const CountingGroup &G) {
        return G.SiteLowering == Lowering::Instruction;
      }))
    addSiteHooks(M);
}
