//===- FrontEndNeeds.cpp - What a spec requires of the front end ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/FrontEndNeeds.h"
#include "spec/SignatureText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace udpc;

bool udpc::needsSignatures(const SpecEntry &Entry) {
  if (Entry.isLine() || Entry.isAddress() || Entry.Mangled)
    return false;
  SignatureParts Parts(Entry.Literal);
  auto SaysSomething = [](StringRef Part) {
    return Part.find_first_not_of("*() ") != StringRef::npos;
  };
  // An empty parameter list is a restriction as well.
  return SaysSomething(Parts.Return) || SaysSomething(Parts.Parameters) ||
         SaysSomething(Parts.Qualifiers) || Parts.Parameters == "()";
}

bool udpc::needsStatements(const SpecEntry &Entry) {
  return Entry.isLine() && !Entry.AllLines;
}

bool udpc::needsFrontEnd(const EventSpec &Spec) {
  return any_of(Spec.places(), [](const SpecEntry *E) {
    return E->isMark() || (E->isSpin() && !E->NameGlob.empty()) ||
           E->isReturnStatement() || needsSignatures(*E);
  });
}

/// Returns the maximum edit distance for names of \p Length letters. Short
/// names are often similar without being related.
static unsigned allowedSlips(size_t Length) {
  return Length < 5 ? 0 : std::min<size_t>(Length / 4, 3);
}

/// Returns the position of \p Name, the value of \p Key in the entry at \p
/// Line.
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
  for (const SpecEntry *Place : Spec.places()) {
    const SpecEntry &E = *Place;
    if (!(IsSpin ? E.isSpin() : E.isMark()) || E.NameGlob.empty())
      continue;
    // The parser has validated the glob.
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
  StringRef Key = IsSpin ? "named" : "mark";
  for (const SpecRegion &R : Spec.Regions)
    if (Best == &R.Begin || (R.End && Best == &*R.End))
      Key = Best == &R.Begin ? "begin" : "end";
  return placeIn(Spec.Text, Key, Best->NameGlob, Best->SpecLine);
}
