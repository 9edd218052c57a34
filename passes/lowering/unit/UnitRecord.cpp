//===- UnitRecord.cpp - The unit's record and its registration ------------===//

#include "passes/lowering/unit/UnitRecord.h"
#include "ir/AddedFunctions.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

GlobalVariable *udpc::makeGlobal(Module &M, Type *T, bool IsConstant,
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

GlobalVariable *udpc::makeUnit(Module &M, StringRef Name) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  StructType *T =
      StructType::get(C, {I32, I32, Ptr, I64, Ptr, Ptr, Ptr, I32, I32, Ptr, I64,
                          I64, I64, Ptr, Ptr, I64, Ptr, Ptr});
  return makeGlobal(M, T, false, nullptr, Name);
}

void udpc::initialiseUnit(GlobalVariable &Unit, const UnitFields &Fields) {
  LLVMContext &C = Unit.getContext();
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  Constant *Null = ConstantPointerNull::get(PointerType::getUnqual(C));
  auto OrNull = [&](Constant *Pointer) { return Pointer ? Pointer : Null; };
  Unit.setInitializer(ConstantStruct::get(
      cast<StructType>(Unit.getValueType()),
      {ConstantInt::get(I32, abi::UnitVersion),
       ConstantInt::get(I32, Fields.NumSlots), OrNull(Fields.Table),
       ConstantInt::get(I64, Fields.TableSize), OrNull(Fields.Slots),
       OrNull(Fields.Count), Null,
       ConstantInt::get(I32, static_cast<uint32_t>(Fields.Kind)),
       ConstantInt::get(I32, 0), OrNull(Fields.Costs),
       ConstantInt::get(I64, Fields.CostsSize), ConstantInt::get(I64, 0),
       ConstantInt::get(I64, 0), OrNull(Fields.FindSlots),
       OrNull(Fields.EarlySlots), ConstantInt::get(I64, 0),
       OrNull(Fields.Every), OrNull(Fields.Simulation)}));
}

void udpc::resizeUnit(GlobalVariable &Unit, uint32_t NumSlots,
                      uint64_t TableSize, Constant *NoCounts) {
  enum { NumSlotsField = 1, TableSizeField = 3, EarlySlotsField = 14 };
  auto *Record = cast<ConstantStruct>(Unit.getInitializer());
  SmallVector<Constant *> Fields;
  for (const Use &Field : Record->operands())
    Fields.push_back(cast<Constant>(Field));
  Fields[NumSlotsField] =
      ConstantInt::get(Fields[NumSlotsField]->getType(), NumSlots);
  Fields[TableSizeField] =
      ConstantInt::get(Fields[TableSizeField]->getType(), TableSize);
  if (auto *EarlySlots = dyn_cast<GlobalVariable>(Fields[EarlySlotsField]))
    EarlySlots->replaceInitializer(NoCounts);
  Unit.setInitializer(ConstantStruct::get(Record->getType(), Fields));
}

void udpc::listUnit(Module &M, GlobalVariable &Unit) {
  // Not constant, so that the section has the same flags in every object.
  GlobalVariable *UnitPtr =
      makeGlobal(M, Unit.getType(), false, &Unit, "__udpc_unit_ptr");
  UnitPtr->setSection(UDPC_UNITS_SECTION);
  appendToUsed(M, {UnitPtr});
}

Function *udpc::makeSharedFunction(Module &M, FunctionType *Type,
                                   StringRef Name) {
  Function *F =
      Function::Create(Type, GlobalValue::LinkOnceODRLinkage, Name, M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setComdat(M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoUnwind);
  setAddedAttributes(*F);
  return F;
}

void udpc::skipOptimisation(Function &F) {
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::NoInline);
}

Function *udpc::optionalRuntimeFunction(Module &M, StringRef Name,
                                        ArrayRef<Type *> Parameters) {
  LLVMContext &C = M.getContext();
  auto *Type = FunctionType::get(Type::getVoidTy(C), Parameters, false);
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  if (!F->isDeclaration())
    return F;
  F->setLinkage(GlobalValue::WeakAnyLinkage);
  F->setComdat(M.getOrInsertComdat(Name));
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::NoInline);
  setAddedAttributes(*F);
  IRBuilder<>(BasicBlock::Create(C, "", F)).CreateRetVoid();
  appendToUsed(M, {F});
  return F;
}

/// The declaration of a C library function, weak unless the module already uses
/// it. Null if the module has something else of that name.
static Function *declareLibraryFunction(Module &M, StringRef Name,
                                        FunctionType *Type) {
  if (GlobalValue *Known = M.getNamedValue(Name)) {
    auto *F = dyn_cast<Function>(Known);
    return F && F->isDeclaration() && F->getFunctionType() == Type ? F
                                                                   : nullptr;
  }
  return Function::Create(Type, GlobalValue::ExternalWeakLinkage, Name, M);
}

/// \p Text in a section of its own, so that the addresses of the program's data
/// do not change.
static Constant *makeText(Module &M, StringRef Text, Comdat *Group) {
  Constant *Value = ConstantDataArray::getString(M.getContext(), Text);
  auto *G =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, Value, "__udpc_text");
  G->setSection(".rodata.__udpc_text");
  G->setComdat(Group);
  return G;
}

