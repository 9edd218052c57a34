//===- Matching.cpp - Matches a spec with a program -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/Matching.h"
#include "spec/SignatureText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

/// Compiles a glob of a parsed spec, which is valid.
static GlobPattern compile(StringRef Text) {
  return cantFail(GlobPattern::create(Text));
}

/// Returns the longest word that every match of \p Glob must contain, or "".
/// Excludes `lambda`, since lambdas have other names as well.
static StringRef wordOf(StringRef Glob) {
  StringRef Longest;
  Glob = Glob.take_front(Glob.find_first_of("[\\"));
  while (!Glob.empty()) {
    StringRef Word =
        Glob.take_while([](char C) { return isAlnum(C) || C == '_'; });
    if (Word.size() > Longest.size() && !Word.starts_with("lambda"))
      Longest = Word;
    Glob = Glob.drop_front(Word.size() + (Word.size() < Glob.size()));
  }
  return Longest;
}

Matcher::Matcher(const SpecEntry &Entry)
    : Entry(Entry),
      Glob(compile(Entry.isLine() ? StringRef("*") : StringRef(Entry.Glob))),
      Word(wordOf(Entry.Glob)) {
  if (!Entry.NameGlob.empty())
    NameGlob = compile(Entry.NameGlob);
  if (Entry.isLine())
    Files = cantFail(PathGlob::create(Entry.Glob));
}

bool udpc::endsWithPath(StringRef Path, StringRef Suffix) {
  std::string Whole = normalisedPath(Path), Last = normalisedPath(Suffix);
  StringRef Rest = Whole;
  return Whole == Last || (Rest.consume_back(Last) && Rest.ends_with('/'));
}

bool Matcher::matchesText(StringRef Text) const {
  // A literal `f(int (&)[3])` needs no escapes.
  return Text == Entry.Literal || Glob.match(Text);
}

bool Matcher::matches(const FunctionNames &Names) const {
  if (matchesText(Names.Linkage) || matchesText(Names.Base))
    return true;
  // Check fast first: computing all names is slow.
  return !Entry.Mangled && Names.mention(Word) &&
         any_of(Names.forms(),
                [&](const std::string &Form) { return matchesText(Form); });
}

bool Matcher::matchesFile(StringRef Path) const { return Files->matches(Path); }

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

namespace {

/// The distance of a function's name from a glob that matched nothing: rank,
/// distance of names, distance of overloads.
using NameDistance = std::tuple<unsigned, unsigned, unsigned>;

/// A glob over functions that matched nothing.
struct WantedFunction {
  std::string Text; ///< For edit distances: without a return type.
  std::string Plain, NameGlobText;
  std::optional<GlobPattern> NameGlob;
  bool HasParameters;
  /// Whether the glob names an overload or a template instance, not all
  /// functions of that name.
  bool IsOverload;

  explicit WantedFunction(StringRef Wanted) {
    SignatureParts Parts(Wanted);
    Text = withoutDefaults(Wanted.drop_front(Parts.Return.size()));
    Plain = withoutArguments(Parts.Name);
    NameGlobText = signatureGlob(Plain);
    HasParameters = !Parts.Parameters.empty();
    IsOverload = HasParameters || Plain != Parts.Name;
    if (Expected<GlobPattern> Glob = GlobPattern::create(NameGlobText))
      NameGlob = std::move(*Glob);
    else
      consumeError(Glob.takeError());
  }

  std::optional<NameDistance> distanceTo(const FunctionNames &Names) const;
};

} // namespace

/// Ranks another overload or instance of the name first, then the same name in
/// another scope, then similar names.
std::optional<NameDistance>
WantedFunction::distanceTo(const FunctionNames &Names) const {
  unsigned Overload = 0;
  if (IsOverload) {
    StringRef Full = Names.overload();
    Overload = StringRef(Text).edit_distance(
        withoutDefaults(HasParameters ? Full : SignatureParts(Full).Name));
  }
  if (IsOverload && NameGlob && NameGlob->match(Names.plain()))
    return NameDistance(0, 0, Overload);
  StringRef Scope = Names.plain();
  if (Scope.consume_back(Plain) && Scope.ends_with("::"))
    return NameDistance(1, Scope.size(), Overload);
  unsigned Limit = std::max<size_t>(2, Plain.size() / 3);
  unsigned Distance =
      StringRef(Plain).edit_distance(Names.plain(), true, Limit + 1);
  if (Distance > Limit)
    return std::nullopt;
  return NameDistance(2, Distance, Overload);
}

