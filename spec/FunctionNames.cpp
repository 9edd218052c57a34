//===- FunctionNames.cpp - Names of a function in specs -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/FunctionNames.h"
#include "spec/DemangledName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace udpc;

/// Returns \p Name without LLVM's prefix of symbols that are not mangled, as in
/// `asm("name")`.
static StringRef withoutManglingEscape(StringRef Name) {
  Name.consume_front("\1");
  return Name;
}

FunctionNames::FunctionNames(StringRef LinkageName)
    : Linkage(withoutManglingEscape(LinkageName)), Base(Linkage) {}

FunctionNames::FunctionNames(StringRef LinkageName, StringRef BaseName,
                             StringRef SourceNames)
    : FunctionNames(LinkageName) {
  Base = BaseName.str();
  for (StringRef Source : split(SourceNames, '\n'))
    if (!Source.empty())
      Sources.push_back(Source.str());
}

const FunctionNames::Demangled &FunctionNames::demangled() const {
  if (Name)
    return *Name;
  DemangledName Parsed(Linkage);
  if (Parsed.isValid())
    Name = {Parsed.signature(), Parsed.isCtorOrDtor()};
  else
    Name = {Linkage, false};
  return *Name;
}

bool FunctionNames::mayBeCtorOrDtor() const {
  for (size_t I = 2; I + 1 < Linkage.size(); ++I)
    if (((Linkage[I] == 'C' || Linkage[I] == 'D') && isDigit(Linkage[I + 1])) ||
        (Linkage[I] == 'C' && Linkage[I + 1] == 'I'))
      return true;
  return false;
}

bool FunctionNames::isCtorOrDtor() const {
  return mayBeCtorOrDtor() && demangled().IsCtorOrDtor;
}

bool FunctionNames::mention(StringRef Word) const {
  return StringRef(signature()).contains(Word) ||
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
  Add(signature());
  for (const std::string &Source : Sources)
    Add(Source);
  DemangledName Name(Base);
  if (!Name.isFunction()) {
    Add(Base);
    Plain = Base == Linkage ? signature() : Base;
    Overload = Sources.empty() ? Plain : Sources.front();
    return *Forms;
  }
  using Arguments = DemangledName::Arguments;
  using Parameters = DemangledName::Parameters;
  Plain = Name.print(Arguments::None, Parameters::None, false);
  Overload = Name.print(Arguments::All, Parameters::All, false);
  // Most names have few distinct forms.
  StringRef Text = signature();
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
