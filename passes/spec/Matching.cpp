//===- Matching.cpp - Holds the spec's globs against a program ------------===//

#include "passes/spec/Matching.h"
#include "passes/spec/SignatureText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

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
  if (matchesText(Names.Linkage) || matchesText(Names.Base))
    return true;
  return !Entry.Mangled && any_of(Names.forms(), [&](const std::string &Form) {
    return matchesText(Form);
  });
}

bool Matcher::matchesFile(StringRef Path) const {
  std::string P = normalised(Path);
  return P == normalised(Entry.Literal) || Glob.match(P) ||
         SuffixGlob->match(P);
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

/// How far \p Names are from \p Wanted, less is nearer: another overload of
/// the name first, then the name in another scope, then a misspelled one.
static std::optional<std::pair<unsigned, unsigned>>
distanceOf(const FunctionNames &Names, const SignatureParts &Wanted,
           const std::optional<GlobPattern> &WantedName) {
  StringRef Plain = Names.plain(), Name = Wanted.Name;
  if (!Wanted.Parameters.empty() && WantedName &&
      (WantedName->match(Plain) ||
       any_of(Names.forms(), [&](const std::string &Form) {
         return WantedName->match(SignatureParts(Form).Name);
       })))
    return std::pair(0u, Wanted.Parameters.edit_distance(
                             SignatureParts(Names.overload()).Parameters));
  StringRef Scope = Plain;
  if (Scope.consume_back(Name) && Scope.ends_with("::"))
    return std::pair(1u, unsigned(Scope.size()));
  unsigned Limit = std::max<size_t>(2, Name.size() / 3);
  unsigned Distance = Name.edit_distance(Plain, true, Limit + 1);
  if (Distance > Limit)
    return std::nullopt;
  return std::pair(2u, Distance);
}

std::vector<std::string>
udpc::nearFunctions(StringRef Wanted, ArrayRef<std::string> LinkageNames) {
  SignatureParts Parts(Wanted);
  std::string NameGlob = signatureGlob(Parts.Name);
  std::optional<GlobPattern> Name;
  if (Expected<GlobPattern> Glob = GlobPattern::create(NameGlob))
    Name = std::move(*Glob);
  else
    consumeError(Glob.takeError());
  using Candidate = std::pair<std::pair<unsigned, unsigned>, std::string>;
  std::vector<Candidate> Near;
  for (const std::string &Linkage : LinkageNames) {
    FunctionNames Names(Linkage);
    if (auto Distance = distanceOf(Names, Parts, Name))
      Near.push_back({*Distance, Parts.Parameters.empty() ? Names.plain()
                                                          : Names.overload()});
  }
  sort(Near);
  std::vector<std::string> Result;
  for (Candidate &C : Near)
    if (Result.size() < 3 && !is_contained(Result, C.second))
      Result.push_back(std::move(C.second));
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
