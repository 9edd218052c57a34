//===- MarkerWriter.h - Puts markers into the bodies of functions -*- C++ -*-=//
//
// clang's code generation knows nothing of our attributes, so before it sees a
// function's body, calls take their places there: a CompoundStmt of the calls
// and the statement, in the place of the statement.
//
// Template patterns stay as they are. Their instances may share parts with them
// and with each other, so what has its markers is left alone.
//
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

  /// Writes into the definition \p F, once, and what stands inside it.
  void writeInto(clang::FunctionDecl &F);

private:
  using Markers = llvm::SmallVector<Marker, 2>;

  /// \p Slot holds a statement that \p Known stand before already and \p Also
  /// are to stand before. \p IsValue: it gives a statement expression's value.
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
  /// Whether constant expressions may still run the body.
  bool MayBeConstant = true;
  std::set<unsigned> ReturnLines;
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_MARKERWRITER_H
