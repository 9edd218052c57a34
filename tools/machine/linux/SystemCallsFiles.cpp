//===- SystemCallsFiles.cpp - System calls on files -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

using namespace udpc::machine;

namespace {
/// struct stat of asm-generic, whose order of fields differs from x86-64's.
struct GuestStat {
  uint64_t Device, Inode;
  uint32_t Mode, Links, User, Group;
  uint64_t SpecialDevice, Padding1;
  int64_t Size;
  int32_t BlockSize, Padding2;
  int64_t Blocks;
  int64_t AccessTime, AccessNanoseconds, ModifyTime, ModifyNanoseconds,
      ChangeTime, ChangeNanoseconds;
  uint32_t Unused[2];
};
static_assert(sizeof(GuestStat) == 128, "as the kernel has it");
} // namespace

int64_t SystemCalls::status(long HostCall, uint64_t First, uint64_t Path,
                            uint64_t Out, uint64_t Flags) {
  struct stat S;
  const char *Name = "";
  if (HostCall == SYS_newfstatat && !(Name = Memory.string(Path)))
    return -EFAULT;
  char *Bytes = Memory.bytes(Out, sizeof(GuestStat), MayWrite);
  if (!Bytes)
    return -EFAULT;
  int Directory = static_cast<int>(First);
  int Result = HostCall == SYS_fstat
                   ? fstat(Directory, &S)
                   : fstatat(Directory, Name, &S, static_cast<int>(Flags));
  if (Result)
    return -errno;
  GuestStat G = {S.st_dev,
                 S.st_ino,
                 S.st_mode,
                 static_cast<uint32_t>(S.st_nlink),
                 S.st_uid,
                 S.st_gid,
                 S.st_rdev,
                 0,
                 S.st_size,
                 static_cast<int32_t>(S.st_blksize),
                 0,
                 S.st_blocks,
                 S.st_atim.tv_sec,
                 S.st_atim.tv_nsec,
                 S.st_mtim.tv_sec,
                 S.st_mtim.tv_nsec,
                 S.st_ctim.tv_sec,
                 S.st_ctim.tv_nsec,
                 {}};
  std::memcpy(Bytes, &G, sizeof(G));
  return 0;
}

int64_t SystemCalls::vectored(long HostCall, Args A, unsigned Permission) {
  if (A[2] > IOV_MAX)
    return -EINVAL;
  const char *Bytes = Memory.bytes(A[1], A[2] * sizeof(iovec), MayRead);
  if (!Bytes)
    return -EFAULT;
  std::vector<iovec> Pieces(A[2]);
  std::memcpy(Pieces.data(), Bytes, A[2] * sizeof(iovec));
  for (iovec &P : Pieces) {
    auto Address = reinterpret_cast<uint64_t>(P.iov_base);
    P.iov_base =
        P.iov_len ? Memory.bytes(Address, P.iov_len, Permission) : nullptr;
    if (P.iov_len && !P.iov_base)
      return -EFAULT;
  }
  return checked(syscall(HostCall, A[0], Pieces.data(), A[2]));
}

int64_t SystemCalls::readLink(Args A) {
  const char *Path = Memory.string(A[1]);
  char *Out = Memory.bytes(A[2], A[3], MayWrite);
  if (!Path || !Out)
    return -EFAULT;
  if (std::strcmp(Path, "/proc/self/exe") != 0)
    return checked(readlinkat(static_cast<int>(A[0]), Path, Out, A[3]));
  char Absolute[PATH_MAX];
  if (!realpath(Program.c_str(), Absolute))
    return -errno;
  size_t Size = std::min<size_t>(std::strlen(Absolute), A[3]);
  std::memcpy(Out, Absolute, Size);
  return static_cast<int64_t>(Size);
}

std::optional<CallResult> SystemCalls::callFile(uint64_t Number, Args A) {
  switch (Number) {
  case GuestReadv:
    return CallResult{vectored(SYS_readv, A, MayWrite)};
  case GuestWritev:
    return CallResult{vectored(SYS_writev, A, MayRead)};
  case GuestReadlinkat:
    return CallResult{readLink(A)};
  case GuestNewfstatat:
    return CallResult{status(SYS_newfstatat, A[0], A[1], A[2], A[3])};
  case GuestFstat:
    return CallResult{status(SYS_fstat, A[0], 0, A[1], 0)};
  case GuestIoctl: {
    // Requests of isatty() and of programs that draw tables.
    uint64_t Size = A[1] == TCGETS       ? 36
                    : A[1] == TIOCGWINSZ ? sizeof(winsize)
                    : A[1] == FIONREAD   ? sizeof(int)
                                         : 0;
    if (!Size)
      return CallResult{-ENOTTY};
    char *Out = Memory.bytes(A[2], Size, MayWrite);
    return CallResult{Out ? checked(syscall(SYS_ioctl, A[0], A[1], Out))
                          : -EFAULT};
  }
  case 25: // fcntl: only locks have a structure.
    if (A[1] == F_GETLK || A[1] == F_SETLK || A[1] == F_SETLKW) {
      char *Lock = Memory.bytes(A[2], sizeof(struct flock), MayRead);
      return CallResult{Lock ? checked(syscall(SYS_fcntl, A[0], A[1], Lock))
                             : -EFAULT};
    }
    return CallResult{checked(syscall(SYS_fcntl, A[0], A[1], A[2]))};
  default:
    return std::nullopt;
  }
}
