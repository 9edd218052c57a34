//===- SourceWithoutCode.cpp - Comments, empty lines, #if parts -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/SourceWithoutCode.h"
#include "ir/SkippedSource.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <optional>
#include <set>

using namespace clang;
using namespace udpc;

SourceWithoutCode::SourceWithoutCode(CompilerInstance &CI)
    : CI(CI), SM(CI.getSourceManager()) {}

SourceWithoutCode *SourceWithoutCode::watch(CompilerInstance &CI) {
  // The passes count in ELF programs only. Elsewhere the name gets a prefix.
  if (!CI.hasPreprocessor() || !CI.getTarget().getTriple().isOSBinFormatELF())
    return nullptr;
  Preprocessor &PP = CI.getPreprocessor();
  if (PP.getEmptylineHandler())
    return nullptr;
  auto Owned = std::unique_ptr<SourceWithoutCode>(new SourceWithoutCode(CI));
  SourceWithoutCode *Watcher = Owned.get();
  PP.addPPCallbacks(std::move(Owned));
  PP.addCommentHandler(Watcher);
  PP.setEmptylineHandler(Watcher);
  // Watch the tokens of directives, too.
  PP.setPreprocessToken(true);
  PP.setTokenWatcher([Watcher](const Token &T) { Watcher->noteToken(T); });
  return Watcher;
}

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

void SourceWithoutCode::noteToken(const Token &T) {
  LastToken = T.getLocation();
  if (T.isNot(tok::eod) && !Gaps.empty() && Gaps.back().TokenAfter.isInvalid())
    Gaps.back().TokenAfter = LastToken;
}

/// Adds \p Range to the last gap if no token is in between. The gap keeps the
/// kind of its first part.
void SourceWithoutCode::add(SourceRange Range, bool IsComment) {
  if (!Gaps.empty() && Gaps.back().TokenBefore == LastToken &&
      SM.isWrittenInSameFile(Gaps.back().Range.getEnd(), Range.getBegin()))
    Gaps.back().Range.setEnd(Range.getEnd());
  else
    Gaps.push_back({Range, IsComment, LastToken, {}});
}

bool SourceWithoutCode::HandleComment(Preprocessor &, SourceRange Range) {
  add(Range, /*IsComment=*/true);
  return false; // No tokens were added.
}

void SourceWithoutCode::HandleEmptyline(SourceRange Range) {
  add(Range, /*IsComment=*/false);
}

void SourceWithoutCode::SourceRangeSkipped(SourceRange Range, SourceLocation) {
  Conditionals.push_back(Range);
  add(Range, /*IsComment=*/false);
}

void SourceWithoutCode::MacroDefined(const Token &, const MacroDirective *MD) {
  if (Gaps.empty())
    return;
  SourceLocation Begin = MD->getMacroInfo()->getDefinitionLoc();
  SourceLocation Last = Gaps.back().Range.getBegin();
  if (Begin < Last && SM.isWrittenInSameFile(Begin, Last))
    Macros.emplace_back(Begin, MD->getMacroInfo()->getDefinitionEndLoc());
}

void SourceWithoutCode::FileChanged(SourceLocation Loc, FileChangeReason Reason,
                                    SrcMgr::CharacteristicKind, FileID) {
  if (Reason == EnterFile)
    Entered.push_back(SM.getFileID(Loc));
}

//===----------------------------------------------------------------------===//
// The marker
//===----------------------------------------------------------------------===//

/// The name as in the coverage records, except for the folder of relative
/// names.
std::string SourceWithoutCode::nameOf(FileEntryRef File) const {
  llvm::SmallString<256> Path(File.getName());
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  for (const auto &[From, To] :
       llvm::reverse(CI.getCodeGenOpts().CoveragePrefixMap))
    if (llvm::sys::path::replace_path_prefix(Path, From, To))
      break;
  return Path.str().str();
}

static SourceExtent extentOf(const SourceManager &SM, SourceRange R) {
  return {SM.getSpellingLineNumber(R.getBegin()),
          SM.getSpellingColumnNumber(R.getBegin()),
          SM.getSpellingLineNumber(R.getEnd()),
          SM.getSpellingColumnNumber(R.getEnd())};
}

/// The lines of a comment that have no token beside it; none if no line is
/// left. clang compares the token after with the file in which the gap ends.
static std::optional<SourceExtent> wholeLines(const SourceManager &SM,
                                              SourceExtent E, SourceRange R,
                                              SourceLocation Before,
                                              SourceLocation After) {
  E.ColumnStart = 1;
  if (Before.isValid() && SM.isWrittenInSameFile(R.getBegin(), Before) &&
      SM.getSpellingLineNumber(Before) == E.LineStart)
    ++E.LineStart;
  if (After.isValid() && SM.isWrittenInSameFile(R.getEnd(), After) &&
      SM.getSpellingLineNumber(After) == E.LineEnd) {
    --E.LineEnd;
    ++E.ColumnEnd;
  }
  if (std::pair(E.LineEnd, E.ColumnEnd) < std::pair(E.LineStart, E.ColumnStart))
    return std::nullopt;
  return E;
}

