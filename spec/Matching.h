//===- Matching.h - Holds the spec's globs against a program ---*- C++ -*-===//

#ifndef UDPC_SPEC_MATCHING_H
#define UDPC_SPEC_MATCHING_H

#include "profdata/PathGlob.h"
#include "spec/EventSpec.h"
#include "spec/FunctionNames.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// A glob of the spec. Compiled once, thread-compatible.
class Matcher {
public:
  explicit Matcher(const SpecEntry &Entry);
  Matcher(const Matcher &) = delete; // The globs refer to its own text.
  Matcher &operator=(const Matcher &) = delete;

  /// Whether the entry means the function. With `mangled:` the glob must match
  /// the linkage name, else any of the names.
  bool matches(const FunctionNames &Names) const;

  /// Whether the entry, one for lines, means the file.
  bool matchesFile(llvm::StringRef Path) const;

  /// Whether the entry means a mark or spin loop of that name.
  bool matchesName(llvm::StringRef Name) const;

  const SpecEntry &entry() const { return Entry; }

private:
  bool matchesText(llvm::StringRef Text) const;

  const SpecEntry &Entry;
  llvm::GlobPattern Glob;
  std::string Word; ///< One that functions' names must have, or "".
  std::optional<PathGlob> Files;
  std::optional<llvm::GlobPattern> NameGlob;
};

/// Whether \p Suffix is \p Path or its last components. No globs.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef Suffix);

/// What a pattern that matched nothing may have meant.
struct Proposals {
  std::vector<std::string> Names;
  /// The pattern means these but for upper and lower case.
  bool ButForCase = false;

  /// "; near: a, b", "; did you mean a? Case matters", or "".
  std::string inWords() const;
};

/// The candidates nearest to \p Wanted, nearest first, at most three; none
/// when nothing is near.
std::vector<std::string> nearCandidates(llvm::StringRef Wanted,
                                        llvm::ArrayRef<std::string> Candidates);

/// What \p Wanted, a glob that matched none of \p Functions, may have meant of
/// them: at most three, nearest first. With parameters in \p Wanted, overloads
/// of the same name come first. \p Mangled means linkage names.
std::vector<std::string> nearFunctions(llvm::StringRef Wanted, bool Mangled,
                                       llvm::ArrayRef<FunctionNames> Functions);

/// The same for messages: those that differ by case alone, or near ones.
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
