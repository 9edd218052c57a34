//===- LogFile.cpp - The file of the log ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/log/LogFile.h"
#include "runtime/base/Bytes.h"
#include "runtime/base/Text.h"
#include "runtime/log/LogWriter.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

using namespace udpc;
using namespace udpc::rt;

bool LogFile::isOurs(uint64_t &Size) const {
  struct stat Status;
  if (!FD || rawSyscall(SYS_fstat, FD, asLong(&Status)))
    return false;
  Size = Status.st_size;
  return Status.st_dev == Device && Status.st_ino == Node && Status.st_nlink;
}

static long openToAppend(const char *Path) {
  // O_NONBLOCK, so that a FIFO without a reader does not block.
  constexpr int Flags = O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
  long FD = openFile(Path, O_RDWR | Flags);
  return FD == -EACCES ? openFile(Path, O_WRONLY | Flags) : FD;
}

/// Returns whether the file begins like a log, as far as it can be read: a
/// program must not write into a file that was named by mistake.
static bool canBeLog(int FD) {
  constexpr uint32_t Sync = log::Sync;
  char Start[sizeof(Sync)];
  long Size = rawSyscall(SYS_pread64, FD, asLong(Start), sizeof(Start), 0);
  return Size <= 0 || sameBytes(Start, &Sync, Size);
}

int LogFile::open(const char *Path) {
  long Opened = openToAppend(Path);
  if (Opened == -ENOENT) {
    makeFolders(Path);
    Opened = openToAppend(Path);
  }
  if (Opened < 0)
    return -Opened;
  struct stat Status;
  long Error = rawSyscall(SYS_fstat, Opened, asLong(&Status));
  if (!Error && !S_ISREG(Status.st_mode))
    Error = -EINVAL;
  if (!Error && !canBeLog(Opened))
    Error = -EBADMSG;
  // Uses a high number, because programs may rely on the number of their next
  // descriptor.
  long Moved = Error ? Error : duplicateUp(Opened);
  closeFile(Opened);
  if (Moved < 0)
    return -Moved;
  *this = {static_cast<int>(Moved), Status.st_dev, Status.st_ino};
  return 0;
}

void LogFile::close() {
  if (FD && isFile(FD, Device, Node))
    closeFile(FD);
  *this = {};
}

int LogFile::write(const log::RecordHeader &Header, const LogPiece *Pieces,
                   unsigned N, unsigned Padding) const {
  static const char Zeros[8] = {};
  iovec Parts[MaxLogPieces + 2] = {
      {const_cast<log::RecordHeader *>(&Header), sizeof(Header)}};
  for (unsigned I = 0; I != N; ++I)
    Parts[I + 1] = {const_cast<void *>(Pieces[I].Data), Pieces[I].Size};
  Parts[N + 1] = {const_cast<char *>(Zeros), Padding};
  long Written;
  do
    Written = rawSyscall(SYS_writev, FD, asLong(Parts), N + 2);
  while (Written == -EINTR);
  // The program must not get SIGXFSZ, which is pending now.
  if (Written == -EFBIG)
    consumePendingSignal(SIGXFSZ);
  if (Written < 0)
    return -Written;
  // A record is of no use if the disk has no room for the rest.
  return Written == Header.Size ? 0 : ENOSPC;
}

/// Stores the name of the \p N-th older file. False if it is too long.
static bool olderName(char (&Name)[PATH_MAX], const char *Path, uint64_t N) {
  TextBuffer Out(Name, sizeof(Name));
  return !Out.add(Path).add('.').add(N).overflowed();
}

void rt::rotateFiles(const char *Path, const LogFile &File) {
  struct stat Status;
  if (rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Status),
                 AT_SYMLINK_NOFOLLOW) ||
      Status.st_dev != File.Device || Status.st_ino != File.Node)
    return;
  // Static, because a stack may be too small. Guarded by the caller's lock.
  static char From[PATH_MAX], To[PATH_MAX];
  for (uint64_t I = NumOlderFiles; I > 1; --I)
    if (olderName(From, Path, I - 1) && olderName(To, Path, I))
      renameFile(From, To);
  if (olderName(To, Path, 1))
    renameFile(Path, To);
}
