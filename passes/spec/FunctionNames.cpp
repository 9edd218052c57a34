//===- FunctionNames.cpp - How a spec can name a function -----------------===//

#include "passes/spec/FunctionNames.h"
#include "passes/sites/Markers.h"
#include "passes/spec/DemangledName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// Passes that copy a function, and linking, which renames local functions, say
/// so behind a point. Other suffixes are parts of functions (`f.cold`) or have
/// another life (`f.resume`).
static StringRef withoutVersion(StringRef Name, bool IsLocal) {
  auto [Rest, Last] = Name.rsplit('.');
  if (Last.empty() || Rest.empty())
    return Name;
  if (!all_of(Last, isDigit))
    return Name;
  for (StringRef Word : {".llvm", ".__uniq", ".specialized"})
    if (Rest.consume_back(Word))
      return withoutVersion(Rest, IsLocal);
  return IsLocal ? withoutVersion(Rest, IsLocal) : Name;
}

/// Whether \p Name is the function of the source of which \p F is the version
/// for some processors: an ifunc chooses among these.
static bool hasVersionsFor(const Function &F, StringRef Name) {
  const Module *M = F.getParent();
  return M &&
         (M->getNamedIFunc(Name) || M->getNamedIFunc((Name + ".ifunc").str()));
}

FunctionNames::FunctionNames(StringRef LinkageName)
    : Linkage(GlobalValue::dropLLVMManglingEscape(LinkageName)), Base(Linkage),
      Signature(Linkage) {
  DemangledName Name(Linkage);
  if (!Name.isValid())
    return;
  Signature = Name.signature();
  IsCtorOrDtor = Name.isCtorOrDtor();
}

FunctionNames::FunctionNames(StringRef LinkageName, StringRef BaseName,
                             StringRef SourceNames)
    : FunctionNames(LinkageName) {
  Base = BaseName.str();
  for (StringRef Source : split(SourceNames, '\n'))
    if (!Source.empty())
      Sources.push_back(Source.str());
}

FunctionNames::FunctionNames(const Function &F)
    : FunctionNames(F.getName(), "",
                    F.getFnAttribute(SignatureAttribute).getValueAsString()) {
  Base = withoutVersion(Linkage, F.hasLocalLinkage()).str();
  if (StringRef Name = StringRef(Base).split('.').first;
      Name.size() < Base.size() && !Name.empty() && hasVersionsFor(F, Name))
    Base = Name.str();
}

bool FunctionNames::mention(StringRef Word) const {
  return StringRef(Signature).contains(Word) ||
         any_of(Sources, [&](StringRef S) { return S.contains(Word); });
}

const FunctionNames::MadeForms &FunctionNames::made() const {
  if (Forms)
    return *Forms;
  Forms.emplace();
  auto &[All, Plain, Overload] = *Forms;
  auto Add = [&All = All](std::string Form) {
    if (!Form.empty() && !is_contained(All, Form))
      All.push_back(std::move(Form));
  };
  Add(Signature);
  for (const std::string &Source : Sources)
    Add(Source);
  DemangledName Name(Base);
  if (!Name.isFunction()) {
    Add(Base);
    Plain = Base == Linkage ? Signature : Base;
    Overload = Sources.empty() ? Plain : Sources.front();
    return *Forms;
  }
  using Arguments = DemangledName::Arguments;
  using Parameters = DemangledName::Parameters;
  Plain = Name.print(Arguments::None, Parameters::None, false);
  Overload = Name.print(Arguments::All, Parameters::All, false);
  // Most names have few forms that differ.
  StringRef Text = Signature;
  bool HasClosures = Text.contains("$_");
  bool HasScopes = Text.count('(') > 1;
  bool HasArguments =
      Text.contains('<') || Text.contains("[abi:") || Text.contains("\"\"");
  for (bool Lambdas : {false, true})
    for (Parameters Params :
         {Parameters::All, Parameters::OfScopes, Parameters::None})
      for (Arguments Args :
           {Arguments::All, Arguments::OfClasses, Arguments::None})
        if ((!Lambdas || HasClosures) &&
            (Params != Parameters::OfScopes || HasScopes) &&
            (Args == Arguments::All || HasArguments))
          Add(Name.print(Args, Params, Lambdas));
  return *Forms;
}
