//===- PathGlob.h - A glob over files' paths -------------------*- C++ -*-===//
//
// The one way in which patterns mean files, in specs and on command lines:
// docs/spec.md, "Which files a glob matches".
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_PATHGLOB_H
#define UDPC_PROFDATA_PATHGLOB_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// \p Path with one spelling: without `.`, without `x/..`, without a slash that
/// is not needed.
std::string normalisedPath(llvm::StringRef Path);

/// `*`, `?` and `[...]` match within a component of a path; a component `**`
/// matches any number of them, also none. Relative patterns mean the last
/// components of a path, absolute ones all of it. Thread-compatible.
class PathGlob {
public:
  static llvm::Expected<PathGlob> create(llvm::StringRef Pattern);

  bool matches(llvm::StringRef Path) const;

private:
  struct Component {
    /// As written: "operator[]" in a file's name needs no escapes.
    std::string Literal;
    /// None: `**`.
    std::optional<llvm::GlobPattern> Glob;

    bool matches(llvm::StringRef Name) const;
  };

  /// The text that the globs refer to.
  std::shared_ptr<const std::string> Text;
  /// Relative patterns begin with `**`.
  std::vector<Component> Components;
};

} // namespace udpc

#endif // UDPC_PROFDATA_PATHGLOB_H
