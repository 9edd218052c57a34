//===- Matching.h - Matches a spec with a program ---------------*- C++ -*-===//

#ifndef UDPC_SPEC_MATCHING_H
#define UDPC_SPEC_MATCHING_H

#include "profdata/support/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/FunctionNames.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// A glob of the spec. Compiled once, thread-compatible.
class Matcher {
public:
  explicit Matcher(const SpecEntry &Entry);
  Matcher(const Matcher &) = delete; // The globs reference its own text.
  Matcher &operator=(const Matcher &) = delete;

  /// Whether the entry matches the function. With `mangled:` the glob must
  /// match the linkage name, else any of the names.
  bool matches(const FunctionNames &Names) const;

  /// Whether the entry, one for lines, matches the file.
  bool matchesFile(llvm::StringRef Path) const;

  /// Whether the entry matches a mark or spin loop of that name.
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

/// Whether \p Suffix is \p Path or its last components. No globs.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef Suffix);

/// Suggestions for a pattern that matched nothing.
struct Proposals {
  std::vector<std::string> Names;
  /// Names that match except for case.
  bool ButForCase = false;
  /// The name of the function without template arguments if those of the
  /// pattern may be typedefs; else "".
  std::string AllInstances;

  /// "; near: a, b", "; did you mean a? Case matters", or ""; then a sentence
  /// on AllInstances.
  std::string inWords() const;
};

/// The candidates nearest to \p Wanted, nearest first, at most three; none if
/// there is no similar one.
std::vector<std::string> nearCandidates(llvm::StringRef Wanted,
                                        llvm::ArrayRef<std::string> Candidates);

/// Suggestions among \p Functions for \p Wanted, a glob that matched none: at
/// most three, nearest first. If \p Wanted has parameters, overloads of the
/// same name come first. \p Mangled: compare linkage names.
std::vector<std::string> nearFunctions(llvm::StringRef Wanted, bool Mangled,
                                       llvm::ArrayRef<FunctionNames> Functions);

/// The same for messages: names that differ only in case, or similar ones.
Proposals proposeFunctions(llvm::StringRef Wanted, bool Mangled,
                           llvm::ArrayRef<FunctionNames> Functions);
Proposals proposeNames(llvm::StringRef Wanted,
                       llvm::ArrayRef<std::string> Candidates);
Proposals proposeFiles(llvm::StringRef Wanted,
                       llvm::ArrayRef<std::string> Files);

/// The files of \p Files whose last component is nearest to \p Wanted's.
std::vector<std::string> nearFiles(llvm::StringRef Wanted,
                                   llvm::ArrayRef<std::string> Files);

} // namespace udpc

#endif // UDPC_SPEC_MATCHING_H
