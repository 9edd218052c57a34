//===- KeptFile.cpp - Files for a program in a sandbox --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/KeptFile.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

/// Returns whether \p Refuses is true for a system call that is needed to
/// create and write a file.
template <typename Function> static bool anyCall(Function Refuses) {
  constexpr int Flags =
      O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
  return Refuses(SYS_openat, CallArguments{{AT_FDCWD, 0, Flags, 0666}}) ||
         Refuses(SYS_pwrite64, CallArguments{}) ||
         Refuses(SYS_close, CallArguments{}) ||
         Refuses(RenameCall, CallArguments{});
}

bool rt::refusesFiles(const Filter &F) {
  return anyCall([&](long Number, const CallArguments &Arguments) {
    return refuses(F, Number, Arguments);
  });
}

bool rt::areFilesRefused() {
  return HaveFilters &&
         anyCall([](long Number, const CallArguments &Arguments) {
           return isRefused(Number, Arguments);
         });
}

void KeptFile::open(const char *Path) {
  if (FD)
    return;
  int Opened = openFile(Path, O_RDWR | O_NOFOLLOW);
  if (Opened < 0)
    return;
  long Moved = duplicateUp(Opened);
  closeFile(Opened);
  struct stat Status;
  if (Moved < 0)
    return;
  if (rawSyscall(SYS_fstat, Moved, asLong(&Status))) {
    closeFile(static_cast<int>(Moved));
    return;
  }
  FD = static_cast<int>(Moved);
  Device = Status.st_dev;
  Node = Status.st_ino;
  Size = Status.st_size;
}

/// Returns whether FD is still the file: the program may have closed our
/// descriptor and reused its number.
bool KeptFile::isOurs() const {
  struct stat Status;
  if (!rawSyscall(SYS_fstat, FD, asLong(&Status)) ||
      !rawSyscall(SYS_newfstatat, FD, asLong(""), asLong(&Status),
                  AT_EMPTY_PATH))
    return Status.st_dev == Device && Status.st_ino == Node;
  // The descriptor cannot be identified. It is ours if filters forbid each call
  // by which the program could have replaced it.
  return isForbidden(SYS_close, {{FD}}) &&
         isForbidden(SYS_close_range, {{FD, FD}}) &&
         isForbidden(SYS_dup3, {{0, FD}})
#ifdef SYS_dup2
         && isForbidden(SYS_dup2, {{0, FD}})
#endif
      ;
}

/// Writes the contents by write() alone, for filters that allow nothing else.
/// The first time, the descriptor's offset is 0; afterwards lseek() is needed.
int KeptFile::writeFromStart(const MemoryImage &Image) {
  long At = rawSyscall(SYS_lseek, FD, 0, SEEK_SET);
  if (At && HasOffset)
    return -At;
  HasOffset = true;
  for (uint64_t Done = 0; Done != Image.Size;) {
    long Written = rawSyscall(SYS_write, FD, asLong(Image.Bytes + Done),
                              Image.Size - Done);
    if (Written == -EINTR)
      continue;
    if (Written <= 0)
      return Written ? -Written : EIO;
    Done += Written;
  }
  return 0;
}

int KeptFile::write(const MemoryImage &Image) {
  if (!isOurs())
    return EBADF;
  if (Image.Size < Size) {
    long Error = rawSyscall(SYS_ftruncate, FD, static_cast<long>(Image.Size));
    if (Error)
      return -Error;
  }
  Size = Image.Size;
  int Error = writeAll(FD, 0, Image.Bytes, Image.Size);
  return Error == EPERM ? writeFromStart(Image) : Error;
}
