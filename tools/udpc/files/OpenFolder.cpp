//===- OpenFolder.cpp - A folder by descriptor ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/files/OpenFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static Error failure(const Twine &What) {
  return createStringError(What + ": " + sys::StrError(errno));
}

OpenFolder::~OpenFolder() {
  if (FD >= 0)
    close(FD);
}

Error OpenFolder::failed(StringRef Name) const {
  return failure(Path + "/" + Name);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

namespace {

/// Opens a path one name at a time.
class PathWalk {
public:
  PathWalk() = default;
  PathWalk(const PathWalk &) = delete;
  ~PathWalk() {
    if (Here >= 0)
      close(Here);
  }

  /// Opens \p Path. Returns false and sets errno if that fails.
  bool walk(StringRef Path);
  /// The descriptor (O_PATH) of the folder that was opened.
  int here() const { return Here; }
  /// The owners of the links that were followed.
  ArrayRef<uid_t> linkOwners() const { return Owners; }

private:
  /// Opens \p Name in the folder Here. If it is a link, prepends the names of
  /// its path to Names instead.
  bool step(const std::string &Name);
  /// Opens the folder where \p Path begins.
  bool begin(StringRef Path) {
    return enter(::open(Path.starts_with("/") ? "/" : ".", Flags));
  }
  /// Replaces Here by the descriptor \p Next, which is negative after an error.
  bool enter(int Next) {
    if (Next < 0)
      return false;
    if (Here >= 0)
      close(Here);
    Here = Next;
    return true;
  }
  /// Prepends the names of \p Path to Names.
  void add(StringRef Path) {
    SmallVector<StringRef, 16> Parts;
    Path.split(Parts, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef P : reverse(Parts))
      Names.push_front(P.str());
  }

  static constexpr int Flags = O_PATH | O_CLOEXEC;
  int Here = -1;
  std::deque<std::string> Names; ///< The rest of the path.
  std::vector<uid_t> Owners;
};

} // namespace

bool PathWalk::walk(StringRef Path) {
  if (!begin(Path))
    return false;
  add(Path);
  while (!Names.empty()) {
    std::string Name = std::move(Names.front());
    Names.pop_front();
    if (!step(Name))
      return false;
  }
  return true;
}

bool PathWalk::step(const std::string &Name) {
  int Next = openat(Here, Name.c_str(), Flags | O_NOFOLLOW);
  struct stat Status;
  if (Next < 0 || fstat(Next, &Status))
    return false;
  if (!S_ISLNK(Status.st_mode))
    return enter(Next);
  scope_exit Close([&] { close(Next); });
  // Some links of procfs, such as /proc/self/root, do not lead where their text
  // says.
  struct statfs System;
  if (!fstatfs(Next, &System) && System.f_type == PROC_SUPER_MAGIC)
    return enter(openat(Here, Name.c_str(), Flags | O_DIRECTORY));
  constexpr size_t MaxLinks = 40; // The kernel's limit.
  Owners.push_back(Status.st_uid);
  char Target[PATH_MAX];
  ssize_t Size = readlinkat(Next, "", Target, sizeof(Target));
  if (Size < 0)
    return false;
  if (Owners.size() > MaxLinks) {
    errno = ELOOP;
    return false;
  }
  StringRef To(Target, Size);
  add(To);
  return !To.starts_with("/") || begin(To);
}

Expected<OpenFolder> OpenFolder::open(const std::string &Path) {
  PathWalk Walk;
  if (!Walk.walk(Path))
    return failure(Path);
  OpenFolder Result(
      openat(Walk.here(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), Path);
  if (Result.FD < 0)
    return failure(Path);
  uid_t Owner = Result.status().st_uid;
  for (uid_t By : Walk.linkOwners())
    if (By && By != geteuid() && By != Owner)
      return createStringError(Path + ": user " + Twine(By) +
                               " has made a link on the way, which "
                               "leads to a folder of user " +
                               Twine(Owner) + ": name the folder itself");
  return std::move(Result);
}

Expected<OpenFolder> OpenFolder::openOwn(StringRef Name) const {
  std::string Full = Path + "/" + Name.str();
  OpenFolder Result(openat(FD, Name.str().c_str(),
                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                    Full);
  if (Result.FD < 0 && (errno == ELOOP || errno == ENOTDIR))
    return createStringError(Full + ": no folder");
  if (Result.FD < 0)
    return failure(Full);
  struct stat Status = Result.status();
  if (Status.st_uid != geteuid())
    return createStringError(Full + ": belongs to user " +
                             Twine(Status.st_uid) +
                             ", who may have put links there: run this as that "
                             "user, or remove it");
  if (Status.st_mode & (S_IWGRP | S_IWOTH))
    return createStringError(Full + ": other users may write there, and put "
                                    "links there: remove it");
  return std::move(Result);
}

Expected<OpenFolder> OpenFolder::makeOwn(StringRef Name) const {
  if (mkdirat(FD, Name.str().c_str(), 0700) && errno != EEXIST)
    return failed(Name);
  return openOwn(Name);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

struct stat OpenFolder::status() const {
  struct stat Status = {};
  fstat(FD, &Status);
  return Status;
}

std::vector<std::string> OpenFolder::names() const {
  std::vector<std::string> Names;
  // readdir() moves the position of the open file description, and fdopendir()
  // takes ownership of the descriptor, so open another one.
  int Own = openat(FD, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *Folder = Own < 0 ? nullptr : fdopendir(Own);
  if (!Folder) {
    if (Own >= 0)
      close(Own);
    return Names;
  }
  while (dirent *Entry = readdir(Folder))
    if (StringRef Name = Entry->d_name; Name != "." && Name != "..")
      Names.push_back(Name.str());
  closedir(Folder);
  llvm::sort(Names);
  return Names;
}

bool OpenFolder::has(StringRef Name) const {
  struct stat Status;
  return !fstatat(FD, Name.str().c_str(), &Status, AT_SYMLINK_NOFOLLOW);
}

int OpenFolder::openFile(StringRef Name) const {
  // Without O_NONBLOCK, opening a FIFO would wait for a writer.
  int File = openat(FD, Name.str().c_str(),
                    O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat Status;
  if (File < 0 || (!fstat(File, &Status) && S_ISREG(Status.st_mode)))
    return File;
  close(File);
  errno = EINVAL;
  return -1;
}

Expected<std::unique_ptr<MemoryBuffer>>
OpenFolder::read(StringRef Name, uint64_t MaxSize) const {
  int File = openFile(Name);
  if (File < 0)
    return failed(Name);
  scope_exit Close([&] { close(File); });
  std::string Full = Path + "/" + Name.str();
  struct stat Status;
  if (fstat(File, &Status))
    return failed(Name);
  if (uint64_t(Status.st_size) > MaxSize)
    return createStringError(Full + ": larger than " + Twine(MaxSize >> 20) +
                             " MiB");
  // IsVolatile: read the file instead of mapping it, because SIGBUS would end
  // this process if another one truncated the file.
  auto Buffer = MemoryBuffer::getOpenFile(File, Full, Status.st_size,
                                          /*RequiresNullTerminator=*/false,
                                          /*IsVolatile=*/true);
  if (!Buffer)
    return createStringError(Full + ": " + Buffer.getError().message());
  return std::move(*Buffer);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Writes \p Content to a new file and syncs it to the disk.
static std::error_code writeNew(int Folder, const std::string &Name,
                                StringRef Content) {
  int File = openat(Folder, Name.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (File < 0)
    return errnoAsErrorCode();
  raw_fd_ostream OS(File, /*shouldClose=*/false, /*unbuffered=*/true);
  OS << Content;
  std::error_code EC = OS.error();
  OS.clear_error();
  if (!EC && fsync(File))
    EC = errnoAsErrorCode();
  if (close(File) && !EC)
    EC = errnoAsErrorCode();
  return EC;
}

Error OpenFolder::store(StringRef Name, StringRef Content) const {
  std::string Temporary = Name.str() + ".tmp";
  // A killed process may have left the file.
  unlinkat(FD, Temporary.c_str(), 0);
  if (std::error_code EC = writeNew(FD, Temporary, Content))
    return createStringError(Path + "/" + Temporary + ": " + EC.message());
  if (renameat(FD, Temporary.c_str(), FD, Name.str().c_str()))
    return failed(Name);
  fsync(FD);
  return Error::success();
}

Error OpenFolder::move(StringRef Name, const OpenFolder &To,
                       StringRef New) const {
  if (renameat(FD, Name.str().c_str(), To.FD, New.str().c_str()))
    return failed(Name);
  return Error::success();
}

bool OpenFolder::moveBack(StringRef Name, const OpenFolder &To,
                          StringRef New) const {
  return !renameat2(FD, Name.str().c_str(), To.FD, New.str().c_str(),
                    RENAME_NOREPLACE);
}

void OpenFolder::remove(StringRef Name) const {
  std::string Text = Name.str();
  if (!unlinkat(FD, Text.c_str(), 0) || (errno != EISDIR && errno != EPERM))
    return;
  {
    OpenFolder Inner(openat(FD, Text.c_str(),
                            O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                     Path + "/" + Text);
    if (Inner.FD < 0)
      return;
    for (const std::string &Each : Inner.names())
      Inner.remove(Each);
  }
  unlinkat(FD, Text.c_str(), AT_REMOVEDIR);
}
