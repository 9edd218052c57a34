//===- PathGlob.cpp - Globs over file paths -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/PathGlob.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

std::string udpc::normalisedPath(StringRef Path) {
  SmallString<128> P(Path);
  sys::path::remove_dots(P, /*remove_dot_dot=*/true, sys::path::Style::posix);
  return P.str().str();
}

/// Returns the components of a path. The first one is "" in absolute paths.
static SmallVector<StringRef, 16> componentsOf(StringRef Path) {
  SmallVector<StringRef, 16> Components;
  Path.split(Components, '/');
  return Components;
}

Expected<PathGlob> PathGlob::create(StringRef Pattern) {
  PathGlob Result;
  Result.Text = std::make_shared<const std::string>(normalisedPath(Pattern));
  if (!StringRef(*Result.Text).starts_with("/"))
    Result.Components.push_back({"**", std::nullopt});
  for (StringRef Part : componentsOf(*Result.Text)) {
    if (Part == "**") {
      if (Result.Components.empty() || Result.Components.back().Glob)
        Result.Components.push_back({"**", std::nullopt});
      continue;
    }
    Expected<GlobPattern> Glob = GlobPattern::create(Part);
    if (!Glob)
      return Glob.takeError();
    Result.Components.push_back({Part.str(), std::move(*Glob)});
  }
  return Result;
}

bool PathGlob::Component::matches(StringRef Name) const {
  return Name == Literal || Glob->match(Name);
}

bool PathGlob::matches(StringRef Path) const {
  std::string Text = normalisedPath(Path);
  SmallVector<StringRef, 16> Parts = componentsOf(Text);
  // A search with one backtracking point is sufficient: only the last `**`
  // needs to match more components.
  size_t P = 0, C = 0, AfterStars = 0, Taken = 0;
  while (P != Parts.size()) {
    if (C != Components.size() && !Components[C].Glob) {
      AfterStars = ++C;
      Taken = P;
    } else if (C != Components.size() && Components[C].matches(Parts[P])) {
      ++P;
      ++C;
    } else if (AfterStars) {
      C = AfterStars;
      P = ++Taken;
    } else {
      return false;
    }
  }
  while (C != Components.size() && !Components[C].Glob)
    ++C;
  return C == Components.size();
}
