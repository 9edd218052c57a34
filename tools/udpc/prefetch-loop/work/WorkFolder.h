//===- WorkFolder.h - The loop's work folder --------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// A folder for temporary files of the loop.
class WorkFolder {
public:
  /// Creates \p Path, or takes one left by an earlier loop, for this process
  /// alone. Fails if it has other files, or another process uses it.
  static llvm::Expected<WorkFolder> create(llvm::StringRef Path);

  /// Absolute.
  const std::string &path() const { return Path; }
  std::string file(llvm::StringRef Name) const;
  void remove() const;
  /// Removes what an earlier loop has left in it.
  llvm::Error empty() const;

private:
  llvm::Error mark() const;
  explicit WorkFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H