std::vector<std::string>
udpc::nearFunctions(StringRef Wanted, bool Mangled,
                    ArrayRef<FunctionNames> Functions) {
  if (Mangled) {
    std::vector<std::string> LinkageNames;
    for (const FunctionNames &Names : Functions)
      LinkageNames.push_back(Names.Linkage);
    return nearCandidates(Wanted, LinkageNames);
  }
  WantedFunction W(Wanted);
  std::vector<std::pair<NameDistance, std::string>> Near;
  for (const FunctionNames &Names : Functions)
    if (std::optional<NameDistance> Distance = W.distanceTo(Names))
      Near.push_back(
          {*Distance, W.IsOverload ? Names.overload() : Names.plain()});
  sort(Near);
  std::vector<std::string> Result;
  for (const auto &[Distance, Name] : Near)
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

//===----------------------------------------------------------------------===//
// Proposals
//===----------------------------------------------------------------------===//

std::string Proposals::inWords() const {
  if (ButForCase && !Names.empty())
    return "; did you mean " + join(Names, " or ") + "? Case matters";
  std::string Text;
  if (!Names.empty())
    Text = "; near: " + join(Names, ", ");
  if (!AllInstances.empty())
    Text += "; typedefs in template arguments are written out, and " +
            AllInstances + " matches all instances";
  return Text;
}

/// Returns at most three of \p Names, in order, as names that differ in case.
static Proposals butForCase(const std::set<std::string> &Names) {
  Proposals P;
  for (const std::string &Name : Names)
    if (P.Names.size() < 3)
      P.Names.push_back(Name);
  P.ButForCase = !P.Names.empty();
  return P;
}

/// Whether a name in \p Text, template arguments, may be a typedef.
static bool mayHaveTypedef(StringRef Text) {
  while (!Text.empty()) {
    StringRef Word =
        Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
    if (!Word.empty() && !isDigit(Word.front()) &&
        !is_contained({"bool", "char", "char8_t", "char16_t", "char32_t",
                       "const", "double", "false", "float", "int", "long",
                       "short", "signed", "true", "unsigned", "void",
                       "volatile", "wchar_t"},
                      Word))
      return true;
  }
  return false;
}

/// Returns Proposals::AllInstances for \p Wanted.
static std::string allInstances(StringRef Wanted) {
  StringRef Name = SignatureParts(Wanted).Name;
  std::string Plain = withoutArguments(Name);
  size_t Begin = Name.find('<'), End = Name.rfind('>');
  return Plain != Name && End != StringRef::npos && Begin < End &&
                 mayHaveTypedef(Name.slice(Begin + 1, End))
             ? Plain
             : "";
}

namespace {

/// A glob, and the same glob without regard to case.
class CaseGlob {
public:
  explicit CaseGlob(StringRef Text)
      : Text(Text), Lower(Text.lower()), Exact(compiled(this->Text)),
        AnyCase(compiled(Lower)) {}
  CaseGlob(const CaseGlob &) = delete;
  CaseGlob &operator=(const CaseGlob &) = delete;

  bool matchesButForCase(StringRef Name) const {
    return AnyCase && AnyCase->match(Name.lower()) &&
           !(Exact && Exact->match(Name));
  }

private:
  /// Compiles \p Text. None if it is invalid, as a set of characters may be in
  /// lower case.
  static std::optional<GlobPattern> compiled(StringRef Text) {
    Expected<GlobPattern> Glob = GlobPattern::create(Text);
    if (Glob)
      return std::move(*Glob);
    consumeError(Glob.takeError());
    return std::nullopt;
  }

  const std::string Text, Lower;
  const std::optional<GlobPattern> Exact, AnyCase;
};

} // namespace

Proposals udpc::proposeNames(StringRef Wanted,
                             ArrayRef<std::string> Candidates) {
  std::set<std::string> Same;
  CaseGlob Glob(Wanted);
  for (const std::string &Name : Candidates)
    if (Glob.matchesButForCase(Name))
      Same.insert(Name);
  if (!Same.empty())
    return butForCase(std::move(Same));
  return {nearCandidates(Wanted, Candidates), false, ""};
}

Proposals udpc::proposeFunctions(StringRef Wanted, bool Mangled,
                                 ArrayRef<FunctionNames> Functions) {
  std::set<std::string> Same;
  CaseGlob Glob(Mangled ? Wanted.str() : signatureGlob(Wanted));
  auto Matches = [&](StringRef Name) { return Glob.matchesButForCase(Name); };
  for (const FunctionNames &Names : Functions) {
    if (Matches(Names.Linkage)) {
      Same.insert(Names.Linkage);
    } else if (!Mangled) {
      ArrayRef<std::string> Forms = Names.forms();
      if (const auto *Form = find_if(Forms, Matches); Form != Forms.end())
        Same.insert(*Form);
    }
  }
  if (!Same.empty())
    return butForCase(std::move(Same));
  Proposals P;
  P.Names = nearFunctions(Wanted, Mangled, Functions);
  if (!Mangled)
    P.AllInstances = allInstances(Wanted);
  return P;
}

Proposals udpc::proposeFiles(StringRef Wanted, ArrayRef<std::string> Files) {
  std::set<std::string> Same;
  Expected<PathGlob> Exact = PathGlob::create(Wanted);
  Expected<PathGlob> AnyCase = PathGlob::create(Wanted.lower());
  if (Exact && AnyCase)
    for (const std::string &File : Files)
      if (AnyCase->matches(StringRef(File).lower()) && !Exact->matches(File))
        Same.insert(File);
  consumeError(Exact.takeError());
  consumeError(AnyCase.takeError());
  if (!Same.empty())
    return butForCase(std::move(Same));
  return {nearFiles(Wanted, Files), false, ""};
}
