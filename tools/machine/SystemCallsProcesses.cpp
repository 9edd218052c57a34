//===- SystemCallsProcesses.cpp - Processes, signals and limits -----------===//

#include "tools/machine/SystemCallNumbers.h"
#include "tools/machine/SystemCalls.h"
#include <cerrno>
#include <csignal>
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

bool SystemCalls::hasHandler(int Signal) const {
  auto It = Actions.find(static_cast<uint64_t>(Signal));
  // 0 and 1 are SIG_DFL and SIG_IGN.
  return It != Actions.end() && It->second.Handler > 1;
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
    // The host ignores the signals that the program ignores, such as SIGPIPE.
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
    // Stored for the program to read; only the program itself sends signals.
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
