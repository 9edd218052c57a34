//===- SystemCalls.cpp - What the program asks the kernel -----------------===//

#include "tools/machine/SystemCalls.h"
#include "tools/machine/SystemCallNumbers.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc::machine;

static int64_t checked(long Result) { return Result == -1 ? -errno : Result; }

void SystemCalls::reportOnce(uint64_t Number, const char *What) {
  if (Reported.insert(Number).second)
    WithColor::warning(errs(), "udpc-machine")
        << "system call " << Number << " " << What << '\n';
}

//===----------------------------------------------------------------------===//
// Calls whose arguments are passed on
//===----------------------------------------------------------------------===//

namespace {
/// A call that means the same on both sides. Each letter of Arguments is one:
///   n  a number
///   p  a path
///   r  memory that is read, w: that is written; its size is the next argument
///   0 to 9, A to Z: memory that is read or written, of the size that sizeOf()
///      says; it may be a null pointer
struct PlainCall {
  uint64_t Number;
  long Host;
  const char *Arguments;
};
} // namespace

static constexpr PlainCall PlainCalls[] = {
    {17, SYS_getcwd, "wn"},
    {23, SYS_dup, "n"},
    {24, SYS_dup3, "nnn"},
    {32, SYS_flock, "nn"},
    {34, SYS_mkdirat, "npn"},
    {35, SYS_unlinkat, "npn"},
    {36, SYS_symlinkat, "pnp"},
    {37, SYS_linkat, "npnpn"},
    {46, SYS_ftruncate, "nn"},
    {47, SYS_fallocate, "nnnn"},
    {48, SYS_faccessat, "npn"},
    {49, SYS_chdir, "p"},
    {50, SYS_fchdir, "n"},
    {52, SYS_fchmod, "nn"},
    {53, SYS_fchmodat, "npn"},
    {56, SYS_openat, "npnn"},
    {57, SYS_close, "n"},
    {59, SYS_pipe2, "In"},
    {61, SYS_getdents64, "nwn"},
    {62, SYS_lseek, "nnn"},
    {63, SYS_read, "nwn"},
    {64, SYS_write, "nrn"},
    {67, SYS_pread64, "nwnn"},
    {68, SYS_pwrite64, "nrnn"},
    {82, SYS_fsync, "n"},
    {83, SYS_fdatasync, "n"},
    {88, SYS_utimensat, "np2n"},
    {101, SYS_nanosleep, "tT"},
    {113, SYS_clock_gettime, "nT"},
    {114, SYS_clock_getres, "nT"},
    {115, SYS_clock_nanosleep, "nntT"},
    {124, SYS_sched_yield, ""},
    {153, SYS_times, "M"},
    {155, SYS_getpgid, "n"},
    {163, SYS_getrlimit, "nT"},
    {165, SYS_getrusage, "nU"},
    {166, SYS_umask, "n"},
    {169, SYS_gettimeofday, "TT"},
    {GuestGetpid, SYS_getpid, ""},
    {173, SYS_getppid, ""},
    {174, SYS_getuid, ""},
    {175, SYS_geteuid, ""},
    {176, SYS_getgid, ""},
    {177, SYS_getegid, ""},
    {GuestGettid, SYS_gettid, ""},
    {179, SYS_sysinfo, "S"},
    {260, SYS_wait4, "nInU"},
    {276, SYS_renameat2, "npnpn"},
    {278, SYS_getrandom, "wnn"},
    {291, SYS_statx, "npnnX"},
    {439, SYS_faccessat2, "npnn"},
};

/// The size of a structure, which is laid out alike on both sides.
static uint64_t sizeOf(char Letter) {
  switch (Letter) {
  case 't':
  case 'T':
    return sizeof(struct timespec);
  case '2':
    return 2 * sizeof(struct timespec);
  case 'I':
    return 2 * sizeof(int);
  case 'M':
    return sizeof(struct tms);
  case 'U':
    return sizeof(struct rusage);
  case 'S':
    return sizeof(struct sysinfo);
  default: // X
    return sizeof(struct statx);
  }
}

