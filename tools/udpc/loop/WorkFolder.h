//===- WorkFolder.h - Where the loop keeps its copies ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_WORKFOLDER_H
#define UDPC_TOOLS_UDPC_LOOP_WORKFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// A folder that is ours alone.
class WorkFolder {
public:
  /// Makes \p Path, or empties one that an earlier loop has left. The error
  /// says that it has other things.
  static llvm::Expected<WorkFolder> create(llvm::StringRef Path);

  /// Absolute.
  const std::string &path() const { return Path; }
  std::string file(llvm::StringRef Name) const;
  void remove() const;

private:
  explicit WorkFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_WORKFOLDER_H
