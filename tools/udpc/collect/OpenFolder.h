//===- OpenFolder.h - A folder by its descriptor ----------------*- C++ -*-===//
//
// Work in a folder that another user may change at the same time. Everything is
// found by the folder's descriptor and a name without '/', and no link is
// followed, so nothing that is done here can have an effect elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COLLECT_OPENFOLDER_H
#define UDPC_TOOLS_UDPC_COLLECT_OPENFOLDER_H

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

  /// The folder \p Path. Links on the way are followed if root, this user or
  /// the owner of the folder has made them.
  static llvm::Expected<OpenFolder> open(const std::string &Path);

  /// The folder \p Name in this one, which nobody but this user may write to:
  /// else what it has may be of others. Creates it if it is not there.
  llvm::Expected<OpenFolder> makeOwn(llvm::StringRef Name) const;
  /// The same; fails if it is not there.
  llvm::Expected<OpenFolder> openOwn(llvm::StringRef Name) const;

  /// For messages.
  const std::string &path() const { return Path; }
  int descriptor() const { return FD; }
  /// What fstat() tells.
  struct stat status() const;
  /// The names in it but "." and "..", sorted.
  std::vector<std::string> names() const;
  bool has(llvm::StringRef Name) const;

  /// Opens \p Name for reading, if it is a regular file. -1 if not, with errno.
  int openFile(llvm::StringRef Name) const;
  /// Reads the regular file \p Name, of \p MaxSize bytes at most.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  read(llvm::StringRef Name, uint64_t MaxSize) const;
  /// Writes \p Content under a temporary name, waits until it is on the disk,
  /// and renames it to \p Name.
  llvm::Error store(llvm::StringRef Name, llvm::StringRef Content) const;
  /// Renames \p Name to \p New in \p To.
  llvm::Error move(llvm::StringRef Name, const OpenFolder &To,
                   llvm::StringRef New) const;
  /// The same, unless \p To has something of that name. Returns success.
  bool moveBack(llvm::StringRef Name, const OpenFolder &To,
                llvm::StringRef New) const;
  /// Removes \p Name, with all in it if it is a folder.
  void remove(llvm::StringRef Name) const;

private:
  OpenFolder(int FD, std::string Path) : FD(FD), Path(std::move(Path)) {}
  llvm::Error failed(llvm::StringRef Name) const;

  int FD = -1;
  std::string Path;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COLLECT_OPENFOLDER_H
