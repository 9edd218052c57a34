//===- SystemCallsThreads.cpp - Threads, futexes, and calls that wait -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

using namespace udpc::machine;

static constexpr uint64_t Second = 1000000000;
/// Maximum number of files in one poll.
static constexpr uint64_t LargestPoll = 1 << 20;

static uint64_t nanoseconds(const timespec &T) {
  return uint64_t(T.tv_sec) * Second + uint64_t(T.tv_nsec);
}

static uint64_t now(clockid_t Clock) {
  timespec T = {};
  clock_gettime(Clock, &T);
  return nanoseconds(T);
}

std::optional<uint64_t> SystemCalls::deadline(uint64_t Address, clockid_t Clock,
                                              bool IsAbsolute) const {
  const char *Bytes = Memory.bytes(Address, sizeof(timespec), MayRead);
  if (!Bytes)
    return std::nullopt;
  timespec T;
  std::memcpy(&T, Bytes, sizeof(T));
  uint64_t Time = nanoseconds(T), Now = now(CLOCK_MONOTONIC);
  if (!IsAbsolute)
    return Now + Time;
  uint64_t Reached = now(Clock);
  return Time <= Reached ? Now : Now + (Time - Reached);
}

std::optional<uint64_t> SystemCalls::limit(uint64_t Address) const {
  return deadline(Address, CLOCK_MONOTONIC, /*IsAbsolute=*/false);
}

uint64_t SystemCalls::after(uint64_t Nanoseconds) {
  return now(CLOCK_MONOTONIC) + Nanoseconds;
}

//===----------------------------------------------------------------------===//
// Threads begin and end
//===----------------------------------------------------------------------===//

CallResult SystemCalls::startThread(Args A) {
  constexpr uint64_t Required = CloneMemory | CloneHandlers | CloneThread;
  constexpr uint64_t Allowed = CloneSignal | Required | CloneFolder |
                               CloneFiles | CloneSemaphores |
                               CloneThreadPointer | CloneSetParent |
                               CloneClearChild | CloneDetached | CloneSetChild;
  if ((A[0] & ~Allowed) || (A[0] & Required) != Required)
    return {-EINVAL};
  Thread &New = OwnThreads.add();
  for (auto [Flag, Address] :
       {std::pair(CloneSetParent, A[2]), std::pair(CloneSetChild, A[4])})
    if (A[0] & Flag)
      if (char *Word = Memory.bytes(Address, 4, MayWrite))
        std::memcpy(Word, &New.Id, 4);
  if (A[0] & CloneClearChild)
    New.ClearedWord = A[4];
  CallResult Result = {New.Id};
  Result.Starts = ThreadStart{&New, A[1]};
  if (A[0] & CloneThreadPointer)
    Result.Starts->ThreadPointer = A[3];
  return Result;
}

CallResult SystemCalls::endThread(int Status) {
  if (OwnThreads.isAlone())
    return {0, Status};
  uint64_t Cleared = OwnThreads.current().ClearedWord;
  if (char *Word = Cleared ? Memory.bytes(Cleared, 4, MayWrite) : nullptr) {
    std::memset(Word, 0, 4);
    OwnThreads.wake(Cleared, 1);
  }
  OwnThreads.endCurrent();
  CallResult Result;
  Result.EndsThread = true;
  return Result;
}

//===----------------------------------------------------------------------===//
// Futexes
//===----------------------------------------------------------------------===//

// Numbers: include/uapi/linux/futex.h.
enum FutexCall : uint64_t {
  FutexWait = 0,
  FutexWake = 1,
  FutexRequeue = 3,
  FutexCompareRequeue = 4,
  FutexWaitBits = 9,
  FutexWakeBits = 10,
  FutexPrivate = 128,
  FutexRealtime = 256,
};

