//===- ProfileFile.cpp - A file that is complete or not there -------------===//

#include "runtime/ProfileFile.h"
#include "runtime/Process.h"
#include "runtime/System.h"
#include "runtime/logic/Crc32.h"
#include "sanitizer_common/sanitizer_libc.h"
#include "sanitizer_common/sanitizer_posix.h"
#include "udpc/costs.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

static char Buffer[64 << 10];

/// Opens away from 0, 1 and 2: a program that has closed those may write to
/// them all the same.
static int openFile(const char *Path, int Flags) {
  long FD = rawSyscall(SYS_openat, AT_FDCWD, reinterpret_cast<long>(Path),
                       Flags | O_CLOEXEC | O_NOCTTY, 0666);
  if (FD < 0 || FD > 2)
    return FD;
  long Moved = rawSyscall(SYS_fcntl, FD, F_DUPFD_CLOEXEC, 3);
  rawSyscall(SYS_close, FD);
  return Moved;
}

int ProfileFile::open(const char *Target, bool HasHeader) {
  Path = Target;
  Temporary[0] = 0;
  Offset = HasHeader ? sizeof(abi::ProfileHeader) : 0;
  Buffered = 0;
  Checksum = 0;
  struct stat Status;
  long Error =
      rawSyscall(SYS_newfstatat, AT_FDCWD, reinterpret_cast<long>(Path),
                 reinterpret_cast<long>(&Status), 0);
  if (!Error && !S_ISREG(Status.st_mode)) {
    FD = S_ISDIR(Status.st_mode) ? -EISDIR
                                 : openFile(Path, O_WRONLY | O_NONBLOCK);
    return FD < 0 ? -FD : 0;
  }
  TextBuffer Name(Temporary, sizeof(Temporary));
  Name.add(Path).add(".").add(processPid()).add(".tmp");
  if (Name.overflowed())
    return ENAMETOOLONG;
  int Flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
  FD = openFile(Temporary, Flags);
  if (FD == -EEXIST) {
    // Of a process of the same number that was killed.
    rawSyscall(SYS_unlinkat, AT_FDCWD, reinterpret_cast<long>(Temporary));
    FD = openFile(Temporary, Flags);
  }
  if (FD < 0)
    Temporary[0] = 0;
  return FD < 0 ? -FD : 0;
}

int ProfileFile::writeAt(const void *Data, uint64_t Size, uint64_t At) {
  auto *P = static_cast<const char *>(Data);
  while (Size) {
    long Written = rawSyscall(SYS_pwrite64, FD, reinterpret_cast<long>(P), Size,
                              static_cast<long>(At));
    if (Written == -EINTR)
      continue;
    // Signals are blocked, so it waits; the program must not get what is ours.
    if (Written == -EFBIG)
      dropSignal(SIGXFSZ);
    if (Written <= 0)
      return Written ? -Written : EIO;
    P += Written;
    At += Written;
    Size -= Written;
  }
  return 0;
}

int ProfileFile::flush() {
  Checksum = crc32(Checksum, Buffer, Buffered);
  int Error = writeAt(Buffer, Buffered, Offset);
  Offset += Buffered;
  Buffered = 0;
  return Error;
}

int ProfileFile::write(const void *Data, uint64_t Size) {
  auto *P = static_cast<const char *>(Data);
  while (Size) {
    if (Buffered == sizeof(Buffer))
      if (int Error = flush())
        return Error;
    uint64_t Part = sizeof(Buffer) - Buffered;
    Part = Part < Size ? Part : Size;
    internal_memcpy(Buffer + Buffered, P, Part);
    Buffered += Part;
    P += Part;
    Size -= Part;
  }
  return 0;
}

int ProfileFile::pad() {
  return write("\0\0\0\0\0\0\0", -(Offset + Buffered) & 7);
}

int ProfileFile::close(abi::ProfileHeader Header) {
  int Error = flush();
  Header.Checksum = Checksum;
  Header.Size = Offset;
  if (!Error)
    Error = writeAt(&Header, sizeof(Header), 0);
  return finish(Error);
}

