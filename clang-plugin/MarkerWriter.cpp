//===- MarkerWriter.cpp - Inserts markers into function bodies ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/MarkerWriter.h"
#include "clang-plugin/Attributes.h"
#include "clang-plugin/FrontEndSpec.h"
#include "ir/Markers.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace udpc;
using llvm::ArrayRef;
using llvm::SmallVectorImpl;
using llvm::StringRef;

static void addMarkers(const Attr *A, SmallVectorImpl<Marker> &Before,
                       SmallVectorImpl<Marker> &InLoop) {
  if (StringRef Name = nameIn(A, EventAttribute); !Name.empty())
    Before.push_back({Marker::Mark, Name});
  if (StringRef Name = nameIn(A, SpinAttribute); !Name.empty())
    InLoop.push_back({Marker::Spin, Name});
}

/// The slot of the statement if \p S is `{ markers; statement }`, else null.
/// Appends the markers to \p Markers.
static Stmt **markedSlot(Stmt *S, SmallVectorImpl<Marker> &Markers) {
  auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block || Block->size() < 2)
    return nullptr;
  llvm::SmallVector<Marker> Found;
  for (Stmt *Part : ArrayRef(Block->body_begin(), Block->size() - 1)) {
    std::optional<Marker> M = MarkerBuilder::read(Part);
    if (!M)
      return nullptr;
    Found.push_back(*M);
  }
  Markers.append(Found);
  return Block->body_end() - 1;
}

void MarkerWriter::put(Stmt *&Slot, const Markers &Wanted, const Markers &Known,
                       SourceLocation Loc, bool IsValue) {
  Markers New;
  for (const Marker &M : Wanted)
    if (!llvm::is_contained(Known, M) && !llvm::is_contained(New, M))
      New.push_back(M);
  if (New.empty())
    return;
  Stmt *S = Slot;
  if (!IsValue) {
    Slot = Builder.before(New, S, Loc, InConstexpr);
    return;
  }
  // The value must remain the last statement of the block, including
  // attributes.
  Stmt **Value = &Slot;
  while (auto *A = dyn_cast<AttributedStmt>(*Value))
    Value = &*A->child_begin();
  *Value = Builder.beforeValue(New, cast<Expr>(*Value), Loc);
}

void MarkerWriter::visit(Stmt *&Slot, Markers Known, Markers Also,
                         bool IsValue) {
  if (!Slot)
    return;
  if (!MayBeConstant)
    Builder.hideFromEvaluator(Slot);
  if (Stmt **Marked = markedSlot(Slot, Known))
    return visit(*Marked, std::move(Known), std::move(Also), IsValue);

  Markers Own, Spins;
  Stmt *S = Slot;
  while (auto *A = dyn_cast<AttributedStmt>(S)) {
    for (const Attr *At : A->getAttrs())
      addMarkers(At, Own, Spins);
    S = A->getSubStmt();
  }
  SourceLocation Loc = S->getBeginLoc();
  // Marks of labels are inserted after them, where all paths join.
  if (auto *Label = dyn_cast<LabelStmt>(S)) {
    for (const Attr *At : Label->getDecl()->attrs())
      addMarkers(At, Own, Spins);
    Stmt *Sub = Label->getSubStmt();
    visit(Sub, {}, std::move(Own), IsValue);
    Label->setSubStmt(Sub);
    return put(Slot, Also, Known, Loc, /*IsValue=*/false);
  }
  if (auto *Case = dyn_cast<SwitchCase>(S)) {
    Stmt *Sub = Case->getSubStmt();
    visit(Sub, {}, std::move(Own), IsValue);
    if (auto *C = dyn_cast<CaseStmt>(Case))
      C->setSubStmt(Sub);
    else
      cast<DefaultStmt>(Case)->setSubStmt(Sub);
    return put(Slot, Also, Known, Loc, /*IsValue=*/false);
  }
  Also.append(Own);
  if (isa<ReturnStmt, CoreturnStmt>(S))
    noteReturn(Loc, Also);

  IsValue = IsValue && isa<Expr>(S);
  if (IsValue)
    for (auto *E = dyn_cast<BinaryOperator>(S); E && E->getOpcode() == BO_Comma;
         E = dyn_cast<BinaryOperator>(E->getRHS())) {
      std::optional<Marker> M = MarkerBuilder::read(E->getLHS());
      if (!M)
        break;
      Known.push_back(*M);
    }
  visitChildren(S, IsValue);
  addSpin(S, std::move(Spins));
  put(Slot, Also, Known, Loc, IsValue);
}

