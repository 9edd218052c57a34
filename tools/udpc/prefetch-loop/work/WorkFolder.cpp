//===- WorkFolder.cpp - The loop's work folder ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/WorkFolder.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <csignal>
#include <string>
#include <sys/file.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

/// The file that marks a folder as the loop's.
static constexpr StringLiteral Mark = ".udpc-loop";

std::string WorkFolder::file(StringRef Name) const {
  SmallString<128> File(Path);
  sys::path::append(File, Name);
  return File.str().str();
}

void WorkFolder::remove() const { sys::fs::remove_directories(Path); }

/// Fails if \p Path exists and belongs to another user, or if another user may
/// write to it, who could have put links there.
static Error checkOwner(StringRef Path) {
  sys::fs::file_status Named, Folder;
  if (sys::fs::status(Path, Named, /*follow=*/false) ||
      sys::fs::status(Path, Folder))
    return Error::success();
  auto IsOwn = [](const sys::fs::file_status &Status) {
    return Status.getUser() == geteuid();
  };
  bool IsLink = sys::fs::is_symlink_file(Named);
  if (!IsOwn(Folder) || (IsLink && Named.getUser() && !IsOwn(Named)) ||
      Folder.permissions() & sys::fs::others_write)
    return createStringError(Path + ": another user has made it or may write "
                                    "there, and put links there; name another "
                                    "folder by --work");
  return Error::success();
}

Expected<WorkFolder> WorkFolder::create(StringRef Path) {
  SmallString<128> Absolute(Path);
  if (std::error_code EC = sys::fs::make_absolute(Absolute))
    return createStringError(Path + ": " + EC.message());
  if (Error E = checkOwner(Absolute))
    return std::move(E);
  WorkFolder Folder(Absolute.str().str());
  std::error_code EC;
  bool IsEmpty = sys::fs::directory_iterator(Absolute, EC) ==
                 sys::fs::directory_iterator();
  if (!EC && !IsEmpty && !sys::fs::exists(Folder.file(Mark)))
    return createStringError(Path + ": is there already, and not of an earlier "
                                    "loop; name another folder by --work");
  if (Error E = Folder.mark())
    return std::move(E);
  return Folder;
}

/// Returns whether the process named in the file \p Mark is running. Otherwise
/// processes that it has started hold the lock.
static bool isLoopAtWork(const std::string &Mark) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text = MemoryBuffer::getFile(Mark);
  pid_t Pid;
  return Text && to_integer((*Text)->getBuffer(), Pid) && Pid > 0 &&
         (kill(Pid, 0) == 0 || errno == EPERM);
}

Error WorkFolder::mark() const {
  if (std::error_code EC = sys::fs::create_directories(Path))
    return createStringError(Path + ": " + EC.message());
  // Keep the file open, and so locked, until this process and all that it
  // starts end: builds and runs of a killed loop continue, and would disturb
  // the next one's.
  int File;
  if (std::error_code EC = sys::fs::openFileForWrite(
          file(Mark), File, sys::fs::CD_OpenAlways, sys::fs::OF_ChildInherit))
    return createStringError(file(Mark) + ": " + EC.message());
  if (flock(File, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
    if (isLoopAtWork(file(Mark)))
      return createStringError(Path + ": another loop is at work there; wait "
                                      "for it, or name another folder by "
                                      "--work");
    sayInLoop("waiting for commands of a loop that was killed, in " + Path +
              " (remove that folder to begin anew without waiting)");
    while (flock(File, LOCK_EX) && errno == EINTR)
      ;
  }
  std::string Pid = std::to_string(getpid());
  if (ftruncate(File, 0) ||
      pwrite(File, Pid.data(), Pid.size(), 0) != ssize_t(Pid.size()))
    return createStringError(file(Mark) + ": " + errnoAsErrorCode().message());
  return Error::success();
}

Error WorkFolder::empty() const {
  // Keep the folder itself, which the user may have made a link.
  std::error_code EC;
  for (sys::fs::directory_iterator It(Path, EC), End; !EC && It != End;
       It.increment(EC)) {
    if (sys::path::filename(It->path()) == Mark)
      continue;
    if (sys::fs::is_directory(It->path()))
      EC = sys::fs::remove_directories(It->path(), /*IgnoreErrors=*/false);
    else
      EC = sys::fs::remove(It->path());
    if (EC)
      break;
  }
  return EC ? createStringError(Path + ": " + EC.message()) : Error::success();
}
