//===- MarkerBuilder.h - Makes markers for the AST -------------*- C++ -*-===//

#ifndef UDPC_CLANG_PLUGIN_MARKERBUILDER_H
#define UDPC_CLANG_PLUGIN_MARKERBUILDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringMap.h"

namespace udpc {

/// A call that the passes find again (ir/Markers.h).
struct Marker {
  enum Kind { Mark, Spin, Return } What;
  llvm::StringRef Name; ///< "" for a return.

  bool operator==(const Marker &O) const {
    return What == O.What && Name == O.Name;
  }
};

class MarkerBuilder {
public:
  explicit MarkerBuilder(clang::ASTContext &Context) : Context(Context) {}

  /// A statement that is \p M at \p Loc. \p InConstexpr: in a body that
  /// constant expressions may run, which markers are no part of.
  clang::Stmt *make(Marker M, clang::SourceLocation Loc, bool InConstexpr);

  /// `{ Markers...; S }`, which begins and ends where \p S does.
  clang::CompoundStmt *before(llvm::ArrayRef<Marker> Markers, clang::Stmt *S,
                              clang::SourceLocation Loc, bool InConstexpr);

  /// `(Markers..., E)`: where a block ends with \p E for its value, which no
  /// constant expression takes from a statement with attributes.
  clang::Expr *beforeValue(llvm::ArrayRef<Marker> Markers, clang::Expr *E,
                           clang::SourceLocation Loc);

  /// Where \p Slot is what UDPC_MARK expands to, makes it a call that no
  /// evaluator sees through. Code generation takes a constant arm of `?:` for
  /// cheap and runs both.
  void hideFromEvaluator(clang::Stmt *&Slot);

  /// What `make` has made of \p S, if it has.
  static std::optional<Marker> read(const clang::Stmt *S);

private:
  clang::Expr *call(Marker M, clang::SourceLocation Loc);
  clang::FunctionDecl *function(Marker::Kind What);
  clang::FunctionDecl *declare(Marker::Kind What);
  clang::Expr *reference(clang::FunctionDecl &F, clang::SourceLocation Loc);

  clang::ASTContext &Context;
  clang::FunctionDecl *Functions[3] = {};
  clang::FunctionDecl *Macro = nullptr; ///< What udpc.h's macros call.
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_MARKERBUILDER_H