void MarkerWriter::visitChildren(Stmt *S, bool IsValue) {
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (Expr *Init : Lambda->capture_inits())
      if (Stmt *Slot = Init)
        visit(Slot);
    return writeInto(*Lambda->getCallOperator());
  }
  if (auto *Block = dyn_cast<BlockExpr>(S)) {
    if (Stmt *Body = Block->getBlockDecl()->getBody())
      visit(Body);
    return;
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(S))
    visitDeclarations(Declaration);
  if (auto *Value = dyn_cast<StmtExpr>(S)) {
    CompoundStmt *Body = Value->getSubStmt();
    for (Stmt *&Part : Body->body())
      visit(Part, {}, {}, /*IsValue=*/&Part == Body->body_end() - 1);
    return;
  }
  // Control reaches a switch's labels, not its body, which code generation and
  // coverage expect to be a plain block.
  if (auto *Switch = dyn_cast<SwitchStmt>(S))
    while (auto *A = dyn_cast<AttributedStmt>(Switch->getBody()))
      Switch->setBody(A->getSubStmt());
  for (Stmt *&Child : S->children())
    visit(Child);
  // The captured function has its own pointer to the statement.
  if (auto *Captured = dyn_cast<CapturedStmt>(S))
    Captured->getCapturedDecl()->setBody(Captured->getCapturedStmt());
}

void MarkerWriter::visitDeclarations(DeclStmt *S) {
  for (Decl *D : S->decls())
    if (auto *Class = dyn_cast<CXXRecordDecl>(D))
      for (CXXMethodDecl *Method : Class->methods())
        writeInto(*Method);
}

void MarkerWriter::addSpin(Stmt *Loop, Markers Spins) {
  if (Spins.empty())
    return;
  auto AddTo = [&](auto *L) {
    Stmt *Body = L->getBody();
    Markers Known;
    markedSlot(Body, Known);
    put(Body, Spins, Known, Body->getBeginLoc(), /*IsValue=*/false);
    L->setBody(Body);
  };
  if (auto *For = dyn_cast<ForStmt>(Loop))
    AddTo(For);
  else if (auto *While = dyn_cast<WhileStmt>(Loop))
    AddTo(While);
  else if (auto *Do = dyn_cast<DoStmt>(Loop))
    AddTo(Do);
  else if (auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    AddTo(Range);
}

/// Records that control leaves the function at \p Loc, and adds the marker to
/// \p Also.
void MarkerWriter::noteReturn(SourceLocation Loc, Markers &Also) {
  const SourceManager &SM = Context.getSourceManager();
  const FrontEndSpec &Spec = FrontEndSpec::get();
  if (!Spec.wantsReturnsIn(SM, Loc))
    return;
  ReturnLines.insert(SM.getPresumedLoc(Loc).getLine());
  if (Spec.wantsReturnAt(SM, Loc))
    Also.push_back({Marker::Return, ""});
}

/// Marks the end of a void function's body, which control may reach.
void MarkerWriter::markEnd(FunctionDecl &F) {
  auto *Body = dyn_cast<CompoundStmt>(F.getBody());
  if (!Body || !F.getReturnType()->isVoidType() ||
      (!Body->body_empty() && isa<ReturnStmt>(Body->body_back())))
    return;
  Markers End;
  noteReturn(Body->getRBracLoc(), End);
  if (End.empty())
    return;
  llvm::SmallVector<Stmt *> Statements(Body->body());
  Statements.push_back(
      Builder.make(End.front(), Body->getRBracLoc(), InConstexpr));
  F.setBody(CompoundStmt::Create(Context, Statements,
                                 Body->getStoredFPFeaturesOrDefault(),
                                 Body->getLBracLoc(), Body->getRBracLoc()));
}

/// Whether constant expressions may still evaluate \p F. Most lambdas are
/// implicitly constexpr, but those in a function that is not are unreachable.
static bool mayBeConstant(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  const auto *Around =
      Method && Method->getParent()->isLambda()
          ? dyn_cast_or_null<FunctionDecl>(F.getParentFunctionOrMethod())
          : nullptr;
  return F.isConstexpr() && (!Around || mayBeConstant(*Around));
}

void MarkerWriter::writeInto(FunctionDecl &F) {
  if (F.isDependentContext() || !F.doesThisDeclarationHaveABody() ||
      F.isLateTemplateParsed() || !Done.insert(&F).second)
    return;
  Stmt *Body = F.getBody();
  if (!Body)
    return;
  llvm::SaveAndRestore OuterKind(InConstexpr, F.isConstexpr());
  llvm::SaveAndRestore OuterConstant(MayBeConstant, mayBeConstant(F));
  llvm::SaveAndRestore OuterLines(ReturnLines, {});
  if (auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    for (CXXCtorInitializer *Init : Constructor->inits())
      if (Stmt *Value = Init->getInit())
        visit(Value);
  visit(Body);
  markEnd(F);
  if (!FrontEndSpec::get().wantsReturnsIn(Context.getSourceManager(),
                                          F.getLocation()))
    return;
  std::string Text = (ReturnsAttribute + "=").str();
  for (unsigned Line : ReturnLines)
    Text += llvm::utostr(Line) + " ";
  F.addAttr(AnnotateAttr::CreateImplicit(Context, Text + "-", nullptr, 0));
}
