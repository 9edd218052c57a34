//===- SourceNames.cpp - Names of a function of the IR --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/SourceNames.h"
#include "ir/Markers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// Removes the suffixes, after a dot, that passes append when they copy a
/// function, and linkers when they rename local functions. Other suffixes name
/// parts of functions (`f.cold`) or separate functions (`f.resume`).
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

/// Whether \p F is a version of the source's function \p Name for certain
/// processors, selected by an ifunc.
static bool hasVersionsFor(const Function &F, StringRef Name) {
  const Module *M = F.getParent();
  return M &&
         (M->getNamedIFunc(Name) || M->getNamedIFunc((Name + ".ifunc").str()));
}

static std::string baseNameOf(const Function &F, StringRef LinkageName) {
  StringRef Base = withoutVersion(LinkageName, F.hasLocalLinkage());
  StringRef Name = Base.split('.').first;
  if (Name.size() < Base.size() && !Name.empty() && hasVersionsFor(F, Name))
    return Name.str();
  return Base.str();
}

FunctionNames udpc::sourceNamesOf(const Function &F) {
  StringRef Linkage = GlobalValue::dropLLVMManglingEscape(F.getName());
  return FunctionNames(F.getName(), baseNameOf(F, Linkage),
                       F.getFnAttribute(SignatureAttribute).getValueAsString());
}