int ProfileFile::finish(int Error) {
  // Some file systems tell only now that the disk is full.
  long Closed = rawSyscall(SYS_close, FD);
  FD = -1;
  if (!Error && Closed < 0)
    Error = -Closed;
  if (!Error && Temporary[0])
    Error =
        -rawSyscall(SYS_renameat2, AT_FDCWD, reinterpret_cast<long>(Temporary),
                    AT_FDCWD, reinterpret_cast<long>(Path), 0);
  if (Error)
    discard();
  return Error;
}

void ProfileFile::discard() {
  if (FD >= 0)
    rawSyscall(SYS_close, FD);
  FD = -1;
  if (Temporary[0])
    rawSyscall(SYS_unlinkat, AT_FDCWD, reinterpret_cast<long>(Temporary));
  Temporary[0] = 0;
}

//===----------------------------------------------------------------------===//
// Before and after exec
//===----------------------------------------------------------------------===//

static int64_t nanoseconds(const timespec &T) {
  return int64_t(T.tv_sec) * 1000000000 + T.tv_nsec;
}

/// When the process began, in nanoseconds since 1970; 0 if that is not known.
/// It stays the same over exec.
static int64_t processStart() {
  int FD = openFile("/proc/self/stat", O_RDONLY);
  if (FD < 0)
    return 0;
  char Text[1024];
  long Size =
      rawSyscall(SYS_read, FD, reinterpret_cast<long>(Text), sizeof(Text) - 1);
  rawSyscall(SYS_close, FD);
  Text[Size > 0 ? Size : 0] = 0;
  // `number (name) ...`: the start is the 20th after the name, in clock ticks
  // since the machine started.
  const char *P = internal_strrchr(Text, ')');
  for (int Field = 0; P && Field != 20; ++Field)
    if ((P = internal_strchr(P, ' ')))
      ++P;
  if (!P)
    return 0;
  uint64_t PerSecond = getauxval(AT_CLKTCK);
  int64_t Tick = 1000000000 / int64_t(PerSecond ? PerSecond : 100);
  int64_t SinceBoot = internal_atoll(P) * Tick;
  timespec Boot, Now;
  rawSyscall(SYS_clock_gettime, CLOCK_BOOTTIME, reinterpret_cast<long>(&Boot));
  rawSyscall(SYS_clock_gettime, CLOCK_REALTIME, reinterpret_cast<long>(&Now));
  return nanoseconds(Now) - nanoseconds(Boot) + SinceBoot;
}

/// Whether the file that begins with \p Size bytes at \p Start is one of ours
/// and of a process of this number.
static bool isOurs(const void *Start, long Size, bool NameIsOurs) {
  static const char *const Texts[] = {"desc: ", "cmd: "};
  for (const char *Text : Texts) {
    size_t Length = internal_strlen(Text);
    if (NameIsOurs && Size >= long(Length) &&
        !internal_memcmp(Start, Text, Length))
      return true;
  }
  auto *H = static_cast<const abi::ProfileHeader *>(Start);
  return Size == sizeof(*H) &&
         (!internal_memcmp(H->Magic, abi::ProfileMagic, sizeof(H->Magic)) ||
          !internal_memcmp(H->Magic, abi::CacheProfileMagic,
                           sizeof(H->Magic))) &&
         H->Pid == processPid();
}

bool rt::isFromBeforeExec(const char *Path, bool NameIsOurs) {
  int FD = openFile(Path, O_RDONLY | O_NONBLOCK);
  if (FD < 0)
    return false;
  abi::ProfileHeader H = {};
  struct stat Status = {};
  long Size =
      rawSyscall(SYS_pread64, FD, reinterpret_cast<long>(&H), sizeof(H), 0);
  rawSyscall(SYS_fstat, FD, reinterpret_cast<long>(&Status));
  rawSyscall(SYS_close, FD);
  if (!isOurs(&H, Size, NameIsOurs))
    return false;
  int64_t Start = processStart();
  // The start is known to 10 ms, the file's time to 4; numbers of processes are
  // not used again that soon.
  return Start && nanoseconds(Status.st_mtim) > Start - 50000000;
}
