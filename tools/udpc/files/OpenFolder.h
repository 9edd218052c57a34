//===- OpenFolder.h - A folder by descriptor ------------------ -*- C++ -*-===//
//
// Access to a folder that another user may change at the same time. Files are
// found by the folder's descriptor and a name without '/', and links are not
// followed, so no operation has an effect outside of the folder. Used by `udpc
// collect`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_FILES_OPENFOLDER_H
#define UDPC_TOOLS_UDPC_FILES_OPENFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct stat;

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace udpc {

/// An open folder. Movable.
class OpenFolder {
public:
  OpenFolder() = default;
  OpenFolder(OpenFolder &&Other)
      : FD(std::exchange(Other.FD, -1)), Path(std::move(Other.Path)) {}
  OpenFolder &operator=(OpenFolder &&Other) {
    std::swap(FD, Other.FD);
    std::swap(Path, Other.Path);
    return *this;
  }
  ~OpenFolder();

  /// Opens the folder \p Path. Fails if a link in the path belongs to a user
  /// other than root, this user and the owner of the folder.
  static llvm::Expected<OpenFolder> open(const std::string &Path);

  /// Opens the folder \p Name in this one. Fails if another user may write to
  /// it, who could have put links there.
  llvm::Expected<OpenFolder> openOwn(llvm::StringRef Name) const;
  /// Creates the folder \p Name unless it exists, and opens it like openOwn().
  llvm::Expected<OpenFolder> makeOwn(llvm::StringRef Name) const;

  /// Returns the path by which the folder was opened, for messages.
  const std::string &path() const { return Path; }
  int descriptor() const { return FD; }
  /// Returns the result of fstat().
  struct stat status() const;
  /// Returns the sorted names in the folder, without "." and "..".
  std::vector<std::string> names() const;
  bool has(llvm::StringRef Name) const;

  /// Opens the regular file \p Name for reading. Returns -1, with errno, if it
  /// cannot be opened or is no regular file.
  int openFile(llvm::StringRef Name) const;
  /// Reads the regular file \p Name. Fails if it has more than \p MaxSize
  /// bytes.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  read(llvm::StringRef Name, uint64_t MaxSize) const;
  /// Writes \p Content under a temporary name, syncs it to the disk, and
  /// renames it to \p Name.
  llvm::Error store(llvm::StringRef Name, llvm::StringRef Content) const;
  /// Renames \p Name to \p New in \p To, replacing an existing file.
  llvm::Error move(llvm::StringRef Name, const OpenFolder &To,
                   llvm::StringRef New) const;
  /// Renames \p Name to \p New in \p To. Returns false, and changes nothing, if
  /// that fails or \p To already has the name.
  bool moveBack(llvm::StringRef Name, const OpenFolder &To,
                llvm::StringRef New) const;
  /// Removes \p Name, with its contents if it is a folder.
  void remove(llvm::StringRef Name) const;

private:
  OpenFolder(int FD, std::string Path) : FD(FD), Path(std::move(Path)) {}
  llvm::Error failed(llvm::StringRef Name) const;

  int FD = -1;
  std::string Path;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FILES_OPENFOLDER_H