std::optional<CallResult> SystemCalls::passOn(uint64_t Number, Args A) {
  const PlainCall *Call =
      std::find_if(std::begin(PlainCalls), std::end(PlainCalls),
                   [&](const PlainCall &C) { return C.Number == Number; });
  if (Call == std::end(PlainCalls))
    return std::nullopt;
  long Host[6] = {};
  for (unsigned I = 0; Call->Arguments[I]; ++I) {
    char Letter = Call->Arguments[I];
    const void *Pointer = nullptr;
    switch (Letter) {
    case 'n':
      Host[I] = static_cast<long>(A[I]);
      continue;
    case 'p':
      Pointer = Memory.string(A[I]);
      break;
    case 'r':
      Pointer = Memory.bytes(A[I], A[I + 1], MayRead);
      break;
    case 'w':
      Pointer = Memory.bytes(A[I], A[I + 1], MayWrite);
      break;
    default:
      if (!A[I])
        continue;
      Pointer =
          Memory.bytes(A[I], sizeOf(Letter),
                       Letter == 't' || Letter == '2' ? MayRead : MayWrite);
    }
    if (!Pointer)
      return CallResult{-EFAULT};
    Host[I] = reinterpret_cast<long>(Pointer);
  }
  return CallResult{checked(syscall(Call->Host, Host[0], Host[1], Host[2],
                                    Host[3], Host[4], Host[5]))};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

int64_t SystemCalls::mapMemory(Args A) {
  uint64_t Address = A[0], Bytes = roundUpToPage(A[1]), Flags = A[3];
  int File = Flags & MAP_ANONYMOUS ? -1 : static_cast<int>(A[4]);
  if (!A[1] || A[1] > GuestMemory::Size || A[5] % GuestPageSize)
    return -EINVAL;
  if (!(Flags & MAP_ANONYMOUS) && fcntl(File, F_GETFD) < 0)
    return -EBADF;
  bool IsFixed = Flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
  if ((Flags & MAP_FIXED_NOREPLACE) && !Memory.isFree(Address, Bytes))
    return -EEXIST;
  if (IsFixed && Address % GuestPageSize)
    return -EINVAL;
  if (!IsFixed) {
    Address &= ~(GuestPageSize - 1);
    if (!Address || !Memory.isFree(Address, Bytes))
      Address = Memory.findFree(Bytes);
  }
  if (!Address)
    return -ENOMEM;
  if (int64_t E = Memory.map(Address, Bytes, A[2] & 7, File, A[5],
                             (Flags & MAP_TYPE) != MAP_PRIVATE))
    return E;
  return static_cast<int64_t>(Address);
}

int64_t SystemCalls::remapMemory(Args A) {
  uint64_t Old = A[0], OldBytes = roundUpToPage(A[1]),
           NewBytes = roundUpToPage(A[2]), Flags = A[3];
  if (!NewBytes || NewBytes > GuestMemory::Size || Flags & ~1ull)
    return -EINVAL;
  if (!Memory.bytes(Old, OldBytes, 0))
    return -EFAULT;
  if (NewBytes <= OldBytes) {
    if (NewBytes < OldBytes)
      Memory.unmap(Old + NewBytes, OldBytes - NewBytes);
    return static_cast<int64_t>(Old);
  }
  constexpr unsigned Permissions = MayRead | MayWrite;
  if (Memory.isFree(Old + OldBytes, NewBytes - OldBytes) &&
      !Memory.map(Old + OldBytes, NewBytes - OldBytes, Permissions))
    return static_cast<int64_t>(Old);
  if (!(Flags & MREMAP_MAYMOVE))
    return -ENOMEM;
  uint64_t New = Memory.findFree(NewBytes);
  if (!New)
    return -ENOMEM;
  if (int64_t E = Memory.map(New, NewBytes, Permissions))
    return E;
  std::memcpy(Memory.host(New), Memory.host(Old), OldBytes);
  Memory.unmap(Old, OldBytes);
  return static_cast<int64_t>(New);
}

std::optional<CallResult> SystemCalls::callMemory(uint64_t Number, Args A) {
  switch (Number) {
  case GuestBrk:
    return CallResult{static_cast<int64_t>(Memory.moveBreak(A[0]))};
  case GuestMmap:
    return CallResult{mapMemory(A)};
  case GuestMunmap:
    return CallResult{Memory.unmap(A[0], A[1])};
  case GuestMremap:
    return CallResult{remapMemory(A)};
  case GuestMprotect:
    return CallResult{Memory.protect(A[0], A[1], A[2] & 7)};
  case GuestMsync:
    return CallResult{0};
  case GuestMadvise: {
    char *Bytes = Memory.bytes(A[0], A[1], 0);
    if (!Bytes || A[0] % GuestPageSize)
      return CallResult{-EINVAL};
    // The only advice that changes contents.
    if (A[2] == MADV_DONTNEED)
      return CallResult{checked(madvise(Bytes, A[1], MADV_DONTNEED))};
    return CallResult{0};
  }
  case GuestRiscvFlushIcache:
    return CallResult{0, {}, 0, {}, true};
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
/// struct stat of asm-generic, whose order is not x86-64's.
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
    // What isatty and programs that draw tables ask.
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
  case 25: // fcntl: locks alone have a structure.
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

//===----------------------------------------------------------------------===//
// Processes and signals
//===----------------------------------------------------------------------===//

int64_t SystemCalls::futex(Args A) {
  constexpr uint64_t Private = 128, Realtime = 256;
  const char *Word = Memory.bytes(A[0], 4, MayRead);
  if (!Word || A[0] % 4)
    return -EFAULT;
  switch (A[1] & ~(Private | Realtime)) {
  case 0: // FUTEX_WAIT
  case 9: // FUTEX_WAIT_BITSET
    if (std::memcmp(Word, &A[2], 4) != 0)
      return -EAGAIN;
    // There is no other thread that could change it.
    return -ETIMEDOUT;
  case 1:  // FUTEX_WAKE
  case 10: // FUTEX_WAKE_BITSET
    return 0;
  default:
    return -ENOSYS;
  }
}

CallResult SystemCalls::fork(Args A) {
  constexpr uint64_t Signal = 0xff, SetChildThread = 0x01000000,
                     ClearChildThread = 0x00200000,
                     SetParentThread = 0x00100000, Vfork = 0x00004000,
                     SharedMemory = 0x00000100;
  constexpr uint64_t Allowed = Signal | SetChildThread | ClearChildThread |
                               SetParentThread | Vfork | SharedMemory;
  // A child that shares memory runs on a copy if its parent waits for it.
  bool SharesMemory = (A[0] & SharedMemory) && !(A[0] & Vfork);
  if ((A[0] & ~Allowed) || SharesMemory) {
    reportOnce(GuestClone, "would start a thread, which the machine does not "
                           "run; it fails with EAGAIN");
    return {-EAGAIN};
  }
  fflush(nullptr);
  pid_t Child = ::fork();
  if (Child < 0)
    return {-errno};
  if (A[0] & SetParentThread && Child)
    if (char *Word = Memory.bytes(A[2], 4, MayWrite))
      std::memcpy(Word, &Child, 4);
  if (A[0] & SetChildThread && !Child) {
    pid_t Self = getpid();
    if (char *Word = Memory.bytes(A[4], 4, MayWrite))
      std::memcpy(Word, &Self, 4);
  }
  CallResult Result = {Child};
  if (!Child && A[1])
    Result.Stack = A[1];
  return Result;
}

CallResult SystemCalls::sendSignal(uint64_t Process, uint64_t Number) {
  bool IsOwn = Process == static_cast<uint64_t>(getpid()) ||
               Process == static_cast<uint64_t>(syscall(SYS_gettid));
  if (!IsOwn)
    return {
        checked(kill(static_cast<pid_t>(Process), static_cast<int>(Number)))};
  if (Number == 0)
    return {0};
  auto It = Actions.find(Number);
  uint64_t Handler = It == Actions.end() ? 0 : It->second.Handler;
  bool IsIgnored =
      Handler == 1 || (!Handler && (Number == SIGCHLD || Number == SIGURG ||
                                    Number == SIGWINCH || Number == SIGCONT));
  if (IsIgnored)
    return {0};
  if (Handler > 1) {
    reportOnce(GuestTgkill, "sends a signal to a handler of the program, which "
                            "the machine does not call; the signal is lost");
    return {0};
  }
  return {0, {}, static_cast<int>(Number)};
}

int64_t SystemCalls::setAction(Args A) {
  if (A[0] < 1 || A[0] > 64 || A[3] != 8)
    return -EINVAL;
  Action &Entry = Actions[A[0]];
  Action Old = Entry;
  if (A[1]) {
    const char *New = Memory.bytes(A[1], sizeof(Action), MayRead);
    if (!New)
      return -EFAULT;
    std::memcpy(&Entry, New, sizeof(Action));
    // What is ignored is ignored by the host, too: SIGPIPE, for instance.
    if (A[0] != SIGSEGV && A[0] != SIGBUS && A[0] != SIGKILL && A[0] != SIGSTOP)
      ::signal(static_cast<int>(A[0]), Entry.Handler == 1 ? SIG_IGN : SIG_DFL);
  }
  if (A[2]) {
    char *Out = Memory.bytes(A[2], sizeof(Action), MayWrite);
    if (!Out)
      return -EFAULT;
    std::memcpy(Out, &Old, sizeof(Action));
  }
  return 0;
}

std::optional<CallResult> SystemCalls::callProcess(uint64_t Number, Args A) {
  switch (Number) {
  case GuestExit:
  case GuestExitGroup:
    return CallResult{0, static_cast<int>(A[0] & 0xff)};
  case GuestSetTidAddress:
    return CallResult{getpid()};
  case GuestSigaltstack:
    return CallResult{0};
  case GuestFutex:
    return CallResult{futex(A)};
  case GuestKill:
  case GuestTkill:
    return sendSignal(A[0], A[1]);
  case GuestTgkill:
    return sendSignal(A[1], A[2]);
  case GuestRtSigaction:
    return CallResult{setAction(A)};
  case GuestRtSigprocmask: {
    // Kept for the program to read; signals come only from itself.
    uint64_t Old = SignalMask;
    if (A[1]) {
      const char *Set = Memory.bytes(A[1], 8, MayRead);
      if (!Set)
        return CallResult{-EFAULT};
      uint64_t Bits;
      std::memcpy(&Bits, Set, 8);
      SignalMask = A[0] == SIG_BLOCK     ? Old | Bits
                   : A[0] == SIG_UNBLOCK ? Old & ~Bits
                                         : Bits;
    }
    if (A[2]) {
      char *Out = Memory.bytes(A[2], 8, MayWrite);
      if (!Out)
        return CallResult{-EFAULT};
      std::memcpy(Out, &Old, 8);
    }
    return CallResult{0};
  }
  case GuestUname: {
    struct utsname Name;
    char *Out = Memory.bytes(A[0], sizeof(Name), MayWrite);
    if (!Out)
      return CallResult{-EFAULT};
    uname(&Name);
    std::strcpy(Name.machine, "riscv64");
    std::memcpy(Out, &Name, sizeof(Name));
    return CallResult{0};
  }
  case GuestClone:
    return fork(A);
  case 123: { // sched_getaffinity: one processor.
    char *Out = Memory.bytes(A[2], 8, MayWrite);
    if (!Out || A[1] < 8)
      return CallResult{Out ? -EINVAL : -EFAULT};
    std::memset(Out, 0, 8);
    Out[0] = 1;
    return CallResult{8};
  }
  case 261: { // prlimit64: limits are read; those of the machine do not change.
    char *Old = A[3] ? Memory.bytes(A[3], sizeof(rlimit), MayWrite) : nullptr;
    if (A[3] && !Old)
      return CallResult{-EFAULT};
    rlimit Limit;
    if (getrlimit(static_cast<__rlimit_resource>(A[1]), &Limit))
      return CallResult{-errno};
    if (A[1] == RLIMIT_STACK)
      Limit.rlim_cur = 8 << 20;
    if (Old)
      std::memcpy(Old, &Limit, sizeof(Limit));
    return CallResult{0};
  }
  // glibc tries these and does without.
  case GuestSetRobustList:
  case GuestRseq:
  case GuestClone3:
  case GuestRiscvHwprobe:
    return CallResult{-ENOSYS};
  default:
    return std::nullopt;
  }
}

CallResult SystemCalls::call(uint64_t Number, Args A) {
  using Group = std::optional<CallResult> (SystemCalls::*)(uint64_t, Args);
  for (Group G : {&SystemCalls::passOn, &SystemCalls::callMemory,
                  &SystemCalls::callFile, &SystemCalls::callProcess})
    if (std::optional<CallResult> Result = (this->*G)(Number, A))
      return *Result;
  reportOnce(Number, "is not implemented; it fails with ENOSYS");
  return {-ENOSYS};
}
