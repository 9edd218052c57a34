//===- WorkFolder.h - The loop's work folder --------------------*- C++ -*-===//
//
// Creates and locks the folder of builds, journals and outputs of one loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// A folder for temporary files of the loop.
class WorkFolder {
public:
  /// Creates \p Path, or takes over one left by an earlier loop, and locks it.
  /// Fails if it has other files, or another process uses it.
  static llvm::Expected<WorkFolder> create(llvm::StringRef Path);

  /// Returns the absolute path.
  const std::string &path() const { return Path; }
  std::string file(llvm::StringRef Name) const;
  void remove() const;
  /// Removes the files that an earlier loop has left.
  llvm::Error empty() const;

private:
  llvm::Error mark() const;
  explicit WorkFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_WORKFOLDER_H
