//===- CostSelection.cpp - Selects the costs of a baseline ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/check/CostSelection.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

static Error parseChanges(ArrayRef<std::string> Texts, StringRef Option,
                          std::vector<NameChange> &Into) {
  for (const std::string &Text : Texts) {
    Expected<NameChange> Change = NameChange::parse(Text);
    if (!Change)
      return createStringError(Option + ": " + toString(Change.takeError()));
    Into.push_back(std::move(*Change));
  }
  return Error::success();
}

Expected<CostSelector> CostSelector::create(const CostSelection &Selection,
                                            StringRef Project) {
  CostSelector S;
  S.Project = normalisedPath(Project);
  if (!Selection.File.empty()) {
    Expected<PathGlob> Glob = PathGlob::create(Selection.File);
    if (!Glob)
      return createStringError("--file: " + toString(Glob.takeError()));
    S.File = std::move(*Glob);
  }
  if (!Selection.Function.empty()) {
    S.FunctionText = std::make_shared<std::string>(Selection.Function);
    Expected<GlobPattern> Glob = GlobPattern::create(*S.FunctionText);
    if (!Glob)
      return createStringError("--function: " + toString(Glob.takeError()));
    S.Function = std::move(*Glob);
  }
  if (Error E =
          parseChanges(Selection.FileChanges, "--mod-filename", S.FileChanges))
    return E;
  if (Error E = parseChanges(Selection.FunctionChanges, "--mod-funcname",
                             S.FunctionChanges))
    return E;
  return S;
}

std::string CostSelector::fileName(StringRef File) const {
  std::string Path = normalisedPath(File);
  StringRef Name = Path;
  if (!Project.empty() && Name.starts_with(Project) &&
      (Project.back() == '/' ||
       Name.drop_front(Project.size()).starts_with("/")))
    Name = Name.drop_front(Project.size()).ltrim('/');
  return changedName(Name, FileChanges);
}

/// Removes \p Mark and the digits after it.
static void removeNumbered(std::string &Name, StringRef Mark) {
  size_t Begin = Name.find(Mark);
  if (Begin == std::string::npos)
    return;
  size_t End = Begin + Mark.size();
  while (End != Name.size() && isDigit(Name[End]))
    ++End;
  if (End != Begin + Mark.size())
    Name.erase(Begin, End - Begin);
}

std::string CostSelector::functionName(StringRef Function) const {
  std::string Name = Function.str();
  // The demangler writes the suffixes in brackets: "f(int) (.llvm.123)".
  removeNumbered(Name, ".llvm.");
  removeNumbered(Name, ".__uniq.");
  if (StringRef(Name).ends_with(" ()"))
    Name.resize(Name.size() - 3);
  return changedName(Name, FunctionChanges);
}

bool CostSelector::matches(StringRef InFile, StringRef InFunction) const {
  return (!Function || matchesFunction(*Function, InFunction)) &&
         (!File || File->matches(InFile));
}

std::string udpc::projectFolder(StringRef Folder) {
  for (StringRef At = Folder; !At.empty(); At = sys::path::parent_path(At))
    for (StringRef Mark : {".git", ".hg"}) {
      SmallString<128> Path(At);
      sys::path::append(Path, Mark);
      if (sys::fs::exists(Path))
        return At.str();
    }
  return Folder.str();
}
