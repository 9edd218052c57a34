//===- MarkerWriter.h - Puts markers into function bodies -------*- C++ -*-===//
//
// clang's code generation does not know the attributes, so they are replaced by
// calls before it: a CompoundStmt of the calls and the statement replaces the
// statement.
//
// Template patterns are not changed. Instances may share parts with them and
// with each other, so statements that have markers are skipped.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_MARKERWRITER_H
#define UDPC_CLANG_PLUGIN_MARKERWRITER_H

#include "clang-plugin/MarkerBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

namespace clang {
class CapturedStmt;
class DeclStmt;
} // namespace clang

namespace udpc {

class MarkerWriter {
public:
  explicit MarkerWriter(clang::ASTContext &Context)
      : Context(Context), Builder(Context) {}

  /// Inserts markers into the definition \p F and nested definitions, once.
  void writeInto(clang::FunctionDecl &F);

private:
  using Markers = llvm::SmallVector<Marker, 2>;

  /// Visits the statement in \p Slot, which the markers \p Known already
  /// precede and \p Also are to precede. \p IsValue says that it is the value
  /// of a statement expression.
  void visit(clang::Stmt *&Slot, Markers Known = {}, Markers Also = {},
             bool IsValue = false);
  void visitChildren(clang::Stmt *S, bool IsValue);
  void visitDeclarations(clang::DeclStmt *S);
  void addSpin(clang::Stmt *Loop, Markers Spins);
  void put(clang::Stmt *&Slot, const Markers &Wanted, const Markers &Known,
           clang::SourceLocation Loc, bool IsValue);
  void noteReturn(clang::SourceLocation Loc, Markers &Also);
  void markEnd(clang::FunctionDecl &F);

  clang::ASTContext &Context;
  MarkerBuilder Builder;
  llvm::DenseSet<clang::FunctionDecl *> Done;
  bool InConstexpr = false;
  /// Whether constant expressions may still evaluate the body.
  bool MayBeConstant = true;
  std::set<unsigned> ReturnLines;
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_MARKERWRITER_H
