//===- Signature.cpp - A function's declaration as text -------------------===//

#include "clang-plugin/Signature.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace udpc;

static constexpr size_t MaxLength = 4096;

static std::string parametersOf(const FunctionDecl &F,
                                const PrintingPolicy &Policy) {
  std::string Text = "(";
  for (const ParmVarDecl *P : F.parameters()) {
    std::string Parameter = P->getNameAsString();
    P->getOriginalType().getAsStringInternal(Parameter, Policy);
    if (Text.size() > 1)
      Text += ", ";
    Text += Parameter;
  }
  if (F.isVariadic())
    Text += Text.size() > 1 ? ", ..." : "...";
  return Text + ")";
}

static std::string qualifiersOf(const FunctionDecl &F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!Method || Method->isStatic())
    return "";
  std::string Text;
  if (Method->isConst())
    Text += " const";
  if (Method->isVolatile())
    Text += " volatile";
  if (Method->getRefQualifier() == RQ_LValue)
    Text += " &";
  if (Method->getRefQualifier() == RQ_RValue)
    Text += " &&";
  return Text;
}

/// ` [T = int, N = 3]`, the outermost template's first.
static std::string templateArgumentsOf(const FunctionDecl &F,
                                       const PrintingPolicy &Policy) {
  using List = std::pair<const TemplateParameterList *,
                         llvm::ArrayRef<TemplateArgument>>;
  llvm::SmallVector<List> Lists;
  if (const TemplateArgumentList *Args = F.getTemplateSpecializationArgs())
    if (const FunctionTemplateDecl *Template = F.getPrimaryTemplate();
        Template &&
        F.getTemplateSpecializationKind() != TSK_ExplicitSpecialization)
      Lists.push_back({Template->getTemplateParameters(), Args->asArray()});
  for (const DeclContext *In = F.getDeclContext(); In; In = In->getParent())
    if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(In);
        Class && !Class->isExplicitSpecialization())
      Lists.push_back({Class->getSpecializedTemplate()->getTemplateParameters(),
                       Class->getTemplateArgs().asArray()});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (auto [Parameters, Args] : llvm::reverse(Lists))
    for (unsigned I = 0; I != Args.size() && I != Parameters->size(); ++I) {
      OS << (Text.empty() ? " [" : ", ")
         << Parameters->getParam(I)->getNameAsString() << " = ";
      Args[I].print(Policy, OS, /*IncludeType=*/false);
    }
  if (!Text.empty())
    OS << ']';
  return Text;
}

std::string udpc::signatureOf(const FunctionDecl &F) {
  PrintingPolicy Policy(F.getASTContext().getLangOpts());
  // Places of unnamed types hold the paths of this machine.
  Policy.AnonymousTagLocations = false;
  // What a template's text says, not what an instance made of it.
  const FunctionDecl *Written = F.getTemplateInstantiationPattern();
  if (!Written)
    Written = &F;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  F.printQualifiedName(OS, Policy);
  Text += parametersOf(*Written, Policy) + qualifiersOf(F);
  if (!isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F))
    Written->getReturnType().getAsStringInternal(Text, Policy);
  Text += templateArgumentsOf(F, Policy);
  return Text.size() > MaxLength || llvm::StringRef(Text).contains('\n') ? ""
                                                                         : Text;
}
