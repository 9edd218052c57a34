//===- SystemCalls.cpp - System calls of the program ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCalls.h"
#include "tools/machine/linux/SystemCallNumbers.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc::machine;

int64_t SystemCalls::checked(long Result) {
  return Result == -1 ? -errno : Result;
}

void SystemCalls::reportOnce(uint64_t Number, const char *What) {
  if (Reported.insert(Number).second)
    WithColor::warning(errs(), "udpc-machine")
        << "system call " << Number << " " << What << '\n';
}

//===----------------------------------------------------------------------===//
// Calls whose arguments are passed on
//===----------------------------------------------------------------------===//

namespace {
/// A call that means the same on guest and host. Each letter of Arguments is
/// one argument:
///   n  a number
///   p  a path
///   r, w  memory that is read or written; its size is the next argument
///   0 to 9, A to Z  memory that is read and written, of the size given by
///                   sizeOf(), or a null pointer
struct PlainCall {
  uint64_t Number;
  long Host;
  const char *Arguments;
};
} // namespace

static constexpr PlainCall PlainCalls[] = {
    {17, SYS_getcwd, "wn"},
    {19, SYS_eventfd2, "nn"},
    {20, SYS_epoll_create1, "n"},
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
    {54, SYS_fchownat, "npnnn"},
    {55, SYS_fchown, "nnn"},
    {53, SYS_fchmodat, "npn"},
    {56, SYS_openat, "npnn"},
    {57, SYS_close, "n"},
    {59, SYS_pipe2, "In"},
    {61, SYS_getdents64, "nwn"},
    {62, SYS_lseek, "nnn"},
    {GuestRead, SYS_read, "nwn"},
    {GuestWrite, SYS_write, "nrn"},
    {67, SYS_pread64, "nwnn"},
    {68, SYS_pwrite64, "nrnn"},
    {82, SYS_fsync, "n"},
    {83, SYS_fdatasync, "n"},
    {88, SYS_utimensat, "np2n"},
    {GuestNanosleep, SYS_nanosleep, "tT"},
    {102, SYS_getitimer, "nV"},
    {103, SYS_setitimer, "nvV"},
    {GuestTimerCreate, SYS_timer_create, "nEI"},
    {108, SYS_timer_gettime, "nV"},
    {109, SYS_timer_getoverrun, "n"},
    {110, SYS_timer_settime, "nnvV"},
    {111, SYS_timer_delete, "n"},
    {113, SYS_clock_gettime, "nT"},
    {114, SYS_clock_getres, "nT"},
    {GuestClockNanosleep, SYS_clock_nanosleep, "nntT"},
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
    {179, SYS_sysinfo, "S"},
    {198, SYS_socket, "nnn"},
    {199, SYS_socketpair, "nnnI"},
    {200, SYS_bind, "nrn"},
    {201, SYS_listen, "nn"},
    {203, SYS_connect, "nrn"},
    {208, SYS_setsockopt, "nnnrn"},
    {210, SYS_shutdown, "nn"},
    {276, SYS_renameat2, "npnpn"},
    {278, SYS_getrandom, "wnn"},
    {291, SYS_statx, "npnnX"},
    {439, SYS_faccessat2, "npnn"},
};

/// Returns the size of a structure that has the same layout on guest and host.
static uint64_t sizeOf(char Letter) {
  switch (Letter) {
  case 't':
  case 'T':
    return sizeof(struct timespec);
  case 'v':
  case 'V':
    return sizeof(struct itimerval);
  case 'E':
    return sizeof(struct sigevent);
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
                       StringRef("t2vE").contains(Letter) ? MayRead : MayWrite);
    }
    if (!Pointer)
      return CallResult{-EFAULT};
    Host[I] = reinterpret_cast<long>(Pointer);
  }
  return CallResult{checked(syscall(Call->Host, Host[0], Host[1], Host[2],
                                    Host[3], Host[4], Host[5]))};
}

//===----------------------------------------------------------------------===//
// Every call
//===----------------------------------------------------------------------===//

CallResult SystemCalls::call(uint64_t Number, Args A) {
  using Group = std::optional<CallResult> (SystemCalls::*)(uint64_t, Args);
  for (Group G : {&SystemCalls::callThread, &SystemCalls::passOn,
                  &SystemCalls::callMemory, &SystemCalls::callFile,
                  &SystemCalls::callProcess, &SystemCalls::callSignal,
                  &SystemCalls::callSocket})
    if (std::optional<CallResult> Result = (this->*G)(Number, A))
      return *Result;
  reportOnce(Number, "is not implemented; it fails with ENOSYS");
  return {-ENOSYS};
}
