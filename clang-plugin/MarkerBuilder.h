//===- MarkerBuilder.h - Creates markers in the AST -------------*- C++ -*-===//
//
// Creates the calls by which the passes recognise marks, spin loops and returns
// (ir/Markers.h). MarkerWriter.h decides where they go.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_MARKERBUILDER_H
#define UDPC_CLANG_PLUGIN_MARKERBUILDER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringMap.h"

namespace udpc {

/// A call that the passes recognise (ir/Markers.h).
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

  /// Creates a statement for \p M at \p Loc. \p InConstexpr says that constant
  /// expressions may evaluate the body, which must ignore markers.
  clang::Stmt *make(Marker M, clang::SourceLocation Loc, bool InConstexpr);

  /// Creates `{ Markers...; S }` with the source range of \p S.
  clang::CompoundStmt *before(llvm::ArrayRef<Marker> Markers, clang::Stmt *S,
                              clang::SourceLocation Loc, bool InConstexpr);

  /// Creates `(Markers..., E)`, for a block whose value is \p E, which constant
  /// expressions cannot take from a statement with attributes.
  clang::Expr *beforeValue(llvm::ArrayRef<Marker> Markers, clang::Expr *E,
                           clang::SourceLocation Loc);

  /// If \p Slot is an expansion of UDPC_MARK, replaces it by a call that cannot
  /// be constant-evaluated. Code generation executes both arms of `?:` if they
  /// are constant.
  void hideFromEvaluator(clang::Stmt *&Slot);

  /// The marker that `make` created as \p S, if any.
  static std::optional<Marker> read(const clang::Stmt *S);

private:
  clang::Expr *call(Marker M, clang::SourceLocation Loc);
  clang::FunctionDecl *function(Marker::Kind What);
  clang::FunctionDecl *declare(Marker::Kind What);
  clang::Expr *reference(clang::FunctionDecl &F, clang::SourceLocation Loc);

  clang::ASTContext &Context;
  clang::FunctionDecl *Functions[3] = {};
  clang::FunctionDecl *Macro = nullptr; ///< The function that udpc.h's macros
                                        ///< call.
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_MARKERBUILDER_H
