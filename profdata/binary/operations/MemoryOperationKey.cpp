//===- MemoryOperationKey.cpp - Keys of memory operations -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/ProfileData/SampleProf.h"
#include <cstdlib>

using namespace llvm;
using namespace udpc;

static std::string frameText(StringRef Function, const KeyFrame &F) {
  std::string Text = (Function + ":" + utostr(F.LineOffset)).str();
  return F.Discriminator ? Text + "." + utostr(F.Discriminator) : Text;
}

static std::string frameText(const KeyFrame &F) {
  return frameText(F.Function, F);
}

static std::string shortFrameText(const KeyFrame &F) {
  return frameText(shortFunctionName(F.Function), F);
}

std::string MemoryOperationKey::text() const {
  return join(map_range(Frames, [](const KeyFrame &F) { return frameText(F); }),
              " @ ");
}

std::string MemoryOperationKey::shortText() const {
  constexpr size_t Most = 3;
  std::vector<std::string> Shown;
  if (Frames.size() <= Most)
    append_range(Shown, map_range(Frames, shortFrameText));
  else
    Shown = {shortFrameText(Frames.front()),
             "(" + utostr(Frames.size() - 2) + " more)",
             shortFrameText(Frames.back())};
  return join(Shown, " @ ");
}

/// Returns \p Name without template arguments.
static std::string withoutTemplateArguments(StringRef Name) {
  std::string Result;
  unsigned Depth = 0;
  for (char C : Name) {
    // The '>' of an arrow does not close a bracket.
    Depth += C == '<';
    if (!Depth)
      Result += C;
    Depth -= C == '>' && Depth;
  }
  return Result;
}

/// Returns the last part of a scope: "e" of "a::b(c::d)::e".
static std::string lastScope(StringRef Scopes) {
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t I = 0; I != Scopes.size(); ++I) {
    Depth += Scopes[I] == '(';
    Depth -= Scopes[I] == ')' && Depth;
    if (!Depth && Scopes.substr(I).starts_with("::"))
      Begin = I + 2;
  }
  return Scopes.substr(Begin).str();
}

std::string udpc::shortFunctionName(StringRef Linkage) {
  // Also drop suffixes after a dot.
  std::string Name = Linkage.split('.').first.str();
  ItaniumPartialDemangler Demangler;
  if (!Linkage.starts_with("_Z") || Demangler.partialDemangle(Name.c_str()) ||
      !Demangler.isFunction())
    return Linkage.str();
  auto Take = [](char *Text) {
    std::string Result = Text ? Text : "";
    std::free(Text);
    return Result;
  };
  std::string Base = Take(Demangler.getFunctionBaseName(nullptr, nullptr));
  if (Base.empty())
    return Linkage.str();
  std::string Scope = lastScope(withoutTemplateArguments(
      Take(Demangler.getFunctionDeclContextName(nullptr, nullptr))));
  return Scope.empty() ? Base : Scope + "::" + Base;
}

StringRef udpc::functionInKeys(StringRef Symbol) {
  using sampleprof::FunctionSamples;
  return FunctionSamples::getCanonicalFnName(
      Symbol, {FunctionSamples::LLVMSuffix, FunctionSamples::PartSuffix});
}