CallResult SystemCalls::waitForFutex(Args A, bool IsPrivate, uint32_t Bits) {
  // The word may be shared with other processes, so the host waits.
  if (OwnThreads.isAlone() && !IsPrivate) {
    const char *Time =
        A[3] ? Memory.bytes(A[3], sizeof(timespec), MayRead) : nullptr;
    if (A[3] && !Time)
      return {-EFAULT};
    return {checked(syscall(SYS_futex, Memory.host(A[0]), A[1], A[2], Time,
                            nullptr, A[5]))};
  }
  Wait For = {Wait::Futex, A[0], Bits};
  if (A[3]) {
    bool IsAbsolute = (A[1] & ~(FutexPrivate | FutexRealtime)) == FutexWaitBits;
    For.Deadline =
        deadline(A[3], A[1] & FutexRealtime ? CLOCK_REALTIME : CLOCK_MONOTONIC,
                 IsAbsolute);
    if (!For.Deadline)
      return {-EFAULT};
  }
  CallResult Result;
  Result.Waits = For;
  return Result;
}

CallResult SystemCalls::futex(Args A) {
  const char *Word = Memory.bytes(A[0], 4, MayRead);
  if (!Word || A[0] % 4)
    return {Word ? -EINVAL : -EFAULT};
  uint64_t Call = A[1] & ~(FutexPrivate | FutexRealtime);
  bool IsPrivate = A[1] & FutexPrivate;
  uint32_t Bits = Call == FutexWaitBits || Call == FutexWakeBits
                      ? static_cast<uint32_t>(A[5])
                      : ~uint32_t(0);
  if (!Bits)
    return {-EINVAL};
  uint64_t Count = static_cast<uint32_t>(A[2]);
  switch (Call) {
  case FutexWait:
  case FutexWaitBits:
    if (std::memcmp(Word, &A[2], 4) != 0)
      return {-EAGAIN};
    return waitForFutex(A, IsPrivate, Bits);
  case FutexWake:
  case FutexWakeBits: {
    uint64_t Woken = OwnThreads.wake(A[0], Count, Bits);
    if (!IsPrivate && Woken < Count) {
      long Others =
          syscall(SYS_futex, Word, Call, Count - Woken, nullptr, nullptr, Bits);
      Woken += Others > 0 ? static_cast<uint64_t>(Others) : 0;
    }
    return {static_cast<int64_t>(Woken)};
  }
  case FutexCompareRequeue:
    if (std::memcmp(Word, &A[5], 4) != 0)
      return {-EAGAIN};
    [[fallthrough]];
  case FutexRequeue: {
    uint64_t Woken = OwnThreads.wake(A[0], Count);
    uint64_t Moved =
        OwnThreads.requeue(A[0], A[4], static_cast<uint32_t>(A[3]));
    return {static_cast<int64_t>(Woken +
                                 (Call == FutexCompareRequeue ? Moved : 0))};
  }
  default:
    reportOnce(GuestFutex, "for another operation than waiting, waking and "
                           "requeueing is not implemented; it fails with "
                           "ENOSYS");
    return {-ENOSYS};
  }
}

//===----------------------------------------------------------------------===//
// Calls that wait
//===----------------------------------------------------------------------===//

/// Returns whether a call on the file would not block.
static bool isReady(uint64_t Descriptor, short Events) {
  int Flags = fcntl(static_cast<int>(Descriptor), F_GETFL);
  if (Flags < 0 || Flags & O_NONBLOCK)
    return true;
  pollfd P = {static_cast<int>(Descriptor), Events, 0};
  // If poll() rejects the file, so does the call itself.
  return ::poll(&P, 1, 0) != 0;
}

/// Returns whether wait4(\p Process) would return at once.
static bool hasEnded(int Process) {
  siginfo_t Info = {};
  int Kind = Process == -1 ? P_ALL : Process > 0 ? P_PID : P_PGID;
  int Id = Process > 0 ? Process : Process < -1 ? -Process : 0;
  int Result = waitid(static_cast<idtype_t>(Kind), static_cast<id_t>(Id), &Info,
                      WEXITED | WSTOPPED | WNOHANG | WNOWAIT);
  return Result || Info.si_pid;
}

