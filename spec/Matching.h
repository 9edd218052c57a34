//===- Matching.h - Matches a spec with a program ---------------*- C++ -*-===//
//
// Decides which functions, files and marks the entries of a spec match, and
// suggests names for patterns that match nothing. Used by the finders of sites
// and by rewrite/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_MATCHING_H
#define UDPC_SPEC_MATCHING_H

#include "profdata/support/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/FunctionNames.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// The compiled globs of an entry. Immutable, so threads may share it. Keeps a
/// reference to the entry.
class Matcher {
public:
  explicit Matcher(const SpecEntry &Entry);
  // The globs reference the object's own text.
  Matcher(const Matcher &) = delete;
  Matcher &operator=(const Matcher &) = delete;

  /// Whether the entry matches the function. With `mangled:` the glob must
  /// match the linkage name, else any of the names.
  bool matches(const FunctionNames &Names) const;

  /// Whether the entry, which is one for lines, matches the file.
  bool matchesFile(llvm::StringRef Path) const;

  /// Whether the entry matches a mark or spin loop named \p Name.
  bool matchesName(llvm::StringRef Name) const;

  const SpecEntry &entry() const { return Entry; }

private:
  bool matchesText(llvm::StringRef Text) const;

  const SpecEntry &Entry;
  llvm::GlobPattern Glob;
  std::string Word; ///< A word that function names must contain, or "".
  std::optional<PathGlob> Files;
  std::optional<llvm::GlobPattern> NameGlob;
};

/// Whether \p Suffix is \p Path or its last components, without globs.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef Suffix);

/// Suggestions for a pattern that matched nothing.
struct Proposals {
  std::vector<std::string> Names;
  /// Whether Names match except for case.
  bool ButForCase = false;
  /// The name of the function without template arguments, if the pattern's
  /// arguments may be typedefs; else "".
  std::string AllInstances;

  /// The message: "; near: a, b", "; did you mean a? Case matters", or "",
  /// followed by a sentence on AllInstances if that is set.
  std::string inWords() const;
};

/// Returns the candidates nearest to \p Wanted, nearest first, at most three;
/// none if no candidate is similar.
std::vector<std::string> nearCandidates(llvm::StringRef Wanted,
                                        llvm::ArrayRef<std::string> Candidates);

/// Returns suggestions among \p Functions for \p Wanted, a glob that matched
/// none: at most three, nearest first. If \p Wanted has parameters, overloads
/// of the same name come first. \p Mangled: compare linkage names.
std::vector<std::string> nearFunctions(llvm::StringRef Wanted, bool Mangled,
                                       llvm::ArrayRef<FunctionNames> Functions);

/// Return suggestions for messages: names that differ only in case, or else
/// similar names.
Proposals proposeFunctions(llvm::StringRef Wanted, bool Mangled,
                           llvm::ArrayRef<FunctionNames> Functions);
Proposals proposeNames(llvm::StringRef Wanted,
                       llvm::ArrayRef<std::string> Candidates);
Proposals proposeFiles(llvm::StringRef Wanted,
                       llvm::ArrayRef<std::string> Files);

/// Returns the files whose last component is nearest to \p Wanted's.
std::vector<std::string> nearFiles(llvm::StringRef Wanted,
                                   llvm::ArrayRef<std::string> Files);

} // namespace udpc

#endif // UDPC_SPEC_MATCHING_H
