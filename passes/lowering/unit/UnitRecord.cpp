//===- UnitRecord.cpp - The unit's record and its registration ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/UnitRecord.h"
#include "ir/AddedFunctions.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
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

namespace {

enum class FieldType { Int32, Int64, Pointer };

struct FieldLayout {
  FieldType Type;
  size_t Offset, Size; ///< Bytes of the field in abi::Unit.
};

} // namespace

/// The layout of each UnitField.
static constexpr FieldLayout Layout[] = {
#define UDPC_UNIT_FIELD(NAME, TYPE, OFFSET)                                    \
  {FieldType::TYPE, OFFSET, sizeof(abi::Unit::NAME)},
#include "udpc/lists/unit_fields.inc"
};

/// Whether LLVM lays out a structure of these types as abi::Unit is on 64-bit
/// processors.
static constexpr bool agreesWithUnit() {
  size_t End = 0;
  for (const FieldLayout &Field : Layout) {
    size_t Size = Field.Type == FieldType::Int32 ? 4 : 8;
    End = (End + Size - 1) / Size * Size;
    if (Field.Size != Size || Field.Offset != End)
      return false;
    End += Size;
  }
  return End == sizeof(abi::Unit);
}
static_assert(agreesWithUnit(), "ABI");

static Type *typeOf(FieldType Field, LLVMContext &C) {
  switch (Field) {
  case FieldType::Int32:
    return Type::getInt32Ty(C);
  case FieldType::Int64:
    return Type::getInt64Ty(C);
  case FieldType::Pointer:
    return PointerType::getUnqual(C);
  }
  llvm_unreachable("all types are above");
}

/// Sets \p Field of \p Values, one for each field, to \p Number.
static void setNumber(MutableArrayRef<Constant *> Values, UnitField Field,
                      uint64_t Number) {
  Constant *&Value = Values[static_cast<unsigned>(Field)];
  Value = ConstantInt::get(Value->getType(), Number);
}

GlobalVariable *udpc::makeUnit(Module &M, StringRef Name) {
  SmallVector<Type *> Types;
  for (const FieldLayout &Field : Layout)
    Types.push_back(typeOf(Field.Type, M.getContext()));
  return makeGlobal(M, StructType::get(M.getContext(), Types), false, nullptr,
                    Name);
}

void udpc::initialiseUnit(GlobalVariable &Unit, const UnitContents &Fields) {
  auto *T = cast<StructType>(Unit.getValueType());
  SmallVector<Constant *> Values;
  for (Type *Field : T->elements())
    Values.push_back(Constant::getNullValue(Field));
  auto SetPointer = [&](UnitField Field, Constant *Pointer) {
    if (Pointer)
      Values[static_cast<unsigned>(Field)] = Pointer;
  };
  setNumber(Values, UnitField::Version, abi::UnitVersion);
  setNumber(Values, UnitField::NumSlots, Fields.NumSlots);
  SetPointer(UnitField::Table, Fields.Table);
  setNumber(Values, UnitField::TableSize, Fields.TableSize);
  SetPointer(UnitField::Slots, Fields.Slots);
  SetPointer(UnitField::Count, Fields.Count);
  setNumber(Values, UnitField::Lowering, static_cast<uint32_t>(Fields.Kind));
  SetPointer(UnitField::Costs, Fields.Costs);
  setNumber(Values, UnitField::CostsSize, Fields.CostsSize);
  SetPointer(UnitField::FindSlots, Fields.FindSlots);
  SetPointer(UnitField::EarlySlots, Fields.EarlySlots);
  SetPointer(UnitField::Every, Fields.Every);
  SetPointer(UnitField::Simulation, Fields.Simulation);
  Unit.setInitializer(ConstantStruct::get(T, Values));
}

Constant *udpc::unitField(const GlobalVariable &Unit, UnitField Field) {
  return Unit.getInitializer()->getAggregateElement(
      static_cast<unsigned>(Field));
}

void udpc::resizeUnit(GlobalVariable &Unit, uint32_t NumSlots,
                      uint64_t TableSize, Constant *NoCounts) {
  auto *Record = cast<ConstantStruct>(Unit.getInitializer());
  SmallVector<Constant *> Values;
  for (const Use &Field : Record->operands())
    Values.push_back(cast<Constant>(Field));
  setNumber(Values, UnitField::NumSlots, NumSlots);
  setNumber(Values, UnitField::TableSize, TableSize);
  if (auto *EarlySlots =
          dyn_cast<GlobalVariable>(unitField(Unit, UnitField::EarlySlots)))
    EarlySlots->replaceInitializer(NoCounts);
  Unit.setInitializer(ConstantStruct::get(Record->getType(), Values));
}

