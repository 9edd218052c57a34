//===- Streams.cpp - Outputs that are not regular files -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/output/Streams.h"
#include "runtime/options/OutputName.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;

//===----------------------------------------------------------------------===//
// Descriptors of the program
//===----------------------------------------------------------------------===//

namespace {
struct KeptDescriptor {
  int Number; ///< The program's descriptor.
  int Copy;   ///< Our descriptor, or -errno.
  dev_t Device;
  ino_t Node;
};
} // namespace

/// At most one for each output.
static KeptDescriptor Kept[3];
static unsigned NumKept;

static const KeptDescriptor *findKept(int Number) {
  for (unsigned I = 0; I != NumKept; ++I)
    if (Kept[I].Number == Number)
      return &Kept[I];
  return nullptr;
}

void rt::keepDescriptor(const char *Path) {
  int Number = descriptorOf(Path);
  if (Number < 0 || findKept(Number) || NumKept == sizeof(Kept) / sizeof(*Kept))
    return;
  KeptDescriptor &K = Kept[NumKept++];
  K.Number = Number;
  K.Copy = duplicateUp(Number);
  struct stat Status = {};
  rawSyscall(SYS_fstat, K.Copy, asLong(&Status));
  K.Device = Status.st_dev;
  K.Node = Status.st_ino;
}

/// Returns a new descriptor for the kept file. The program may have closed ours
/// together with its own, and reused the number.
static int openKept(int Number) {
  const KeptDescriptor *K = findKept(Number);
  if (!K)
    return -EBADF;
  if (K->Copy < 0)
    return K->Copy;
  if (!isFile(K->Copy, K->Device, K->Node))
    return -EBADF;
  return rawSyscall(SYS_fcntl, K->Copy, F_DUPFD_CLOEXEC, 3);
}

//===----------------------------------------------------------------------===//
// Special files
//===----------------------------------------------------------------------===//

static bool isSpecial(const struct stat &Status) {
  return !S_ISREG(Status.st_mode) && !S_ISDIR(Status.st_mode) &&
         !S_ISLNK(Status.st_mode);
}

/// Finds the special file that \p Path names, following links that belong to
/// root or to the program's user. \p NoFollow is the flag for opening it.
static bool findSpecial(const char *Path, struct stat &Status, int &NoFollow) {
  NoFollow = O_NOFOLLOW;
  if (rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Status),
                 AT_SYMLINK_NOFOLLOW))
    return false;
  if (!S_ISLNK(Status.st_mode))
    return isSpecial(Status);
  if (Status.st_uid &&
      Status.st_uid != static_cast<uid_t>(rawSyscall(SYS_geteuid)))
    return false;
  NoFollow = 0;
  return !rawSyscall(SYS_newfstatat, AT_FDCWD, asLong(Path), asLong(&Status),
                     0) &&
         isSpecial(Status);
}

bool rt::isStream(const char *Path) {
  struct stat Status;
  int NoFollow;
  return descriptorOf(Path) >= 0 || findSpecial(Path, Status, NoFollow);
}

static int openSocket(const char *Path) {
  sockaddr_un Address = {};
  Address.sun_family = AF_UNIX;
  TextBuffer Name(Address.sun_path, sizeof(Address.sun_path));
  if (Name.add(Path).overflowed())
    return -ENAMETOOLONG;
  long FD = rawSyscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (FD < 0 || (FD = moveUp(FD)) < 0)
    return FD;
  long Error = rawSyscall(SYS_connect, FD, asLong(&Address), sizeof(Address));
  if (!Error)
    return FD;
  closeFile(FD);
  return Error;
}

int rt::openStream(const char *Path) {
  if (int Number = descriptorOf(Path); Number >= 0)
    return openKept(Number);
  struct stat Status;
  int NoFollow;
  if (!findSpecial(Path, Status, NoFollow))
    return -ENOENT;
  if (S_ISSOCK(Status.st_mode))
    return openSocket(Path);
  // Does not block: a FIFO may have no reader.
  int FD = openFile(Path, O_WRONLY | O_NONBLOCK | NoFollow);
  // The file may have been replaced meanwhile.
  if (FD >= 0 &&
      (rawSyscall(SYS_fstat, FD, asLong(&Status)) || !isSpecial(Status))) {
    closeFile(FD);
    return -EAGAIN;
  }
  return FD;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Waits until a piece can be written, for at most five seconds.
static bool waitToWrite(int FD) {
  pollfd Poll = {FD, POLLOUT, 0};
  timespec Time = {5, 0};
  return rawSyscall(SYS_ppoll, asLong(&Poll), 1, asLong(&Time), 0, 8) == 1;
}

int rt::writeStream(int FD, const void *Data, uint64_t Size) {
  // The size that a writable pipe accepts without blocking.
  constexpr uint64_t Piece = 4096;
  auto *P = static_cast<const char *>(Data);
  while (Size) {
    if (!waitToWrite(FD))
      return ETIMEDOUT;
    long Written =
        rawSyscall(SYS_write, FD, asLong(P), Size < Piece ? Size : Piece);
    if (Written == -EINTR || Written == -EAGAIN)
      continue;
    // Signals are blocked, so these are pending; the program must not receive
    // them.
    if (Written == -EPIPE)
      consumePendingSignal(SIGPIPE);
    if (Written == -EFBIG)
      consumePendingSignal(SIGXFSZ);
    if (Written <= 0)
      return Written ? -Written : EIO;
    P += Written;
    Size -= Written;
  }
  return 0;
}
