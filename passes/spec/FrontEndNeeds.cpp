//===- FrontEndNeeds.cpp - What a spec asks of the front end --------------===//

#include "passes/spec/FrontEndNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace udpc;

/// Whether \p Text, all before the first parameter, begins with a type.
static bool hasReturnType(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '<')
      ++Depth;
    else if (Text[I] == '>' && Depth)
      --Depth;
    else if (Text[I] == ' ' && !Depth)
      return !Text.take_front(I).ends_with("operator") &&
             Text.substr(I).trim() != "*";
  }
  return false;
}

bool udpc::needsSignatures(const SpecEntry &Entry) {
  if (Entry.isLine() || Entry.Mangled)
    return false;
  StringRef Glob = Entry.Literal;
  size_t From = Glob.find("operator()");
  size_t Open = Glob.find('(', From == StringRef::npos ? 0 : From + 10);
  if (Open == StringRef::npos)
    return hasReturnType(Glob);
  StringRef Parameters = Glob.drop_front(Open + 1);
  return (Parameters != "*" && Parameters != "*)") ||
         hasReturnType(Glob.take_front(Open));
}

bool udpc::needsFrontEnd(const EventSpec &Spec) {
  return any_of(Spec.Entries, [](const SpecEntry &E) {
    return E.isMark() || (E.isSpin() && !E.NameGlob.empty()) ||
           E.isReturnStatement() || needsSignatures(E);
  });
}

/// How many slips a name of \p Length letters may have. Short names are often
/// similar and all the same different.
static unsigned allowedSlips(size_t Length) {
  return Length < 5 ? 0 : std::min<size_t>(Length / 4, 3);
}

/// Where \p Name is the value of \p Key in the entry at \p Line.
static NearName placeIn(StringRef Text, StringRef Key, StringRef Name,
                        unsigned Line) {
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  for (unsigned L = Line; L <= Lines.size(); ++L) {
    size_t At = Lines[L - 1].find(Key);
    if (At != StringRef::npos)
      At = Lines[L - 1].find(Name, At + Key.size());
    if (At != StringRef::npos)
      return {Name.str(), L, unsigned(At + 1)};
  }
  return {Name.str(), Line, 1};
}

std::optional<NearName> udpc::nearName(const EventSpec &Spec, StringRef Name,
                                       bool IsSpin) {
  const SpecEntry *Best = nullptr;
  unsigned Limit = allowedSlips(Name.size());
  for (const SpecEntry &E : Spec.Entries) {
    if (!(IsSpin ? E.isSpin() : E.isMark()) || E.NameGlob.empty())
      continue;
    // The parser has tried the glob.
    if (cantFail(GlobPattern::create(E.NameGlob)).match(Name))
      return std::nullopt;
    if (StringRef(E.NameGlob).find_first_of("*?[\\{") != StringRef::npos)
      continue;
    unsigned Slips = Name.edit_distance_insensitive(E.NameGlob);
    if (Slips > Limit ||
        (Best && Slips >= Name.edit_distance_insensitive(Best->NameGlob)))
      continue;
    Best = &E;
  }
  if (!Best)
    return std::nullopt;
  return placeIn(Spec.Text, IsSpin ? "named" : "mark", Best->NameGlob,
                 Best->SpecLine);
}
