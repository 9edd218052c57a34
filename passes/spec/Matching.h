//===- Matching.h - Holds the spec's globs against a program ---*- C++ -*-===//

#ifndef UDPC_PASSES_SPEC_MATCHING_H
#define UDPC_PASSES_SPEC_MATCHING_H

#include "passes/spec/EventSpec.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// The names by which a spec can mean a function.
struct FunctionNames {
  std::string Linkage;
  std::string Signature; ///< Demangled, with parameters; C: the name.
  std::string Qualified; ///< Demangled, without parameters.
  bool IsCtorOrDtor = false;

  explicit FunctionNames(llvm::StringRef Linkage);
};

/// A glob of the spec. Compiled once, thread-compatible.
class Matcher {
public:
  explicit Matcher(const SpecEntry &Entry);
  Matcher(const Matcher &) = delete; // The globs refer to its own text.
  Matcher &operator=(const Matcher &) = delete;

  /// Whether the entry means the function. Without `mangled:` the glob may
  /// match the signature, the qualified name or the linkage name.
  bool matches(const FunctionNames &Names) const;

  /// Whether the entry means the file: the whole path, or its last components.
  bool matchesFile(llvm::StringRef Path) const;

  /// Whether the entry means a mark or spin loop of that name.
  bool matchesName(llvm::StringRef Name) const;

  const SpecEntry &entry() const { return Entry; }

private:
  bool matchesText(llvm::StringRef Text) const;

  const SpecEntry &Entry;
  llvm::GlobPattern Glob;
  std::string SuffixText;
  std::optional<llvm::GlobPattern> SuffixGlob;
  std::optional<llvm::GlobPattern> NameGlob;
};

/// Whether \p Suffix is \p Path or its last components.
bool endsWithPath(llvm::StringRef Path, llvm::StringRef Suffix);

/// The candidates nearest to \p Wanted, nearest first, at most three; none
/// when nothing is near.
std::vector<std::string> nearCandidates(llvm::StringRef Wanted,
                                        llvm::ArrayRef<std::string> Candidates);

/// The files of \p Files whose last component is nearest to \p Wanted's.
std::vector<std::string> nearFiles(llvm::StringRef Wanted,
                                   llvm::ArrayRef<std::string> Files);

} // namespace udpc

#endif // UDPC_PASSES_SPEC_MATCHING_H
