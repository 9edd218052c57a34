//===- Signature.cpp - Spellings of a function's declaration --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
using llvm::StringRef;

static constexpr size_t MaxLength = 4096;

/// The spelling of a parameter; \p Name may be "".
using ParameterWriter = std::string (*)(QualType, StringRef Name,
                                        const PrintingPolicy &);

static std::string asInSource(QualType Type, StringRef Name,
                              const PrintingPolicy &Policy) {
  std::string Text = Name.str();
  Type.getAsStringInternal(Text, Policy);
  return Text;
}

/// The part before the declarator: `const char` of `const char *(*)[]`.
static QualType specifierOf(QualType Type) {
  while (!Type.isNull() && !Type->isSpecifierType())
    if (const auto *Array = dyn_cast<ArrayType>(Type))
      Type = Array->getElementType();
    else if (const auto *Function = dyn_cast<FunctionType>(Type))
      Type = Function->getReturnType();
    else if (const auto *Paren = dyn_cast<ParenType>(Type))
      Type = Paren->getInnerType();
    else
      Type = Type->getPointeeType();
  return Type;
}

/// Writes `conn const*c` for `const conn *c`: the form of a spec's globs
/// (signatureGlob).
static std::string asDemangled(QualType Type, StringRef Name,
                               const PrintingPolicy &Policy) {
  PrintingPolicy OfDeclarator = Policy;
  OfDeclarator.SuppressSpecifiers = true;
  std::string Declarator = asInSource(Type, Name, OfDeclarator);
  QualType Specifier = specifierOf(Type);
  char First = Declarator.empty() ? ' ' : Declarator.front();
  if (Specifier.isNull() || !StringRef("*&(").contains(First))
    return asInSource(Type, Name, Policy);
  bool IsConst = Specifier.isLocalConstQualified();
  Specifier.removeLocalConst();
  std::string Text = asInSource(Specifier, "", Policy);
  if (IsConst)
    Text += " const";
  Text += (First == '(' ? " " : "") + Declarator;
  auto Replace = [&](StringRef From, StringRef To) {
    for (size_t At; (At = Text.find(From)) != Text.npos;)
      Text.replace(At, From.size(), To);
  };
  Replace(" *", "*");
  Replace(" &", "&");
  Replace("*const", "* const");
  return Text;
}

static std::string parametersOf(const FunctionDecl &F, ParameterWriter Write,
                                bool WithNames, const PrintingPolicy &Policy) {
  std::string Text = "(";
  for (const ParmVarDecl *P : F.parameters()) {
    if (Text.size() > 1)
      Text += ", ";
    Text += Write(P->getOriginalType(),
                  WithNames ? P->getNameAsString() : std::string(), Policy);
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

/// The template arguments, as ` [T = int, N = 3]`, the outermost template's
/// first.
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

std::vector<std::string> udpc::signaturesOf(const FunctionDecl &F) {
  PrintingPolicy Policy(F.getASTContext().getLangOpts());
  // Names of unnamed types contain paths of this machine.
  Policy.AnonymousTagLocations = false;
  // The template's text, not an instance's.
  const FunctionDecl *Written = F.getTemplateInstantiationPattern();
  if (!Written)
    Written = &F;

  llvm::SmallVector<std::string, 5> Parameters;
  for (ParameterWriter Write : {asInSource, asDemangled})
    for (bool WithNames : {false, true})
      Parameters.push_back(parametersOf(*Written, Write, WithNames, Policy));
  if (!F.getASTContext().getLangOpts().CPlusPlus && Parameters[0] == "()")
    Parameters.push_back("(void)");

  std::vector<std::string> Forms;
  auto Add = [&](const std::string &Form) {
    if (Form.size() <= MaxLength && !StringRef(Form).contains('\n') &&
        !llvm::is_contained(Forms, Form))
      Forms.push_back(Form);
  };
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  if (const auto *Conversion = dyn_cast<CXXConversionDecl>(Written)) {
    // The type as written in the source as well: `operator std::string`.
    F.printNestedNameSpecifier(OS, Policy);
    OS << "operator " << Conversion->getConversionType().getAsString(Policy);
  } else {
    F.printQualifiedName(OS, Policy);
  }
  bool HasReturnType =
      !isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F);
  std::string Arguments = templateArgumentsOf(F, Policy);
  for (const std::string &List : Parameters) {
    std::string Form = Name + List + qualifiersOf(F);
    Add(Form);
    // The first value has to be the overload. If it is too long, nothing is
    // recorded.
    if (Forms.empty())
      return {};
    if (HasReturnType)
      Written->getReturnType().getAsStringInternal(Form, Policy);
    Add(Form);
    Add(Form + Arguments);
  }
  Add(Name);
  return Forms;
}
