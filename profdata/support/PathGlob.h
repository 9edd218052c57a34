//===- PathGlob.h - Globs over file paths -----------------------*- C++ -*-===//
//
// Matching of files by patterns, in specs and on command lines: docs/spec.md,
// "Which files a glob matches".
//
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

/// \p Path normalised: without `.`, `x/..` and redundant slashes.
std::string normalisedPath(llvm::StringRef Path);

/// `*`, `?` and `[...]` match within a component of a path; a component `**`
/// matches any number of them, also none. Relative patterns match the last
/// components of a path, absolute ones all of it. Thread-compatible.
class PathGlob {
public:
  static llvm::Expected<PathGlob> create(llvm::StringRef Pattern);

  bool matches(llvm::StringRef Path) const;

private:
  struct Component {
    /// As written: literal brackets in a file name need no escapes.
    std::string Literal;
    /// None: `**`.
    std::optional<llvm::GlobPattern> Glob;

    bool matches(llvm::StringRef Name) const;
  };

  /// The text that the globs reference.
  std::shared_ptr<const std::string> Text;
  /// Relative patterns begin with `**`.
  std::vector<Component> Components;
};

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_PATHGLOB_H
