//===- Plugin.cpp - The front-end action ----------------------------------===//
//
// Use: `clang -fplugin=libudpc-clang.so -fplugin-arg-udpc-spec=<file>`. For
// lines (SourceWithoutCode.h) also `-fplugin-arg-udpc-lines -Xclang -mllvm
// -Xclang -emptyline-comment-coverage=0`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "clang-plugin/Attributes.h"
#include "clang-plugin/FrontEndSpec.h"
#include "clang-plugin/MarkerWriter.h"
#include "clang-plugin/Signature.h"
#include "clang-plugin/SourceWithoutCode.h"
#include "clang-plugin/Statements.h"
#include "ir/Markers.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace udpc;
using llvm::StringRef;

namespace {

/// Visits every definition for which code may be generated.
class DefinitionFinder : public DynamicRecursiveASTVisitor {
public:
  explicit DefinitionFinder(llvm::function_ref<void(FunctionDecl &)> Handle)
      : Handle(Handle) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    Handle(*F);
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *L) override {
    Handle(*L->getCallOperator());
    return true;
  }

private:
  llvm::function_ref<void(FunctionDecl &)> Handle;
};

/// Inserts markers before code generation: definitions that are emitted
/// immediately are complete, deferred ones are handled at the end.
class MarkerConsumer : public ASTConsumer {
public:
  /// \p Gaps may be null.
  MarkerConsumer(CompilerInstance &CI, const SourceWithoutCode *Gaps)
      : CI(CI), Gaps(Gaps) {}

  void Initialize(ASTContext &C) override {
    Context = &C;
    Writer.emplace(C);
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (hasWork())
      for (Decl *D : Group)
        handle(D);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *F) override {
    if (hasWork())
      handle(F);
  }
  void HandleTopLevelDeclInObjCContainer(DeclGroupRef Group) override {
    HandleTopLevelDecl(Group);
  }

  void HandleTranslationUnit(ASTContext &C) override {
    if (Gaps)
      if (VarDecl *Marker = Gaps->marker(C))
        CI.getASTConsumer().HandleTopLevelDecl(DeclGroupRef(Marker));
    if (!hasWork())
      return;
    // This finds lambdas in default arguments, implicit definitions, and
    // similar.
    auto Handle = [&](FunctionDecl &F) { handleFunction(F); };
    DefinitionFinder Finder(Handle);
    // Do not load the rest of a precompiled header.
    for (Decl *D : C.getTranslationUnitDecl()->noload_decls())
      Finder.TraverseDecl(D);
  }

private:
  /// Whether bodies may contain attributes or marks. A precompiled header may
  /// have attributes that this process has not parsed. From C++11 on udpc.h's
  /// marks may be constant.
  bool searchesBodies() const {
    return hasSeenAttributes() || FrontEndSpec::get().wantsReturns() ||
           (FrontEndSpec::get().wantsMarks() &&
            Context->getLangOpts().CPlusPlus11) ||
           Context->getExternalSource();
  }
  bool hasWork() const {
    return searchesBodies() || FrontEndSpec::get().wantsSignatures() ||
           FrontEndSpec::get().wantsStatements();
  }

  void handle(Decl *D) {
    if (auto *F = dyn_cast<FunctionDecl>(D))
      return handleFunction(*F);
    if (!isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
      return;
    for (Decl *Part : cast<DeclContext>(D)->noload_decls())
      handle(Part);
  }

  void handleFunction(FunctionDecl &F) {
    if (!F.doesThisDeclarationHaveABody() || F.isDependentContext())
      return;
    if (FrontEndSpec::get().wantsSignatures() && !F.isImplicit())
      addSignature(F);
    if (FrontEndSpec::get().wantsStatements() && !F.isImplicit())
      addStatements(F);
    if (searchesBodies())
      Writer->writeInto(F);
  }

  static void addSignature(FunctionDecl &F) {
    for (const Attr *A : F.attrs())
      if (!nameIn(A, SignatureAttribute).empty())
        return;
    std::string Forms = llvm::join(signaturesOf(F), "\n");
    if (!Forms.empty())
      F.addAttr(AnnotateAttr::CreateImplicit(
          F.getASTContext(), (SignatureAttribute + "=" + Forms).str(), nullptr,
          0));
  }

  /// Records the statements of \p F. To be called before markers are inserted.
  static void addStatements(FunctionDecl &F) {
    for (const Attr *A : F.attrs())
      if (!nameIn(A, StatementsAttribute).empty())
        return;
    std::string Text = statementsOf(F, *FrontEndSpec::get().spec());
    if (!Text.empty())
      F.addAttr(AnnotateAttr::CreateImplicit(
          F.getASTContext(), (StatementsAttribute + "=" + Text).str(), nullptr,
          0));
  }

  CompilerInstance &CI;
  const SourceWithoutCode *Gaps;
  ASTContext *Context = nullptr;
  std::optional<MarkerWriter> Writer;
};

/// Whether the invocation generates code. Other uses of the AST must see the
/// source unchanged.
bool makesCode(const CompilerInstance &CI) {
  switch (CI.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

class UdpcAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    // Without a spec the passes would not remove the markers.
    if (!HasSpec || !makesCode(CI))
      return std::make_unique<ASTConsumer>();
    return std::make_unique<MarkerConsumer>(
        CI, WantsLines ? SourceWithoutCode::watch(CI) : nullptr);
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args) {
      if (Arg.consume_front("spec=") && !Arg.empty()) {
        FrontEndSpec::get().load(Arg);
        HasSpec = true;
        continue;
      }
      if (Arg == "lines") {
        WantsLines = true;
        continue;
      }
      unsigned ID = CI.getDiagnostics().getDiagnosticIDs()->getCustomDiagID(
          {diag::Severity::Error,
           "unknown argument '-fplugin-arg-udpc-%0'; expected "
           "'-fplugin-arg-udpc-spec=<file>' or '-fplugin-arg-udpc-lines'",
           DiagnosticIDs::CLASS_ERROR});
      CI.getDiagnostics().Report(ID) << Arg;
      return false;
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  bool HasSpec = false, WantsLines = false;
};

} // namespace

static FrontendPluginRegistry::Add<UdpcAction>
    Action("udpc", "leaves in the IR what the source says of udpc's events");
