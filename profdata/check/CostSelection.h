//===- CostSelection.h - Which costs a baseline has -------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CHECK_COSTSELECTION_H
#define UDPC_PROFDATA_CHECK_COSTSELECTION_H

#include "profdata/annotate/NameChange.h"
#include "profdata/support/PathGlob.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>

namespace udpc {

/// Globs and changes of names as the user wrote them, "" and none for all. A
/// baseline stores them, so that later runs are selected alike.
struct CostSelection {
  std::string Module, File, Function;
  std::vector<std::string> FileChanges, FunctionChanges;

  bool operator==(const CostSelection &Other) const {
    return std::tie(Module, File, Function, FileChanges, FunctionChanges) ==
           std::tie(Other.Module, Other.File, Other.Function, Other.FileChanges,
                    Other.FunctionChanges);
  }
};

/// A selection that is ready for use, and the folder of the project.
class CostSelector {
public:
  /// \p Project is the absolute path of a folder, or "". Fails if a glob or a
  /// change is malformed.
  static llvm::Expected<CostSelector> create(const CostSelection &Selection,
                                             llvm::StringRef Project);

  /// \p File relative to the project's folder if it is in it, and renamed.
  std::string fileName(llvm::StringRef File) const;
  /// \p Function without what compilers append to names for uniqueness
  /// (".llvm.1234", ".__uniq.1234"), and renamed.
  std::string functionName(llvm::StringRef Function) const;
  /// The file is that of the code, \p Function contains it; both as above.
  bool matches(llvm::StringRef File, llvm::StringRef Function) const;

private:
  std::string Project;
  std::optional<PathGlob> File;
  /// The text that Function references.
  std::shared_ptr<const std::string> FunctionText;
  std::optional<llvm::GlobPattern> Function;
  std::vector<NameChange> FileChanges, FunctionChanges;
};

/// The folder of the project that \p Folder is in: the closest one around it
/// with `.git` or `.hg`; without one \p Folder itself.
std::string projectFolder(llvm::StringRef Folder);

} // namespace udpc

#endif // UDPC_PROFDATA_CHECK_COSTSELECTION_H
