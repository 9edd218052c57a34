//===- PathGlob.h - Globs over file paths and functions ---------*- C++ -*-===//
//
// Matches files by patterns, in specs and on command lines: docs/spec.md,
// "Which files a glob matches". Also functions, on command lines.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_PATHGLOB_H
#define UDPC_PROFDATA_SUPPORT_PATHGLOB_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// Returns \p Path without `.`, `x/..` and redundant slashes.
std::string normalisedPath(llvm::StringRef Path);

/// A glob over paths. `*`, `?` and `[...]` match within a component of a path;
/// a component `**` matches any number of components, also none. Relative
/// patterns match the last components of a path, absolute ones the whole path.
/// Immutable, so threads may share it.
class PathGlob {
public:
  static llvm::Expected<PathGlob> create(llvm::StringRef Pattern);

  bool matches(llvm::StringRef Path) const;

private:
  struct Component {
    /// The text as written: literal brackets in a file name need no escapes.
    std::string Literal;
    /// None for `**`.
    std::optional<llvm::GlobPattern> Glob;

    bool matches(llvm::StringRef Name) const;
  };

  /// The text that the globs reference.
  std::shared_ptr<const std::string> Text;
  /// Relative patterns begin with `**`.
  std::vector<Component> Components;
};

/// Whether \p Glob matches the demangled name \p Function, with or without its
/// parameters.
inline bool matchesFunction(const llvm::GlobPattern &Glob,
                            llvm::StringRef Function) {
  return Glob.match(Function) || Glob.match(Function.split('(').first);
}

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_PATHGLOB_H
