//===- Attributes.cpp - [[udpc::event]] and [[udpc::spin]] ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "clang-plugin/Attributes.h"
#include "clang-plugin/FrontEndSpec.h"
#include "ir/Markers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;
using namespace udpc;
using llvm::StringRef;

static bool SeenAttributes = false;

bool udpc::hasSeenAttributes() { return SeenAttributes; }

StringRef udpc::nameIn(const Attr *A, StringRef Attribute) {
  const auto *Annotation = dyn_cast<AnnotateAttr>(A);
  if (!Annotation)
    return "";
  StringRef Text = Annotation->getAnnotation();
  return Text.consume_front(Attribute) && Text.consume_front("=") ? Text : "";
}

static bool isLoop(const Stmt *S) {
  return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
}

/// The location of \p Near in the spec's text, for a note. Adds the text to the
/// compilation's files.
static SourceLocation locationInSpec(SourceManager &SM, const EventSpec &Spec,
                                     const NearName &Near) {
  static const SourceManager *FileManager = nullptr;
  static FileID File;
  if (FileManager != &SM) {
    FileManager = &SM;
    File = SM.createFileID(
        llvm::MemoryBuffer::getMemBufferCopy(Spec.Text, Spec.File));
  }
  return SM.translateLineCol(File, Near.Line, Near.Column);
}

namespace {

class UdpcAttribute : public ParsedAttrInfo {
protected:
  UdpcAttribute(StringRef Prefix, bool IsSpin)
      : Prefix(Prefix), IsSpin(IsSpin) {
    NumArgs = 1;
    // Accept the GNU spelling before statements, too.
    IsStmt = true;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    bool IsLabel = isa<LabelDecl>(D);
    if (!isa<FunctionDecl>(D) && (!IsLabel || IsSpin)) {
      reportPlace(S, Attr);
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (IsLabel)
        S.Diag(Attr.getLoc(), note(S, "write it behind the label"));
      else if (Variable && Variable->isLocalVarDecl() && !IsSpin)
        S.Diag(Attr.getLoc(),
               note(S, "a declaration is no statement; write it before an "
                       "empty one, ';', in front of the declaration"));
      return AttributeNotApplied;
    }
    AnnotateAttr *New = annotation(S, Attr);
    if (!New)
      return AttributeNotApplied;
    for (const auto *Old : D->specific_attrs<AnnotateAttr>())
      if (Old->getAnnotation() == New->getAnnotation())
        return AttributeApplied;
    D->addAttr(New);
    return AttributeApplied;
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &Attr,
                                   class Attr *&Result) const override {
    if (isa<DeclStmt>(St) || (IsSpin && !isLoop(St))) {
      reportPlace(S, Attr);
      S.Diag(St->getBeginLoc(),
             note(S, IsSpin ? "this is no loop" : "this is a declaration"));
      return AttributeNotApplied;
    }
    Result = annotation(S, Attr);
    return Result ? AttributeApplied : AttributeNotApplied;
  }

private:
  void reportPlace(Sema &S, const ParsedAttr &Attr) const {
    S.Diag(Attr.getLoc(), diag::err_attribute_wrong_decl_type_str)
        << Attr << Attr.isRegularKeywordAttribute()
        << (IsSpin ? "loops and functions" : "statements and functions");
  }

  static unsigned note(Sema &S, StringRef Text) {
    return S.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
        {diag::Severity::Fatal, Text.str(), DiagnosticIDs::CLASS_NOTE});
  }

  /// The AST representation of \p Attr; null after an error.
  AnnotateAttr *annotation(Sema &S, const ParsedAttr &Attr) const {
    StringRef Name;
    SourceLocation Loc;
    if (!S.checkStringLiteralArgumentAttr(Attr, 0, Name, &Loc))
      return nullptr;
    if (Name.empty() || Name.contains('\n') || Name.contains('\0')) {
      S.Diag(Loc, S.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
                      {diag::Severity::Error,
                       IsSpin ? "expected the name of a spin loop, as in "
                                "\"queue\""
                              : "expected the name of a mark, as in "
                                "\"slow_path\"",
                       DiagnosticIDs::CLASS_ERROR}));
      return nullptr;
    }
    warnOfNearName(S, Loc, Name);
    SeenAttributes = true;
    ASTContext &Context = S.getASTContext();
    return AnnotateAttr::Create(Context, (Prefix + "=" + Name).str(), nullptr,
                                0, Attr);
  }

  void warnOfNearName(Sema &S, SourceLocation Loc, StringRef Name) const {
    const EventSpec *Spec = FrontEndSpec::get().spec();
    if (!Spec)
      return;
    std::optional<NearName> Near = nearName(*Spec, Name, IsSpin);
    if (!Near)
      return;
    // A warning in the form of the passes' warnings.
    unsigned ID = diag::warn_fe_backend_plugin;
    if (S.getDiagnostics().isIgnored(ID, Loc))
      return;
    S.Diag(Loc, ID) << (llvm::Twine("no entry of '") + Spec->File +
                        "' counts the " + (IsSpin ? "spin loop" : "mark") +
                        " '" + Name + "'; did you mean '" + Near->Name + "'?")
                           .str();
    S.Diag(locationInSpec(S.getSourceManager(), *Spec, *Near),
           note(S, "the spec names it here"));
  }

  StringRef Prefix;
  bool IsSpin;
};

class EventAttributeInfo : public UdpcAttribute {
public:
  EventAttributeInfo() : UdpcAttribute(EventAttribute, /*IsSpin=*/false) {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "udpc_event"},
                                         {ParsedAttr::AS_CXX11, "udpc::event"},
                                         {ParsedAttr::AS_C23, "udpc::event"}};
    Spellings = Names;
  }
};

class SpinAttributeInfo : public UdpcAttribute {
public:
  SpinAttributeInfo() : UdpcAttribute(SpinAttribute, /*IsSpin=*/true) {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "udpc_spin"},
                                         {ParsedAttr::AS_CXX11, "udpc::spin"},
                                         {ParsedAttr::AS_C23, "udpc::spin"}};
    Spellings = Names;
  }
};

/// clang looks up plugin attributes without their scope to decide whether to
/// parse arguments, and for __has_cpp_attribute. So the bare names have to be
/// registered; used alone they are ignored.
class BareNames : public ParsedAttrInfo {
public:
  BareNames() {
    OptArgs = 15;
    IsStmt = true;
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "event"},
                                         {ParsedAttr::AS_C23, "event"},
                                         {ParsedAttr::AS_CXX11, "spin"},
                                         {ParsedAttr::AS_C23, "spin"}};
    Spellings = Names;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *,
                                   const ParsedAttr &Attr) const override {
    return ignore(S, Attr);
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &Attr,
                                   class Attr *&) const override {
    return ignore(S, Attr);
  }

private:
  static AttrHandling ignore(Sema &S, const ParsedAttr &Attr) {
    S.Diag(Attr.getLoc(), diag::warn_unknown_attribute_ignored)
        << Attr << Attr.getRange();
    return AttributeNotApplied;
  }
};

} // namespace

static ParsedAttrInfoRegistry::Add<EventAttributeInfo>
    Event("udpc_event", "control that reaches this passes a mark");
static ParsedAttrInfoRegistry::Add<SpinAttributeInfo>
    Spin("udpc_spin", "this loop only waits");
static ParsedAttrInfoRegistry::Add<BareNames>
    Bare("udpc_bare", "no attributes of their own");