std::optional<Wait> SystemCalls::waitFor(uint64_t Number, Args A) {
  bool IsReady = true;
  switch (Number) {
  case GuestRecvfrom:
    IsReady = (A[3] & MSG_DONTWAIT) || isReady(A[0], POLLIN);
    break;
  case GuestRead:
  case GuestReadv:
  case GuestAccept:
  case GuestAccept4:
    IsReady = isReady(A[0], POLLIN);
    break;
  case GuestWrite:
  case GuestWritev:
  case GuestSendto:
    IsReady = isReady(A[0], POLLOUT);
    break;
  case GuestRecvmsg:
    IsReady = (A[2] & MSG_DONTWAIT) || isReady(A[0], POLLIN);
    break;
  case GuestWait4:
    IsReady = (A[2] & WNOHANG) || hasEnded(static_cast<int>(A[0]));
    break;
  case GuestNanosleep:
  case GuestClockNanosleep: {
    bool HasClock = Number == GuestClockNanosleep;
    Wait For = {Wait::Time};
    For.Deadline =
        deadline(HasClock ? A[2] : A[0],
                 HasClock ? static_cast<clockid_t>(A[0]) : CLOCK_MONOTONIC,
                 HasClock && (A[1] & TIMER_ABSTIME));
    // The host reports errors in the arguments.
    return For.Deadline ? std::optional(For) : std::nullopt;
  }
  default:
    break;
  }
  return IsReady ? std::nullopt : std::optional(Wait{Wait::Host});
}

CallResult SystemCalls::waitForHost(std::optional<uint64_t> End,
                                    int64_t AtEnd) {
  Thread &T = OwnThreads.current();
  if (!T.CallEnd)
    T.CallEnd = End;
  CallResult Result = {AtEnd};
  if (!T.CallEnd || now(CLOCK_MONOTONIC) < *T.CallEnd)
    Result.Waits = Wait{Wait::Host};
  else
    T.CallEnd.reset();
  return Result;
}

CallResult SystemCalls::poll(Args A) {
  if (A[1] > LargestPoll)
    return {-EINVAL};
  auto *Files = reinterpret_cast<pollfd *>(
      Memory.bytes(A[0], A[1] * sizeof(pollfd), MayRead | MayWrite));
  const char *Time =
      A[2] ? Memory.bytes(A[2], sizeof(timespec), MayRead) : nullptr;
  if ((A[1] && !Files) || (A[2] && !Time))
    return {-EFAULT};
  if (A[3])
    reportOnce(GuestPpoll, "ignores its signal mask");
  if (OwnThreads.isAlone())
    return {checked(syscall(SYS_ppoll, Files, A[1], Time, nullptr, 0))};
  int Ready = ::poll(Files, A[1], 0);
  if (!Ready)
    return waitForHost(Time ? limit(A[2]) : std::nullopt, 0);
  OwnThreads.current().CallEnd.reset();
  return {checked(Ready)};
}

std::optional<CallResult> SystemCalls::callThread(uint64_t Number, Args A) {
  if (!OwnThreads.isAlone())
    if (std::optional<Wait> For = waitFor(Number, A)) {
      CallResult Result;
      Result.Waits = For;
      return Result;
    }
  switch (Number) {
  case GuestExit:
    return endThread(static_cast<int>(A[0] & 0xff));
  case GuestSetTidAddress:
    OwnThreads.current().ClearedWord = A[0];
    [[fallthrough]];
  case GuestGettid:
    return CallResult{OwnThreads.current().Id};
  case GuestFutex:
    return futex(A);
  case GuestPpoll:
    return poll(A);
  case GuestSchedYield: {
    CallResult Result;
    Result.Waits = Wait{};
    return Result;
  }
  default:
    return std::nullopt;
  }
}
