//===- UnitEmitter.cpp - The unit's record, table and registration --------===//

#include "passes/lowering/Lowering.h"
#include "profdata/SiteTable.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/EscapeEnumerator.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

/// Code of ours belongs to no line of the source.
static DebugLoc noLine(const Function &F) {
  if (DISubprogram *SP = F.getSubprogram())
    return DILocation::get(F.getContext(), 0, 0, SP);
  return DebugLoc();
}

static void emitBefore(SiteLowering &Lower, const CountPoint &Point) {
  IRBuilder<> B(Point.Before);
  B.SetCurrentDebugLocation(noLine(*Point.Before->getFunction()));
  Lower.emitCount(B, Point.Slot, Point.Step ? Point.Step : B.getInt64(1));
}

static void emitOnUnwind(SiteLowering &Lower, const CountPoint &Point) {
  // With a personality of another language the function could no longer be
  // inlined into its C++ callers.
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
    Lower.emitCount(B, Point.Slot, B.getInt64(1));
  }
}

/// Globals of ours are laid out exactly; sanitizers must not add red zones.
static GlobalVariable *makeGlobal(Module &M, Type *T, bool IsConstant,
                                  Constant *Init, StringRef Name) {
  auto *GV = new GlobalVariable(M, T, IsConstant, GlobalValue::InternalLinkage,
                                Init, Name);
  GV->setAlignment(Align(8));
  GlobalValue::SanitizerMetadata Sanitizer;
  Sanitizer.NoAddress = true;
  Sanitizer.NoHWAddress = true;
  GV->setSanitizerMetadata(Sanitizer);
  return GV;
}

static std::vector<uint8_t> encodeTable(const Module &M, const EventSpec &Spec,
                                        const SitePlan &Plan,
                                        const EntryMatches &Matches) {
  SiteTableBuilder Table;
  Table.setSourceFile(M.getSourceFileName());
  Table.setNumSlots(Plan.NumSlots);
  for (const SpecEvent &E : Spec.Events)
    Table.addEvent(E.Name, E.Counter);
  for (size_t I = 0; I != Spec.Entries.size(); ++I) {
    const SpecEntry &E = Spec.Entries[I];
    Table.addEntry(E.Event, E.Kind, E.Command, E.Pattern, Spec.File, E.SpecLine,
                   Matches.NumSites[I]);
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

/// A function, one for all units of a linked module, that hands the bounds of
/// the module's units to \p Callee unless that is missing.
static Function *makeModuleHook(Module &M, StringRef Name, StringRef Callee,
                                bool Weak) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                                 GlobalValue::LinkOnceODRLinkage, Name, M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setComdat(M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoUnwind);

  auto Bound = [&](StringRef Prefix) {
    auto *GV = new GlobalVariable(M, Ptr, false, GlobalValue::ExternalLinkage,
                                  nullptr, Prefix + UDPC_UNITS_SECTION);
    GV->setVisibility(GlobalValue::HiddenVisibility);
    return GV;
  };
  static constexpr StringLiteral StartName = "__start_" UDPC_UNITS_SECTION;
  static constexpr StringLiteral StopName = "__stop_" UDPC_UNITS_SECTION;
  GlobalVariable *Start = M.getNamedGlobal(StartName);
  GlobalVariable *Stop = M.getNamedGlobal(StopName);
  if (!Start)
    Start = Bound("__start_");
  if (!Stop)
    Stop = Bound("__stop_");

  auto *Target = cast<Function>(
      M.getOrInsertFunction(Callee, Type::getVoidTy(C), Ptr, Ptr).getCallee());
  Target->setLinkage(Weak ? GlobalValue::ExternalWeakLinkage
                          : GlobalValue::ExternalLinkage);
  auto *Entry = BasicBlock::Create(C, "", F);
  auto *Call = BasicBlock::Create(C, "", F);
  auto *End = BasicBlock::Create(C, "", F);
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNotNull(Target), Call, End);
  B.SetInsertPoint(Call);
  B.CreateCall(Target, {Start, Stop});
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return F;
}

void udpc::lowerPlan(Module &M, const EventSpec &Spec, const SitePlan &Plan,
                     const EntryMatches &Matches, Lowering Wanted) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  StructType *UnitType =
      StructType::get(C, {I32, I32, Ptr, I64, Ptr, Ptr, Ptr, I32, I32});
  GlobalVariable *Unit =
      makeGlobal(M, UnitType, false, nullptr, "__udpc_unit");
  bool Executable = isExecutableCode(M);

  std::unique_ptr<SiteLowering> Lower;
  if (Executable && Wanted != Lowering::Call)
    Lower = createInlineLowering(M, Plan.NumSlots);
  else
    Lower = createCallLowering(M, *Unit);
  for (const CountPoint &Point : Plan.Points)
    if (Point.Before)
      emitBefore(*Lower, Point);
  // Replaces calls, which other points may have stood before: these come last.
  for (const CountPoint &Point : Plan.Points)
    if (Point.Unwinds)
      emitOnUnwind(*Lower, Point);

  std::vector<uint8_t> Bytes = encodeTable(M, Spec, Plan, Matches);
  Constant *TableInit = ConstantDataArray::get(C, ArrayRef<uint8_t>(Bytes));
  GlobalVariable *Table =
      makeGlobal(M, TableInit->getType(), true, TableInit, "__udpc_table");
  Table->setSection(UDPC_TABLES_SECTION);

  Unit->setInitializer(ConstantStruct::get(
      UnitType, {ConstantInt::get(I32, abi::Version),
                 ConstantInt::get(I32, Plan.NumSlots), Table,
                 ConstantInt::get(I64, Bytes.size()), Lower->slotsFunction(),
                 Lower->countFunction(), Constant::getNullValue(Ptr),
                 ConstantInt::get(I32, static_cast<uint32_t>(Lower->kind())),
                 ConstantInt::get(I32, 0)}));
  // Not constant, so that the section has the same flags in every object.
  GlobalVariable *UnitPtr = makeGlobal(M, Ptr, false, Unit, "__udpc_unit_ptr");
  UnitPtr->setSection(UDPC_UNITS_SECTION);
  appendToUsed(M, {Table, UnitPtr});

  Function *Ctor = makeModuleHook(M, "__udpc_module_ctor", "__udpc_register",
                                  /*Weak=*/!Executable);
  appendToGlobalCtors(M, Ctor, 0, Ctor);
  if (!Executable) {
    Function *Dtor = makeModuleHook(M, "__udpc_module_dtor",
                                    "__udpc_unregister", /*Weak=*/true);
    appendToGlobalDtors(M, Dtor, 0, Dtor);
  }
}
