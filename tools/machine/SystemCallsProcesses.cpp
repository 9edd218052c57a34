//===- SystemCallsProcesses.cpp - Processes and limits --------------------===//

#include "tools/machine/SystemCallNumbers.h"
#include "tools/machine/SystemCalls.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace udpc::machine;

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

std::optional<CallResult> SystemCalls::callProcess(uint64_t Number, Args A) {
  switch (Number) {
  case GuestExit:
  case GuestExitGroup:
    return CallResult{0, static_cast<int>(A[0] & 0xff)};
  case GuestSetTidAddress:
    return CallResult{getpid()};
  case GuestFutex:
    return CallResult{futex(A)};
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
  case 261: { // prlimit64: limits can be read but not changed.
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
  // glibc works without these.
  case GuestSetRobustList:
  case GuestRseq:
  case GuestClone3:
  case GuestRiscvHwprobe:
    return CallResult{-ENOSYS};
  default:
    return std::nullopt;
  }
}
