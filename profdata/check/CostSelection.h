//===- CostSelection.h - Selects the costs of a baseline --------*- C++ -*-===//
//
// Parses and applies the selecting options of `udpc baseline` and `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CHECK_COSTSELECTION_H
#define UDPC_PROFDATA_CHECK_COSTSELECTION_H

#include "profdata/annotate/NameChange.h"
#include "profdata/support/PathGlob.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>

namespace udpc {

/// Globs and changes of names as the user wrote them; empty ones select
/// everything. A baseline stores them, so that later runs are selected in the
/// same way.
struct CostSelection {
  std::string Module, File, Function;
  std::vector<std::string> FileChanges, FunctionChanges;

  /// Whether it selects all code of the modules.
  bool isAllCode() const { return File.empty() && Function.empty(); }
  bool operator==(const CostSelection &Other) const {
    return std::tie(Module, File, Function, FileChanges, FunctionChanges) ==
           std::tie(Other.Module, Other.File, Other.Function, Other.FileChanges,
                    Other.FunctionChanges);
  }
};

/// A parsed selection, with the folder of the project.
class CostSelector {
public:
  /// Parses \p Selection. \p Project is the absolute path of a folder, or "".
  /// Fails if a glob or a change is malformed.
  static llvm::Expected<CostSelector> create(const CostSelection &Selection,
                                             llvm::StringRef Project);

  /// Returns \p File, relative to the project's folder if it is inside, and
  /// renamed.
  std::string fileName(llvm::StringRef File) const;
  /// Returns \p Function without what compilers append to make names unique
  /// (".llvm.1234", ".__uniq.1234"), and renamed.
  std::string functionName(llvm::StringRef Function) const;
  /// Whether code of the file \p File in the function \p Function is selected.
  /// Both are results of the functions above.
  bool matches(llvm::StringRef File, llvm::StringRef Function) const;

private:
  std::string Project;
  std::optional<PathGlob> File;
  /// The text that the pattern Function references.
  std::shared_ptr<const std::string> FunctionText;
  std::optional<llvm::GlobPattern> Function;
  std::vector<NameChange> FileChanges, FunctionChanges;
};

/// Returns the folder of the project that \p Folder belongs to: the innermost
/// enclosing folder with `.git` or `.hg`; without one, \p Folder itself.
std::string projectFolder(llvm::StringRef Folder);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTSELECTION_H