/// Code that reports a missing runtime if UDPC_OPTIONS is set, and goes to
/// \p End, in a function that all units of a linked module share. \p End if
/// there may be no C library.
static BasicBlock *makeMissingRuntimeMessage(Function &F, BasicBlock &End) {
  Module &M = *F.getParent();
  LLVMContext &C = M.getContext();
  bool MayBeFreestanding = isExecutableCode(M) && !hasStaticThreadLocals(M);
  if (MayBeFreestanding)
    return &End;
  Type *Ptr = PointerType::getUnqual(C), *Int = Type::getInt32Ty(C);
  Function *GetEnv = declareLibraryFunction(
      M, "getenv", FunctionType::get(Ptr, {Ptr}, /*isVarArg=*/false));
  Function *Print = declareLibraryFunction(
      M, "dprintf", FunctionType::get(Int, {Int, Ptr}, /*isVarArg=*/true));
  if (!GetEnv || !Print)
    return &End;
  auto *Begin = BasicBlock::Create(C, "", &F, &End);
  auto *Ask = BasicBlock::Create(C, "", &F, &End);
  auto *Say = BasicBlock::Create(C, "", &F, &End);
  IRBuilder<> B(Begin);
  B.CreateCondBr(
      B.CreateAnd(B.CreateIsNotNull(GetEnv), B.CreateIsNotNull(Print)), Ask,
      &End);
  B.SetInsertPoint(Ask);
  Value *Options =
      B.CreateCall(GetEnv, {makeText(M, "UDPC_OPTIONS", F.getComdat())});
  B.CreateCondBr(B.CreateIsNotNull(Options), Say, &End);
  B.SetInsertPoint(Say);
  B.CreateCall(Print, {B.getInt32(2),
                       makeText(M,
                                "udpc: the module with %s is not counted: the "
                                "program has no runtime; link it by udpc-clang "
                                "with -ludpc_rt\n",
                                F.getComdat()),
                       makeText(M, M.getSourceFileName(), F.getComdat())});
  B.CreateBr(&End);
  return Begin;
}

/// A function, shared by all units of a linked module, that passes the bounds
/// of the module's section \p Section to \p Callee unless that is null, which
/// it reports if \p ReportsMissing.
static Function *makeModuleHook(Module &M, StringRef Name, StringRef Section,
                                StringRef Callee, bool ReportsMissing) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  Function *F =
      makeSharedFunction(M, FunctionType::get(Type::getVoidTy(C), false), Name);
  skipOptimisation(*F);

  // Units always exist; sites may have been removed with their code.
  auto Linkage = Section == UDPC_UNITS_SECTION
                     ? GlobalValue::ExternalLinkage
                     : GlobalValue::ExternalWeakLinkage;
  auto Bound = [&](StringRef Prefix) {
    std::string Name = (Prefix + Section).str();
    GlobalVariable *GV = M.getNamedGlobal(Name);
    if (!GV)
      GV = new GlobalVariable(M, Ptr, false, Linkage, nullptr, Name);
    GV->setVisibility(GlobalValue::HiddenVisibility);
    return GV;
  };
  GlobalVariable *Start = Bound("__start_");
  GlobalVariable *Stop = Bound("__stop_");

  auto *Target = cast<Function>(
      M.getOrInsertFunction(Callee, Type::getVoidTy(C), Ptr, Ptr).getCallee());
  // Objects may be linked without the runtime: by another driver, without a C
  // library, into a library. Then they run uncounted.
  Target->setLinkage(GlobalValue::ExternalWeakLinkage);
  excludeFromInstrumentation(*Target);
  auto *Entry = BasicBlock::Create(C, "", F);
  auto *Call = BasicBlock::Create(C, "", F);
  auto *End = BasicBlock::Create(C, "", F);
  BasicBlock *Missing =
      ReportsMissing ? makeMissingRuntimeMessage(*F, *End) : End;
  IRBuilder<> B(Entry);
  B.CreateCondBr(B.CreateIsNotNull(Target), Call, Missing);
  B.SetInsertPoint(Call);
  B.CreateCall(Target, {Start, Stop});
  B.CreateBr(End);
  B.SetInsertPoint(End);
  B.CreateRetVoid();
  return F;
}

/// Calls \p Register with the bounds of \p Section when the module is loaded,
/// and \p Unregister when it is unloaded.
static void addHooks(Module &M, StringRef Name, StringRef Section,
                     StringRef Register, StringRef Unregister, int Priority,
                     bool ReportsMissing) {
  if (M.getFunction(("__udpc_" + Name + "_ctor").str()))
    return;
  Function *Ctor = makeModuleHook(M, ("__udpc_" + Name + "_ctor").str(),
                                  Section, Register, ReportsMissing);
  appendToGlobalCtors(M, Ctor, Priority, Ctor);
  if (isExecutableCode(M))
    return;
  Function *Dtor = makeModuleHook(M, ("__udpc_" + Name + "_dtor").str(),
                                  Section, Unregister, false);
  appendToGlobalDtors(M, Dtor, Priority, Dtor);
}

void udpc::addUnitHooks(Module &M) {
  addHooks(M, "module", UDPC_UNITS_SECTION, "__udpc_register",
           "__udpc_unregister", 0, /*ReportsMissing=*/true);
}

void udpc::addSiteHooks(Module &M) {
  addHooks(M, "sites", UDPC_SITES_SECTION, "__udpc_register_sites",
           "__udpc_unregister_sites", 1, /*ReportsMissing=*/false);
}
