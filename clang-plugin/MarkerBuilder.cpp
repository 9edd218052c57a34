//===- MarkerBuilder.cpp - Creates markers in the AST ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/MarkerBuilder.h"
#include "ir/Markers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace udpc;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

static StringRef functionName(Marker::Kind What) {
  switch (What) {
  case Marker::Mark:
    return MarkFunction;
  case Marker::Spin:
    return SpinFunction;
  case Marker::Return:
    return ReturnFunction;
  }
  llvm_unreachable("unknown kind of marker");
}

/// Creates a separate declaration, which name lookup does not find: `udpc.h`
/// may declare the same function. In the IR the two are one.
FunctionDecl *MarkerBuilder::declare(Marker::Kind What) {
  SmallVector<QualType> Types;
  if (What != Marker::Return)
    Types.push_back(Context.getPointerType(Context.CharTy.withConst()));
  if (What == Marker::Mark)
    Types.push_back(Context.UnsignedLongLongTy);
  DeclContext *In = Context.getTranslationUnitDecl();
  SourceLocation None;
  if (Context.getLangOpts().CPlusPlus)
    In = LinkageSpecDecl::Create(Context, In, None, None,
                                 LinkageSpecLanguageIDs::C,
                                 /*HasBraces=*/false);
  QualType Type = Context.getFunctionType(Context.VoidTy, Types,
                                          FunctionProtoType::ExtProtoInfo());
  auto *F = FunctionDecl::Create(
      Context, In, None, None, &Context.Idents.get(functionName(What)), Type,
      Context.getTrivialTypeSourceInfo(Type), SC_Extern);
  SmallVector<ParmVarDecl *> Parameters;
  for (QualType T : Types)
    Parameters.push_back(ParmVarDecl::Create(
        Context, F, None, None, nullptr, T, Context.getTrivialTypeSourceInfo(T),
        SC_None, nullptr));
  F->setParams(Parameters);
  // The function does not throw, and has no debug info.
  F->addAttr(NoThrowAttr::CreateImplicit(Context));
  F->addAttr(NoDebugAttr::CreateImplicit(Context));
  return F;
}

/// The function for \p What. It is implicit, by which `read` recognises it.
FunctionDecl *MarkerBuilder::function(Marker::Kind What) {
  FunctionDecl *&F = Functions[What];
  if (!F) {
    F = declare(What);
    F->setImplicit();
  }
  return F;
}

Expr *MarkerBuilder::reference(FunctionDecl &F, SourceLocation Loc) {
  Expr *Name =
      DeclRefExpr::Create(Context, NestedNameSpecifierLoc(), SourceLocation(),
                          &F, false, Loc, F.getType(), VK_LValue);
  return ImplicitCastExpr::Create(Context, Context.getPointerType(F.getType()),
                                  CK_FunctionToPointerDecay, Name, nullptr,
                                  VK_PRValue, FPOptionsOverride());
}

void MarkerBuilder::hideFromEvaluator(Stmt *&Slot) {
  auto IsOf = [](const Stmt *S, StringRef Name) {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return F && F->isExternC() && F->getIdentifier() && F->getName() == Name;
  };
  // C++11 tests `?:` on whether the evaluation is constant.
  if (auto *If = dyn_cast<ConditionalOperator>(Slot)) {
    if (IsOf(If->getCond(), "__builtin_is_constant_evaluated") &&
        IsOf(If->getFalseExpr(), MarkFunction))
      Slot = If->getFalseExpr();
    return;
  }
  auto *Call = dyn_cast<CallExpr>(Slot);
  if (!Call || !IsOf(Call, MarkFunction) ||
      !Call->getDirectCallee()->isConstexpr())
    return;
  if (!Macro)
    Macro = declare(Marker::Mark);
  Call->setCallee(reference(*Macro, Call->getBeginLoc()));
}

Expr *MarkerBuilder::call(Marker M, SourceLocation Loc) {
  FunctionDecl *F = function(M.What);
  SmallVector<Expr *> Arguments;
  FPOptionsOverride NoFP;
  if (M.What != Marker::Return) {
    QualType Array =
        Context.getStringLiteralArrayType(Context.CharTy, M.Name.size());
    Expr *Name =
        StringLiteral::Create(Context, M.Name, StringLiteralKind::Ordinary,
                              /*Pascal=*/false, Array, Loc);
    QualType Pointer = Context.getArrayDecayedType(Array);
    Name = ImplicitCastExpr::Create(Context, Pointer, CK_ArrayToPointerDecay,
                                    Name, nullptr, VK_PRValue, NoFP);
    QualType Wanted = F->getParamDecl(0)->getType();
    if (!Context.hasSameType(Pointer, Wanted))
      Name = ImplicitCastExpr::Create(Context, Wanted, CK_NoOp, Name, nullptr,
                                      VK_PRValue, NoFP);
    Arguments.push_back(Name);
  }
  if (M.What == Marker::Mark) {
    QualType Type = Context.UnsignedLongLongTy;
    Arguments.push_back(IntegerLiteral::Create(
        Context, llvm::APInt(Context.getIntWidth(Type), 1), Type, Loc));
  }
  return CallExpr::Create(Context, reference(*F, Loc), Arguments,
                          Context.VoidTy, VK_PRValue, Loc, NoFP);
}

Stmt *MarkerBuilder::make(Marker M, SourceLocation Loc, bool InConstexpr) {
  Expr *Call = call(M, Loc);
  if (!InConstexpr)
    return Call;
  // The constant evaluator ignores `if !consteval`.
  return IfStmt::Create(Context, Loc, IfStatementKind::ConstevalNegated,
                        nullptr, nullptr, nullptr, Loc, Loc, Call);
}

CompoundStmt *MarkerBuilder::before(ArrayRef<Marker> Markers, Stmt *S,
                                    SourceLocation Loc, bool InConstexpr) {
  SmallVector<Stmt *> Statements;
  for (const Marker &M : Markers)
    Statements.push_back(make(M, Loc, InConstexpr));
  Statements.push_back(S);
  return CompoundStmt::Create(Context, Statements, FPOptionsOverride(),
                              S->getBeginLoc(), S->getEndLoc());
}

Expr *MarkerBuilder::beforeValue(ArrayRef<Marker> Markers, Expr *E,
                                 SourceLocation Loc) {
  for (const Marker &M : llvm::reverse(Markers))
    E = BinaryOperator::Create(Context, call(M, Loc), E, BO_Comma, E->getType(),
                               E->getValueKind(), E->getObjectKind(), Loc,
                               FPOptionsOverride());
  return E;
}

std::optional<Marker> MarkerBuilder::read(const Stmt *S) {
  if (const auto *If = dyn_cast_or_null<IfStmt>(S); If && If->isConsteval())
    S = If->getThen();
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || !F->isImplicit() || !F->getIdentifier())
    return std::nullopt;
  for (Marker::Kind What : {Marker::Mark, Marker::Spin, Marker::Return}) {
    if (F->getName() != functionName(What))
      continue;
    if (What == Marker::Return)
      return Marker{What, ""};
    if (const auto *Name =
            dyn_cast<StringLiteral>(Call->getArg(0)->IgnoreParenImpCasts()))
      return Marker{What, Name->getString()};
  }
  return std::nullopt;
}
