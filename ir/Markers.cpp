//===- Markers.cpp - Markers of the front end in the IR -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Markers.h"
#include "ir/SkippedSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;
using namespace udpc;

static constexpr StringRef FunctionAttributes[] = {
    EventAttribute, SpinAttribute, SignatureAttribute, ReturnsAttribute,
    StatementsAttribute};

std::vector<std::string> Markers::namesOf(const Function &F,
                                          StringRef Attribute) {
  std::vector<std::string> Names;
  for (StringRef Name :
       split(F.getFnAttribute(Attribute).getValueAsString(), '\n'))
    if (!Name.empty())
      Names.push_back(Name.str());
  return Names;
}

static void addValue(Function &F, StringRef Attribute, StringRef Value) {
  StringRef Old = F.getFnAttribute(Attribute).getValueAsString();
  F.addFnAttr(Attribute,
              Old.empty() ? Value.str() : (Old + "\n" + Value).str());
}

/// Converts annotations to function attributes.
static void takeAnnotations(Module &M) {
  GlobalVariable *All = M.getNamedGlobal("llvm.global.annotations");
  if (!All || !All->hasInitializer())
    return;
  auto *Array = dyn_cast<ConstantArray>(All->getInitializer());
  if (!Array)
    return;
  SmallVector<Constant *> Others;
  for (Use &Item : Array->operands()) {
    auto *Record = cast<ConstantStruct>(Item);
    auto *F = dyn_cast<Function>(Record->getOperand(0)->stripPointerCasts());
    StringRef Text;
    bool IsOurs = false;
    if (F && getConstantStringInfo(Record->getOperand(1), Text))
      for (StringRef Attribute : FunctionAttributes) {
        StringRef Value = Text;
        if (Value.consume_front(Attribute) && Value.consume_front("=")) {
          addValue(*F, Attribute, Value);
          IsOurs = true;
        }
      }
    if (!IsOurs)
      Others.push_back(Record);
  }
  if (Others.size() == Array->getNumOperands())
    return;
  if (!Others.empty()) {
    auto *Type = ArrayType::get(Others.front()->getType(), Others.size());
    auto *Rest =
        new GlobalVariable(M, Type, All->isConstant(), All->getLinkage(),
                           ConstantArray::get(Type, Others));
    Rest->setSection(All->getSection());
    Rest->takeName(All);
  }
  All->eraseFromParent();
}

/// Returns the calls of \p Name. Invokes become calls, since markers do not
/// throw.
static std::vector<CallInst *> callsOf(Module &M, StringRef Name) {
  std::vector<CallInst *> Calls;
  Function *Callee = M.getFunction(Name);
  if (!Callee)
    return Calls;
  for (Function &F : M)
    for (BasicBlock &BB : F) {
      if (auto *Invoke = dyn_cast<InvokeInst>(BB.getTerminator());
          Invoke && Invoke->getCalledFunction() == Callee)
        changeToCall(Invoke);
      for (Instruction &I : BB)
        if (auto *Call = dyn_cast<CallInst>(&I);
            Call && Call->getCalledFunction() == Callee)
          Calls.push_back(Call);
    }
  return Calls;
}

/// Returns the string literal \p V, which is not constant under
/// -fwritable-strings, or "".
static StringRef literalOf(const Value *V) {
  StringRef Text;
  if (getConstantStringInfo(V, Text))
    return Text;
  const auto *G = dyn_cast<GlobalVariable>(V);
  const auto *Data = G && G->hasPrivateLinkage() && G->hasInitializer()
                         ? dyn_cast<ConstantDataArray>(G->getInitializer())
                         : nullptr;
  return Data && Data->isCString() ? Data->getAsCString() : "";
}

/// Returns the name of the marker \p Call. If it has none, warns and removes
/// the marker.
static std::optional<std::string> takeName(CallInst &Call) {
  if (Call.arg_size())
    if (StringRef Name = literalOf(Call.getArgOperand(0)); !Name.empty())
      return Name.str();
  Function &F = *Call.getFunction();
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, "the name of a udpc mark must be a string literal; not counted",
      Call.getDebugLoc(), DS_Warning));
  Call.eraseFromParent();
  return std::nullopt;
}

