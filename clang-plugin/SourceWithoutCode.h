//===- SourceWithoutCode.h - Comments, empty lines, #if parts ---*- C++ -*-===//
//
// Collects the parts of the source that have no code, as clang does for its
// coverage records with `-mllvm -emptyline-comment-coverage=1`, but once for
// the unit (ir/SkippedSource.h). With 0, which the driver passes along with our
// argument, clang collects only what #if leaves out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CLANG_PLUGIN_SOURCEWITHOUTCODE_H
#define UDPC_CLANG_PLUGIN_SOURCEWITHOUTCODE_H

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace clang {
class ASTContext;
class CompilerInstance;
class VarDecl;
} // namespace clang

namespace udpc {
struct SkippedSource;

class SourceWithoutCode : public clang::PPCallbacks,
                          public clang::CommentHandler,
                          public clang::EmptylineHandler {
public:
  /// Collects from the preprocessor of \p CI, which owns the result. Null if
  /// clang collects everything itself.
  static SourceWithoutCode *watch(clang::CompilerInstance &CI);

  /// The marker that holds the collected source, or null if there is none.
  clang::VarDecl *marker(clang::ASTContext &Context) const;

  void FileChanged(clang::SourceLocation Loc, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override;
  void SourceRangeSkipped(clang::SourceRange Range,
                          clang::SourceLocation) override;
  void MacroDefined(const clang::Token &,
                    const clang::MacroDirective *MD) override;
  bool HandleComment(clang::Preprocessor &, clang::SourceRange Range) override;
  void HandleEmptyline(clang::SourceRange Range) override;

private:
  /// Consecutive comments, empty lines and #if parts. The tokens before and
  /// after them decide whether the first and the last line belong to the gap.
  struct Gap {
    clang::SourceRange Range;
    bool BeginsWithComment;
    clang::SourceLocation TokenBefore, TokenAfter;
  };

  explicit SourceWithoutCode(clang::CompilerInstance &CI);
  void noteToken(const clang::Token &T);
  void add(clang::SourceRange Range, bool IsComment);
  std::vector<SkippedSource> inclusions() const;
  std::string nameOf(clang::FileEntryRef File) const;

  clang::CompilerInstance &CI;
  clang::SourceManager &SM;
  clang::SourceLocation LastToken;
  std::vector<clang::FileID> Entered;
  std::vector<Gap> Gaps;
  std::vector<clang::SourceRange> Conditionals, Macros;
};

} // namespace udpc

#endif // UDPC_CLANG_PLUGIN_SOURCEWITHOUTCODE_H