void udpc::listUnit(Module &M, GlobalVariable &Unit) {
  // The list is not constant, so that the section has the same flags in every
  // object.
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

Function *udpc::makeAssemblyFunction(Module &M, StringRef Name,
                                     StringRef Code) {
  auto *Type = FunctionType::get(Type::getVoidTy(M.getContext()), false);
  Function *F = makeSharedFunction(M, Type, Name);
  F->addFnAttr(Attribute::Naked);
  F->addFnAttr(Attribute::NoInline);
  F->setUWTableKind(M.getUwtable());
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateCall(InlineAsm::get(Type, Code, "", /*hasSideEffects=*/true));
  B.CreateUnreachable();
  return F;
}

void udpc::skipOptimisation(Function &F) {
  F.addFnAttr(Attribute::OptimizeNone);
  F.addFnAttr(Attribute::NoInline);
}

/// Gives the declaration \p F a weak definition that does nothing.
static void defineAsMissing(Function &F) {
  F.setLinkage(GlobalValue::WeakAnyLinkage);
  F.setComdat(F.getParent()->getOrInsertComdat(F.getName()));
  F.addFnAttr(Attribute::NoUnwind);
  setAddedAttributes(F);
  IRBuilder<>(BasicBlock::Create(F.getContext(), "", &F)).CreateRetVoid();
}

Function *udpc::defineMissingFunction(Module &M, StringRef Name) {
  auto *Type = FunctionType::get(Type::getVoidTy(M.getContext()), false);
  Function *F = Function::Create(Type, GlobalValue::WeakAnyLinkage, Name, M);
  defineAsMissing(*F);
  return F;
}

Function *udpc::optionalRuntimeFunction(Module &M, StringRef Name,
                                        ArrayRef<Type *> Parameters) {
  LLVMContext &C = M.getContext();
  auto *Type = FunctionType::get(Type::getVoidTy(C), Parameters, false);
  auto *F = cast<Function>(M.getOrInsertFunction(Name, Type).getCallee());
  if (!F->isDeclaration())
    return F;
  F->addFnAttr(Attribute::NoInline);
  defineAsMissing(*F);
  appendToUsed(M, {F});
  return F;
}

/// Declares a C library function, weak unless the module already uses it. Null
/// if the module has something else of that name.
static Function *declareLibraryFunction(Module &M, StringRef Name,
                                        FunctionType *Type) {
  if (GlobalValue *Known = M.getNamedValue(Name)) {
    auto *F = dyn_cast<Function>(Known);
    return F && F->isDeclaration() && F->getFunctionType() == Type ? F
                                                                   : nullptr;
  }
  return Function::Create(Type, GlobalValue::ExternalWeakLinkage, Name, M);
}

/// Emits \p Text in a section of its own, so that the addresses of the
/// program's data do not change.
static Constant *makeText(Module &M, StringRef Text, Comdat *Group) {
  Constant *Value = ConstantDataArray::getString(M.getContext(), Text);
  auto *G =
      new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                         GlobalValue::PrivateLinkage, Value, "__udpc_text");
  G->setSection(".rodata.__udpc_text");
  G->setComdat(Group);
  return G;
}

/// Emits code that reports a missing runtime if UDPC_OPTIONS is set, and goes
/// to \p End, in a function that all units of a linked module share. Returns
/// the code's first block; \p End if there may be no C library.
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

/// Creates a function, shared by all units of a linked module, that passes the
/// bounds of the module's section \p Section to \p Callee. If that is null and
/// \p ReportsMissing is set, it reports the missing runtime.
static Function *makeModuleHook(Module &M, StringRef Name, StringRef Section,
                                StringRef Callee, bool ReportsMissing) {
  LLVMContext &C = M.getContext();
  Type *Ptr = PointerType::getUnqual(C);
  Function *F =
      makeSharedFunction(M, FunctionType::get(Type::getVoidTy(C), false), Name);
  skipOptimisation(*F);

  // There are always units; sites may have been removed with their code.
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

/// Adds calls of \p Register with the bounds of \p Section when the module is
/// loaded, and of \p Unregister when it is unloaded.
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