/// Whether \p ID is a system header. clang has no coverage records of these.
static bool isSystemHeader(const SourceManager &SM, FileID ID) {
  const SrcMgr::FileInfo &File = SM.getSLocEntry(ID).getFile();
  return SrcMgr::isSystem(File.getFileCharacteristic()) &&
         !File.hasLineDirectives();
}

/// Sorts what was collected in \p S: the comments of an #if precede the part
/// that it leaves out, which starts at the directive. Drops macros without a
/// gap.
static void finish(SkippedSource &S) {
  llvm::sort(S.Extents);
  llvm::sort(S.Conditionals);
  llvm::erase_if(S.Macros, [&](const std::pair<unsigned, unsigned> &Lines) {
    auto It = llvm::partition_point(S.Extents, [&](const SourceExtent &E) {
      return E.LineStart < Lines.first;
    });
    return It == S.Extents.end() || It->LineStart > Lines.second;
  });
}

std::vector<SkippedSource> SourceWithoutCode::inclusions() const {
  std::vector<SkippedSource> All;
  std::vector<FileID> IDs;
  std::vector<const FileEntry *> Files;
  llvm::DenseMap<FileID, unsigned> Numbers;
  // A file may have several names. The coverage records use the first.
  llvm::DenseMap<const FileEntry *, std::set<std::string>> Names;
  for (FileID ID : Entered) {
    OptionalFileEntryRef File = SM.getFileEntryRefForID(ID);
    if (!File || isSystemHeader(SM, ID) ||
        !Numbers.try_emplace(ID, Files.size()).second)
      continue;
    IDs.push_back(ID);
    Files.push_back(&File->getFileEntry());
    Names[Files.back()].insert(nameOf(*File));
  }
  All.resize(Files.size());
  for (auto [S, ID] : llvm::zip(All, IDs))
    if (SourceLocation Include = SM.getIncludeLoc(ID); Include.isValid()) {
      S.Line = SM.getSpellingLineNumber(Include);
      S.Column = SM.getSpellingColumnNumber(Include);
    }
  auto InclusionAt = [&](SourceLocation Loc) -> SkippedSource * {
    auto It = Numbers.find(SM.getFileID(Loc));
    return It == Numbers.end() ? nullptr : &All[It->second];
  };
  for (const Gap &G : Gaps)
    if (SkippedSource *S = InclusionAt(G.Range.getBegin())) {
      std::optional<SourceExtent> Extent = extentOf(SM, G.Range);
      if (G.BeginsWithComment)
        Extent = wholeLines(SM, *Extent, G.Range, G.TokenBefore, G.TokenAfter);
      if (Extent)
        S->Extents.push_back(*Extent);
    }
  for (SourceRange Range : Conditionals)
    if (SkippedSource *S = InclusionAt(Range.getBegin()))
      S->Conditionals.push_back(extentOf(SM, Range));
  for (SourceRange Range : Macros)
    if (SkippedSource *S = InclusionAt(Range.getBegin()))
      S->Macros.emplace_back(
          SM.getSpellingLineNumber(Range.getBegin()),
          // A token may begin with the escaped end of the line before.
          SM.getSpellingLineNumber(Lexer::getLocForEndOfToken(
              Range.getEnd(), 0, SM, CI.getLangOpts())));

  llvm::DenseSet<const FileEntry *> WithGaps;
  for (auto [S, File] : llvm::zip(All, Files))
    if (!S.Extents.empty())
      WithGaps.insert(File);
  // An inclusion without gaps is recorded if another one of the file has some.
  std::vector<SkippedSource> Result;
  for (auto [S, File] : llvm::zip(All, Files))
    if (WithGaps.contains(File)) {
      S.Files.assign(Names[File].begin(), Names[File].end());
      finish(S);
      Result.push_back(std::move(S));
    }
  return Result;
}

VarDecl *SourceWithoutCode::marker(ASTContext &Context) const {
  std::vector<SkippedSource> Inclusions = inclusions();
  if (Inclusions.empty())
    return nullptr;
  std::string Bytes = encodeSkippedSource(Inclusions);
  QualType Type = Context.getConstantArrayType(
      Context.CharTy.withConst(),
      llvm::APInt(Context.getTypeSize(Context.getSizeType()), Bytes.size()),
      nullptr, ArraySizeModifier::Normal, 0);
  SourceLocation None;
  auto *Variable =
      VarDecl::Create(Context, Context.getTranslationUnitDecl(), None, None,
                      &Context.Idents.get(SkippedSourceVariable), Type,
                      Context.getTrivialTypeSourceInfo(Type), SC_Static);
  Variable->setImplicit();
  Variable->setInit(StringLiteral::Create(Context, Bytes,
                                          StringLiteralKind::Ordinary,
                                          /*Pascal=*/false, Type, None));
  Variable->addAttr(UsedAttr::CreateImplicit(Context));
  Variable->addAttr(
      AsmLabelAttr::CreateImplicit(Context, SkippedSourceVariable));
  Variable->addAttr(NoDebugAttr::CreateImplicit(Context));
  return Variable;
}
