//===- Matching.cpp - Holds the spec's globs against a program ------------===//

#include "passes/spec/Matching.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

FunctionNames::FunctionNames(StringRef LinkageName)
    : Linkage(GlobalValue::dropLLVMManglingEscape(LinkageName)),
      Signature(Linkage), Qualified(Linkage) {
  ItaniumPartialDemangler D;
  if (D.partialDemangle(Linkage.c_str()))
    return;
  auto Take = [](char *Text) {
    std::string Result = Text ? Text : "";
    std::free(Text);
    return Result;
  };
  Signature = Take(D.finishDemangle(nullptr, nullptr));
  IsCtorOrDtor = D.isCtorOrDtor();
  std::string Base = Take(D.getFunctionBaseName(nullptr, nullptr));
  std::string Context = Take(D.getFunctionDeclContextName(nullptr, nullptr));
  Qualified = Context.empty() ? Base : Context + "::" + Base;
}

/// Globs of parsed specs are valid: the parser has tried them.
static GlobPattern compile(StringRef Text) {
  return cantFail(GlobPattern::create(Text));
}

static std::string normalised(StringRef Path) {
  SmallString<128> P(Path);
  sys::path::remove_dots(P, /*remove_dot_dot=*/true, sys::path::Style::posix);
  return P.str().str();
}

Matcher::Matcher(const SpecEntry &Entry)
    : Entry(Entry), Glob(compile(Entry.Glob)) {
  if (!Entry.NameGlob.empty())
    NameGlob = compile(Entry.NameGlob);
  if (Entry.Kind != abi::SiteKind::Line)
    return;
  SuffixText = "*/" + normalised(Entry.Glob);
  SuffixGlob = compile(SuffixText);
}

bool udpc::endsWithPath(StringRef Path, StringRef Suffix) {
  return Path == Suffix || (Path.consume_back(Suffix) && Path.ends_with('/'));
}

bool Matcher::matchesText(StringRef Text) const {
  // Spelled out in full, `f(int (&)[3])` needs no escapes.
  return Text == Entry.Literal || Glob.match(Text);
}

bool Matcher::matches(const FunctionNames &Names) const {
  if (matchesText(Names.Linkage))
    return true;
  return !Entry.Mangled &&
         (matchesText(Names.Signature) || matchesText(Names.Qualified));
}

bool Matcher::matchesFile(StringRef Path) const {
  std::string P = normalised(Path);
  return P == normalised(Entry.Literal) || Glob.match(P) ||
         SuffixGlob->match(P);
}

bool Matcher::matchesName(StringRef Name) const {
  return !NameGlob || Name == Entry.NameGlob || NameGlob->match(Name);
}

std::vector<std::string>
udpc::nearCandidates(StringRef Wanted, ArrayRef<std::string> Candidates) {
  unsigned Limit = std::max<size_t>(2, Wanted.size() / 3);
  std::vector<std::pair<unsigned, std::string>> Near;
  for (const std::string &C : Candidates)
    if (unsigned D = Wanted.edit_distance(C, true, Limit + 1); D <= Limit)
      Near.push_back({D, C});
  sort(Near);
  std::vector<std::string> Result;
  for (auto &[D, Name] : Near)
    if (Result.size() < 3 && !is_contained(Result, Name))
      Result.push_back(Name);
  return Result;
}

std::vector<std::string> udpc::nearFiles(StringRef Wanted,
                                         ArrayRef<std::string> Files) {
  std::vector<std::string> Names;
  for (const std::string &File : Files)
    Names.push_back(sys::path::filename(File).str());
  std::vector<std::string> Near =
      nearCandidates(sys::path::filename(Wanted), Names);
  for (std::string &Name : Near)
    for (const std::string &File : Files)
      if (sys::path::filename(File) == Name) {
        Name = File;
        break;
      }
  return Near;
}