Markers udpc::readMarkers(Module &M) {
  Markers Result;
  takeAnnotations(M);
  for (Function &F : M)
    if (!F.isDeclaration())
      for (std::string &Name : Markers::namesOf(F, EventAttribute))
        Result.Marks.push_back({nullptr, &F, std::move(Name), nullptr});
  for (CallInst *Call : callsOf(M, MarkFunction))
    if (std::optional<std::string> Name = takeName(*Call)) {
      Value *Amount = Call->arg_size() > 1 ? Call->getArgOperand(1) : nullptr;
      if (Amount && !Amount->getType()->isIntegerTy(64))
        Amount = nullptr;
      if (auto *One = dyn_cast_or_null<ConstantInt>(Amount);
          One && One->isOne())
        Amount = nullptr;
      Result.Marks.push_back({Call, Call->getFunction(), *Name, Amount});
    }
  for (CallInst *Call : callsOf(M, SpinFunction))
    if (std::optional<std::string> Name = takeName(*Call))
      Result.Spins.push_back({Call, *Name});
  Result.Returns = callsOf(M, ReturnFunction);
  return Result;
}

using DebugInfoSet = SmallPtrSet<const Metadata *, 8>;

/// Removes \p Call and the values that only it uses. Adds the debug info of
/// removed variables to \p Gone.
static void erase(CallInst &Call, DebugInfoSet &Gone) {
  SmallVector<Value *> Arguments(Call.args());
  Call.eraseFromParent();
  for (Value *Argument : Arguments) {
    if (auto *Name = dyn_cast<GlobalVariable>(Argument)) {
      // At -O0 no other pass removes the string.
      if (!Name->use_empty() || !Name->hasLocalLinkage())
        continue;
      SmallVector<DIGlobalVariableExpression *, 1> Infos;
      Name->getDebugInfo(Infos);
      Gone.insert_range(Infos);
      Name->eraseFromParent();
    } else {
      RecursivelyDeleteTriviallyDeadInstructions(Argument);
    }
  }
}

/// Removes debug info of markers from the compile units. With -g, these list
/// string literals (as variables) and the types of casts, including a type of
/// udpc.h.
static void eraseDebugInfo(Module &M, const DebugInfoSet &Gone) {
  auto Rest = [&](auto &&All, auto IsGone) {
    SmallVector<Metadata *> Kept;
    for (auto *Item : All)
      if (!IsGone(Item))
        Kept.push_back(Item);
    return MDTuple::get(M.getContext(), Kept);
  };
  auto IsOurType = [](const DIScope *Type) {
    return isa<DIDerivedType>(Type) && Type->getName() == AmountType;
  };
  for (DICompileUnit *Unit : M.debug_compile_units()) {
    if (!Gone.empty())
      Unit->replaceGlobalVariables(
          Rest(Unit->getGlobalVariables(),
               [&](const Metadata *G) { return Gone.contains(G); }));
    if (any_of(Unit->getRetainedTypes(), IsOurType))
      Unit->replaceRetainedTypes(Rest(Unit->getRetainedTypes(), IsOurType));
  }
}

void udpc::removeMarkers(Module &M, const Markers &Marks, bool KeepAttributes) {
  DebugInfoSet Gone;
  for (const Markers::Mark &Mark : Marks.Marks)
    if (Mark.Call)
      erase(*Mark.Call, Gone);
  for (const Markers::Spin &Spin : Marks.Spins)
    erase(*Spin.Call, Gone);
  for (CallInst *Call : Marks.Returns)
    erase(*Call, Gone);
  eraseDebugInfo(M, Gone);
  for (StringRef Name : {MarkFunction, SpinFunction, ReturnFunction})
    if (Function *F = M.getFunction(Name); F && F->use_empty())
      F->eraseFromParent();
  if (GlobalVariable *Skipped = M.getGlobalVariable(SkippedSourceVariable,
                                                    /*AllowInternal=*/true)) {
    removeFromUsedLists(
        M, [&](Constant *C) { return C->stripPointerCasts() == Skipped; });
    Skipped->removeDeadConstantUsers();
    if (Skipped->use_empty())
      Skipped->eraseFromParent();
  }
  if (!KeepAttributes)
    for (Function &F : M)
      for (StringRef Attribute : FunctionAttributes)
        F.removeFnAttr(Attribute);
}
