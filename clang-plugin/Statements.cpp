//===- Statements.cpp - Statements of the lines of a spec -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/Statements.h"
#include "spec/EventSpec.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace clang;
using namespace udpc;

namespace {

class StatementFinder : public DynamicRecursiveASTVisitor {
public:
  StatementFinder(const SourceManager &SM, const EventSpec &Spec) : SM(SM) {
    for (const SpecEntry &E : Spec.Entries) {
      if (!E.isLine() || E.AllLines)
        continue;
      // The parser has validated the glob; its last component is valid as well,
      // unless a set or choice contains the separator.
      if (auto Glob =
              llvm::GlobPattern::create(llvm::sys::path::filename(E.Glob)))
        Wanted.push_back({std::move(*Glob), E.Line});
      else
        llvm::consumeError(Glob.takeError());
    }
  }

  bool empty() const { return Wanted.empty(); }

  bool VisitCompoundStmt(CompoundStmt *S) override {
    for (Stmt *Part : S->body())
      add(Part);
    return true;
  }
  bool VisitIfStmt(IfStmt *S) override {
    add(S->getThen());
    add(S->getElse());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) override { return add(S->getBody()); }
  bool VisitDoStmt(DoStmt *S) override { return add(S->getBody()); }
  bool VisitForStmt(ForStmt *S) override { return add(S->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override {
    return add(S->getBody());
  }
  bool VisitSwitchStmt(SwitchStmt *S) override { return add(S->getBody()); }
  bool VisitSwitchCase(SwitchCase *S) override { return add(S->getSubStmt()); }
  bool VisitLabelStmt(LabelStmt *S) override { return add(S->getSubStmt()); }

  /// The found statements, as `12:3,8 14<13:5`: the columns of those that begin
  /// in line 12, and the beginning of the one that contains line 14.
  std::string text() const {
    std::string Text;
    for (const auto &[Line, Columns] : Begins) {
      Text += (Text.empty() ? "" : " ") + std::to_string(Line);
      char Before = ':';
      for (unsigned Column : Columns) {
        Text += Before + std::to_string(Column);
        Before = ',';
      }
    }
    for (const auto &[Line, Around] : Within)
      if (!Begins.count(Line))
        Text += (Text.empty() ? "" : " ") + std::to_string(Line) + "<" +
                std::to_string(Around.first) + ":" +
                std::to_string(Around.second);
    return Text;
  }

private:
  bool add(const Stmt *S) {
    if (!S || isa<CompoundStmt, NullStmt, SwitchCase, LabelStmt>(S))
      return true;
    // Debug info uses presumed locations, too.
    PresumedLoc Begin = SM.getPresumedLoc(S->getBeginLoc());
    PresumedLoc End = SM.getPresumedLoc(S->getEndLoc());
    if (!Begin.isValid() || !End.isValid())
      return true;
    llvm::StringRef File = llvm::sys::path::filename(Begin.getFilename());
    for (const auto &[Glob, Line] : Wanted) {
      if (!Glob.match(File))
        continue;
      if (Begin.getLine() == Line)
        Begins[Line].insert(Begin.getColumn());
      // The innermost statement begins last.
      else if (Begin.getLine() < Line && Line <= End.getLine())
        Within[Line] =
            std::max(Within[Line], {Begin.getLine(), Begin.getColumn()});
    }
    return true;
  }

  const SourceManager &SM;
  std::vector<std::pair<llvm::GlobPattern, unsigned>> Wanted;
  std::map<unsigned, std::set<unsigned>> Begins;
  std::map<unsigned, std::pair<unsigned, unsigned>> Within;
};

} // namespace

std::string udpc::statementsOf(FunctionDecl &F, const EventSpec &Spec) {
  StatementFinder Finder(F.getASTContext().getSourceManager(), Spec);
  if (Finder.empty() || !F.getBody())
    return "";
  Finder.TraverseStmt(F.getBody());
  return Finder.text();
}
